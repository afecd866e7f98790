"""Errors: one tree, a code for each, and the tree drawn in the docstring is the real one."""

from __future__ import annotations

import inspect
from typing import Any

from stammtisch.core import errors
from stammtisch.core.errors import RecordError, StammtischError

ALL: list[Any] = [kind for _, kind in inspect.getmembers(errors, inspect.isclass)]


def test_one_tree_of_value_errors() -> None:
    assert len(ALL) > 5
    assert all(issubclass(kind, StammtischError) for kind in ALL)
    assert issubclass(StammtischError, ValueError)


def test_every_error_has_a_code_of_its_own() -> None:
    assert len({kind.code for kind in ALL}) == len(ALL)
    assert all("code" in vars(kind) for kind in ALL)


def test_the_drawing_shows_every_error() -> None:
    drawing = errors.__doc__ or ""
    assert all(f"{kind.__name__} " in drawing for kind in ALL)


def test_a_record_error_says_its_line() -> None:
    assert str(RecordError("broken", 3)) == "line 3: broken"
    assert RecordError("broken", 3).line == 3
    assert str(RecordError("broken")) == "broken"
    assert RecordError("broken").line == 0
