"""repr: what is short evaluates to an equal thing; what is long is one line that says what it is."""

from __future__ import annotations

import pickle
from random import Random

import pytest

import stammtisch
from stammtisch import Move
from stammtisch.core.translation import speaking
from stammtisch.core.turn import Event
from tests.helpers import GAMES, any_move, load, play_on

NAMES = {"stammtisch": stammtisch, "Move": Move, "Event": Event}


@pytest.mark.parametrize("name", GAMES)
def test_moves_and_outcomes_evaluate(name: str) -> None:
    game = load(name)
    for move in game.moves:
        again = eval(repr(move), NAMES)
        assert (again, str(again), again.said) == (move, str(move), str(move))
        assert game.move(again) is move
        assert str(pickle.loads(pickle.dumps(again))) == str(move)
    position = next(each for each in play_on(game.match(seed=1), any_move, Random(1), 60).history if each.is_chance)
    outcome, chance = position.outcomes[-1]
    assert position.play(eval(repr(outcome), NAMES)) == position.play(outcome)
    assert chance > 0


def test_a_move_is_shown_in_english_whatever_is_spoken() -> None:
    move = stammtisch.load("heckmeck").move("take 21")
    with speaking("de"):
        assert repr(move) == "Move(8, 'take 21')"
        assert move.said != "take 21"


@pytest.mark.parametrize("name", GAMES)
def test_options_evaluate(name: str) -> None:
    kind = type(load(name).options)
    for option, values in kind.choices().items():
        for value in values:
            options = kind.read({option: value})
            assert eval(repr(options), {"Options": kind}) == options


def test_a_game_an_event_and_a_position_evaluate() -> None:
    game = stammtisch.load("heckmeck", players=3, steal="forced")
    match = play_on(game.match(seed=1), any_move, Random(1), 30)
    assert eval(repr(game), NAMES) == game
    assert eval(repr(match.position), NAMES) == match.position
    assert eval(repr(match.events[0]), NAMES) == match.events[0]


def test_what_is_long_says_what_it_is() -> None:
    match = play_on(stammtisch.load("heckmeck").match(seed=1), any_move, Random(1), 30)
    assert repr(match.record()) == f"<MatchRecord of heckmeck, {len(match.events)} events: unfinished>"
    assert "lines" not in repr(stammtisch.verify(str(match.record())))
