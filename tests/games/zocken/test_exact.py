"""Playing by the solver's values: it scores what it says, compiled and interpreted alike, and beats the other bots."""

from __future__ import annotations

import math

import pytest

from stammtisch import load
from stammtisch.games.zocken import solve
from tests.games.zocken.positions import given, points, state
from tests.games.zocken.test_bots import played


@pytest.mark.no_cover
def test_turns_score_what_is_expected() -> None:
    """4,000 turns through the compiled rules; within 3 standard errors."""
    start = load("zocken").start()
    solver = solve.solver(start.game)
    scores = solver.play(4000, 0, solver.values())
    off = scores.mean() - solve.worth(start)
    assert abs(off) < 3 * scores.std() / math.sqrt(len(scores))
    above = (scores > 50).mean()
    expected = sum(chance for score, chance in solve.distribution(start).items() if score > 50)
    assert abs(above - expected) < 3 * math.sqrt(expected * (1 - expected) / len(scores))


def test_playing_for_more_than_50_reaches_it_more_often() -> None:
    start = load("zocken").start()
    solver = solve.solver(start.game)
    above = (solver.play(4000, 0, solver.values("above_50")) > 50).mean()
    best = solve.worth(start, "above_50")
    assert abs(above - best) < 3 * math.sqrt(best * (1 - best) / 4000)


def test_the_bot_plays_the_same_turns() -> None:
    """Interpreted, from whole positions, with the same dice."""
    game = load("zocken", players=3)
    solver = solve.solver(game)
    scores = list(solver.play(5, 7, solver.values()))
    for seed, score in enumerate(scores, 7):
        match = game.match(seed)
        while state(match.position).turns == 1:
            match.play(game.bots["exact"].choose(match.position.view(match.turn), 0))
        assert points(match.last_turns.before) == score


def test_exact_beats_tidy() -> None:
    """Twenty games, seeds 0 to 19."""
    totals = [0, 0]
    for seed in range(20):
        for p, score in enumerate(played(["exact", "tidy"], seed).scores):
            totals[p] += score
    assert totals[0] > totals[1]


@pytest.mark.parametrize(
    ("line", "box", "matches", "bet"),
    [("X/1-2-X-X-X-6-X/X", [], 2, "bet"), ("X/X-2-X-X-X-6-X/X", [3], 0, "no bet")],
)
def test_exact_bets_where_a_bet_gains(line: str, box: list[int], matches: int, bet: str) -> None:
    position = given(line, box, matches=matches)
    assert str(position.game.bots["exact"].choose(position, 0)) == bet
