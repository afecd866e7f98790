"""Analysis: all legal moves, the best first, in numbers and in sentences; values fit together along a game."""

from __future__ import annotations

import json
import random
from itertools import pairwise

import pytest

import stammtisch
from stammtisch import games
from stammtisch.bots import Analysis, Choice, analyse, percent
from stammtisch.bots.review import looks, review
from stammtisch.core.errors import GameOver
from stammtisch.games.keeping.text import WORMS
from tests.helpers import any_move, play_on

pytestmark = pytest.mark.no_cover

DICE_GAMES = ["heckmeck", "barbecue", "zocken"]
"""Games in which all luck falls within the turn of whom it concerns."""


@pytest.mark.parametrize("name", games.names())
def test_every_legal_move_is_analysed_and_explained(name: str) -> None:
    game = stammtisch.load(name)
    match = play_on(game.match(seed=11), any_move, random.Random(11), 25)
    for _ in range(4):
        found = analyse(match.position)
        assert sorted(choice.move for choice in found.choices) == list(match.legal_moves)
        values = [choice.value for choice in found.choices]
        assert values == sorted(values, reverse=True)
        assert found.seat == match.turn
        assert found.value == values[0]
        for choice in found.choices:
            assert found.sentence(choice.move).startswith(f"{choice.move}: ")
            assert choice.leads
        assert json.loads(json.dumps(found.to_json()))["choices"][0]["move"] == str(found.best.move)
        before = match.position
        match.play(found.best.move)
    assert analyse(before) == found


@pytest.mark.parametrize("name", DICE_GAMES)
def test_a_throw_is_worth_the_mean_of_what_it_may_bring(name: str) -> None:
    """Luck is 0 on average: the last die of a throw, in all its outcomes."""
    match = play_on(stammtisch.load(name).match(seed=4), any_move, random.Random(4), 40)
    last = [
        position
        for position, after in pairwise(match.history)
        if position.is_chance and not after.is_chance and not after.is_over
    ]
    assert last
    for position in last[:6]:
        after = [analyse(position.play(outcome)) for outcome, _ in position.outcomes]
        shares = [float(share) for _, share in position.outcomes]
        mean = sum(share * each.value for share, each in zip(shares, after, strict=True))
        here = analyse(position)
        assert {each.seat for each in after} == {here.seat}
        assert here.choices == ()
        assert abs(here.value - mean) < 1e-9


def test_what_a_heckmeck_turn_brought_is_its_worth_plus_luck_minus_what_was_given_away() -> None:
    game = stammtisch.load("heckmeck", players=2)  # nobody steals here, so that worms are worms
    match = play_on(game.match(seed=1), any_move, random.Random(1), 400)
    history = match.history
    found = review(match)
    starts = [event for event in looks(match) if event == 0 or _turn(history[event]) != _turn(history[event - 1])]
    compared = 0
    for start, end in pairwise(starts):
        seat = analyse(history[start]).seat
        before, after = history[start].scores, history[end].scores
        if after[1 - seat] != before[1 - seat]:
            continue  # a theft counts double
        luck = sum(throw.luck for throw in found.throws if start <= throw.event < end)
        lost = sum(decision.loss for decision in found.decisions if start <= decision.event < end)
        assert abs(analyse(history[start]).value + luck - lost - (after[seat] - before[seat])) < 1e-9
        compared += 1
    assert compared > 10


def _turn(position: stammtisch.Position) -> int:
    return int(getattr(position.state, "turns"))  # noqa: B009


def test_the_analysis_in_sentences() -> None:
    roll, stop = stammtisch.load("heckmeck").move("roll"), stammtisch.load("heckmeck").move("stop")
    found = Analysis(0, 1.0, WORMS, (Choice(roll, 1.0, "80 % to get a tile"), Choice(stop, 0.25, "the turn fails")))
    assert found.sentence(roll) == "roll: 80 % to get a tile, best"
    assert found.sentence(stop) == "stop: the turn fails, gives away 0.75 worms"
    assert Analysis(0, 1.0, WORMS, found.choices[:1]).sentence(roll) == "roll: 80 % to get a tile, the only move"
    even = Analysis(0, 1.0, WORMS, (found.choices[0], Choice(stop, 1.0, "2 worms")))
    assert even.sentence(stop) == "stop: 2 worms, equally good"
    near = Analysis(0, 1.0, WORMS, (found.choices[0], Choice(stop, 0.999, "2 worms")))
    assert near.sentence(stop) == "stop: 2 worms, almost as good"
    assert [percent(chance) for chance in (0, 0.004, 0.5, 0.999, 1)] == [
        "0 %",
        "less than 1 %",
        "50 %",
        "more than 99 %",
        "100 %",
    ]


def test_nothing_to_analyse_after_the_end() -> None:
    match = stammtisch.load("barbecue").match(seed=2)
    play_on(match, any_move, random.Random(2), 10**6)
    with pytest.raises(GameOver, match="there is nothing left to choose"):
        stammtisch.analyse(match.position)
