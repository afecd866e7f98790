"""Game records: a match written down so that anybody can replay it, in two forms.

JSON Lines — a header, one event a line, an end line; fields a reader does not know are ignored:

    {"stammtisch": 1, "game": "pig", "version": 1,
     "options": {"players": 2}, "dice": "listed", "seats": ["Ann", "Ben"]}
    {"event": 1, "chance": ["5"]}
    {"event": 2, "seat": 0, "move": "roll"}
    {"end": "over", "scores": [104, 87], "places": [1, 2], "position": "9f86d081884c7d65"}

Text — for people; what chance gave stands in braces, a line holds one seat's moves, `#` begins a comment:

    game: pig 1
    options: players=2 goal=100
    seats: Ann, Ben

    seat 0: {5} roll {4} hold
    seat 1: {1} pass
    result: unfinished

A *complete* record lists every outcome (`dice: listed`) and needs no knowledge of how dice were made; a *short* one
gives the seed only (`dice: seed`). A record may do both; then the listed dice must be the seed's. reading.py reads both
forms.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from stammtisch.core.constants import CHANCE
from stammtisch.core.errors import RecordError
from stammtisch.core.game import Game
from stammtisch.core.match import Match
from stammtisch.core.turn import Event

FORMAT = 1


@dataclass(frozen=True)
class EventRun:
    """Consecutive events of one kind: a run of chance outcomes, or one move of a seat."""

    seat: int
    """Who moved; -1 (CHANCE) for a run of outcomes."""
    names: list[str]
    """The names of the move or of the outcomes."""


@dataclass(frozen=True)
class MatchRecord:
    """A match as it is written down: `Match.record` makes one, `stammtisch.read` reads it again.

    `str(record)` gives the form for people, the same as `to_text()`.
    """

    game: Game
    """The game, with its version and options."""
    seed: int | None
    """What the dice came from; None: they were fed, so all are listed."""
    complete: bool
    """Is every outcome of chance listed, and not only the seed?"""
    seats: list[str]
    """Who sat where."""
    events: list[Event]
    """All moves and outcomes, in order."""
    end: dict[str, Any] = field(default_factory=dict)
    """The last line: `end` is "over" or "unfinished"; with scores, places and the fingerprint of the last position."""

    def __repr__(self) -> str:
        return f"<MatchRecord of {self.game.name}, {len(self.events)} events: {self.end['end']}>"

    @classmethod
    def of(cls, match: Match, *, complete: bool, seats: list[str] | None) -> MatchRecord:
        """The record of a match; `Match.record` tells what it takes."""
        names = [f"seat {p}" for p in range(match.game.players)] if seats is None else seats
        if len(names) != match.game.players:
            raise RecordError(f"{len(names)} seats are named, but {match.game.players} play")
        position = match.position
        end: dict[str, Any] = {"end": "over" if match.is_over else "unfinished"}
        if match.is_over:
            end.update(scores=position.scores, places=position.places)
        return cls(match.game, match.seed, complete, names, list(match.events), {**end, "position": position.digest()})

    def runs(self) -> Iterator[EventRun]:
        """The events to be written; a short record leaves out what chance gave."""
        run: list[str] = []
        for event in self.events:
            if event.seat == CHANCE:
                run.append(str(event.move))
                continue
            if run and self.complete:
                yield EventRun(CHANCE, run)
            run = []
            yield EventRun(event.seat, [str(event.move)])
        if run and self.complete:
            yield EventRun(CHANCE, run)

    def to_jsonl(self) -> str:
        """The form for programs: JSON Lines, with a header, an event a line, and the end."""
        header: dict[str, Any] = {
            "stammtisch": FORMAT,
            "game": self.game.name,
            "version": self.game.version,
            "options": self.game.options.to_json(),
            "dice": "listed" if self.complete else "seed",
            "seats": self.seats,
        }
        if self.seed is not None:
            header["seed"] = self.seed
        lines: list[dict[str, Any]] = [header]
        for number, each in enumerate(self.runs(), 1):
            what = {"chance": each.names} if each.seat == CHANCE else {"seat": each.seat, "move": each.names[0]}
            lines.append({"event": number, **what})
        lines.append(self.end)
        return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)

    def to_text(self) -> str:
        """The form for people: a header, a line for every turn with what chance gave in braces, and the result."""
        lines = [
            f"game: {self.game.name} {self.game.version}",
            f"options: {self.game.options}",
            f"seats: {', '.join(map(_plain, self.seats))}",
        ]
        if self.seed is not None:
            lines.append(f"seed: {self.seed}")
        lines.append(f"dice: {'listed' if self.complete else 'seed'}")
        lines.append("")
        seat, line = CHANCE, ""
        waiting = ""
        for each in self.runs():
            if each.seat == CHANCE:
                waiting = "{" + " ".join(each.names) + "}"
                continue
            if each.seat != seat or not line:
                if line:
                    lines.append(line)
                seat, line = each.seat, f"seat {each.seat}: "
                line += f"{waiting} {each.names[0]}" if waiting else each.names[0]
            else:
                line += f" {waiting} {each.names[0]}" if waiting else f", {each.names[0]}"
            waiting = ""
        if line:
            lines.append(line)
        if waiting:
            lines.append(waiting)
        if self.end["end"] == "over":
            scores, places = (" ".join(map(str, self.end[what])) for what in ("scores", "places"))
            lines.append(f"result: scores {scores}, places {places}")
        else:
            lines.append("result: unfinished")
        return "\n".join(lines) + "\n"

    __str__ = to_text


def _plain(name: str) -> str:
    """A seat's name without what would end it in the text form."""
    return " ".join(re.sub("[,#]", " ", name).split()) or "?"
