"""Packages with games, as pip would have installed them: their metadata in a folder of sys.path."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from stammtisch import games
from stammtisch.games import outside
from tests.helpers import ROOT


@contextmanager
def packages_in(folder: Path) -> Iterator[Path]:
    """A new folder for packages: they are found here, and in every program that is started."""
    folder.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        patch.setenv("PYTHONPATH", os.pathsep.join([str(folder), str(ROOT)]))
        outside.forget()
        try:
            yield folder
        finally:
            games.allow(None)
            outside.forget()


def install(folder: Path, name: str, **games: str) -> None:
    """A package that names these games, each with the Python package that it is in."""
    info = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", "utf-8")
    lines = [f"{game} = {package}" for game, package in games.items()]
    (info / "entry_points.txt").write_text("\n".join(["[stammtisch.games]", *lines, ""]), "utf-8")
