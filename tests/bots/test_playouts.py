"""Playouts: the same compiled and interpreted, right where the truth is known, and possible in every game."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from types import FunctionType, ModuleType
from typing import Any

import pytest

from stammtisch.bots import RandomBot, decision_seed, playouts
from stammtisch.bots.expectimax import solve
from stammtisch.bots.playouts import CompiledEngine, engine_of, run_playouts
from stammtisch.core.game import Game
from tests.games.heckmeck.positions import W, given
from tests.helpers import GAMES, TOY, any_move, load, play_on
from tests.toy import rules as toy_rules
from tests.toy import text as toy_text


@pytest.mark.parametrize("players", [2, 3])
def test_compiled_tries_are_interpreted_ones(players: int) -> None:
    game = load(TOY, {"players": players})
    assert type(engine_of(game, compiled=True)) is CompiledEngine
    for position in play_on(game.match(seed=8), any_move, Random(8), 12).history[2::3]:
        for seen in (position, *map(position.view, range(players))):
            if not position.is_over:
                assert run_playouts(seen, 100, 7) == run_playouts(seen, 100, 7, compiled=False)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_tried_out(name: str) -> None:
    history = play_on(load(name).match(seed=1), any_move, Random(1), 60).history
    position = [position for position in history if len(position.legal_moves) > 1][-1]
    view = position.view(position.turn)
    key = view.key()
    made = run_playouts(view, 12, 1, compiled=False)
    assert view.key() == key
    assert list(made.moves) == list(view.legal_moves)
    assert sum(tried.playouts for tried in made.moves.values()) == 12
    assert sum(made.win) == pytest.approx(1)
    assert all(0 <= tried.win <= 1 for tried in made.moves.values())
    assert made == run_playouts(view, 12, 1, compiled=False)
    assert made != run_playouts(view, 12, 2, compiled=False)


def test_a_win_at_once_is_found() -> None:
    """Taking the last tile wins; throwing on may fail."""
    position = given([22], [[21], []], {W: 2, 4: 2, 1: 2, 2: 1})
    made = {str(move): tried for move, tried in run_playouts(position, 200, 3, compiled=False).moves.items()}
    assert set(made) == {"take 22", "roll"}
    assert made["take 22"].win > 0.95 > made["roll"].win
    assert made["take 22"].playouts > made["roll"].playouts


def test_tries_come_near_the_truth() -> None:
    """Marbles laid open: what the tree finds is what can be computed."""
    matches = [play_on(load(TOY, {"bag": "small"}).match(seed=seed), any_move, Random(seed), 100) for seed in range(60)]
    close = 0
    for position in (position for match in matches for position in match.history if position.turn >= 0):
        found = solve(position, 100_000)
        assert found is not None
        chances = {move: shares[position.turn] for move, shares in found.moves.items()}
        if max(chances.values()) - min(chances.values()) > 0.1:
            made = run_playouts(position, 1000, 1, compiled=False)
            best = max(made.moves, key=lambda move: made.moves[move].win)
            assert chances[best] == max(chances.values())
            assert made.moves[best].win == pytest.approx(chances[best], abs=0.05)
            close += 1
    assert close >= 3


def test_it_plays_better_than_random() -> None:
    """One short game of Zocken from each seat."""
    game, gained = load("zocken", {"rounds": 1}), 0
    for seat in range(2):
        match = game.match(seed=2)
        while not match.is_over:
            view = match.position.view(match.turn)
            move = RandomBot().choose(view, decision_seed(match))
            if match.turn == seat and len(view.legal_moves) > 1:
                made = run_playouts(view, 60, decision_seed(match), compiled=False).moves
                move = max(made, key=lambda move: made[move].win)
            match.play(move)
        gained += match.scores[seat] - match.scores[1 - seat]
    assert gained > 100


def variant(name: str, **functions: Callable[..., Any]) -> Game:
    """Marbles with other functions in the place of its own, which are still there as `old_…`."""
    module = ModuleType(toy_rules.__name__)
    vars(module).update(vars(toy_rules))
    for each, function in functions.items():
        assert isinstance(function, FunctionType)
        function.__module__ = module.__name__
        vars(module)[f"old_{each}"] = vars(toy_rules)[each]
        vars(module)[each] = function
    return Game(name, module, toy_text, {"bag": "small"})


def score_at_the_end(s: Any, o: Any, p: int) -> int:
    return old_score(s, o, p) if turn(s, o) == OVER else 0  # type: ignore[name-defined]  # noqa: F821


def test_where_scores_tell_nothing_tries_go_on_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    silent, loud = variant("silent", score=score_at_the_end), variant("loud")
    with monkeypatch.context() as patched:
        patched.setattr(playouts, "AHEAD", 0)
        one = run_playouts(silent.match(seed=1).position, 300, 1, compiled=False)
        blind = run_playouts(loud.match(seed=1).position, 300, 1, compiled=False)
        patched.setattr(playouts, "AHEAD", 1000)
        far = run_playouts(variant("far").match(seed=1).position, 300, 1, compiled=False)
    assert one == far
    assert blind != far, "with scores to look at, playouts are cut at the end of a turn"
