"""A match in words, step by step: a move is a step, a run of dice another — as the events of a record are numbered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stammtisch.core.constants import CHANCE, EVERYBODY
from stammtisch.core.match import Match
from stammtisch.core.position import Position
from stammtisch.core.translation import say


@dataclass(frozen=True)
class Step:
    """What happened, who did it (CHANCE: the dice), and the position that followed."""

    seat: int
    sentence: str
    after: Position
    end: int
    """How many events of the match there were then."""


def tell(match: Match, names: Sequence[str], start: int = 0, viewer: int | None = None) -> list[Step]:
    """The events from number `start` on, as one seat may hear them; without a viewer, everything."""
    history, events, text = match.history, match.events, match.game.text
    steps = []
    while start < len(events):
        before, seat, end = history[start], events[start].seat, start + 1
        if seat == CHANCE:
            audience = before.audience
            while end < len(events) and events[end].seat == CHANCE and history[end].audience == audience:
                end += 1
            if viewer is None or audience in (EVERYBODY, viewer):
                sentence = text.tell_chance(before, [event.move for event in events[start:end]], names)
            else:
                sentence = say("{name} drew {tiles}, hidden from the others.", name=names[audience], tiles=end - start)
        else:
            sentence = text.tell(before, events[start].move, names)
        steps.append(Step(seat, sentence, history[end], end))
        start = end
    return steps


def results(position: Position, names: Sequence[str]) -> list[str]:
    """The final places, best first, as lines."""
    unit = position.game.text.SCORE
    order = sorted(zip(position.places, names, position.scores, strict=True), key=lambda each: each[0])
    return [f"{place}. {name}, {unit.count(score)}" for place, name, score in order]
