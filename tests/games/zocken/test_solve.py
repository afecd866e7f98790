"""The solver of a turn: the published figures, and a second, plain implementation without any compression."""

from __future__ import annotations

import math

import numpy as np
import pytest

from stammtisch import load
from stammtisch.core.errors import GameOver, OptionError, ParseError
from stammtisch.core.position import Position
from stammtisch.games.zocken import solve
from stammtisch.games.zocken.rules import STAKE
from stammtisch.games.zocken.solve_tables import PARTS
from tests.games.zocken.plain_turn import PlainTurn, late
from tests.games.zocken.positions import NOTHING, given, state, throw

pytestmark = pytest.mark.no_cover

GOALS = {
    "score": lambda points, _box: float(points),
    "above_50": lambda points, _box: float(points > STAKE),
    "from_50": lambda points, _box: float(points >= STAKE),
    "series": lambda _points, box: float(box == 0),
}

OPTIONS: list[dict[str, object]] = [
    {},
    {"penalty_box": "free", "ends_from": 4},
    {"penalty_box": "forced_only", "colours_need_series": True},
    {"penalty_box": "free", "cascade": True},
    {"cascade": True, "ends_from": 4, "colours_need_series": True},
]


def test_the_figures_of_the_rules_page() -> None:
    """Ignoring colours, the greatest chance of a series: with the two ends, and on the coloured row alone."""
    start = load("zocken").start()
    assert round(solve.worth(start, "series"), 4) == 0.7998
    row_alone = np.zeros(PARTS)
    row_alone[:, 0, 0] = 1
    solver = solve.solver(start.game)
    values = solver.solve_parts(row_alone)
    assert round(values[solver.number(state(start))], 4) == 0.3079


def test_the_start_of_a_turn() -> None:
    """Found by this solver; a change here is a change of the rules, or a mistake."""
    found = solve.odds(load("zocken").start())
    assert round(found["expected_score"], 6) == 91.661023
    assert round(found["best_p_above_50"], 6) == 0.747271
    assert sum(found["distribution"].values()) == pytest.approx(1, abs=1e-12)
    expected = sum(score * chance for score, chance in found["distribution"].items())
    assert expected == pytest.approx(found["expected_score"], abs=1e-9)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_plain_search_finds_the_same(options: dict[str, object]) -> None:
    """From turns of random moves with three dice left; for every goal by default, else for the score."""
    game = load("zocken", **options)
    for goal, utility in GOALS.items() if not options else [("score", GOALS["score"])]:
        plain = PlainTurn(game, utility)
        for seed in range(4):
            position = late(game, seed, placed=4)
            assert solve.worth(position, goal) == pytest.approx(plain.solve(position)[0], abs=1e-9)


@pytest.mark.parametrize("line", [NOTHING, "X/X-X-2-X-X-X-X/X", "X/X-4-X-X-4-X-X/X", "6/X-X-X-X-X-X-X/3"])
def test_plain_search_finds_the_same_on_an_empty_board(line: str) -> None:
    """Two dice left, the others on −20: the direction is open at first."""
    position = given(line, box=[1] * (5 - sum(each.isdigit() for each in line)))
    plain = PlainTurn(position.game, GOALS["score"])
    assert solve.worth(position) == pytest.approx(plain.solve(position)[0], abs=1e-9)


def test_four_dice_left() -> None:
    position = given("2/X-3-X-X-X-X-3/X", matches=1, bets=[])
    assert solve.worth(position) == pytest.approx(PlainTurn(position.game, GOALS["score"]).solve(position)[0], abs=1e-9)


def test_the_distribution_is_that_of_plain_search() -> None:
    """For a utility in which nothing is equal by chance, so that there is one best play only."""
    game = load("zocken")

    def utility(points: int) -> float:
        return points + points**2 / 314.159 - math.sqrt(abs(points - 77.7))

    table = solve.solver(game).solve(utility)
    plain = PlainTurn(game, lambda points, _box: utility(points))
    for seed in range(4):
        position = late(game, seed, placed=4)
        assert solve.distribution(position, table) == pytest.approx(plain.solve(position)[1], abs=1e-9)


