"""The check of declared forms itself: it finds what is wrong, wherever it stands."""

from __future__ import annotations

from typing import Any, Generic, Literal, TypedDict, TypeVar

import pytest

from stammtisch.testing.shape import faults

Prize = TypeVar("Prize")


class Stop(TypedDict, Generic[Prize]):
    won: list[Prize | None]


class Whole(TypedDict):
    count: int
    kind: Literal["a", "b"] | None
    pairs: dict[str, tuple[int, int]]
    words: tuple[str, ...]
    stop: Stop[list[int]]


GOOD: dict[str, Any] = {
    "count": 1,
    "kind": None,
    "pairs": {"x": (1, 2)},
    "words": ("one", "two"),
    "stop": {"won": [None, [3]]},
}


def test_what_is_as_declared() -> None:
    assert faults(GOOD, Whole) == []
    assert faults({**GOOD, "kind": "b"}, Whole) == []


@pytest.mark.parametrize(
    ("wrong", "where"),
    [
        ({"count": True}, "it.count"),
        ({"count": None}, "it.count"),
        ({"kind": "c"}, "it.kind"),
        ({"pairs": {1: (1, 2)}}, "a key of it.pairs"),
        ({"pairs": {"x": (1, 2, 3)}}, "it.pairs['x']"),
        ({"pairs": {"x": [1, 2]}}, "it.pairs['x']"),
        ({"words": ("one", 2)}, "it.words[1]"),
        ({"stop": {"won": [None, ["3"]]}}, "it.stop.won[1]"),
        ({"stop": {}}, "it.stop"),
        ({"more": 1}, "it"),
    ],
)
def test_what_is_not(wrong: dict[str, Any], where: str) -> None:
    (fault,) = faults({**GOOD, **wrong}, Whole)
    assert fault.startswith(where)
