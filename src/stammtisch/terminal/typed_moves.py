"""Typed moves: finds the move that somebody means who types it whole, its beginning or its last words."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from stammtisch.core.errors import ParseError
from stammtisch.core.game import Move
from stammtisch.core.position import Position

Reading = Callable[[str, str], bool]

# From the strictest to the loosest; the first that fits any move decides.
READINGS: tuple[Reading, ...] = (
    lambda name, typed: name == typed,
    lambda name, typed: name.endswith(f" {typed}"),
    lambda name, typed: name.startswith(typed),
    lambda name, typed: name.split()[-1].startswith(typed),
)


def understand(position: Position, line: str, commands: Iterable[str] = ()) -> Move:
    """The legal move that is meant; otherwise an error that says what is wrong.

    `commands` are what else can be typed: they may be what was meant.
    """
    typed = " ".join(line.lower().split())
    found = _meant(position.legal_moves, typed)
    if len(found) == 1:
        return found[0]
    if found:
        raise ParseError(f"'{typed}' could be {compact(found, ' or ')}; type a little more")
    refused = _meant(position.game.moves, typed)
    if len(refused) == 1:
        return position.check(refused[0])
    return position.check(position.game.move(line, [*map(str, position.legal_moves), *commands]))


def _meant(moves: Iterable[Move], typed: str) -> list[Move]:
    moves = list(moves)
    for reading in READINGS:
        found = [move for move in moves if reading(str(move), typed)]
        if found:
            return found
    return []


def compact(moves: Iterable[Move], between: str = "; ", most: int = 60) -> str:
    """Moves in a line: those that differ in the last word only stand together, as in "keep 1 2 worm; roll"."""
    groups: dict[str, list[str]] = {}
    moves = list(moves)
    for move in moves[:most]:
        *first, last = str(move).split()
        groups.setdefault(" ".join(first), []).append(last)
    parts = [
        " ".join(filter(None, [first, *lasts])) if first else between.join(lasts) for first, lasts in groups.items()
    ]
    if len(moves) > most:
        parts.append(f"and {len(moves) - most} more")
    return between.join(parts)
