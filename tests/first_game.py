"""docs/first-game.md: its files and commands as they stand on the page, and the game installed as its own package."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.helpers import ROOT

PAGE = ROOT / "docs" / "first-game.md"
_FILE = re.compile(r"^`([\w./]+)`\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SHOWN = re.compile(r"^```console\n\$ (.*?)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class File:
    path: str
    content: str
    section: int


def files() -> list[File]:
    """Every file, in the order of the page; one that has grown is there again."""
    sections = re.split(r"^## (\d+)\. .*$", PAGE.read_text("utf-8"), flags=re.MULTILINE)
    return [
        File(path, content, int(number))
        for number, text in zip(sections[1::2], sections[2::2], strict=True)
        for path, content in _FILE.findall(text)
    ]


def commands() -> dict[str, str]:
    """Every command that is shown with what it prints."""
    return dict(_SHOWN.findall(PAGE.read_text("utf-8")))


def write(folder: Path, last: int) -> None:
    """The folder as it is after this section."""
    for file in files():
        if file.section <= last:
            path = folder / file.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(file.content, "utf-8")


def install(folder: Path, packages: Path) -> None:
    """Build the package in a folder, and put it where `tests/installed_games.py` finds it; without any network."""
    options = [
        "--quiet",
        "--no-deps",
        "--no-index",
        "--no-build-isolation",
        "--disable-pip-version-check",
        "--no-compile",
    ]
    subprocess.run(
        [sys.executable, "-m", "pip", "install", *options, "--upgrade", "--target", str(packages), str(folder)],
        check=True,
        env={},
    )
