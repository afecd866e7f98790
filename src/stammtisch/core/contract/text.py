"""Text: what a game calls everything, and what happens in it, in words.

A view is a position as one seat sees it; `names` are those of the players, by seat.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from stammtisch.core.constants import PASS
from stammtisch.core.contract.part import Part
from stammtisch.core.translation import listed, say
from stammtisch.core.unit import POINTS, Unit

if TYPE_CHECKING:
    from stammtisch.core.game import Move
    from stammtisch.core.position import Position
    from stammtisch.core.turn import LastTurns


@dataclass(frozen=True)
class Row:
    """A line of a board without a picture: a label, and what belongs to it in cells."""

    label: str
    """Empty: the cells are sentences."""
    cells: tuple[str, ...]
    """What belongs to the label, each in words."""
    seat: int | None = None
    """Whose it is; None: nobody's or everybody's."""


class Text(Part):
    """text.py: what the game calls everything, and what happens in it, in words. Every game must have it.

    A view is a position as one seat sees it. `names` are those of the players, by seat.
    """

    FILE = "text"

    TITLE: str
    """The full name of the game."""
    LETTER: str
    """Before the numbers of the rules' paragraphs: H, as in [H3.4]."""
    SUMMARY: str
    """The game in one sentence."""
    OPTIONS: Mapping[str, str]
    """What each option is about."""
    WHY: Mapping[int, str]
    """Why a move is refused, by the paragraph that `forbids` names; completes "… is not allowed, because".

    It holds in every position; `why` can say more about one.
    """
    VALUES: Mapping[str, str] = {}
    """The options' values that are no numbers, in words."""
    SCORE: Unit = POINTS
    """What a score counts."""
    DRAFTS: bool = False
    """Do others see the moves of a turn only when it is done?"""
    BY_HAND: bool = False
    """Do players themselves throw the dice that begin their turns?"""

    move_name: Callable[[int], str]
    """The name of a move by its number, in the language that is spoken. Its English name is what people type."""
    outcome_name: Callable[[int], str]
    """The name of an outcome of chance by its number: one word."""

    def board(self, view: Position, names: Sequence[str]) -> str:
        """Everything on the table in plain lines that can be read aloud; each begins with what it is about."""
        lines = [f"{row.label}: {', '.join(row.cells)}." for row in self.rows(view, names)]
        return "\n".join([*lines, _last_line(view, names)])

    def rows(self, view: Position, names: Sequence[str]) -> list[Row]:
        """The same for a page that has no board for this game."""
        if self.defines("board"):
            return [_row(line, names) for line in self.board(view, names).splitlines()]
        facts = {name: value for name, value in view.state.to_json().items() if name not in ("turns", "player")}
        fields = [Row(name.replace("_", " "), _cells(value)) for name, value in facts.items()]
        return [Row(name, (self.SCORE.count(view.scores[p]),), p) for p, name in enumerate(names)] + fields

    def last_turn(self, view: Position, turns: LastTurns, names: Sequence[str]) -> str:
        """A line that tells how the last turn ended, to stand before the board; "" if there is nothing to tell."""
        return ""

    def picture(self, view: Position, names: Sequence[str], turns: LastTurns | None = None) -> str:
        """The board for a colour terminal of 80 columns, as rich markup. `turns` tell what led there; None: unknown."""
        lines = board_in_words(self, view, names, turns).replace("[", r"\[").splitlines()
        return "\n".join(f"   {line}" for line in lines)

    def leads_to(self, view: Position, move: Move, names: Sequence[str]) -> str:
        """What a legal move would lead to, in a few words; "" if its name says it."""
        return ""

    def loses(self, view: Position, move: Move, names: Sequence[str]) -> str | None:
        """A legal move that certainly throws something away, named by that: "Fail the turn: lose 25".

        None: it loses nothing, or nothing that the rules make certain. A move that is forced says it as well; whether
        there is another one is for the caller to see.
        """
        return None

    def tell(self, before: Position, move: Move, names: Sequence[str]) -> str:
        """A move in words."""
        return say("{name}: {move}.", name=names[before.turn], move=move.said)

    def tell_chance(self, before: Position, outcomes: Sequence[Move], names: Sequence[str]) -> str:
        """A run of chance outcomes in words."""
        return say("{name} drew {tiles}.", name=names[before.thrower], tiles=", ".join(each.said for each in outcomes))

    def tell_hidden(self, before: Position, count: int, names: Sequence[str]) -> str:
        """A draw of which others know only how much was drawn."""
        return say("{name} drew {tiles}, hidden from the others.", name=names[before.thrower], tiles=count)

    def you_did(self, before: Position, move: Move, names: Sequence[str]) -> str:
        """A move as its player is told of it later: "You kept the 5s."."""
        return say("You chose: {move}.", move=move.said)

    def better(self, before: Position, move: Move, amount: str, names: Sequence[str]) -> str:
        """A move that was not made: "Keeping the worms was 1.2 worms better."."""
        told = say("{move} was {amount} better.", move=move.said, amount=amount)
        return told[:1].upper() + told[1:]

    def why(self, view: Position, move: Move, code: int) -> str:
        """Why a move is refused here, with the numbers at hand; completes "… is not allowed, because".

        `code` is the paragraph that forbids it; the view is that of the player to move. "": WHY says enough.
        """
        return ""

    def passing(self, view: Position) -> int:
        """The paragraph that says why one may not pass now, as a number: 203 is 2.3; 0: no paragraph does."""
        return 0

    def applies(self, view: Position) -> list[str]:
        """The numbers of the rules' paragraphs that govern this decision."""
        return []


def board_in_words(text: Text, view: Position, names: Sequence[str], turns: LastTurns | None = None) -> str:
    """The board, and how the last turn ended, if that is known, in lines that can be read aloud."""
    last = text.last_turn(view, turns, names) if turns else ""
    board = text.board(view, names)
    return f"{last}\n{board}" if last else board


def option_in_words(text: Text, name: str) -> str:
    return say(text.OPTIONS[name]) if name in text.OPTIONS else name.replace("_", " ")


def value_in_words(text: Text, value: bool | int | str) -> str:
    """An option's value."""
    if not isinstance(value, str):
        return str(value)
    return say(text.VALUES[value]) if value in text.VALUES else value.replace("_", " ")


def why_in_words(text: Text, view: Position, move: Move, code: int) -> str:
    """Why a move is refused here; completes "… is not allowed, because"."""
    if here := text.why(view, move, code):
        return here
    if move == PASS:
        return say("you can pass only when you have no other move")
    return say(text.WHY[code]) if code in text.WHY else say("the rules forbid it")


def _row(line: str, names: Sequence[str]) -> Row:
    """A line of a board, which says first what it is about: "Ann: 3 tiles, 5 points.". Other lines stay sentences."""
    label, colon, rest = line.strip().partition(": ")
    if not colon or ". " in line:
        return Row("", (line.strip(),))
    cells = rest.removesuffix(".").split("; " if "; " in rest else ", ")
    return Row(label, tuple(cells), names.index(label) if names.count(label) == 1 else None)


def _cells(value: int | list[int]) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, list) else (str(value),)


def _last_line(view: Position, names: Sequence[str]) -> str:
    if view.is_over:
        best = listed([names[seat] for seat in view.winners])
        return say("The game is over. First place: {names}.", names=best)
    return say("Turn {turn}: {name}.", turn=view.turns, name=names[view.thrower])
