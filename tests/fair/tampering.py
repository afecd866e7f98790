"""Ways to tamper with a transcript. Each is a row of data, so that the page's verifier is tested with the same ones.

    {"file": "zatre", "line": 5, "path": ["of", 0], "value": 7, "sealed": false, "fault": ["log", 40, 0]}
    {"file": "zatre", "line": 5, "edit": "drop", "sealed": true, "fault": ["order", 5, 2]}

`path` leads to one value of the line, which becomes `value`; `edit` drops a line, writes it twice or swaps it with the
next. *Sealed* tampering computes the hash of the log anew, as a forger would. `fault` is code, line and throw of
what a verifier finds, or null if it takes a verifier that knows the rules.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from random import Random
from typing import Any

from stammtisch.fair import Fault, verify
from stammtisch.fair.lines import read, written

Row = dict[str, Any]
OTHER = {"shared": "server", "server": "shared", "over": "unfinished", "unfinished": "over"}


def leaves(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Every single value within a line, with the way to it."""
    if isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(each, (*path, key))
    else:
        yield path, value


def changed(value: Any, rng: Random) -> Any:
    """Another value of the same kind; of a hash, one bit."""
    if value is None:
        return 0
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if value in OTHER:
        return OTHER[value]
    if len(value) == 64:
        at = rng.randrange(64)
        return value[:at] + f"{int(value[at], 16) ^ 1 << rng.randrange(4):x}" + value[at + 1 :]
    return value[:-1] + ("x" if value[-1:] != "x" else "y")


def applied(row: Row, transcript: bytes) -> bytes:
    lines = transcript.decode()[:-1].split("\n")
    at = row["line"] - 1
    match row.get("edit"):
        case "drop":
            del lines[at]
        case "twice":
            lines.insert(at, lines[at])
        case "swap":
            lines[at], lines[at + 1] = lines[at + 1], lines[at]
        case _:
            line: Any = read(lines[at])
            inner = line
            for key in row["path"][:-1]:
                inner = inner[key]
            inner[row["path"][-1]] = row["value"]
            lines[at] = written(line)
    end = next((place for place, line in enumerate(lines) if line.startswith('{"log"')), None)
    if row["sealed"] and end is not None:
        log = hashlib.sha256("".join(f"{line}\n" for line in lines[:end]).encode()).hexdigest()
        lines[end] = written({"log": log})
    return "".join(f"{line}\n" for line in lines).encode()


def finding(transcript: bytes) -> list[str | int] | None:
    """What the verifier says, as a row has it."""
    try:
        verify(transcript)
    except Fault as fault:
        return [str(fault.code), fault.line, fault.throw]
    return None


def rows(name: str, transcript: bytes, seed: int = 0) -> Iterator[Row]:
    """Every value of every line changed in turn, and every line dropped, doubled and swapped; without the findings."""
    rng = Random(seed)
    lines = transcript.decode()[:-1].split("\n")
    for number, text in enumerate(lines, 1):
        for sealed in (False, True):
            for path, value in leaves(read(text)):
                if sealed and path[0] == "log":
                    continue
                yield {
                    "file": name,
                    "line": number,
                    "path": list(path),
                    "value": changed(value, rng),
                    "sealed": sealed,
                }
            for edit in ("drop", "twice", "swap"):
                if edit != "swap" or number < len(lines):
                    yield {"file": name, "line": number, "edit": edit, "sealed": sealed}
