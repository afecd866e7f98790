"""JSON that two readers could read in two ways is refused."""

from __future__ import annotations

import json

import pytest

from stammtisch.core.strict_json import DuplicateField, loads


def test_json_is_read() -> None:
    assert (
        loads('{"a": [1, null, {"b": 2.5}]}') == loads(b'{"a": [1, null, {"b": 2.5}]}') == {"a": [1, None, {"b": 2.5}]}
    )


@pytest.mark.parametrize("text", ['{"a": 1, "a": 1}', '[{"b": {"a": 1, "\\u0061": 2}}]'])
def test_a_field_that_is_there_twice(text: str) -> None:
    with pytest.raises(DuplicateField, match="a field is there twice"):
        loads(text)


@pytest.mark.parametrize("text", ["", "{"])
def test_no_json(text: str) -> None:
    with pytest.raises(json.JSONDecodeError):
        loads(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [("NaN", "NaN is no number"), ("[-Infinity]", "-Infinity is no number"), ("9" * 5000, "Exceeds the limit")],
)
def test_no_number(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why) as refused:
        loads(text)
    assert not isinstance(refused.value, json.JSONDecodeError)


def test_lists_in_lists_in_lists() -> None:
    with pytest.raises(RecursionError):
        loads("[" * 100_000)
