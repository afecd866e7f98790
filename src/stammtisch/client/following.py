"""Following: the game replayed beside a connection. What the server shows must be what its lines lead to.

The lines prove the dice, but nobody looks at lines: a server could show other dice than it proves. A client that has the
rules of the game replays them, and compares the whole position that it is shown. It needs nothing but the game itself;
of a game that is not installed here, and from the first throw on that is hidden from this viewer, it compares nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from stammtisch import games
from stammtisch.core.constants import SPECTATOR
from stammtisch.core.errors import StammtischError
from stammtisch.fair import Code, Fault
from stammtisch.transcripts import Replay

Event = Mapping[str, Any]
FOLLOWED = ("open", "throw", "seat", "draft", "undo")
"""Kinds of events whose lines lead to another position."""


class Following:
    def __init__(self) -> None:
        self._replay: Replay | None = None
        self._drafted = False  # the moves of this turn are known before it is done: they are the viewer's own

    def take(self, events: Sequence[Event]) -> None:
        """What has happened. A Fault: the rules contradict it."""
        for number, event in enumerate(events):
            if event["type"] == "fair":
                self._begin(json.loads(event["line"]))
            elif self._replay is not None and event["type"] == "show":
                line = json.loads(event["line"])
                self._replay.shows[line["show"]] = line
            elif self._replay is not None and event["type"] in FOLLOWED:
                self._follow(event, events[number + 1 :])

    def compare(self, view: Mapping[str, Any], seat: int | None) -> None:
        """Is this what the lines lead to? A Fault: it is not."""
        if self._replay is None or view["state"] is None:
            return
        position = self._replay.match.position
        seen = position if position.is_over else position.view(SPECTATOR if seat is None else seat)
        decides = seat == position.turn and view["status"] == "playing"
        true = {
            "state": seen.state.to_json(),
            "scores": seen.scores,
            "turn": position.turn,
            "legal": [str(move) for move in position.legal_moves] if decides else [],
        }
        wrong = [name for name, value in true.items() if view[name] != value]
        if wrong:
            raise Fault(Code.SHOWN, f"the server shows {_told(wrong[0], view, true)}")

    def _begin(self, header: Mapping[str, Any]) -> None:
        try:
            games.load(header["game"], header["options"], header["version"])
        except StammtischError:
            return  # it is not installed here
        self._replay = Replay()
        self._replay.take(header)

    def _follow(self, event: Event, after: Sequence[Event]) -> None:
        assert self._replay is not None
        line = json.loads(event["line"])
        if event["type"] == "throw" and "lots" not in line:
            shown = next((each for each in after if each["type"] == "show"), None)
            if shown is None or json.loads(shown["line"])["show"] != line["throw"]:
                self._replay = None  # hidden from this viewer
                return
            self._replay.shows[line["throw"]] = json.loads(shown["line"])
        if event["type"] == "seat" and after and after[0]["type"] == "laid" and not self._drafted:
            for move in after[0]["moves"]:
                self._replay.take({"seat": line["seat"], "move": move})
        self._drafted = event["type"] == "draft"
        self._replay.take(line)


def _told(name: str, view: Mapping[str, Any], true: Mapping[str, Any]) -> str:
    """What is shown, and what it should be: of a state only the first field that differs."""
    shown, right = view[name], true[name]
    if name == "state" and isinstance(shown, dict):
        name = next((each for each in right if shown.get(each) != right[each]), name)
        shown, right = shown.get(name), right.get(name, right)
    return f"{shown} as '{name}', but the dice and moves lead to {right}"


