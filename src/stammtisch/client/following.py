"""Following: the game replayed beside a connection. What the server shows must be what its lines lead to.

The lines prove the dice, but nobody looks at lines: a server could show other dice than it proves. A client that has
the rules of the game replays them, and compares the whole position that it is shown. It needs nothing but the game
itself; of a game that is not installed here it compares nothing.

From the first throw on that is hidden from this viewer, nobody but the server knows the whole position. What is shown
then is kept, and compared when the transcript is there, in which everything is open. This also shows whether the
transcript is that of the game which was seen.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from stammtisch import games
from stammtisch.core.constants import SPECTATOR
from stammtisch.core.errors import StammtischError
from stammtisch.core.position import Position
from stammtisch.fair import Code, Fault
from stammtisch.transcripts import Replay

Event = Mapping[str, Any]
View = Mapping[str, Any]
PRIVATE = ("show", "hidden")
COMPARED = ("status", "state", "scores", "turn", "legal")


class Following:
    def __init__(self) -> None:
        self._lines: list[str] = []  # of the transcript, as far as this viewer could see it
        self._hidden = 0  # events that he could not see
        self._replay: Replay | None = None  # None: not begun, not installed, or something is hidden
        self._drafted = False  # the moves of this turn are known before it is done: they are the viewer's own
        self._shown: dict[int, list[View]] = {}  # what cannot be compared yet, by the number of lines that were seen

    def take(self, events: Sequence[Event]) -> None:
        """What has happened. A Fault: the rules contradict it."""
        for number, event in enumerate(events):
            self._hidden += event["type"] == "hidden"
            if "line" in event and event["type"] not in PRIVATE:
                self._lines.append(event["line"])
                self._follow(event, events[number + 1 :])

    def compare(self, view: View, seat: int | None) -> None:
        """Is this what the lines lead to? A Fault: it is not."""
        if view.get("state") is None:
            return
        if self._replay:
            _compare(view, self._replay.match.position, seat)
        else:
            kept = {name: view[name] for name in COMPARED}
            self._shown.setdefault(len(self._lines), []).append(kept)

    def verify(self, lines: Sequence[str], seat: int | None) -> None:
        """Are the lines of the transcript those that were seen, and do they lead to what was shown? A Fault: no."""
        parsed = [json.loads(text) for text in lines]
        replay = _begun(parsed[0])
        if replay:
            replay.shows = {line["show"]: line for line in parsed if "show" in line}
        seen = drafted = 0
        settled: Position | None = None  # before a draft of somebody else
        for text, line in zip(lines, parsed, strict=True):
            if "show" in line:
                continue
            decides = "move" in line or "undo" in line
            if text in self._lines[seen : seen + 1]:
                seen += 1
                settled = None if decides else settled
            elif drafted < self._hidden and decides:
                drafted += 1
                settled = settled or (replay.match.position if replay else None)
            else:
                raise Fault(Code.LOG, "this is not the game that was seen here: a line is another one")
            if replay:
                if "fair" not in line:
                    replay.take(line)
                for view in self._shown.pop(seen, ()):
                    _compare(view, settled or replay.match.position, seat)
        if seen < len(self._lines):
            raise Fault(Code.LOG, "this is not the game that was seen here: it lacks lines")

    def _follow(self, event: Event, after: Sequence[Event]) -> None:
        line = json.loads(event["line"])
        if event["type"] == "fair":
            self._replay = _begun(line)
        elif self._replay and event["type"] == "throw" and "lots" not in line and not self._is_shown(line, after):
            self._replay = None
        elif self._replay:
            if event["type"] == "seat" and after and after[0]["type"] == "laid" and not self._drafted:
                for move in after[0]["moves"]:
                    self._replay.take({"seat": line["seat"], "move": move})
            self._drafted = event["type"] == "draft"
            self._replay.take(line)

    def _is_shown(self, line: Mapping[str, Any], after: Sequence[Event]) -> bool:
        """May this viewer see a hidden throw? Then what it gave comes with it."""
        found = [json.loads(event["line"]) for event in after if event["type"] == "show"]
        assert self._replay
        self._replay.shows |= {shown["show"]: shown for shown in found}
        return line["throw"] in self._replay.shows


def _begun(header: Mapping[str, Any]) -> Replay | None:
    """The game of a header; None: it is not installed here."""
    try:
        games.load(header["game"], header["options"], header["version"])
    except StammtischError:
        return None
    replay = Replay()
    replay.take(header)
    return replay


def _compare(view: View, position: Position, seat: int | None) -> None:
    seen = position if position.is_over else position.view(SPECTATOR if seat is None else seat)
    decides = seat == position.turn and view["status"] == "playing"
    true = {
        "state": seen.state.to_json(),
        "scores": seen.scores,
        "turn": position.turn,
        "legal": [str(move) for move in position.legal_moves] if decides else [],
    }
    for name, right in true.items():
        if view[name] != right:
            raise Fault(Code.SHOWN, f"the server shows {_told(name, view[name], right)}")


def _told(name: str, shown: Any, right: Any) -> str:
    """What is shown, and what it should be: of a state only the first field that differs."""
    if isinstance(shown, dict):
        name = next((each for each in right if shown.get(each) != right[each]), name)
        shown, right = shown.get(name), right.get(name)
    return f"{shown} as '{name}', but the dice and moves lead to {right}"
