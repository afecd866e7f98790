"""`stammtisch serve`: where it listens, and that it shows its page to whoever asked for it."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from stammtisch.server.process import serve
from stammtisch.server.process.serve import ServeSettings
from tests.server.server_process import PATIENCE, ServerProcess


def test_a_port_that_was_asked_for_is_taken_as_it_is() -> None:
    assert serve._port(ServeSettings(port=4711)) == 4711


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_without_a_wish_it_is_the_known_port_or_a_free_one(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.create_server((host, 0), family=family) as somebody:
        known = somebody.getsockname()[1]
        monkeypatch.setattr(serve, "PORT", known)
        found = serve._port(ServeSettings(host=host))
        assert found not in (0, known)
    assert serve._port(ServeSettings(host=host)) == known
    assert serve._port(ServeSettings(host=host, port=0)) not in (0, known)


@pytest.mark.parametrize(
    ("host", "address"), [("127.0.0.1", "http://127.0.0.1:80"), ("::1", "http://[::1]:80"), ("cup", "http://cup:80")]
)
def test_the_address_is_one_that_can_be_opened(host: str, address: str) -> None:
    assert serve._address(host, 80) == address


def test_the_page_is_opened_once_it_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = tmp_path / "browser"
    browser.write_text('#!/bin/sh\necho "$1" >> opened\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    with ServerProcess(tmp_path, "--open", preloaded=False) as server:
        deadline, opened = time.monotonic() + PATIENCE, tmp_path / "opened"
        while not opened.exists() or not opened.read_text():
            assert time.monotonic() < deadline, server.log
            time.sleep(0.02)
        assert opened.read_text().split() == [server.address]
        assert f"listens on {server.address} " in server.log


def test_what_is_not_needed_to_listen_is_loaded_later(tmp_path: Path) -> None:
    code = (
        "import sys; from stammtisch.server.process import serve; from stammtisch.server.process.server import Server;"
        "Server(sys.argv[1]).store.close();"
        "print([name for name in ('alembic', 'fastapi', 'markdown_it', 'numba', 'numpy') if name in sys.modules])"
    )
    for expected in (["alembic"], []):  # the first time the tables are made
        command = [sys.executable, "-c", code, f"sqlite:///{tmp_path}/stammtisch.db"]
        assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip() == str(expected)


def test_without_a_screen_nothing_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    assert not serve._has_screen()
    monkeypatch.setenv("DISPLAY", ":0")
    assert serve._has_screen()
