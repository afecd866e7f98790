"""Games from outside: installed packages name them in the entry point group `stammtisch.games`.

    [project.entry-points."stammtisch.games"]
    pig = "pig_game"            # the package with rules.py, text.py and rules.md

Each is tried out once, before it counts. One that is broken, or takes a name that another has, is left out, and whoever
asks for it is told why; the other games are not concerned.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

from stammtisch.core.contract.about import About
from stammtisch.core.contract.check import Check
from stammtisch.core.contract.drawings import Drawings
from stammtisch.core.contract.lesson import LessonFile
from stammtisch.core.contract.page import Page
from stammtisch.core.contract.schemes import Schemes
from stammtisch.core.contract.sheet import Sheet
from stammtisch.core.errors import BrokenGame
from stammtisch.core.game import Game
from stammtisch.core.translation import LANGUAGES, speaking

GROUP = "stammtisch.games"

_allowed: frozenset[str] | None = None  # None: all


def allow(wanted: Iterable[str] | None) -> None:
    global _allowed
    _allowed = None if wanted is None else frozenset(wanted)


def packages(taken: Container[str]) -> dict[str, str]:
    """Every game that is allowed and can be played, with its package; the names of `taken` are others'."""
    return {name: found for name, found in _tried(taken).items() if not isinstance(found, BrokenGame)}


def faults(taken: Container[str]) -> dict[str, str]:
    """The others that are allowed, each with what is wrong."""
    return {name: str(found) for name, found in _tried(taken).items() if isinstance(found, BrokenGame)}


def forget() -> None:
    """Look anew for what is installed."""
    _named.cache_clear()
    _try_out.cache_clear()


def _tried(taken: Container[str]) -> dict[str, str | BrokenGame]:
    """What is not allowed is not even imported."""
    tried: dict[str, str | BrokenGame] = {}
    for name, points in _named().items():
        if _allowed is None or name in _allowed:
            clash = name in taken
            tried[name] = _clash(name, points, clash) if clash or len(points) > 1 else _try_out(points[0])
    return tried


@cache
def _named() -> dict[str, list[EntryPoint]]:
    """By name of the game: who offers it."""
    found: dict[str, list[EntryPoint]] = {}
    for point in entry_points(group=GROUP):
        found.setdefault(point.name, []).append(point)
    return dict(sorted(found.items()))


def _clash(name: str, points: list[EntryPoint], ours: bool) -> BrokenGame:
    whose = " and ".join(_origin(point) for point in points)
    if ours:
        return BrokenGame(f"{whose} cannot bring a game '{name}': Stammtisch has a game of that name")
    return BrokenGame(f"there are several games '{name}': {whose} bring one each")


@cache
def _try_out(point: EntryPoint) -> str | BrokenGame:
    """The package of a game, if it can begin; else why not."""
    package = point.value
    try:
        if not point.name.isidentifier() or not point.name.islower():
            raise BrokenGame("its name must be lower-case letters, digits and underscores")
        game = Game(point.name, import_module(f"{package}.rules"), import_module(f"{package}.text"), {})
        lacking = [field for field in ("player", "turns") if field not in dict(game.module.State.LAYOUT)]
        if lacking:
            raise BrokenGame(f"the State of its rules lacks {' and '.join(lacking)}")
        if not game.rulebook:
            raise BrokenGame("its rules.md has no numbered paragraphs")
        for wanted in LANGUAGES:
            with speaking(wanted):
                game.book  # noqa: B018  # if there is one, it can be read
        str(game.start())
        for part in (About, Check, Page, Sheet, Schemes, LessonFile, Drawings):
            game.part(part)
        game.bots  # noqa: B018  # it is loaded
    except Exception as error:  # whatever a stranger's code does, the other games go on
        return BrokenGame(f"the game '{point.name}' of {_origin(point)} cannot be played: {_said(error)}")
    return package


def _origin(point: EntryPoint) -> str:
    return point.dist.name if point.dist else point.value


def _said(error: Exception) -> str:
    return str(error) if isinstance(error, BrokenGame) else f"{type(error).__name__}: {error}"
