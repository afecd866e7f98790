"""Replay equals play: complete and short records, in both forms."""

from __future__ import annotations

from random import Random

import pytest

from stammtisch.core.match import Match
from tests.helpers import CASES, OptionSet, case_id, greedy_move, load, play_on, read


def _check(match: Match) -> None:
    seats = [f"Player {p}" for p in range(match.game.players)]
    for complete in (True, False) if match.seed is not None else (True,):
        record = match.record(complete=complete, seats=seats)
        for text in (record.to_jsonl(), record.to_text()):
            again = read(text)
            assert again.match.game == match.game
            assert again.seats == seats
            assert again.match.events == match.events
            assert again.match.history == match.history
            assert again.match.record(complete=complete, seats=seats) == record


@pytest.mark.parametrize(("name", "options"), CASES, ids=case_id)
def test_replay_equals_play(name: str, options: OptionSet) -> None:
    rng = Random(f"{name} {options}")
    game = load(name, options)
    match = game.match(seed=rng.randrange(2**63))
    _check(match)  # nothing played yet
    _check(play_on(match, greedy_move, rng, 50))  # unfinished
    _check(play_on(match, greedy_move, rng, game.rules.LENGTH))


@pytest.mark.parametrize(("name", "options"), CASES, ids=case_id)
def test_a_fed_match_gives_the_same_record(name: str, options: OptionSet) -> None:
    rng = Random(f"{name} {options}")
    thrown = play_on(load(name, options).match(seed=rng.randrange(2**63)), greedy_move, rng, 100)
    fed = load(name, options).match(fed=True)
    for event in thrown.events[:-1]:
        fed.play(event.move, event.seat)
    _check(fed)  # perhaps in the middle of a throw
    fed.play(thrown.events[-1].move)
    assert fed.events == thrown.events
    assert fed.position == thrown.position
    _check(fed)
