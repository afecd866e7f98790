"""What results depend on besides their numbers: the code that computes them, and what it is made of."""

from __future__ import annotations

import functools
import hashlib
import platform
from collections.abc import Mapping
from importlib import import_module, metadata
from pathlib import Path

Identity = Mapping[str, str]
"""By what it is the version of, the version: {"stammtisch": "0.1.0 (3f1c…)", "Python": "3.11", …}."""

LIBRARIES = ("numba", "numpy")  # what compiled bots compute with


@functools.cache
def identity() -> Identity:
    """That of this process. Two checkouts of one version can differ, so the digest of all code belongs to it."""
    version = import_module("stammtisch").__version__  # at the top this would import all that the package offers
    found = {
        "stammtisch": f"{version} ({_digest(Path(__file__).parents[1])})",
        "Python": ".".join(platform.python_version_tuple()[:2]),
    }
    return {**found, **{name: _version(name) for name in LIBRARIES}}


def _digest(folder: Path) -> str:
    """Of all code, and of what bots have learned."""
    whole = hashlib.sha256()
    for path in sorted([*folder.rglob("*.py"), *folder.rglob("*.npz")]):
        whole.update(path.relative_to(folder).as_posix().encode() + b"\0")
        whole.update(hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()[:8]


def _version(library: str) -> str:
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return "none"
