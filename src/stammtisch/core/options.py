"""Options of a game: a frozen dataclass whose defaults are the game as its rules page tells it.

@dataclass(frozen=True)
class Options(BaseOptions):
    players: int = between(2, 7)
    steal: Steal = Steal.OPTIONAL          # a named choice: an IntEnum, shown by its lower-case name
    flip_without_tile: bool = False
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import IntEnum
from functools import cache
from typing import Any, ClassVar, Self, get_type_hints

from stammtisch.core.errors import OptionError
from stammtisch.core.excerpt import excerpt, quoted
from stammtisch.core.suggest import did_you_mean
from stammtisch.core.translation import either, listed, say

Value = int | bool | str

_YES = {"on": True, "yes": True, "true": True, "1": True, "off": False, "no": False, "false": False, "0": False}


def between(low: int, high: int, default: int | None = None) -> Any:
    """An option that is a whole number from `low` to `high`, both included; the default is `low` unless given."""
    return field(default=low if default is None else default, metadata={"range": range(low, high + 1)})


def one_of(*values: int) -> Any:
    """An option that is one of these whole numbers; the first is the default."""
    return field(default=values[0], metadata={"range": values})


def added(default: IntEnum) -> Any:
    """An option that a game did not have at first. It is written only where it is not the default, so that what was
    written before, fingerprints included, stays as it is."""
    return field(default=default, metadata={"added": True})


@dataclass(frozen=True)
class BaseOptions:
    """The options of a game. Each game has a class of its own, a frozen dataclass that adds fields to this one.

    The defaults are the game as its rules page tells it. A value that cannot be raises an OptionError.

    Examples:
        >>> import stammtisch
        >>> options = stammtisch.load("heckmeck", players=3, steal="forced").options
        >>> options
        Options(players=3, steal='forced')
        >>> options.choices()["players"]
        [2, 3, 4, 5, 6, 7]
    """

    PRESETS: ClassVar[Mapping[str, Mapping[str, Value]]] = {}
    """Named sets of options: `load(name, preset="…")` begins with one of them."""

    players: int = between(2, 2)
    """How many play."""

    def __init_subclass__(cls) -> None:
        cls.__repr__ = BaseOptions.__repr__  # type: ignore[method-assign]  # before the dataclass makes one of its own

    def __post_init__(self) -> None:
        for name, allowed in _choices(type(self)).items():  # type: ignore[arg-type]  # mypy takes this class for unhashable
            object.__setattr__(self, name, _read(name, getattr(self, name), allowed))

    @classmethod
    def choices(cls) -> dict[str, list[Any]]:
        """Every option with all values that it can have."""
        found = _choices(cls)  # type: ignore[arg-type]  # mypy takes this class for unhashable
        return {name: list(values) for name, values in found.items()}

    @classmethod
    def read(cls, given: Mapping[str, object], labels: Mapping[str, str] | None = None) -> Self:
        """Options from names and values as people, flags and records give them: "3" is 3, and "on" is True.

        `labels` tell what each option is about, for errors.

        Raises:
            OptionError: There is no such option or preset, or it cannot have this value; the error says what can be.
        """
        wanted = dict(given)
        preset = wanted.pop("preset", None)
        if preset is not None:
            if not cls.PRESETS:
                raise OptionError(
                    say("there is no preset '{name}': this game has no presets", name=excerpt(str(preset)))
                )
            if preset not in list(cls.PRESETS):  # a list: what came as JSON may not be hashable
                raise OptionError(
                    say(
                        "there is no preset '{name}'; choose from {known}",
                        name=excerpt(str(preset)),
                        known=either(list(cls.PRESETS)),
                    )
                    + did_you_mean(preset, cls.PRESETS)
                )
            wanted = {**cls.PRESETS[str(preset)], **wanted}
        allowed = _choices(cls)  # type: ignore[arg-type]  # mypy takes this class for unhashable
        for name in wanted:
            if name not in allowed:
                raise OptionError(
                    say(
                        "there is no option '{name}'; this game has {known}",
                        name=excerpt(name),
                        known=listed(list(allowed)),
                    )
                    + did_you_mean(name, allowed)
                )
        read = {name: _read(name, value, allowed[name], (labels or {}).get(name, "")) for name, value in wanted.items()}
        return cls(**read)

    def to_json(self) -> dict[str, Value]:
        """All options with plain values, without those that were added later and have their defaults. A choice that
        has a name is given by it, in lower case."""
        found = {}
        for each in fields(self):
            value = getattr(self, each.name)
            if value != each.default or not each.metadata.get("added"):
                found[each.name] = plain(value)
        return found

    def chosen(self) -> dict[str, Value]:
        """The number of players, and what differs from the defaults: as much as is needed to have the same options."""
        usual = _defaults(type(self))  # type: ignore[arg-type]  # mypy takes this class for unhashable
        return {name: value for name, value in self.to_json().items() if name == "players" or value != usual.get(name)}

    def numbers(self) -> dict[str, int]:
        """All options as ints, for compiled play."""
        return {each.name: int(getattr(self, each.name)) for each in fields(self)}

    def __repr__(self) -> str:
        return f"Options({', '.join(f'{name}={value!r}' for name, value in self.chosen().items())})"

    def __str__(self) -> str:
        return " ".join(f"{name}={show(value)}" for name, value in self.to_json().items())


@cache
def _choices(kind: type[BaseOptions]) -> dict[str, list[Any]]:
    """Every position that is read makes options; to look at the types each time would take longer than all the rest."""
    types = get_type_hints(kind)
    found: dict[str, list[Any]] = {}
    for each in fields(kind):
        if types[each.name] is bool:
            found[each.name] = [False, True]
        elif issubclass(types[each.name], IntEnum):
            found[each.name] = list(types[each.name])
        else:
            found[each.name] = list(each.metadata["range"])
    return found


@cache
def _defaults(kind: type[BaseOptions]) -> dict[str, Value]:
    return kind().to_json()


def plain(value: Any) -> Value:
    """An option's value as JSON has it."""
    return value.name.lower() if isinstance(value, IntEnum) else value


def show(value: Any) -> str:
    """An option's value as people write it."""
    value = plain(value)
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def is_span(values: list[Any]) -> bool:
    """Are these whole numbers without a gap, so that the first and the last tell all?"""
    return type(values[0]) is int and values == list(range(values[0], values[-1] + 1))


def _read(name: str, given: Any, allowed: list[Any], label: str = "") -> Any:
    for value in allowed:
        if isinstance(given, str):
            text = given.strip().lower()
            same = _YES.get(text) is value if isinstance(value, bool) else text == str(plain(value))
        else:
            same = isinstance(given, bool) == isinstance(value, bool) and given == value
        if same:
            return value
    about = f"{say(label)}: " if label and name != "players" else ""
    if is_span(allowed):
        low, high = allowed[0], allowed[-1]
        raise OptionError(
            about
            + say("{name} cannot be {value}; it must be a number from {low} to {high}",
                  name=name, value=quoted(given), low=low, high=high)
        )  # fmt: skip
    values = [show(value) for value in allowed]
    raise OptionError(
        about
        + say("{name} cannot be {value}; it must be {values}", name=name, value=quoted(given), values=either(values))
        + did_you_mean(given, values)
    )
