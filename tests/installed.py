"""Packages with games, as pip would have installed them: their metadata in a folder of sys.path."""

from __future__ import annotations

from pathlib import Path


def install(folder: Path, name: str, **games: str) -> None:
    """A package that names these games, each with the Python package that it is in."""
    info = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", "utf-8")
    lines = [f"{game} = {package}" for game, package in games.items()]
    (info / "entry_points.txt").write_text("\n".join(["[stammtisch.games]", *lines, ""]), "utf-8")
