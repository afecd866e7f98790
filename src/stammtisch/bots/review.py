"""Review: looks at a match again, and says what each decision gave away and what chance gave.

Both are counted by the analysis of the positions. Along a turn it says what the position is worth to whose turn it is:

    a throw changes that by its luck (over all throws that could have come, luck is 0 on average),
    a decision lowers it by what it gives away (0 for the best move).

So the worth at the end of a turn is the worth at its beginning, plus luck, minus what was given away. A hand that was
drawn before the turn counts when it is played: what it is worth then against what such hands are worth on average.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from stammtisch.bots.analysis import SAME, Analysis, analyse
from stammtisch.core.constants import CHANCE
from stammtisch.core.game import Move
from stammtisch.core.match import Match
from stammtisch.core.position import Position


@dataclass(frozen=True)
class Decision:
    """A move that was made, and what was known when it was."""

    event: int
    """How many events of the match came before it."""
    move: Move
    """The move that was made."""
    analysis: Analysis
    """Every move that could have been made."""

    @property
    def seat(self) -> int:
        """Who decided."""
        return self.analysis.seat

    @property
    def loss(self) -> float:
        """What the move gave away against the best one: 0 or more."""
        return self.analysis.loss(self.move)

    def did(self, position: Position, names: Sequence[str], viewer: int | None) -> str:
        """What was done, from the position before it: "You kept the 5s."."""
        if viewer == self.seat:
            return position.game.text.you_did(position, self.move, names)
        return str(position.game.text.tell(position, self.move, names))

    def instead(self, position: Position, names: Sequence[str]) -> str:
        """What was best, and by how much: "Keeping the worms was 1.2 worms better."; empty: nothing was better."""
        if self.loss < SAME:
            return ""
        return position.game.text.better(position, self.analysis.best.move, self.analysis.amount(self.loss), names)


@dataclass(frozen=True)
class Throw:
    """What chance gave to a seat, above or below expectation."""

    event: int
    """How many events of the match came before it."""
    seat: int
    """Whose throw it was."""
    luck: float
    """How much better than expected it was; below 0: worse."""


@dataclass
class Review:
    """A match looked at again: what each decision gave away, and what chance gave."""

    match: Match
    """The match."""
    decisions: list[Decision] = field(default_factory=list)
    """Every move of a player, in order."""
    throws: list[Throw] = field(default_factory=list)
    """Every throw, in order."""

    def __repr__(self) -> str:
        return f"<Review of {self.match.game.name}: {len(self.decisions)} decisions, {len(self.mistakes())} mistakes>"

    @property
    def unit(self) -> str:
        """What losses and luck count, such as worms."""
        return str(self.decisions[0].analysis.unit) if self.decisions else ""

    def mistakes(self) -> list[Decision]:
        """Decisions that gave something away, the largest first."""
        found = [decision for decision in self.decisions if decision.loss >= SAME]
        return sorted(found, key=lambda decision: -decision.loss)

    def given_away(self, seat: int) -> float:
        """What all decisions of a seat gave away together."""
        return sum(decision.loss for decision in self.decisions if decision.seat == seat)

    def luck(self, seat: int) -> float:
        """How much more than expected chance gave to a seat in the whole match."""
        return sum(throw.luck for throw in self.throws if throw.seat == seat)

    def add(self, event: int, analysis: Analysis, after: Analysis | None) -> None:
        """An event that was a decision, or the first of a run of chance that led to `after`."""
        played = self.match.events[event]
        if played.seat != CHANCE:
            self.decisions.append(Decision(event, played.move, analysis))
            if analysis.luck:
                self.throws.append(Throw(event, analysis.seat, analysis.luck))
        elif after and after.seat == analysis.seat:
            self.throws.append(Throw(event, analysis.seat, after.value - analysis.value))

    def to_json(
        self, names: Sequence[str], numbers: Mapping[int, int] | None = None, viewer: int | None = None
    ) -> dict[str, Any]:
        """Everything as plain JSON data, told to one of the seats or to somebody else.

        `numbers` gives events other numbers than the match does.
        """
        position, history = self.match.position, self.match.history
        return {
            "game": self.match.game.name,
            "unit": self.unit,
            "players": [
                {
                    "name": name,
                    "score": position.scores[seat],
                    "place": position.places[seat] if position.is_over else None,
                    "given_away": self.given_away(seat),
                    "luck": self.luck(seat),
                }
                for seat, name in enumerate(names)
            ],
            "decisions": [
                {
                    "event": numbers[each.event] if numbers else each.event,
                    "seat": each.seat,
                    "move": str(each.move),
                    "gives_away": each.loss,
                    "best": str(each.analysis.best.move),
                    "sentence": each.analysis.sentence(each.move),
                    "did": each.did(history[each.event], names, viewer),
                    "instead": each.instead(history[each.event], names),
                    "leads": each.analysis.choice(each.move).leads,
                    "best_leads": each.analysis.best.leads,
                }
                for each in self.decisions
            ],
            "throws": [
                {"event": numbers[each.event] if numbers else each.event, "seat": each.seat, "luck": each.luck}
                for each in self.throws
            ],
        }


def looks(match: Match) -> list[int]:
    """The events before which a review looks at the match: every decision, and the beginning of every throw."""
    events = match.events
    return [
        event
        for event, played in enumerate(events)
        if played.seat != CHANCE or event == 0 or events[event - 1].seat != CHANCE
    ]


def review(match: Match, places: Iterator[int] | None = None) -> Review:
    """Look at a match again, finished or not. `places` are its `looks`, for whoever wants to watch the progress.

    Raises:
        MissingExtra: The extra `fast` is not installed.

    Examples:
        >>> import stammtisch
        >>> from stammtisch.bots.review import review
        >>> match = stammtisch.load("heckmeck", players=3).match(seed=7)
        >>> move = match.play("keep 4")
        >>> for mistake in review(match).mistakes():
        ...     print(mistake.analysis.sentence(mistake.move))
        keep 4: 71 % to get a tile, 1.2 worms expected, gives away 1.5 worms
    """
    found = Review(match)
    history = match.history
    seen = [(event, analyse(history[event])) for event in places or looks(match)]
    end = len(match.events)
    last = [] if match.is_over else [(end, analyse(match.position))]
    for (event, analysis), after in pairwise([*seen, *last, (end, None)]):
        if event < end:
            assert analysis
            found.add(event, analysis, after[1])
    return found
