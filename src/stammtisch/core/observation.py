"""Observation: what a seat sees, as numbers in a row, for programs that learn.

It comes from what the game's fields.py says of its State: the fields that are facts, as the seat may see them (`hide`),
without what follows from them, seen from the seat: whoever looks is seat 0, the next one clockwise is seat 1.

The numbers are written by a function that is made for the game's State (`observer`). It is rules Python, so that
compiled play, on a CPU or a GPU, writes the same numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from types import FunctionType
from typing import TYPE_CHECKING, Any

from stammtisch.core.contract.fields import Field, Fields, number
from stammtisch.core.errors import StammtischError

if TYPE_CHECKING:
    from stammtisch.core.game import Game
    from stammtisch.core.record import Record


@dataclass(frozen=True)
class Seen:
    """One field, as it is observed."""

    name: str
    """Its name in the State."""
    field: Field
    """What fields.py says of it."""
    start: int
    """Where its numbers begin in the row."""
    names: tuple[str, ...]
    """What each of its numbers is about, as in "kept[worm]"."""
    low: int
    """The lowest value that its numbers can have."""
    high: int
    """The highest."""

    @property
    def length(self) -> int:
        """How many numbers it has in the row."""
        return len(self.names)

    @property
    def width(self) -> int:
        """How many numbers of a tensor stand for one number of the row."""
        return self.high - self.low + 1 if self.field.category else 1


class Observation:
    """How a game's positions look as numbers. `game.observation` gives it.

    Examples:
        >>> import stammtisch
        >>> game = stammtisch.load("heckmeck")
        >>> position = game.match(seed=1).position
        >>> game.observation.names[:4]
        ['player', 'phase', 'dice', 'thrown[1]']
        >>> position.observation(0)[:4]
        [0, 1, 8, 3]
        >>> len(position.observation(0)), len(position.tensor(0))
        (49, 389)
    """

    fields: tuple[Seen, ...]
    """The fields that are observed, in their order."""
    names: list[str]
    """What each number is about."""
    low: list[int]
    """The lowest value of each number."""
    high: list[int]
    """The highest."""
    tensor_names: list[str]
    """What each number of a tensor is about."""

    def __init__(self, game: Game) -> None:
        """
        Raises:
            StammtischError: The game does not say what its fields mean.
        """
        declared = game.part(Fields).FIELDS
        unknown = [name for name, _ in game.module.State.LAYOUT if name not in declared]
        if unknown:
            raise StammtischError(
                f"{game.title}, version {game.version}, cannot be observed: "
                f"its fields.py does not say what these fields mean: {', '.join(unknown)}"
            )
        self.fields = tuple(_seen(game, declared))
        self.names = [name for each in self.fields for name in each.names]
        self.low = [each.low for each in self.fields for _ in each.names]
        self.high = [each.high for each in self.fields for _ in each.names]
        self.tensor_names = [name for each in self.fields for name in _tensor_names(each)]
        self._options = game.options
        self._observe = observer(game)

    def __len__(self) -> int:
        return len(self.names)

    def of(self, view: Record, seat: int) -> list[int]:
        """The numbers of a seat's own view; `Position.observation` takes any position."""
        row = [0] * len(self.names)
        self._observe(view, self._options, seat, row)
        return row

    def tensor(self, row: list[int]) -> list[float]:
        """The same numbers from 0 to 1: an amount by its range, a category with a 1 in its own place."""
        numbers: list[float] = []
        for each in self.fields:
            for value in row[each.start : each.start + each.length]:
                if each.field.category:
                    hot = [0.0] * each.width
                    hot[value - each.low] = 1.0
                    numbers += hot
                else:
                    numbers.append((value - each.low) / max(1, each.high - each.low))
        return numbers

    def table(self) -> str:
        """All fields, one a line: where their numbers stand, from what to what, and what they are about."""
        lines = []
        for each in self.fields:
            place = f"{each.start}" if each.length == 1 else f"{each.start}–{each.start + each.length - 1}"
            lines.append(f"{place:>9}  {each.name:<10} {each.low:>5} … {each.high:<5}  {each.field.about}")
        return "\n".join(lines)


