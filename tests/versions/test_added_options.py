"""What was written before a game got another option reads as ever: it has its default, and all else is the same.

The samples were written by the program as it was before Heckmeck's `fast` could be `returned_only` [H4.4], Barbecue had
`second_plate` [B3.3] and Zocken `bets` [K5.3]. They are never written again. For Zocken they are those of version 1.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import stammtisch

FOLDER = Path(__file__).parent
ADDED = {"barbecue": ("second_plate", "must", "may"), "zocken": ("bets", "for", "both")}


@pytest.mark.parametrize("name", ["chosen.jsonl", "chosen.txt", "default.jsonl", "default.txt"])
@pytest.mark.parametrize("game", ["heckmeck", "barbecue"])
def test_records(game: str, name: str) -> None:
    """Reading replays every move and compares the fingerprint of the last position; written again it is the same."""
    written = (FOLDER / f"{game}-1" / name).read_text("utf-8")
    replayed = stammtisch.read(written)
    assert replayed.match.is_over
    record = replayed.match.record(seats=replayed.seats, complete=False)
    assert (record.to_text() if name.endswith(".txt") else record.to_jsonl()) == written


@pytest.mark.parametrize("name", ["chosen-positions.jsonl", "default-positions.jsonl"])
@pytest.mark.parametrize("game", ["heckmeck", "barbecue"])
def test_positions(game: str, name: str) -> None:
    lines = [json.loads(line) for line in (FOLDER / f"{game}-1" / name).read_text("utf-8").splitlines()]
    assert len(lines) > 7
    for line in lines:
        position = stammtisch.position(line["text"])
        assert (position.to_text(), position.digest(), position.to_json()) == (
            line["text"],
            line["digest"],
            line["json"],
        )
        assert stammtisch.position(line["json"]) == position


@pytest.mark.parametrize("game", ADDED)
def test_a_position_may_name_the_default_or_leave_it_out(game: str) -> None:
    option, usual, other = ADDED[game]
    start = stammtisch.load(game).start()
    plain = start.to_json()
    assert option not in plain["options"]
    named = {**plain, "options": {**plain["options"], option: usual}}
    assert stammtisch.position(named) == start
    assert stammtisch.position(named).digest() == start.digest()
    chosen = stammtisch.load(game, **{option: other}).start()
    assert chosen.to_json()["options"][option] == other
    assert stammtisch.position(chosen.to_json()) == chosen != start
    assert stammtisch.position(chosen.to_text()) == chosen
    assert chosen.digest() != start.digest()


@pytest.mark.parametrize("game", ADDED)
def test_a_record_names_what_was_chosen(game: str) -> None:
    option, _, other = ADDED[game]
    match = stammtisch.load(game, **{option: other}).match(seed=1)
    record = match.record()
    for text in (record.to_text(), record.to_jsonl()):
        assert stammtisch.read(text).match.game == match.game
    assert f"{option}={other}" in record.to_text()
