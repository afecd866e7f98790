"""Nonsense in a sentence: however long it is, the sentence is not."""

from __future__ import annotations

import pytest

import stammtisch
from stammtisch.core.errors import StammtischError
from stammtisch.core.excerpt import excerpt, quoted

LONG = "x" * 100_000


def test_an_excerpt_is_one_short_line_that_can_be_printed() -> None:
    assert excerpt("keep\n 5\x1b[2J") == "keep 5[2J"
    assert excerpt(LONG) == "x" * 99 + "…"
    assert excerpt(" " * 5000 + "x") == "…"
    assert quoted(["1", None]) == "['1', None]"
    assert quoted(10**5000) == "a number of thousands of digits"


@pytest.mark.parametrize(
    "written",
    [
        LONG,
        f"stammtisch/{LONG} heckmeck/1",
        f"stammtisch/1 {LONG}",
        f"stammtisch/1 {LONG}/1 players=2",
        f"stammtisch/1 heckmeck/1 players={LONG}",
        f"stammtisch/1 heckmeck/1 {LONG}=2",
        f"stammtisch/1 heckmeck/1 preset={LONG}",
        f"stammtisch/1 heckmeck/1 as={LONG}",
        f"stammtisch/1 heckmeck/1 : falling={LONG}",
        f"stammtisch/1 heckmeck/1 : {LONG}=1",
        f"stammtisch/1 heckmeck/1 : lies={LONG}",
        f"stammtisch/1 heckmeck/1 : {LONG}=1 {LONG}=1",
        {"game": "heckmeck", "version": 10**4000, "options": {}},
        {"game": "heckmeck", "version": 1, "options": {}, "viewer": 10**4000, "state": {}},
        {"game": "heckmeck", "version": 1, "options": {}, "viewer": LONG, "state": LONG},
    ],
)
def test_no_position_makes_a_long_sentence(written: str) -> None:
    with pytest.raises(StammtischError) as refused:
        stammtisch.position(written)
    assert len(str(refused.value)) < 500


@pytest.mark.parametrize(
    "line",
    [
        f'{{"move": "{LONG}"}}',
        f'{{"chance": ["{LONG}"]}}',
        f'{{"event": "{LONG}"}}',
        f'{{"move": "roll", "seat": "{LONG}"}}',
    ],
)
def test_no_record_makes_a_long_sentence(line: str) -> None:
    header, end = '{"stammtisch": 1, "game": "heckmeck", "version": 1, "options": {}}', '{"end": "unfinished"}'
    with pytest.raises(StammtischError) as refused:
        stammtisch.read(f"{header}\n{line}\n{end}")
    assert len(str(refused.value)) < 500
