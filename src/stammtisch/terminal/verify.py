"""What `stammtisch verify` says of a game."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path

from stammtisch.core.constants import CHANCE
from stammtisch.core.errors import RecordError, StammtischError
from stammtisch.core.match import Match
from stammtisch.fair import Code, Report
from stammtisch.fair.verdict import sentence
from stammtisch.fair.verifier import PERSON
from stammtisch.terminal.seats import cleaned
from stammtisch.transcripts import Line, TranscriptError, Verified, verify


def check(path: str) -> int:
    """Say what is right or what is wrong. 0: all is right; 1: something is wrong; raises where nothing can be read."""
    data = _fetched(path) if "://" in path else _read(Path(path))
    try:
        found = verify(data)
    except TranscriptError as error:
        fault = error.fault
        if fault.line <= 1 and fault.code in (Code.FORM, Code.VERSION, Code.ORDER):
            raise StammtischError(f"{path} is no transcript of fair dice: {fault.message}") from None
        if fault.code == Code.RULES:
            print(f"{path}: the dice are as they must be, but the game is WRONG at {_plain(error)}.")
        else:
            print(f"{path} is WRONG at {_plain(error)}.")
        return 1
    except RecordError as error:
        print(f"{path} is WRONG at {_plain(error)}.")
        return 1
    if found.verdict and found.verdict.remarks:
        print(f"{path}: everything is right, but:")
        for remark in found.verdict.remarks:
            print(f"- {sentence(remark, _seat(found.seats, remark.seat))}")
        print("Apart from that:")
    else:
        print(f"{path}: everything is right.")
    for told in _told(found.report, found.lines, found.match) if found.report else _told_of_record(found):
        print(f"- {told}")
    if found.verdict:
        print(f"Code: {found.verdict.code} (whoever has the same code has seen the same game)")
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


def _told(report: Report, lines: Sequence[Line], match: Match) -> Iterator[str]:
    header, log = lines[0], next(line["log"] for line in lines if "log" in line)
    end = next(line for line in lines if "end" in line)
    names = ", ".join(cleaned(name) for name in header["seats"])
    yield f"{match.game.title}, rules version {header['version']}, table {header['table']}: {names}."
    yield (
        f"All {_many(report.throws, 'throw')} ({_many(report.draws, 'draw')}) were computed again and are as they were "
        "shown."
    )
    yield f"Every secret of the server was fixed beforehand, under {_many(report.roots, 'root')}."
    if header["dice"] == "shared":
        yield "Every contribution is the next element of its player's chain, and came from whom the protocol names."
    if header["fair"] > 1 and any("seal" in line for line in lines):
        signed = [line["seal"] for line in lines if "seal" in line]
        yield f"The end was signed by {', '.join(_seat(header['seats'], seat) for seat in sorted(signed))}."
    if report.hidden:
        yield f"{_many(report.hidden, 'hidden throw')} stayed closed until the end and came out as fixed."
    if report.heads:
        yield f"{_many(report.heads, 'new chain')} begun during the game."
    if report.undone:
        yield f"{_many(report.undone, 'move')} and dice were taken back."
    yield f"The rules were replayed: all {_many(report.moves, 'move')} are legal, and every lot stands for its outcome."
    if end["end"] == "over":
        yield f"The game is over, and the result is right: scores {end['scores']}, places {end['places']}."
    yield f"To be sure that all saw the same game, compare this number: {log}"


def _told_of_record(found: Verified) -> Iterator[str]:
    match = found.match
    names = ", ".join(cleaned(name) for name in found.seats)
    yield f"{match.game.title}, rules version {match.game.version}: {names}."
    moves = sum(event.seat != CHANCE for event in match.events)
    yield f"The rules were replayed: all {_many(moves, 'move')} are legal."
    if match.is_over:
        yield f"The game is over, and the result is right: scores {match.scores}, places {match.places}."
    else:
        yield "The game was left unfinished."
    yield "This is a record: it does not say where its dice came from. A transcript of fair dice does."


def _seat(names: Sequence[str], seat: int | None) -> str:
    """A seat, as the header of the transcript names it."""
    if seat is None or names[seat] == PERSON:
        return f"seat {seat}"
    return f"seat {seat} ({cleaned(names[seat])})"


def _plain(error: RecordError) -> str:
    """What is wrong, in words that a terminal shows as they are, whatever the transcript holds."""
    return "".join(letter if letter.isprintable() else "?" for letter in str(error))


def _many(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
