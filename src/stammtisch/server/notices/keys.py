"""The keys with which this server signs what it pushes to browsers (VAPID): made once, readable by their owner only.

A browser's subscription holds for one key: who loses the file loses all subscriptions.
"""

from __future__ import annotations

import logging
import os
from base64 import urlsafe_b64encode
from pathlib import Path

import sqlalchemy as sa

from stammtisch.server.storage import leases, schema
from stammtisch.server.storage.log import Write
from stammtisch.server.storage.store import Store
from stammtisch.server.storage.writer import LogWriter

log = logging.getLogger("stammtisch.notices")

NAME, OLD = "push-key.pem", "push-key-before.pem"


def path(folder: Path) -> Path:
    """The file, made if it is not there."""
    from cryptography.hazmat.primitives import serialization  # comes with the extra `notices`
    from cryptography.hazmat.primitives.asymmetric import ec

    folder.mkdir(parents=True, exist_ok=True)
    file = folder / NAME
    if not file.exists():
        made = ec.generate_private_key(ec.SECP256R1()).private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        _write(file, made)
    return file


def share(folder: Path, store: Store, writer: LogWriter) -> None:
    """Among several nodes: all sign with the key of the first of them."""
    shared = _shared(store)
    if shared is None:
        mine = path(folder).read_text("ascii")
        writer.submit(Write(also=[leases.keep_secret(leases.PUSH_KEY, mine)])).result()
        shared = _shared(store)
        assert shared
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / NAME
    if file.exists() and file.read_text("ascii") != shared:
        file.replace(folder / OLD)
        log.warning("all nodes sign what they push with one key; the own one of this node is now in %s", folder / OLD)
    if not file.exists():
        _write(file, shared.encode())


def _shared(store: Store) -> str | None:
    column = schema.cluster.c
    with store.reading() as connection:
        found: str | None = connection.scalar(sa.select(column.secret).where(column.number == leases.PUSH_KEY))
    return found


def _write(file: Path, key: bytes) -> None:
    """Whole or not at all."""
    part = file.with_name(f".{NAME}-{os.getpid()}")
    with os.fdopen(os.open(part, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as stream:
        stream.write(key)
        stream.flush()
        os.fsync(stream.fileno())
    part.replace(file)


def public(folder: Path) -> str:
    """As browsers want it."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = serialization.load_pem_private_key(path(folder).read_bytes(), None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    point = key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).rstrip(b"=").decode()
