"""The chance of winning from the scores: against sums over all that can happen, and what must hold of any chance."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest

from stammtisch import load
from stammtisch.games.zocken.duel import EDGE, STEP
from stammtisch.games.zocken.race import PLANS, Race, race
from stammtisch.games.zocken.rules import FOR, STAKE


def made(players: int, **options: object) -> Race:
    return race(load("zocken", players=players, **options))


def share(scores: Sequence[int], seat: int) -> float:
    """[K6.1] Of the win."""
    return float(scores[seat] == max(scores)) / list(scores).count(max(scores))


def leads(known: Race, plan: int) -> list[tuple[int, float]]:
    """What a turn brings its thrower if all others bet on it."""
    gains = [points // 2 if points > STAKE else -20 for points in map(int, known.points)]
    return [(int(p) - g, c) for p, g, c in zip(known.points, gains, known.spreads[plan], strict=True) if c]


@pytest.mark.parametrize("scores", [[50, 50], [45, 50], [50, 45, 50], [0, -10, -20], [5, 5, 5, 5]])
def test_after_the_last_turn_the_places_are_known(scores: list[int]) -> None:
    known = made(len(scores))
    for seat in range(len(scores)):
        chance = known.chance(scores, len(scores) - 1, 5 * len(scores), seat)
        assert chance == pytest.approx(share(scores, seat), abs=1e-12)


@pytest.mark.parametrize("scores", [[100, 100, 60], [100, 60, 100], [0, 130, 100]])
def test_three_players_and_two_turns_left(scores: list[int]) -> None:
    """Seats 1 and 2 have one turn each: all scores of both, one by one."""
    known = made(3)
    expected = [0.0, 0.0, 0.0]
    for (first, a), (second, b) in product(leads(known, 0), repeat=2):
        after = [scores[0], scores[1] + first, scores[2] + second]
        for seat in range(3):
            expected[seat] += a * b * share(after, seat)
    assert [float(known.chance(scores, 0, 13, seat)) for seat in range(3)] == pytest.approx(expected, abs=1e-12)


def test_a_duel_by_plans_with_one_turn_left() -> None:
    """The best plan, all scores one by one; and how far that is at most from the solved game."""
    known = made(2)
    for gap in (-10, 0, 25, 45, 60, 65, 95, 105):
        by_plan = [sum(c * share([gap, x], 1) for x, c in leads(known, plan)) for plan in range(len(PLANS))]
        planned = float(known.planned[1][EDGE - gap // STEP])
        assert planned == pytest.approx(max(by_plan), abs=1e-12)
        assert abs(planned - float(known.chance([gap, 0], 0, 9, 1))) < 0.1


@pytest.mark.parametrize("options", [{}, {"bets": "both", "bet_wins_at": "from_50"}], ids=str)
def test_a_duel_is_worth_1_in_all(options: dict[str, object]) -> None:
    """Where it is solved, and where it is not."""
    known = made(2, **options)
    for turn in (1, 4, 9):
        chances = [float(known.chance([35, 60], turn % 2, turn, seat)) for seat in range(2)]
        assert sum(chances) == pytest.approx(1, abs=1e-12)
        assert 0 < chances[0] < 1


def test_chances_add_up_and_grow_with_the_score() -> None:
    scores = np.arange(-EDGE * STEP, EDGE * STEP + 1, STEP)
    for players in (2, 5):
        known = made(players)
        for turn in (1, 2 * players + 1, 5 * players - 1, 5 * players):
            others = [np.zeros_like(scores)] * (players - 1)
            chances = [known.chance([scores, *others], 0, turn, seat) for seat in range(players)]
            assert sum(chances) == pytest.approx(1, abs=1e-9)
            assert (np.diff(chances[0]) >= -1e-12).all()
            assert chances[0][0] < 1e-6
            assert chances[0][-1] > 1 - 1e-6


def test_equals_are_equal() -> None:
    known = made(4)
    assert [float(known.chance([0] * 4, 3, 0, seat)) for seat in range(4)] == pytest.approx([0.25] * 4)


def test_exactly_50_may_win_a_bet() -> None:
    for wins_at, gain in (("above_50", -20), ("from_50", 25)):
        known = made(2, bet_wins_at=wins_at)
        assert known.brings[FOR][list(known.points).index(50)] == gain
