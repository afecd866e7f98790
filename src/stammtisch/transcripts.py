"""Verify: a finished game checked on one's own machine. Of a transcript every die, every commitment and the rules; of a
record, which says nothing of where its dice came from, the rules."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from stammtisch import fair, games
from stammtisch.core.constants import EVERYBODY
from stammtisch.core.errors import RecordError, StammtischError
from stammtisch.core.excerpt import quoted
from stammtisch.core.game import Game
from stammtisch.core.match import Match
from stammtisch.core.reading import read
from stammtisch.fair import Code, Fault, Report, Verdict, Verifier

Line = Mapping[str, Any]
Load = Callable[[str, Mapping[str, object], int], Game]


@dataclass(frozen=True)
class Verified:
    """A game in which everything is right."""

    match: Match
    """The match, replayed."""
    seats: list[str]
    """Who sat where."""
    report: Report | None = None
    """What was found about the dice, in numbers; None for a record."""
    verdict: Verdict | None = None
    """Right, or right but …; None for a record."""
    lines: Sequence[Line] = field(default=(), repr=False)
    """The transcript, line by line; nothing for a record."""


class TranscriptError(RecordError):
    """A transcript in which something is wrong."""

    fault: Fault
    """What is wrong, where, and of which kind."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault
        self.line = fault.line


def verify(data: bytes | str, load: Load = games.load) -> Verified:
    """Check a transcript of fair dice, or a record in either form; RecordError names the line that is wrong."""
    if not isinstance(data, bytes | str) or _may_be_file_name(data):
        raise RecordError(
            f"{quoted(data)} is neither a transcript nor a record of a game; "
            "give what is in the file, not the file's name"
        )
    text = data if isinstance(data, str) else data.decode("utf-8", "replace")
    if is_record(text):
        replay = read(text, lambda name, version, options: load(name, options, version))
        return Verified(replay.match, replay.seats)
    try:
        seen = Verifier()
        report, lines = fair.verify(data.encode() if isinstance(data, str) else data, seen)
        return Verified(replayed(lines, load), list(lines[0]["seats"]), report, Verdict.of(seen), lines)
    except Fault as fault:
        raise TranscriptError(fault) from None


def _may_be_file_name(data: bytes | str) -> bool:
    """One line of text that begins neither a transcript nor a record."""
    return isinstance(data, str) and "\n" not in data and not data.startswith(("{", "game:"))


def is_record(text: str) -> bool:
    """Is this meant to be a record of a game, and no transcript of its dice?"""
    first = text.lstrip().partition("\n")[0]
    if first.startswith("game:"):
        return True
    try:
        header = json.loads(first)
    except (ValueError, RecursionError):
        return False
    return isinstance(header, dict) and "stammtisch" in header


def replayed(lines: Sequence[Line], load: Load = games.load) -> Match:
    """Replay the rules over a transcript whose dice are right: every move, every range, every outcome's name."""
    replay = Replay(load)
    replay.shows = {line["show"]: line for line in lines if "show" in line}
    for number, line in enumerate(lines, 1):
        try:
            replay.take(line)
        except Fault as fault:
            fault.line = number
            raise
    return replay.match


class Replay:
    """The rules, replayed line by line over a transcript whose dice are right."""

    shows: dict[int, Line]
    """What the hidden throws gave, by number; the others cannot be replayed."""

    def __init__(self, load: Load = games.load) -> None:
        self._load = load
        self._match: Match | None = None
        self.shows = {}

    @property
    def match(self) -> Match:
        """The game so far. There is none before the header."""
        assert self._match is not None
        return self._match

    def take(self, line: Line) -> None:
        """Take the next line. A Fault: the rules contradict it."""
        try:
            self._take(line)
        except StammtischError as error:
            raise Fault(Code.RULES, str(error), line.get("open") or line.get("throw") or 0) from None

    def _take(self, line: Line) -> None:
        match = self._match
        if match is None:
            self._match = match = self._load(line["game"], line["options"], line["version"]).match(fed=True)
            players, seats = match.game.players, len(line["seats"])
            _demand(players == seats, f"{players} play, but {seats} seats are named")
        elif "open" in line:
            _due(match, line)
        elif "throw" in line:
            if "turn" in line:
                _keyed(match, line)
            opened = line if "lots" in line else self.shows[line["throw"]]
            _feed(match, line["of"], opened, of_turn="turn" in line)
        elif "move" in line:
            _demand(not match.position.is_chance, f"'{line['move']}' is played, but a throw must come first")
            match.play(line["move"], line["seat"])
        elif "undo" in line:
            self._match = _taken_back(match, line["count"])
        elif "end" in line:
            _ended(match, line)


def _demand(right: bool, otherwise: str) -> None:
    if not right:
        raise StammtischError(otherwise)


def _due(match: Match, line: Line) -> None:
    position = match.position
    _demand(position.is_chance, "no throw is due here")
    _demand(line["by"] == position.thrower, f"seat {position.thrower} throws, not seat {line['by']}")
    audience = EVERYBODY if line["to"] is None else line["to"]
    _demand(audience == position.audience, "the throw is not shown to those who may see it")


def _keyed(match: Match, line: Line) -> None:
    """The draws of a deal are keyed by turn and index: these must be those at which the game is."""
    key, true = (line["turn"], line["index"]), (match.position.turns, match.drawn)
    _demand(
        key == true, f"the draws are those of turn {key[0]} from {key[1]} on, not of turn {true[0]} from {true[1]} on"
    )


def _feed(match: Match, of: Sequence[int], opened: Line, *, of_turn: bool = False) -> None:
    listed: Iterator[tuple[int, int]] = iter(zip(of, opened["lots"], strict=True))

    def draw(spread: int) -> int:
        width, lot = next(listed, (0, 0))
        _demand(width > 0, "fewer are drawn than the rules say")
        _demand(width == spread, f"a draw is from {width} lots, but the rules say {spread}")
        return lot

    made = match.throw(draw, of_turn=of_turn)
    _demand(next(listed, None) is None, "more are drawn than the rules say")
    true = [str(move) for move in made]
    _demand(true == opened["are"], f"the outcomes are named {opened['are']}, but the lots stand for {true}")


def _taken_back(match: Match, count: int) -> Match:
    _demand(count <= len(match.events), "more is taken back than was played")
    before = match.game.match(fed=True)
    for event in match.events[: len(match.events) - count]:
        before.play(event.move)
    return before


def _ended(match: Match, line: Line) -> None:
    _demand(match.is_over == (line["end"] == "over"), f"the game is said to be {line['end']}, which it is not")
    if match.is_over:
        _demand(line["scores"] == match.scores, f"the scores are {match.scores}, not {line['scores']}")
        _demand(line["places"] == match.places, f"the places are {match.places}, not {line['places']}")
