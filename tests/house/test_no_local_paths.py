"""The project's text speaks of itself only: no place on somebody's machine, no address of a package registry."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers import ROOT

# Put together from pieces, so that this file does not contain what it looks for.
PLACES = re.compile(r"(?<![\w.:/*-])/(?:" + "|".join(("work", "root", "home", "Users")) + r")/\w")
REGISTRIES = re.compile(
    "|".join(("files.python" + "hosted", "registry." + "npmjs", "arti" + "factory", "index" + "-url", r"/simple" + "/"))
)


def project_files() -> Iterator[Path]:
    """Every file that is not ignored by git; from the ignore file, so that it works on an unpacked archive too."""
    ignored = [line.strip() for line in (ROOT / ".gitignore").read_text("utf-8").splitlines()]
    folders = {line.rstrip("/") for line in ignored if line.endswith("/")} | {".git"}
    patterns = [line for line in ignored if line and not line.endswith("/")]
    waiting = [ROOT]
    while waiting:
        for path in sorted(waiting.pop().iterdir()):
            if path.is_dir():
                if path.name not in folders:
                    waiting.append(path)
            elif path.is_file() and not any(path.match(pattern) for pattern in patterns):
                yield path


def faults(text: str) -> list[str]:
    return [found[0] for found in (*PLACES.finditer(text), *REGISTRIES.finditer(text))]


def test_no_file_names_places_outside_the_project() -> None:
    seen = 0
    wrong = []
    for path in project_files():
        try:
            text = path.read_text("utf-8")
        except UnicodeDecodeError:
            text = path.read_bytes().decode("latin-1")  # a picture: bytes are looked at as they are
        seen += 1
        wrong += [f"{path.relative_to(ROOT)}: {fault}" for fault in faults(text)]
    assert seen > 50
    assert not wrong


@pytest.mark.parametrize("place", ["work", "root", "home"])
def test_a_place_is_found(place: str) -> None:
    assert faults(f"see /{place}/x")
    assert faults(f'"/{place}/x"')
    assert not faults(f"docs/{place}/x")
    assert not faults(f"https://example.org/{place}/x")
