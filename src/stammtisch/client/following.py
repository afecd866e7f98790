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
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

from stammtisch import games
from stammtisch.core.constants import CHANCE, SPECTATOR
from stammtisch.core.errors import StammtischError
from stammtisch.core.match import Match
from stammtisch.core.position import Position
from stammtisch.fair import Code, Fault
from stammtisch.transcripts import Replay

Event = Mapping[str, Any]
View = Mapping[str, Any]
COMPARED = ("status", "state", "scores", "turn", "legal", "result")


class Following:
    def __init__(self) -> None:
        self._lines: list[str] = []  # of the transcript, but for hidden throws: they come at the end
        self._drafts: list[str] = []  # the viewer's own moves that are not in the transcript yet
        self._replay: Replay | None = None  # None: not begun, not installed, or something is hidden
        self._shown: list[tuple[int, list[str], View]] = []  # what cannot be compared yet: after lines and drafts
        self._blind = False  # hidden parts of a transcript of version 1 cannot be followed
        self._resigned: set[int] = set()
        self._end: View | None = None  # the line

    def take(self, events: Sequence[Event], seat: int | None) -> None:
        """What has happened, as this seat sees it. A Fault: the rules contradict it."""
        shows = {line["show"]: line for each in events if each["type"] == "show" for line in [json.loads(each["line"])]}
        for event in events:
            match event["type"]:
                case "show":
                    pass
                case "draft" | "hidden" if not self._signs:
                    self._blind, self._replay = True, None
                case "draft":  # those of others are seen as well when the game is over
                    self._draft(json.loads(event["line"]), seat)
                case "resigned":
                    self._resigned.add(event["seat"])
                case "lines":
                    for text in event["lines"]:
                        if text.startswith('{"seat":'):  # at the end there are others: a draft stays one then
                            self._drafts = []
                        self._follow(text, shows)
                case _ if "line" in event:
                    self._follow(event["line"], shows)

    def compare(self, view: View, seat: int | None) -> None:
        """Is this what the lines lead to? A Fault: it is not."""
        self._check_end(view)
        if self._blind or not self._lines:
            return
        if view.get("state") is None:
            raise Fault(Code.SHOWN, "the server does not show the game")
        if self._replay:
            self._compare(view, self._replay.match, self._drafts, seat)
        else:
            kept = {name: view[name] for name in COMPARED}
            self._shown.append((len(self._lines), list(self._drafts), kept))

    def verify(self, lines: Sequence[str], seat: int | None) -> None:
        """Are the lines of the transcript those that were seen, and do they lead to what was shown? A Fault: no."""
        if self._blind:
            return
        parsed = [json.loads(text) for text in lines]
        replay = _begun(parsed[0])
        if replay:
            replay.shows = {line["show"]: line for line in parsed if "show" in line}
        shown = deque(self._shown)
        seen = 0
        for text, line in zip(lines, parsed, strict=True):
            if (
                "show" in line or "seal" in line or "seed" in line
            ):  # what the former give is in the views; anybody may seal later
                continue
            if text not in self._lines[seen : seen + 1]:
                raise Fault(Code.LOG, "this is not the game that was seen here: a line is another one")
            seen += 1
            if replay:
                if "fair" not in line:
                    replay.take(line)
                while shown and shown[0][0] == seen:
                    _, drafts, view = shown.popleft()
                    self._compare(view, replay.match, drafts, seat)
        if seen < len(self._lines):
            raise Fault(Code.LOG, "this is not the game that was seen here: it lacks lines")

    @property
    def _signs(self) -> bool:
        return bool(self._lines) and json.loads(self._lines[0])["fair"] > 1

    def _draft(self, line: Mapping[str, Any], seat: int | None) -> None:
        if line.get("undo", line.get("seat")) != seat:
            return
        if "undo" in line:
            del self._drafts[len(self._drafts) - line["count"] :]
        else:
            self._drafts.append(line["move"])

    def _check_end(self, view: View) -> None:
        """A game that is shown as over has ended by its lines, and in that way. This needs no rules."""
        result = view.get("result")
        if (result is None) == (view["status"] == "over"):
            raise Fault(Code.SHOWN, "the server shows a game that is over without a result, or a result before the end")
        if result is None:
            return
        scores, places, reason = result["scores"], result["places"], result["reason"]
        if not self._lines:  # the operator has closed the table before anybody could play
            right = reason == "closed" and not any([*scores, *places])
        elif self._end is None:
            right = False
        elif self._end["end"] == "over":
            right = (reason, scores) == ("played", self._end["scores"]) and places == self._places(self._end["places"])
        else:
            right = (reason == "closed" and not any(places)) or (reason == "resigned" and bool(self._resigned))
        if not right:
            raise Fault(Code.SHOWN, f"the server shows {result} as the result, but the lines do not end so")

    def _places(self, places: Sequence[int]) -> list[int]:
        """Who has resigned is last; the others are placed as they stand."""
        order = [(seat in self._resigned, place) for seat, place in enumerate(places)]
        return [1 + sum(other < mine for other in order) for mine in order]

    def _compare(self, view: View, match: Match, drafts: Sequence[str], seat: int | None) -> None:
        """`match` is that of the lines; whose turn it is sees what he has drafted since."""
        settled = _settled(match)
        _compare(view, _drafted(match.position, drafts) if seat == match.position.turn else settled, seat)
        result = view["result"]
        if result is None:
            return
        right = {"scores": list(settled.scores)}
        if result["reason"] != "closed":
            right["places"] = self._places(settled.places)
        for name, true in right.items():
            if result[name] != true:
                raise Fault(Code.SHOWN, f"the server shows {_told(name, result[name], true)}")

    def _follow(self, text: str, shows: Mapping[int, Mapping[str, Any]]) -> None:
        line = json.loads(text)
        if "show" in line or "seal" in line:
            return
        self._lines.append(text)
        if "end" in line:
            self._end = line
        if "fair" in line:
            self._replay = _begun(line)
        elif self._replay and "throw" in line and "lots" not in line and line["throw"] not in shows:
            self._replay = None  # it is hidden from this viewer
        elif self._replay:
            self._replay.shows |= shows
            self._replay.take(line)


def _drafted(position: Position, moves: Sequence[str]) -> Position:
    for move in moves:
        position = position.play(move)
    return position


def _settled(match: Match) -> Position:
    """The position as others see it while a turn is drafted.

    When moves are taken back until somebody is in the middle of his turn again, those before them are a draft once
    more, although they are in the lines."""
    position, kept = match.position, len(match.events)
    if match.game.text.DRAFTS and position.turn != CHANCE:
        while kept and match.events[kept - 1].seat == position.turn:
            kept -= 1
    if kept == len(match.events):
        return position
    before = match.game.match(fed=True)
    for event in match.events[:kept]:
        before.play(event.move)
    return before.position


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
