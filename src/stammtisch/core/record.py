"""Record: a position's facts as plain ints and rows of ints, declared by their initial values.

    class State(Record):
        player = 0          # an int
        kept = row(6)       # a row of six ints

Only ints, so that the same fields can be laid out as a NumPy record for compiled play (see `LAYOUT`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Never, Self, cast

from stammtisch.core.errors import ParseError
from stammtisch.core.excerpt import quoted

Key = tuple[int | tuple[int, ...], ...]


def row(length: int, value: int = 0) -> list[int]:
    """A row of `length` ints, all `value` at first, for the declaration of a Record."""
    return [value] * length


class Record:
    """The facts of a position. A game's State is a subclass that declares its fields by their initial values.

    Fields are the ints and rows of ints (`row`) of the subclass, in the order of declaration. Nothing else is kept.

    The State of older rules may be a subclass of the newer one. Its own fields follow the inherited ones, unless it has
    a LAYOUT of its own.
    """

    if TYPE_CHECKING:  # the State of every game has these
        player: int
        """Whose turn it is."""
        turns: int
        """The number of the turn, from 1."""

    LAYOUT: ClassVar[tuple[tuple[str, int], ...]] = ()
    """(name, length) of every field; length 0 means a single int."""

    WIDE: ClassVar[tuple[str, ...]] = ()
    """The fields that can leave the range -128 … 127; all others are packed into single bytes for compiled play."""

    KIND: ClassVar[type[Record]]
    """The class that declares the fields: a frozen record is of a class of its own."""

    def __init_subclass__(cls) -> None:
        cls.KIND = cls
        if "LAYOUT" in vars(cls):
            return
        layout = list(cls.LAYOUT)
        for name, value in vars(cls).items():
            if name.startswith("_"):  # Python's own, such as __firstlineno__
                continue
            if type(value) is int:
                layout.append((name, 0))
            elif type(value) is list:
                layout.append((name, len(value)))
        cls.LAYOUT = tuple(layout)

    def __init__(self) -> None:
        for name, length in self.LAYOUT:
            value = getattr(type(self), name)
            setattr(self, name, list(value) if length else value)

    def copy(self) -> Self:
        """A record with the same facts, to be changed."""
        twin = object.__new__(type(self))
        facts = twin.__dict__
        for name, value in self.__dict__.items():
            facts[name] = value[:] if type(value) is list else value
        return twin

    def frozen(self) -> Self:
        """The same facts in a record that nobody can change. `copy` gives one that can be changed again."""
        twin: Self = object.__new__(_frozen_kind(self.KIND))
        facts = twin.__dict__
        for name, value in self.__dict__.items():
            facts[name] = FrozenRow(value) if type(value) is list else value
        return twin

    def key(self) -> Key:
        """All facts as one hashable value: records with the same key are equal."""
        facts = self.__dict__
        return tuple(tuple(facts[name]) if length else facts[name] for name, length in self.LAYOUT)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and other.KIND is self.KIND and self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]  # mutable: hash `key()`

    def __repr__(self) -> str:
        return f"<{self.KIND.__name__} {self.to_json()}>"

    def to_json(self) -> dict[str, int | list[int]]:
        """All facts by name, as plain JSON."""
        facts = self.__dict__
        return {name: list(facts[name]) if length else facts[name] for name, length in self.LAYOUT}

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """The record that `to_json` wrote. Fields that are not declared are ignored.

        Raises:
            ParseError: A field is missing, or its value does not fit.
        """
        if not isinstance(data, dict):
            raise ParseError(f"a position's state must be an object with the fields {', '.join(dict(cls.LAYOUT))}")
        record = cast("Self", cls.KIND())
        for name, length in cls.LAYOUT:
            if name not in data:
                raise ParseError(f"the state lacks its field '{name}'")
            value = data[name]
            bits = 32 if name in cls.WIDE else 8
            if length and not (
                isinstance(value, list) and len(value) == length and all(_fits(each, bits) for each in value)
            ):
                raise ParseError(f"the state's field '{name}' must be a list of {length} whole numbers of {bits} bits")
            if not length and not _fits(value, bits):
                raise ParseError(
                    f"the state's field '{name}' must be a whole number of {bits} bits, not {quoted(value)}"
                )
            setattr(record, name, list(value) if length else value)
        return record


def _refuse(*_: object) -> Never:
    raise TypeError("the state of a position cannot be changed; change a copy of it, as state.copy() gives one")


class FrozenRow(list[int]):
    """A row that cannot be changed. It is a list, so that it equals one and is written as one."""

    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse
    append = extend = insert = pop = remove = clear = sort = reverse = _refuse  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return FrozenRow, (list(self),)


class Frozen(Record):
    """What makes a record of any kind one that cannot be changed."""

    __setattr__ = __delattr__ = _refuse

    def copy(self) -> Self:
        twin: Self = object.__new__(cast("type[Self]", self.KIND))
        facts = twin.__dict__
        for name, value in self.__dict__.items():
            facts[name] = value[:] if type(value) is FrozenRow else value
        return twin

    def frozen(self) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return self.KIND.frozen, (self.copy(),)


_frozen_kinds: dict[type[Record], Any] = {}


def _frozen_kind(kind: type[Record]) -> Any:
    if kind not in _frozen_kinds:
        made: Any = type(kind.__name__, (Frozen, kind), {})
        made.KIND, made.LAYOUT = kind, kind.LAYOUT
        _frozen_kinds[kind] = made
    return _frozen_kinds[kind]


def _fits(value: object, bits: int) -> bool:
    """A compiled state holds numbers of so many bits, so no state may have others."""
    return type(value) is int and -(2 ** (bits - 1)) <= value < 2 ** (bits - 1)
