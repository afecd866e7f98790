"""The reference of the library: every public name is in it, and whatever is in it has a docstring."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import griffe
import pytest

import stammtisch
from tests.helpers import ROOT, SOURCE

PAGES = sorted((ROOT / "docs" / "api").glob("*.md"))


def names(page: str) -> list[str]:
    """What a page takes from docstrings."""
    return re.findall(r"^::: (\S+)$", page, re.MULTILINE)


NAMES = [name for page in PAGES for name in names(page.read_text("utf-8"))]


@cache
def package() -> griffe.ModulesCollection:
    """The package as the site reads it: from its sources, without importing it."""
    loader = griffe.GriffeLoader(search_paths=[str(SOURCE.parent)])
    loader.load("stammtisch")
    return loader.modules_collection


def undocumented(name: str) -> Iterator[str]:
    """What lacks a docstring: the thing itself, or a public member of it that no base class documents."""
    found = package()[name]
    if found.is_alias:
        found = found.final_target
    if not found.has_docstring:
        yield name
    if not found.is_class:
        return
    bases = found.mro()
    for member, value in found.members.items():
        inherited = any(member in base.members and base.members[member].has_docstring for base in bases)
        if not member.startswith("_") and not value.has_docstring and not inherited:
            yield f"{name}.{member}"


def test_every_public_name_is_in_the_reference() -> None:
    assert {f"stammtisch.{name}" for name in stammtisch.__all__} <= set(NAMES)


def test_nothing_is_told_twice() -> None:
    targets = [package()[name].canonical_path for name in NAMES]
    assert len(targets) > 100
    assert sorted(set(targets)) == sorted(targets)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_whatever_is_in_it_has_a_docstring(page: Path) -> None:
    text = page.read_text("utf-8")
    assert names(text)
    assert not [missing for name in names(text) for missing in undocumented(name)]


def test_a_missing_docstring_is_found() -> None:
    found = package()["stammtisch.core.match.Event"]
    kept, found.members["move"].docstring = found.members["move"].docstring, None
    assert list(undocumented("stammtisch.core.match.Event")) == ["stammtisch.core.match.Event.move"]
    found.members["move"].docstring = kept
