"""A position as one line of text and back, like a FEN in chess; docs/positions.md tells how to read it.

    stammtisch/1 pig/1 players=3 goal=50 as=0 : turns=4 scores=1,0*3,2,5 …

The version of this form; the game and the version of its rules; the number of players and the options that are not the
defaults; whose view it is (`as`, a word that can be no option's name); after the colon the fields of the state that are
not as at the start. In a row, 0*3 stands for 0,0,0. What a game's check.py can work out (`DERIVED`) is left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from stammtisch.core.errors import ParseError
from stammtisch.core.excerpt import excerpt
from stammtisch.core.options import show
from stammtisch.core.record import Record

if TYPE_CHECKING:
    from stammtisch.core.game import Game
    from stammtisch.core.position import Position

FORM = 1

RUN = 3  # as many equal numbers in a row are written as one and their count

_NUMBER = re.compile(r"-?\d{1,10}")


@dataclass(frozen=True)
class ParsedPosition:
    """A line that was taken apart; what its fields mean, the game must tell."""

    game: str
    version: int
    options: dict[str, str]
    viewer: int | None
    fields: dict[str, str]


def write(position: Position) -> str:
    """The line that stands for a position."""
    game, state, start = position.game, position.state, position.game.start().state
    words = [f"stammtisch/{FORM}", f"{game.name}/{game.version}"]
    words += [f"{name}={show(value)}" for name, value in game.options.chosen().items()]
    if position.viewer is not None:
        words.append(f"as={position.viewer}")
    derived = game.checks.DERIVED
    fields = [name for name, _ in state.LAYOUT if name not in derived]
    fields = [name for name in fields if getattr(state, name) != getattr(start, name)]
    if fields:
        words.append(":")
    words += [f"{name}={_numbers(getattr(state, name))}" for name in fields]
    return " ".join(words)


def _numbers(value: int | Sequence[int]) -> str:
    if isinstance(value, int):
        return str(value)
    parts = []
    for number, same in groupby(value):
        count = len(list(same))
        parts += [f"{number}*{count}"] if count >= RUN else [str(number)] * count
    return ",".join(parts)


def parse(text: str) -> ParsedPosition:
    """A line taken apart, or what is wrong with it."""
    before, _, after = text.partition(" : ")
    words = before.split()
    if len(words) < 2 or not words[0].startswith("stammtisch/"):
        raise ParseError("a position must begin with its form and its game, as in 'stammtisch/1 pig/1 players=2'")
    if words[0] != f"stammtisch/{FORM}":
        raise ParseError(
            f"the position is written in the form {excerpt(words[0])}; this version reads stammtisch/{FORM}"
        )
    name, _, version = words[1].partition("/")
    if not (name and version.isdecimal() and len(version) < 10):
        raise ParseError(f"write the game and the version of its rules as in 'pig/1', not '{excerpt(words[1])}'")
    options = _pairs(words[2:])
    viewer = options.pop("as", None)
    if viewer is not None and not _NUMBER.fullmatch(viewer):
        raise ParseError(
            f"'as' must name the seat that sees the position, or -1 for a spectator, not '{excerpt(viewer)}'"
        )
    return ParsedPosition(name, int(version), options, None if viewer is None else int(viewer), _pairs(after.split()))


def _pairs(words: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not (name and equals and value):
            raise ParseError(f"in a position stands '{excerpt(word)}'; write each option and field as name=value")
        if name in found:
            raise ParseError(f"the position gives '{excerpt(name)}' twice")
        found[name] = value
    return found


def read_state(game: Game, fields: dict[str, str]) -> Record:
    """The state that a line's fields make of the start."""
    facts = game.start().state.to_json()
    lengths = dict(game.module.State.LAYOUT)
    for name, value in fields.items():
        if name not in facts:
            raise ParseError(f"the state has no field '{excerpt(name)}'; {game.title} has {', '.join(facts)}")
        facts[name] = _row(name, value, lengths[name]) if lengths[name] else _single(name, value)
    state: Record = game.module.State.from_json(facts)
    game.checks.derive(state)
    return state


def _single(name: str, value: str) -> int:
    if not _NUMBER.fullmatch(value):
        raise ParseError(f"the state's field '{name}' must be a whole number, not '{excerpt(value)}'")
    return int(value)


def _row(name: str, value: str, length: int) -> list[int]:
    row: list[int] = []
    for part in value.split(","):
        number, times, count = part.partition("*")
        if not _NUMBER.fullmatch(number) or (times and not (count.isdecimal() and len(count) < 5)):
            raise ParseError(
                f"the state's field '{name}' must be a list of whole numbers, as in 1,0*3,2; '{excerpt(part)}' is none"
            )
        row += [int(number)] * (int(count) if times else 1)
    if len(row) != length:
        raise ParseError(f"the state's field '{name}' must have {length} numbers, not {len(row)}")
    return row
