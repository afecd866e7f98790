"""Replay equals play: complete and short records, in both forms."""

from __future__ import annotations

from random import Random

import pytest

from stammtisch.testing.play import check_records, check_replay
from stammtisch.testing.playing import greedy_move, play_on
from tests.helpers import CASES, OptionSet, case_id, load


@pytest.mark.parametrize(("name", "options"), CASES, ids=case_id)
def test_replay_equals_play(name: str, options: OptionSet) -> None:
    check_replay(load(name, options))


@pytest.mark.parametrize(("name", "options"), CASES, ids=case_id)
def test_a_fed_match_gives_the_same_record(name: str, options: OptionSet) -> None:
    rng = Random(f"{name} {options}")
    thrown = play_on(load(name, options).match(seed=rng.randrange(2**63)), greedy_move, rng, 100)
    fed = load(name, options).match(fed=True)
    for event in thrown.events[:-1]:
        fed.play(event.move, event.seat)
    check_records(fed)  # perhaps in the middle of a throw
    fed.play(thrown.events[-1].move)
    assert fed.events == thrown.events
    assert fed.position == thrown.position
    check_records(fed)
