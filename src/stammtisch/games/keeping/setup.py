"""A throw-and-set-aside turn set up by hand: whose it is, what comes next, and where the eight dice are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from stammtisch.core.contract.setup import Control, Group
from stammtisch.core.translation import say
from stammtisch.games.keeping import CHOOSING, DICE, KEEPING, SYMBOLS, THROWING

if TYPE_CHECKING:
    from stammtisch.core.game import Game
    from stammtisch.games.keeping import State


def seats(names: Sequence[str]) -> list[tuple[int, str]]:
    """Every seat as a choice."""
    return list(enumerate(names))


def turn_groups(game: Game, s: State, names: Sequence[str]) -> list[Group]:
    phases = [
        (THROWING, say("the dice are rolled")),
        (KEEPING, say("a symbol is set aside")),
        (CHOOSING, say("roll again or stop")),
    ]
    phase = say("What comes next")
    return [
        Group(say("Whose turn it is"), [Control("player", say("Whose turn it is"), s.player)], seats(names)),
        Group(phase, [Control("phase", phase, min(s.phase, CHOOSING))], phases),
        _dice(game, say("Dice set aside"), "kept", s.kept),
        _dice(game, say("Dice on the table"), "thrown", s.thrown),
    ]


def _dice(game: Game, title: str, name: str, counts: Sequence[int]) -> Group:
    controls = [Control(f"{name}.{i}", game.text.outcome_name(i), counts[i]) for i in range(SYMBOLS)]
    return Group(title, controls, low=0, high=DICE)


def apply_turn(game: Game, s: State, chosen: Mapping[str, int]) -> None:
    """What was chosen, with all that follows: how many dice are not set aside, and which of them are still to fall."""
    s.player = chosen.get("player", s.player)
    s.turns += s.player - (s.turns - 1) % game.players
    s.phase = chosen.get("phase", min(s.phase, CHOOSING))
    for i in range(SYMBOLS):
        s.kept[i] = chosen.get(f"kept.{i}", s.kept[i])
        s.thrown[i] = chosen.get(f"thrown.{i}", s.thrown[i])
    s.dice = DICE - sum(s.kept)
    s.falling = 0
    if s.phase == THROWING:
        s.thrown, s.falling = [0] * SYMBOLS, s.dice
    elif s.phase == CHOOSING and sum(s.thrown) != s.dice:  # what the rest shows is all the same
        symbol = next((i for i in range(SYMBOLS) if s.kept[i]), 0)
        s.thrown = [s.dice if i == symbol else 0 for i in range(SYMBOLS)]


def turn_fault(s: State) -> str:
    aside = sum(s.kept)
    if aside > DICE:
        return say("There are {dice} dice, but {n} are set aside.", dice=DICE, n=aside)
    if s.phase == THROWING and (aside == DICE or all(s.kept)):
        return say("All dice or all symbols are set aside, so nothing can be rolled.")
    if s.phase == KEEPING and sum(s.thrown) != s.dice:
        return say("Of {dice} dice {n} are set aside, so {left} lie on the table, not {given}.",
                   dice=DICE, n=aside, left=s.dice, given=sum(s.thrown))  # fmt: skip
    if s.phase == CHOOSING and not aside:
        return say("To roll again or stop, a symbol must be set aside first.")
    return ""
