"""The turn that Heckmeck and Barbecue share, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from stammtisch.core.position import Position
from stammtisch.core.words import PASS
from stammtisch.games.keeping import KEEP, KEEPING, ROLL, WORM

if TYPE_CHECKING:
    from stammtisch.games.keeping import State


class Turn:
    """The words of a turn with one game's dice; `symbols` are the names of their faces."""

    def __init__(self, symbols: Sequence[str]) -> None:
        self.symbols = symbols

    def move_name(self, m: int) -> str:
        """The name of a move that both games have."""
        if m == PASS:
            return "pass"
        return "roll" if m == ROLL else f"keep {self.symbols[m - KEEP]}"

    def outcome_name(self, m: int) -> str:
        return self.symbols[m]

    def line(self, position: Position, names: Sequence[str]) -> str:
        """The last line of a board: whose turn it is and how far it has come, or who has won."""
        if position.is_over:
            best = " and ".join(names[p] for p, place in enumerate(position.places) if place == 1)
            return f"The game is over. First place: {best}."
        s = state(position)
        total = position.game.rules.total(s)
        line = f"Turn {s.turns}: {names[s.player]}."
        if total:
            points = count(total, "point", "points")
            line += f" Set aside {self._dice(s.kept)}: {points}{'' if s.kept[WORM] else ', no worm yet'}."
        if s.phase == KEEPING:
            line += f" Thrown: {self._dice(s.thrown)}."
        elif s.dice:
            line += f" {count(s.dice, 'die', 'dice')} to throw."
        return line

    def keep_leads_to(self, after: Position, prize: str) -> str:
        """What setting a symbol aside has led to; `prize` is what stopping then would win, or ""."""
        s, rules = state(after), after.game.rules
        points = count(rules.total(s), "point", "points")
        if rules.is_used_up(s):
            return f"{points}, the turn ends: {prize or 'it fails'}"
        words = f"{points}, {count(s.dice, 'die', 'dice')} left"
        if not s.kept[WORM]:
            return f"{words}, no worm yet"
        return f"{words}, enough for {prize}" if prize else words

    def roll_leads_to(self, position: Position) -> str:
        s = state(position)
        new = [name for symbol, name in enumerate(self.symbols) if s.kept[symbol] == 0]
        return f"{count(s.dice, 'die', 'dice')}, new would be {listed(new, 'or')}"

    def tell(self, before: Position, move: int, names: Sequence[str]) -> str:
        """A move that goes on with the turn, in words. The past tense suits every name, also "You"."""
        s = state(before)
        who = names[s.player]
        if move == ROLL:
            return f"{who} went on with {count(s.dice, 'die', 'dice')}."
        after = state(before.play(move))
        dice = " ".join([self.symbols[move - KEEP]] * after.kept[move - KEEP])
        return f"{who} set aside {dice}: {count(before.game.rules.total(after), 'point', 'points')}."

    def tell_chance(self, before: Position, outcomes: Sequence[int], names: Sequence[str]) -> str:
        """A run of dice in words."""
        return f"{names[state(before).player]} threw {' '.join(self.symbols[m] for m in sorted(outcomes))}."

    def _dice(self, row: Sequence[int]) -> str:
        return " ".join(name for symbol, name in enumerate(self.symbols) for _ in range(row[symbol]))


def state(position: Position) -> State:
    """What both games' states have."""
    return cast("State", position.state)


def listed(words: Sequence[str], last: str) -> str:
    """ "a, b or c"."""
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def count(n: int, one: str, many: str) -> str:
    return f"{n} {one if n == 1 else many}"
