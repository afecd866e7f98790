"""Events: what happened, numbered, with when and through whom; and how it is written on a line of JSON.

    {"event": 7, "at": "2026-05-02T19:31:00Z", "by": "Ann", "kind": "result", "round": 1, "table": 2,
     "lines": [{"player": 3, "score": 7, "mark": 29}, {"player": 9, "score": 0, "mark": 0}, …]}

Reading checks the shape only; whether an event can be is for the tournament to say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any

from stammtisch.core.errors import ParseError
from stammtisch.tournament.event_types import KINDS, EventData, Numbers
from stammtisch.tournament.scheme import Scheme
from stammtisch.tournament.state import Line


@dataclass(frozen=True)
class Event:
    """Something that happened, with its number from 1, when and through whom."""

    number: int
    """From 1, without a gap."""
    at: str
    """When."""
    by: str
    """Through whom."""
    what: EventData
    """What happened."""

    def __deepcopy__(self, memo: object) -> Event:
        """It never changes, so a copy of a tournament shares it."""
        return self

    def to_json(self) -> dict[str, Any]:
        """The event as plain JSON."""
        head = {"event": self.number, "at": self.at, "by": self.by, "kind": self.what.kind}
        body = {each.name: _plain(getattr(self.what, each.name)) for each in fields(self.what)}
        empty = {each.name for each in fields(self.what) if each.default == body[each.name]}
        return {**head, **{name: value for name, value in body.items() if name not in empty}}

    @classmethod
    def from_json(cls, data: Any) -> Event:
        """The event that was written; ParseError if it has not the shape of one."""
        if not isinstance(data, dict):
            raise ParseError("an event must be an object")
        number, at, by, kind = (data.get(name) for name in ("event", "at", "by", "kind"))
        if type(number) is not int or not isinstance(at, str) or not isinstance(by, str):
            raise ParseError("an event must have its number ('event'), the time ('at') and who did it ('by')")
        if not isinstance(kind, str) or kind not in KINDS:
            raise ParseError(f"there is no kind of event {kind!r}; there are {', '.join(KINDS)}")
        return cls(number, at, by, event_data(kind, data))


def event_data(kind: str, data: Mapping[str, Any]) -> EventData:
    """What happened, from its fields; fields that nobody knows are ignored."""
    given: dict[str, Any] = {}
    for each in fields(KINDS[kind]):
        if each.name in data:
            given[each.name] = _READ[str(each.type)](each.name, data[each.name])
        elif each.default is MISSING:
            raise ParseError(f"'{kind}' must give '{each.name}'")
    return KINDS[kind](**given)


def _plain(value: Any) -> Any:
    if isinstance(value, Scheme):
        return value.to_json()
    if isinstance(value, Line):
        return {
            each.name: getattr(value, each.name) for each in fields(value) if getattr(value, each.name) != each.default
        }
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def _number(name: str, value: Any) -> int:
    if type(value) is not int:
        raise ParseError(f"'{name}' must be a whole number, not {value!r}")
    return value


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise ParseError(f"'{name}' must be text, not {value!r}")
    return value


def _truth(name: str, value: Any) -> bool:
    if type(value) is not bool:
        raise ParseError(f"'{name}' must be true or false, not {value!r}")
    return value


def _list(name: str, value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise ParseError(f"'{name}' must be a list, not {value!r}")
    return value


def _numbers(name: str, value: Any) -> Numbers:
    return tuple(_number(name, each) for each in _list(name, value))


def _line(name: str, value: Any) -> Line:
    if not isinstance(value, dict) or not {"player", "score"} <= set(value):
        raise ParseError(f"'{name}' must give the player and the score of every line")
    mark = value.get("mark")
    return Line(
        _number("player", value["player"]),
        _number("score", value["score"]),
        None if mark is None else _number("mark", mark),
        _number("place", value.get("place", 0)),
        _truth("out", value.get("out", False)),
    )


def _scheme(name: str, value: Any) -> Scheme:
    if not isinstance(value, dict):
        raise ParseError(f"'{name}' must be an object")
    return Scheme.read({"version": 1, **value})


_READ: Mapping[str, Callable[[str, Any], Any]] = {
    "int": _number,
    "str": _text,
    "bool": _truth,
    "Numbers": _numbers,
    "Tables": lambda name, value: tuple(_numbers(name, each) for each in _list(name, value)),
    "Lines": lambda name, value: tuple(_line(name, each) for each in _list(name, value)),
    "Scheme": _scheme,
}
