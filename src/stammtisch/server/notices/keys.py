"""The keys with which this server signs what it pushes to browsers (VAPID): made once, readable by their owner only.

A browser's subscription holds for one key: who loses the file loses all subscriptions.
"""

from __future__ import annotations

import os
from base64 import urlsafe_b64encode
from pathlib import Path

NAME = "push-key.pem"


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
        part = folder / f".{NAME}-{os.getpid()}"
        with os.fdopen(os.open(part, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as stream:
            stream.write(made)
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(file)  # whole or not at all
    return file


def public(folder: Path) -> str:
    """As browsers want it."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = serialization.load_pem_private_key(path(folder).read_bytes(), None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    point = key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).rstrip(b"=").decode()
