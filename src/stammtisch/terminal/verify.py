"""Verify: a transcript of fair dice checked on one's own machine — every die, every commitment, and the rules."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from stammtisch import games
from stammtisch.core.constants import EVERYBODY
from stammtisch.core.errors import StammtischError
from stammtisch.core.game import Game
from stammtisch.core.match import Match
from stammtisch.fair import Code, Fault, Report, verify
from stammtisch.terminal.seats import cleaned

Line = Mapping[str, Any]
Load = Callable[[str, Mapping[str, object], int], Game]


def check(path: str) -> int:
    """Say what is right or what is wrong. 0: all is right; 1: something is wrong; raises where nothing can be read."""
    data = _fetched(path) if "://" in path else _read(Path(path))
    try:
        report, lines = verify(data)
    except Fault as fault:
        if fault.line <= 1 and fault.code in (Code.FORM, Code.VERSION, Code.ORDER):
            raise StammtischError(f"{path} is no transcript of fair dice: {fault.message}") from None
        print(f"{path} is WRONG at {_plain(fault)}.")
        return 1
    try:
        match = replayed(lines)
    except Fault as fault:
        print(f"{path}: the dice are as they must be, but the game is WRONG at {_plain(fault)}.")
        return 1
    print(f"{path}: everything is right.")
    for sentence in _told(report, lines, match):
        print(f"- {sentence}")
    return 0


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise StammtischError(f"cannot read {path}: {error.strerror}") from None


def _fetched(text: str) -> bytes:
    """The transcript of the game that a link leads to, from the link's server."""
    from stammtisch.client import Link, Server, ServerError  # it brings a WebSocket

    link = Link.read(text)
    try:
        return asyncio.run(Server(link.address).fetch("GET", f"/api/tables/{link.table}/transcript.jsonl"))
    except ServerError as error:
        raise StammtischError(str(error) if error.code == "unreachable" else f"the server says: {error}") from None


def replayed(lines: Sequence[Line], load: Load = games.load) -> Match:
    """Replay the rules over a transcript whose dice are right: every move, every range, every outcome's name."""
    match: Match | None = None
    shows = {line["show"]: line for line in lines if "show" in line}
    for number, line in enumerate(lines, 1):
        throw = line.get("open") or line.get("throw") or 0
        try:
            if match is None:
                match = load(line["game"], line["options"], line["version"]).match(fed=True)
                players, seats = match.game.players, len(line["seats"])
                _demand(players == seats, f"{players} play, but {seats} seats are named")
            elif "open" in line:
                _due(match, line)
            elif "throw" in line:
                _feed(match, line["of"], line if "lots" in line else shows[line["throw"]])
            elif "move" in line:
                _demand(not match.position.is_chance, f"'{line['move']}' is played, but a throw must come first")
                match.play(line["move"], line["seat"])
            elif "undo" in line:
                match = _taken_back(match, line["count"])
            elif "end" in line:
                _ended(match, line)
        except StammtischError as error:
            raise Fault(Code.RULES, str(error), throw, number) from None
    assert match is not None  # a transcript without a header was refused before
    return match


def _demand(right: bool, otherwise: str) -> None:
    if not right:
        raise StammtischError(otherwise)


def _due(match: Match, line: Line) -> None:
    position = match.position
    _demand(position.is_chance, "no throw is due here")
    _demand(line["by"] == position.thrower, f"seat {position.thrower} throws, not seat {line['by']}")
    audience = EVERYBODY if line["to"] is None else line["to"]
    _demand(audience == position.audience, "the throw is not shown to those who may see it")


def _feed(match: Match, of: Sequence[int], opened: Line) -> None:
    listed: Iterator[tuple[int, int]] = iter(zip(of, opened["lots"], strict=True))

    def draw(spread: int) -> int:
        width, lot = next(listed, (0, 0))
        _demand(width > 0, "fewer are drawn than the rules say")
        _demand(width == spread, f"a draw is from {width} lots, but the rules say {spread}")
        return lot

    made = match.throw(draw)
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


def _told(report: Report, lines: Sequence[Line], match: Match) -> Iterator[str]:
    header, end, log = lines[0], lines[-2], lines[-1]["log"]
    names = ", ".join(cleaned(name) for name in header["seats"])
    yield f"{match.game.title}, rules version {header['version']}, table {header['table']}: {names}."
    yield (
        f"All {_many(report.throws, 'throw')} ({_many(report.draws, 'draw')}) were computed again and are as they were "
        "shown."
    )
    yield f"Every secret of the server was fixed beforehand, under {_many(report.roots, 'root')}."
    if header["dice"] == "shared":
        yield "Every contribution is the next element of its player's chain, and came from whom the protocol names."
    else:
        yield "No person sat at this table, so nobody contributed: the server could have chosen these dice."
    if report.hidden:
        yield f"{_many(report.hidden, 'hidden throw')} stayed closed until the end and came out as fixed."
    if report.waived:
        yield (
            f"{_many(report.waived, 'throw')} given up because the contributor did not answer, and thrown again; "
            "if he did answer, the server cheated."
        )
    if report.heads:
        yield f"{_many(report.heads, 'new chain')} begun during the game."
    if report.away:
        yield f"Seats were marked away {_many(report.away, 'time')}."
    if report.undone:
        yield f"{_many(report.undone, 'move')} and dice were taken back."
    yield f"The rules were replayed: all {_many(report.moves, 'move')} are legal, and every lot stands for its outcome."
    if end["end"] == "over":
        yield f"The game is over, and the result is right: scores {end['scores']}, places {end['places']}."
    else:
        yield "The game was left unfinished."
    yield f"To be sure that all saw the same game, compare this number: {log}"


def _plain(fault: Fault) -> str:
    """A fault in words that a terminal shows as they are, whatever the transcript holds."""
    return "".join(letter if letter.isprintable() else "?" for letter in str(fault))


def _many(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
