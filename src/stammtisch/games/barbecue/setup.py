"""Barbecue set up by hand: the turn, what lies on each place of the grill, and what everybody has won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from stammtisch.core.contract.setup import Control, Group
from stammtisch.core.translation import say
from stammtisch.games.barbecue.check import MOST_WORMS
from stammtisch.games.barbecue.rules import EMPTY, LOWEST, PLACES, SNAIL, SNAILS, Options, State, worms_at
from stammtisch.games.keeping.setup import apply_turn, turn_fault, turn_groups

if TYPE_CHECKING:
    from stammtisch.core.game import Game

TWO = 10
"""Two plates of seat p are the choice 10 + p, one plate is p."""


def groups(game: Game, s: State, names: Sequence[str]) -> list[Group]:
    lies = [(EMPTY, say("empty")), (SNAIL, say("a snail"))]
    for p, name in enumerate(names):
        lies += [(p, say("{name}, one plate", name=name)), (TWO + p, say("{name}, two plates", name=name))]
    places = [Control(f"place.{g}", str(LOWEST + g), _lies(s, g)) for g in range(PLACES)]
    worms = [Control(f"worms.{p}", name, s.worms[p]) for p, name in enumerate(names)]
    snails = [Control(f"snails.{p}", name, s.snails[p]) for p, name in enumerate(names)]
    return [
        *turn_groups(game, s, names),
        Group(say("What lies on each place"), places, lies, columns=4, paint=True),
        Group(say("Worms of each player"), worms, high=MOST_WORMS),
        Group(say("Snails of each player"), snails, high=SNAILS),
    ]


def _lies(s: State, g: int) -> int:
    return s.holds[g] + (TWO if s.plates[g] == 2 else 0)


def apply(game: Game, s: State, chosen: Mapping[str, int]) -> None:
    apply_turn(game, s, chosen)
    for g in range(PLACES):
        lies = chosen.get(f"place.{g}", _lies(s, g))
        s.holds[g] = lies - TWO if lies >= TWO else lies
        s.plates[g] = 0 if lies < 0 else 2 if lies >= TWO else 1
    for p in range(game.players):
        s.worms[p] = chosen.get(f"worms.{p}", max(s.worms[p], _brought(game, s, p)))
        s.snails[p] = chosen.get(f"snails.{p}", s.snails[p])
    s.supply = SNAILS - sum(s.snails) - s.holds.count(SNAIL)


def _brought(game: Game, s: State, p: int) -> int:
    """The worms that a seat has at least [B3.6]."""
    assert isinstance(game.options, Options)
    return sum(s.plates[g] * worms_at(game.options, g) for g in range(PLACES) if s.holds[g] == p)


def fault(game: Game, s: State, names: Sequence[str]) -> str:
    if s.supply < 0:
        return say(
            "There are {n} snails, but {given} lie on the grill or with players.", n=SNAILS, given=SNAILS - s.supply
        )
    for p, name in enumerate(names):
        least = _brought(game, s, p)
        if s.worms[p] < least:
            return say("The plates of {name} alone have brought {n} worms.", name=name, n=least)
    if (worms := sum(s.worms)) > MOST_WORMS:
        return say(
            "All players together never have more than {most} worms, and here they have {n}.", most=MOST_WORMS, n=worms
        )
    return turn_fault(s)
