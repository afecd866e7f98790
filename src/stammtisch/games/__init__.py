"""The games. A folder in here with a rules file is a game; so is whatever an installed package names as one.

A package names its games in the entry point group `stammtisch.games`: the name of a game, and the package in which its
rules.py, text.py and rules.md are. `outside.py` finds them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from stammtisch.core.contract.about import About
from stammtisch.core.errors import BrokenGame, StammtischError, UnknownGame
from stammtisch.core.excerpt import excerpt, quoted
from stammtisch.core.game import Bot, Game
from stammtisch.core.suggest import did_you_mean
from stammtisch.games import outside

__all__ = ["allow", "common_bots", "faults", "first", "is_ours", "load", "names"]


def names() -> list[str]:
    """The names of all games, in alphabetical order."""
    return sorted([*_ours(), *outside.packages(_ours())])


def is_ours(name: str) -> bool:
    """Is it one of this folder, and not from outside?"""
    return name in _ours()


def first() -> str:
    """The game that comes first in a list for people."""
    return min(_ours(), key=lambda name: (About.of(_ours()[name]).ORDER, name))


def faults() -> dict[str, str]:
    """Games from outside that cannot be played, each with a sentence that says why."""
    return outside.faults(_ours())


def allow(wanted: Iterable[str] | None) -> None:
    """From now on only these games from outside count, as on a server whose operator names them; None: all do."""
    wanted = None if wanted is None else list(wanted)
    outside.allow(wanted)
    for name in wanted or ():
        _package(name)  # one that cannot be played is refused


def load(name: str, options: Mapping[str, object] | None = None, version: int | None = None) -> Game:
    """A game by name; the newest version of its rules, or an older one that stored games still need."""
    package = _package(name)
    rules = import_module(f"{package}.rules")
    if version is not None and (type(version) is not int or version != rules.VERSION):
        old = f"{package}.rules_v{version}"
        if type(version) is not int or find_spec(old) is None:
            told = f"version {quoted(version)} is not known here"
            raise StammtischError(f"{name} has rules of version {rules.VERSION}; {told}")
        rules = import_module(old)
    return Game(name, rules, import_module(f"{package}.text"), options or {}, common_bots)


def common_bots() -> Mapping[str, Bot]:
    """The bots that play any game: chance, and the four levels by a search."""
    from stammtisch.bots import searching_bots  # only now: few who load a game want its bots

    return searching_bots()


@cache
def _ours() -> dict[str, str]:
    """The games of this folder, each with its package."""
    found = sorted(rules.parent.name for folder in __path__ for rules in Path(folder).glob("*/rules.py"))
    return {name: f"{__name__}.{name}" for name in found}


def _package(name: str) -> str:
    if name in list(_ours()):  # records name anything, also what cannot be hashed
        return _ours()[name]
    fault = next((why for each, why in faults().items() if each == name), None)
    package = next((found for each, found in outside.packages(_ours()).items() if each == name), None)
    if package is None:
        if fault:
            raise BrokenGame(fault)
        raise UnknownGame(
            f"there is no game '{excerpt(str(name))}'; there are {', '.join(names())}{did_you_mean(name, names())}"
        )
    return package
