"""What version 1 of Zocken and Zatre has written reads, replays and verifies as ever, and can be played on.

The samples were written by the program as it was before their rules had version 2. They are never written again.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import stammtisch
from stammtisch import games
from stammtisch.core.errors import ParseError
from stammtisch.core.match import Match
from stammtisch.games.zatre.page import NAMES
from stammtisch.games.zatre.page import figures as zatre_figures
from stammtisch.games.zocken.page import figures as zocken_figures
from tests.helpers import any_move, greedy_move, play_on

FOLDER = Path(__file__).parent
GAMES = ("zocken", "zatre")
RECORDS = ("complete.jsonl", "complete.txt", "short.jsonl", "unfinished.jsonl", "unfinished.txt")


def sample(game: str, name: str) -> str:
    return (FOLDER / f"{game}-1" / name).read_text("utf-8")


@pytest.mark.parametrize("name", RECORDS)
@pytest.mark.parametrize("game", GAMES)
def test_records(game: str, name: str) -> None:
    """Reading replays every move and compares the fingerprint of the last position."""
    written = sample(game, name)
    replayed = stammtisch.read(written)
    assert replayed.match.game.version == 1
    assert replayed.match.is_over == (not name.startswith("unfinished"))
    record = replayed.match.record(seats=replayed.seats, complete=name != "short.jsonl")
    assert (record.to_text() if name.endswith(".txt") else record.to_jsonl()) == written


@pytest.mark.parametrize("game", GAMES)
def test_a_record_goes_on(game: str) -> None:
    match = play_on(stammtisch.read(sample(game, "unfinished.jsonl")).match, any_move, Random(1), 5000)
    assert match.is_over
    assert stammtisch.read(match.record().to_jsonl()).match.position == match.position


@pytest.mark.parametrize("game", GAMES)
def test_transcripts(game: str) -> None:
    assert stammtisch.verify(sample(game, "transcript.jsonl")).match.game.version == 1


@pytest.mark.parametrize("game", GAMES)
def test_positions(game: str) -> None:
    lines = [json.loads(line) for line in sample(game, "positions.jsonl").splitlines()]
    for line in lines:
        position = stammtisch.position(line["text"])
        assert (position.to_text(), position.digest()) == (line["text"], line["digest"])
        if "json" in line:
            assert stammtisch.position(line["json"]) == position
            assert position.to_json() == line["json"]
    assert sum("json" in line for line in lines) > 5


@pytest.mark.parametrize("text", ["zocken/1 players=2 : placed=3", "zatre/1 players=2 : board=7,0*287"])
def test_a_position_that_cannot_be_is_refused(text: str) -> None:
    """Older rules are checked as the newer ones are."""
    with pytest.raises(ParseError):
        stammtisch.position(f"stammtisch/1 {text}")


SINCE: dict[str, dict[str, object]] = {"zocken": {}, "zatre": {"lay": "most"}}
"""The options of version 2 that make its rules those of version 1."""


def old_and_new(game: str, seed: int, **options: object) -> tuple[Match, Match]:
    """A match by version 1, and the same moves by version 2."""
    old = play_on(games.load(game, options, 1).match(seed=seed), greedy_move, Random(seed), 5000)
    new = games.load(game, {**options, **SINCE[game]}).match(fed=True)
    for event in old.events:
        new.play(str(event.move))
    return old, new


@pytest.mark.parametrize("game", GAMES)
def test_only_what_a_position_remembers_was_different(game: str) -> None:
    for seed, players in enumerate((2, 3)):
        old, new = old_and_new(game, seed, players=players)
        assert old.is_over
        for before, after in zip(old.history, new.history, strict=True):
            facts, former = after.state.to_json(), before.state.to_json()
            assert {name: former[name] for name in facts} == facts
            assert (before.turn, before.legal_moves) == (after.turn, after.legal_moves)
            assert before.places == after.places


def last_of_zocken(match: Match, count: int) -> Any:
    return zocken_figures(match.history[count], match.last_turns_at(count))["last"]


@pytest.mark.parametrize("options", [{"players": 3, "rounds": 2}, {"cascade": True, "colours_need_series": True}])
def test_the_record_of_the_turn_tells_what_positions_of_zocken_remembered(options: dict[str, object]) -> None:
    matches = old_and_new("zocken", 5, **options)
    for match in matches:
        for count, before in enumerate(matches[0].history):
            s: Any = before.state
            last = last_of_zocken(match, count)
            if s.last_thrower < 0:
                assert last is None
                continue
            told = [last["thrower"], *(last["score"][part] for part in ("matches", "ends", "box"))]
            assert told == [s.last_thrower, s.last_matches, s.last_ends, s.last_box]
            assert last["bettors"] == [p for p, bet in enumerate(s.last_bets) if bet]


@pytest.mark.parametrize("options", [{"players": 3}, {"preset": "amigo"}, {"open_hands": True}])
def test_the_record_of_the_turn_tells_what_positions_of_zatre_remembered(options: dict[str, object]) -> None:
    """Also to those who may not see what the others have drawn."""
    matches = old_and_new("zatre", 6, **options)
    for match in matches:
        for count, before in enumerate(matches[0].history):
            s: Any = before.state
            cells = [NAMES[c] for c in s.last if c]
            position, turns = match.history[count], match.last_turns_at(count)
            assert zatre_figures(position, turns)["last"] == cells
            assert zatre_figures(position.view(0), turns.view(0))["last"] == cells


def test_what_has_become_an_option_of_zatre_is_fixed_in_version_1() -> None:
    """Compiled code takes all options of today."""
    old, new = games.load("zatre", version=1).options, stammtisch.load("zatre", lay="most").options
    assert old.numbers() == new.numbers()
    assert old.to_json().keys() == new.to_json().keys() - {"lay", "low_runs", "opening_sum"}


def test_version_1_of_zatre_is_to_lay_the_most_tiles() -> None:
    """[Z4.3] The same dice, the same legal moves."""
    old, new = games.load("zatre", version=1).match(7), stammtisch.load("zatre", lay="most").match(7)
    random = Random(7)
    for _ in range(60):
        assert list(map(str, old.legal_moves)) == list(map(str, new.legal_moves))
        move = str(random.choice(old.legal_moves))
        old.play(move)
        new.play(move)
    assert old.scores == new.scores
