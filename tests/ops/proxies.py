"""Real proxies in front of a real server: nginx and Caddy with the files of deploy/, if they are installed."""

from __future__ import annotations

import datetime
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.helpers import ROOT
from tests.server.server_process import PATIENCE, ServerProcess, free_port

NAMES = ("nginx", "caddy")
NGINX = """
daemon off; master_process off; pid {folder}/nginx.pid; error_log {folder}/proxy.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/t1; proxy_temp_path {folder}/t2; fastcgi_temp_path {folder}/t3;
    uwsgi_temp_path {folder}/t4; scgi_temp_path {folder}/t5;
{site}
}}
"""
CADDY = "{{\n\tadmin off\n\tauto_https disable_redirects\n\tstorage file_system {folder}/caddy\n}}\n{site}"


def certificate(folder: Path) -> Path:
    """For localhost, signed by itself; its key lies beside it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    form = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    (folder / "key.pem").write_bytes(key.private_bytes(serialization.Encoding.PEM, *form))
    path = folder / "certificate.pem"
    path.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    return path


def _swapped(text: str, *pairs: tuple[str, str]) -> str:
    for old, new in pairs:
        assert old in text, f"the file in deploy/ has no {old!r} any more"
        text = text.replace(old, new)
    return text


def proxy(name: str, server: ServerProcess, folder: Path, *changes: tuple[str, str]) -> AbstractContextManager[str]:
    """A proxy as deploy/ has it, with names, ports and certificate of this test; its address.

    `changes` are mistakes that somebody could make in the file.
    """
    return _running(name, "", folder, *changes, ("127.0.0.1:8080", f"127.0.0.1:{server.port}"))


def proxy_of_nodes(name: str, ports: tuple[int, int], folder: Path) -> AbstractContextManager[str]:
    """The same in front of two nodes."""
    swaps = [(f"10.0.0.{i}:8080", f"127.0.0.1:{port}") for i, port in enumerate(ports, 1)]
    return _running(name, "-nodes", folder, *swaps)


@contextmanager
def _running(name: str, kind: str, folder: Path, *changes: tuple[str, str]) -> Iterator[str]:
    program = shutil.which(name) or shutil.which(name, path="/usr/sbin")
    if program is None:
        pytest.skip(f"no {name} here")
    port, made = free_port(), certificate(folder)
    if name == "nginx":
        text = _swapped((ROOT / "deploy" / f"nginx{kind}.conf").read_text(), *changes)
        live = "/etc/letsencrypt/live/play.example.org"
        text = _swapped(
            text, ("listen 443", f"listen 127.0.0.1:{port}"), ("listen 80", f"listen 127.0.0.1:{free_port()}")
        )
        text = _swapped(
            text, (f"{live}/fullchain.pem", str(made)), (f"{live}/privkey.pem", str(made.parent / "key.pem"))
        )
        text = NGINX.format(folder=folder, site=_swapped(text, ("play.example.org", "localhost")))
        command = [program, "-p", str(folder), "-c", str(folder / "proxy.conf")]
    else:
        tls = f"localhost:{port} {{\n\tbind 127.0.0.1\n\ttls {made} {made.parent / 'key.pem'}"
        text = _swapped((ROOT / "deploy" / f"Caddyfile{kind}").read_text(), *changes, ("play.example.org {", tls))
        text = CADDY.format(folder=folder, site=text)
        command = [program, "run", "--adapter", "caddyfile", "--config", str(folder / "proxy.conf")]
    (folder / "proxy.conf").write_text(text)
    with (folder / "proxy.log").open("ab") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        _wait(port, process, folder)
        yield f"https://localhost:{port}"
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _wait(port: int, process: subprocess.Popen[bytes], folder: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            told = (folder / "proxy.log").read_text()[-2000:]
            assert process.poll() is None, told
            assert time.monotonic() < deadline, told
            time.sleep(0.05)
