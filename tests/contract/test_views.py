"""A view shows what its player may see, and nothing that would tell apart what he cannot see."""

from __future__ import annotations

from random import Random

import pytest

from stammtisch.core import defaults
from stammtisch.core.game import Game, Move
from stammtisch.core.position import Position
from stammtisch.core.words import EVERYBODY
from tests.helpers import CASES, GAMES, TOY, OptionSet, any_move, case_id, load, play_on

PLIES = 60


def hides(game: Game) -> bool:
    """Under these options, is there chance that only one seat may see?"""
    match = play_on(game.match(seed=1), any_move, Random(1), PLIES)
    return any(position.is_chance and position.audience != EVERYBODY for position in match.history)


def check_twins(start: Position, viewer: int, rng: Random) -> int:
    """Two histories that the viewer cannot tell apart must look the same to him all the way.

    Both see the same moves and open outcomes, but what is drawn out of his sight may differ. The number of plies after
    which the two really were different.
    """
    one, other = start, start
    different = 0
    for _ in range(PLIES):
        assert one.turn == other.turn
        pair = _next(one, other, viewer, rng)
        if pair is None:
            break
        one, other = one.play(pair[0]), other.play(pair[1])
        assert one.view(viewer) == other.view(viewer), f"seat {viewer} can tell {one.state} from {other.state}"
        different += one != other
    return different


def _next(one: Position, other: Position, viewer: int, rng: Random) -> tuple[Move, Move] | None:
    """What happens next in either history, or nothing that can happen in both."""
    if one.is_chance and one.audience not in (EVERYBODY, viewer):
        return rng.choice(one.outcomes)[0], rng.choice(other.outcomes)[0]
    choices = [[m for m, _ in p.outcomes] if p.is_chance else list(p.legal_moves) for p in (one, other)]
    if one.turn == viewer:
        assert choices[0] == choices[1], "a player's moves must not depend on what he cannot see"
    common = [move for move in choices[0] if move in choices[1]]
    if not common:
        return None
    move = rng.choice(common)
    return move, move


@pytest.mark.parametrize(("name", "options"), CASES, ids=case_id)
def test_a_view_does_not_tell_hidden_things(name: str, options: OptionSet) -> None:
    rng = Random(f"{name} {options}")
    start = load(name, options).start()
    viewers = range(start.game.players)
    different = sum(check_twins(start, viewer, rng) for viewer in viewers for _ in range(3))
    assert (different > 0) == hides(start.game), "only a game that hides something has histories that look alike"


@pytest.mark.parametrize("name", GAMES)
def test_a_view_is_enough_to_move(name: str) -> None:
    match = play_on(load(name).match(seed=3), any_move, Random(3), PLIES)
    hidden = hides(match.game)
    for position in match.history:
        for viewer in range(position.game.players):
            view = position.view(viewer)
            assert view.viewer == viewer
            assert view.turn == position.turn
            assert view.scores == position.scores
            assert view.places == position.places
            assert view.view(viewer) == view, "looking twice shows no more and no less"
            if position.turn == viewer:
                assert view.legal_moves == position.legal_moves
            if not hidden:
                assert view.state == position.state
            assert position.game.position(view.to_json()) == view


def test_a_leak_is_noticed() -> None:
    game = load(TOY)
    game.rules = type(game.rules)(**{**vars(game.rules), "hide": defaults.hide})
    with pytest.raises(AssertionError, match="can tell"):
        check_twins(game.start(), 0, Random(1))
