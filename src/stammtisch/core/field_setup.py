"""The set-up of a game that has no setup.py: a control for each field of its State, by what its fields.py tells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from stammtisch.core.contract.fields import SCRATCH, BySeat, Field, Fields, number

if TYPE_CHECKING:
    from stammtisch.core.contract.setup import Control, Group
    from stammtisch.core.game import Game

MOST = 10**6
MOST_CHOICES = 12


def groups(game: Game, s: Any, names: Sequence[str]) -> list[Group]:
    from stammtisch.core.contract.setup import Control, Group

    derived, found = game.checks.DERIVED, []
    for name, length in s.LAYOUT:
        field = game.part(Fields).FIELDS.get(name) or Field(name.replace("_", " "))
        if name in derived or field.omitted == SCRATCH:
            continue
        low, high = (number(MOST if each is None else each, game.options) for each in (field.low, field.high))
        low = -MOST if field.low is None else low
        controls = list(_controls(Control, name, length, field, s, names))
        choices = _choices(field, low, high, names)
        found.append(Group(field.about[:1].upper() + field.about[1:], controls, choices, low, high))
    return found


def _controls(
    make: type[Control], name: str, length: int, field: Field, s: Any, names: Sequence[str]
) -> Iterator[Control]:
    if not length:
        yield make(name, field.about, getattr(s, name))
        return
    for i in field.only or range(length):
        label = _label(field, i, length, names)
        if label:
            yield make(f"{name}.{i}", label, getattr(s, name)[i])


def _label(field: Field, i: int, length: int, names: Sequence[str]) -> str:
    """What number i of a row is about; "": nobody sits there."""
    if field.by_seat is None:
        return field.labels[i] if i < len(field.labels) else str(i + 1)
    seat, group, rest = _place(field.by_seat, i, length, len(names))
    if seat >= len(names):
        return ""
    parts = [names[seat]]
    if field.by_seat.groups > 1:
        parts.append(str(group + 1))
    if rest < len(field.labels):
        parts.append(field.labels[rest])
    elif field.by_seat.width(length, len(names)) > 1:
        parts.append(str(rest + 1))
    return ", ".join(parts)


def _place(by_seat: BySeat, i: int, length: int, players: int) -> tuple[int, int, int]:
    """The seat of number i of a row, its group, and which of the seat's numbers there it is."""
    group, within = divmod(i, length // by_seat.groups)
    seat, rest = divmod(within, by_seat.width(length, players))
    return seat, group, rest


def _choices(field: Field, low: int, high: int, names: Sequence[str]) -> list[tuple[int, str]]:
    """A seat has a name; other names for something are told by what the field is about, so their numbers suffice."""
    if field.holds_seat:
        return [(value, names[value] if value >= 0 else str(value)) for value in range(low, high + 1)]
    if field.category and high - low < MOST_CHOICES:
        return [(value, str(value)) for value in range(low, high + 1)]
    return []


def apply(game: Game, s: Any, chosen: Mapping[str, int]) -> None:
    for key, value in chosen.items():
        name, _, index = key.partition(".")
        if index:
            getattr(s, name)[int(index)] = value
        else:
            setattr(s, name, value)
    game.checks.derive(s)
