"""The games. A folder in here with a rules file is a game; nothing else has to be told of it."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from stammtisch.core.errors import StammtischError, UnknownGame
from stammtisch.core.game import Game

__all__ = ["load", "names"]


def names() -> list[str]:
    """The names of all games, in alphabetical order."""
    return sorted(rules.parent.name for folder in __path__ for rules in Path(folder).glob("*/rules.py"))


def load(name: str, options: Mapping[str, object] | None = None, version: int | None = None) -> Game:
    """A game by name; the newest version of its rules, or an older one that stored games still need."""
    if name not in names():
        raise UnknownGame(f"there is no game '{name}'; there are {', '.join(names())}")
    folder = f"{__name__}.{name}"
    rules = import_module(f"{folder}.rules")
    if version is not None and version != rules.VERSION:
        old = f"{folder}.rules_v{version}"
        if type(version) is not int or find_spec(old) is None:
            raise StammtischError(f"{name} has rules of version {rules.VERSION}; version {version} is not known here")
        rules = import_module(old)
    return Game(name, rules, import_module(f"{folder}.text"), options or {})
