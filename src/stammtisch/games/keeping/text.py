"""A throw-and-set-aside turn in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from stammtisch.core.constants import PASS
from stammtisch.core.position import Position
from stammtisch.core.translation import either, listed, say, say_n, to_say, to_say_n
from stammtisch.core.unit import POINTS, Unit
from stammtisch.games.keeping import KEEP, KEEPING, ROLL, WORM

if TYPE_CHECKING:
    from stammtisch.games.keeping import State

WORMS = Unit(to_say("worms"), to_say("{amount} worms"), to_say_n("{n} worm", "{n} worms"), to_say("Worms"))


class Turn:
    """The words of a turn with one game's dice; `symbols` are the names of their faces."""

    def __init__(self, symbols: Sequence[str]) -> None:
        self.symbols = symbols

    def move_name(self, m: int) -> str:
        """The name of a move that both games have."""
        if m == PASS:
            return say("pass")
        return say("roll") if m == ROLL else say("keep {symbol}", symbol=self.outcome_name(m - KEEP))

    def outcome_name(self, m: int) -> str:
        return say(self.symbols[m])

    def line(self, position: Position, names: Sequence[str]) -> str:
        """The last line of a board: whose turn it is and how far it has come, or who has won."""
        if position.is_over:
            best = listed([names[p] for p, place in enumerate(position.places) if place == 1])
            return say("The game is over. First place: {names}.", names=best)
        s = state(position)
        total = position.game.rules.total(s)
        told = [say("Turn {turn}: {name}.", turn=s.turns, name=names[s.player])]
        if total:
            dice, points = self._dice(s.kept), POINTS.count(total)
            if s.kept[WORM]:
                told.append(say("Set aside {dice}: {points}.", dice=dice, points=points))
            else:
                told.append(say("Set aside {dice}: {points}, no worm yet.", dice=dice, points=points))
        if s.phase == KEEPING:
            told.append(say("Rolled: {dice}.", dice=self._dice(s.thrown)))
        elif s.dice:
            told.append(say_n(s.dice, "{n} die to roll.", "{n} dice to roll."))
        return " ".join(told)

    def keep_leads_to(self, after: Position, prize: str) -> str:
        """What setting a symbol aside has led to; `prize` is what stopping then would win, or ""."""
        s, rules = state(after), after.game.rules
        points, dice = POINTS.count(rules.total(s)), dice_count(s.dice)
        if rules.is_used_up(s):
            if not prize:
                return say("{points}, the turn ends: it fails", points=points)
            return say("{points}, the turn ends: {prize}", points=points, prize=prize)
        if not s.kept[WORM]:
            return say("{points}, {dice} left, no worm yet", points=points, dice=dice)
        if not prize:
            return say("{points}, {dice} left", points=points, dice=dice)
        return say("{points}, {dice} left, enough for {prize}", points=points, dice=dice, prize=prize)

    def roll_leads_to(self, position: Position) -> str:
        s = state(position)
        new = [self.outcome_name(symbol) for symbol in range(len(self.symbols)) if s.kept[symbol] == 0]
        return say("{dice}, new symbols: {symbols}", dice=dice_count(s.dice), symbols=either(new))

    def tell(self, before: Position, move: int, names: Sequence[str]) -> str:
        """A move that goes on with the turn, in words. The past tense suits every name, also "You"."""
        s = state(before)
        who = names[s.player]
        if move == ROLL:
            return say("{name} went on with {dice}.", name=who, dice=dice_count(s.dice))
        after = state(before.play(move))
        dice = " ".join([self.outcome_name(move - KEEP)] * after.kept[move - KEEP])
        points = POINTS.count(before.game.rules.total(after))
        return say("{name} set aside {dice}: {points}.", name=who, dice=dice, points=points)

    def tell_chance(self, before: Position, outcomes: Sequence[int], names: Sequence[str]) -> str:
        """A run of dice in words."""
        dice = " ".join(self.outcome_name(m) for m in sorted(outcomes))
        return say("{name} rolled {dice}.", name=names[state(before).player], dice=dice)

    def you_did(self, before: Position, move: int) -> str:
        """A move that goes on with the turn, as its player is told of it later."""
        s = state(before)
        if move == ROLL:
            return say_n(s.dice, "You rolled again with {n} die.", "You rolled again with {n} dice.")
        symbol = move - KEEP
        if symbol == WORM:
            return say_n(s.thrown[symbol], "You kept the worm.", "You kept the worms.")
        face = self.outcome_name(symbol)
        return say_n(s.thrown[symbol], "You kept the {face}.", "You kept the {face}s.", face=face)

    def better(self, before: Position, move: int, amount: str) -> str:
        """The same of a move that was not made."""
        s = state(before)
        if move == ROLL:
            return say("Rolling again was {amount} better.", amount=amount)
        symbol = move - KEEP
        if symbol == WORM:
            one, many = to_say_n("Keeping the worm was {amount} better.", "Keeping the worms was {amount} better.")
            return say_n(s.thrown[symbol], one, many, amount=amount)
        one, many = to_say_n("Keeping the {face} was {amount} better.", "Keeping the {face}s was {amount} better.")
        return say_n(s.thrown[symbol], one, many, face=self.outcome_name(symbol), amount=amount)

    def _dice(self, row: Sequence[int]) -> str:
        return " ".join(self.outcome_name(symbol) for symbol in range(len(self.symbols)) for _ in range(row[symbol]))


def state(position: Position) -> State:
    """What both games' states have."""
    return cast("State", position.state)


def dice_count(n: int) -> str:
    return say_n(n, "{n} die", "{n} dice")


def seat_name(names: Sequence[str], p: int) -> str:
    """A player's name, or his seat where nobody has a name."""
    return names[p] if names else say("seat {seat}", seat=p)
