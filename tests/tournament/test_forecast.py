"""Advice: strengths as they were measured, and a simulation that knows who is best."""

from __future__ import annotations

import json
from math import exp
from pathlib import Path

import pytest

from stammtisch import games
from stammtisch.core.errors import OptionError
from stammtisch.tournament import Scheme
from stammtisch.tournament.forecast import forecast
from stammtisch.tournament.strengths import LEVELS, of_levels, spread
from tests.helpers import ROOT
from tests.installed_games import install

SCHEME = {"preset": "heckmeck_classic"}


def test_strengths_are_those_of_the_ladder() -> None:
    ladder = json.loads((ROOT / "bench/results/ladder.json").read_text())
    for game in games.names():
        shares = games.load(game).about.LADDER
        assert len(shares) == len(LEVELS) - 1
        measured = {(rung["level"], rung["below"]): rung["share"] for rung in ladder[game]["rungs"]}
        for below, level, share in zip(LEVELS, LEVELS[1:], shares, strict=False):
            assert share == pytest.approx(measured[level, below], abs=0.0006)


def test_the_strength_of_levels_follows_the_ladder() -> None:
    weak, strong = of_levels("heckmeck", ["beginner", "regular"])
    assert exp(strong - weak) / (1 + exp(strong - weak)) == pytest.approx(games.load("heckmeck").about.LADDER[0])
    with pytest.raises(OptionError, match="there is no level 'grandmaster'"):
        of_levels("heckmeck", ["grandmaster"])


def test_levels_that_nobody_has_measured(packages: Path) -> None:
    install(packages, "toys", toy="tests.toy")
    with pytest.raises(OptionError, match="the levels of toy have not been measured"):
        of_levels("toy", ["master"])


def test_a_spread_field() -> None:
    field = spread(9, 0.7)
    assert field == sorted(field, reverse=True)
    assert exp(field[0]) / (1 + exp(field[0])) == pytest.approx(0.7)
    assert field[4] == pytest.approx(0)
    with pytest.raises(OptionError, match="the edge of the best player is a share"):
        spread(9, 0.4)


def test_equal_players_win_alike() -> None:
    found = forecast(Scheme.read(SCHEME), [0.0] * 12, times=300, seed=1)
    assert found.interval[0] < 1 / 12 < found.interval[1]
    assert found.best_in_final == pytest.approx(1 / 3, abs=0.1)
    assert (found.games, found.minutes) == (2, 30 + 10 + 30)


def test_more_rounds_find_the_best() -> None:
    """Who is far better wins nearly always in a long tournament, and less often in a short one."""
    field = [3.0, *[0.0] * 11]
    short, long = (
        forecast(Scheme.read({"game": "zocken", "rounds": rounds, "final_size": 0}), field, times=60)
        for rounds in (1, 9)
    )
    assert short.best_wins < long.best_wins
    assert long.best_wins > 0.95
    assert long.best_in_final is None
    assert 1 <= long.winner < short.winner


def test_the_same_seed_gives_the_same_advice() -> None:
    scheme = Scheme.read({"preset": "heckmeck_wm", "final_games": 3})
    one, two, other = (forecast(scheme, spread(12, 0.6), times=30, seed=seed) for seed in (1, 1, 2))
    assert one == two != other
    assert 2 + 2 <= one.games <= 2 + 3
