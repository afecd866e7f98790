"""JSON from outside, read strictly: what two readers could read in two ways is refused."""

from __future__ import annotations

import json
from typing import Any


class DuplicateField(ValueError):
    """An object names a field twice; which one counts is anybody's guess."""

    def __init__(self) -> None:
        super().__init__("a field is there twice")


def loads(text: str | bytes) -> Any:
    """What the JSON says.

    Raises:
        ValueError: It is no JSON (a JSONDecodeError), an object has a field twice, or a number is none or too long.
        RecursionError: Lists or objects within each other, too many.
    """
    return json.loads(text, object_pairs_hook=once, parse_constant=_no_number)


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object with these fields, each of which must be there once: for `object_pairs_hook`."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise DuplicateField
    return found


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no number")