def test_moves_are_worth_what_they_lead_to() -> None:
    """At a pick, a throw and a placement, and by plain search."""
    game = load("zocken")
    position = late(game, 1, placed=4)
    plain = PlainTurn(game, GOALS["score"])
    assert max(solve.values(position).values()) == pytest.approx(solve.worth(position), abs=1e-9)
    for move, worth in solve.values(position).items():
        thrown = position.play(move)
        assert solve.worth(thrown) == pytest.approx(worth, abs=1e-9)
        assert worth == pytest.approx(plain.solve(thrown)[0], abs=1e-9)
        for place, value in solve.values(thrown.play("3")).items():
            assert value == pytest.approx(plain.solve(thrown.play("3").play(place))[0], abs=1e-9)


def test_colours_mirrored_and_values_turned_round_are_worth_the_same() -> None:
    found = solve.values(load("zocken").start())
    by_name = {str(move): worth for move, worth in found.items()}
    assert by_name["throw orange"] == by_name["throw violet"] == max(by_name.values())
    assert by_name["throw red"] == by_name["throw white"]


def bets(position: Position) -> dict[str, float]:
    return {str(move): worth for move, worth in solve.values(position).items()}


def test_a_bet_is_worth_what_it_brings() -> None:
    position = given("X/1-2-X-X-X-6-X/X", matches=2)
    chances = solve.distribution(position)
    won = sum(chance * points / 2 for points, chance in chances.items() if points > STAKE)
    lost = 20 * sum(chance for points, chance in chances.items() if points <= STAKE)
    assert bets(position) == {"bet": pytest.approx(won - lost), "no bet": 0}
    assert bets(given("X/X-2-X-X-X-6-X/X", box=[3]))["bet"] < 0


@pytest.mark.parametrize("wins_at", ["above_50", "from_50"])
@pytest.mark.parametrize(("line", "box", "matches"), [("X/1-2-X-X-X-6-X/X", [], 2), ("X/X-2-X-X-X-6-X/X", [3], 0)])
def test_a_bet_against_is_worth_what_it_brings(line: str, box: list[int], matches: int, wins_at: str) -> None:
    """[K5.3] Counted from the chances of all scores."""
    position = given(line, box, matches=matches, betting="both", bet_wins_at=wins_at)
    enough = 50 if wins_at == "from_50" else 60
    gain = sum((-20 if score >= enough else 20) * p for score, p in solve.distribution(position).items())
    assert bets(position)["bet against"] == pytest.approx(gain)
    assert bets(position)["bet"] == pytest.approx(bets(given(line, box, matches=matches, bet_wins_at=wins_at))["bet"])


def test_exactly_50_may_win() -> None:
    default = given("X/1-2-X-X-X-6-X/X", matches=0)
    from_50 = given("X/1-2-X-X-X-6-X/X", matches=0, bet_wins_at="from_50")
    gained = bets(from_50)["bet"] - bets(default)["bet"]
    assert gained == pytest.approx(45 * solve.distribution(default)[50])  # 25 instead of −20


def test_the_last_throw_of_a_turn_and_the_end_of_a_game() -> None:
    position = throw(given("X/1-2-X-4-5-6-6/X", matches=6, bets=[], turns=10, player=1), "yellow", 3)
    assert solve.odds(position)["distribution"] == {330: 1.0}
    with pytest.raises(GameOver, match="no turn is left"):
        solve.odds(position.play("place 3"))


def test_dice_that_cannot_lie_so() -> None:
    position = given("X/1-X-5-X-2-X-X/X")
    with pytest.raises(ParseError, match="cannot lie so"):
        solve.worth(position)


def test_a_goal_that_does_not_exist() -> None:
    with pytest.raises(OptionError, match="choose from score, above_50, from_50, series"):
        solve.worth(load("zocken").start(), "glory")