def _seen(game: Game, declared: Any) -> Iterator[Seen]:
    start = 0
    for name, length in game.module.State.LAYOUT:
        field = declared[name]
        if field.is_observed:
            names = tuple(f"{name}{each}" for each in _indexes(field, length, game.players))
            assert field.low is not None
            assert field.high is not None
            low, high = number(field.low, game.options), number(field.high, game.options)
            yield Seen(name, field, start, names, low, high)
            start += len(names)


def _indexes(field: Field, length: int, players: int) -> Iterator[str]:
    if not length:
        yield ""
    elif field.by_seat:
        width = field.by_seat.width(length, players)
        for group in range(field.by_seat.groups):
            for q in range(players):
                for i in range(width):
                    parts = [str(group)] if field.by_seat.groups > 1 else []
                    parts += [f"seat {q}", *([_label(field, i)] if width > 1 else [])]
                    yield f"[{', '.join(parts)}]"
    else:
        for i in field.only or range(length):
            yield f"[{_label(field, i)}]"


def _label(field: Field, i: int) -> str:
    return field.labels[i] if i < len(field.labels) else str(i)


def _tensor_names(seen: Seen) -> Iterator[str]:
    for name in seen.names:
        if seen.field.category:
            yield from (f"{name} = {value}" for value in range(seen.low, seen.high + 1))
        else:
            yield name


# ── The function that writes the numbers ──────────────────────────────────────────────────────────────────────────────


def observer(game: Game) -> Any:
    """`observe(s, o, p, out)` for a game's State: it writes what seat p sees of its own view s to `out`."""
    return _observer(game.module.State, game.module.__package__ or "")


@cache
def _observer(state: type[Record], package: str) -> Any:
    source = observer_source(state, Fields.of(package).FIELDS)
    space: dict[str, Any] = {}
    exec(compile(source, f"<observe {state.__module__}>", "exec"), space)  # only what this module has written
    observe = space["observe"]
    assert isinstance(observe, FunctionType)
    observe.__module__ = state.__module__
    return observe


def observer_source(state: type[Record], declared: Mapping[str, Field]) -> str:
    """The function as text. Rows are copied by plain loops, which a compiler turns into wide moves.

    It does so only if it knows that no index is negative (for a negative one counts from the end), and so it is told.
    A long observation is written nine times as fast then.
    """
    lines = ["def observe(s, o, p, out):", "    n = o.players", "    at = 0"]
    for name, length in state.LAYOUT:
        field = declared[name]
        if field.is_observed:
            lines += [f"    {line}" for line in _copying(name, length, field)]
    return "\n".join(lines) + "\n"


def _copying(name: str, length: int, field: Field) -> list[str]:
    if not length:
        return [*_taking(f"s.{name}", "at", field), "at += 1"]
    if field.by_seat:
        return _copying_seats(name, length, field)
    lines = _known("at")
    for first, count in _pieces(field.only or range(length)):
        index = f"i + {first}" if first else "i"
        lines += [f"for i in range({count}):"]
        lines += [f"    {line}" for line in _taking(f"s.{name}[{index}]", "at + i", field)]
        lines += [f"at += {count}"]
    return lines


def _copying_seats(name: str, length: int, field: Field) -> list[str]:
    by = field.by_seat
    assert by is not None
    group = length // by.groups
    width = f"({group} // n)" if not by.seats else str(group // by.seats)
    return [
        f"for g in range({by.groups}):",
        "    for q in range(n):",
        "        w = p + q if p + q < n else p + q - n",
        f"        first = g * {group} + w * {width}",
        *(f"        {line}" for line in (*_known("first"), *_known("at"))),
        f"        for i in range({width}):",
        *(f"            {line}" for line in _taking(f"s.{name}[first + i]", "at + i", field)),
        f"        at += {width}",
    ]


def _known(index: str) -> list[str]:
    """It is no negative index."""
    return [f"if not 0 <= {index} < 65536:", "    return"]


def _taking(value: str, to: str, field: Field) -> list[str]:
    """One number; a seat counts from whoever looks."""
    if not field.holds_seat:
        return [f"out[{to}] = {value}"]
    return [f"v = {value}", f"out[{to}] = v if v < 0 else (v - p if v >= p else v - p + n)"]


def _pieces(indexes: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Indexes as pieces without gaps: the first of each, and how many."""
    for _, piece in groupby(enumerate(indexes), lambda each: each[1] - each[0]):
        found = [i for _, i in piece]
        yield found[0], len(found)
