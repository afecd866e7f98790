"""The bots of Zocken: they finish games, always choose the same, and tidy is better than random."""

from __future__ import annotations

import pytest

from stammtisch import load
from stammtisch.core.match import Match
from tests.games.zocken.positions import given


def played(seats: list[str], seed: int, **options: object) -> Match:
    game = load("zocken", players=len(seats), **options)
    match = game.match(seed)
    while not match.is_over:
        bot = game.bots[seats[match.turn]]
        match.play(bot.choose(match.position.view(match.turn), len(match.events)))
    return match


@pytest.mark.parametrize("options", [{}, {"penalty_box": "free", "cascade": True, "ends_from": 4}])
def test_tidy_beats_random(options: dict[str, object]) -> None:
    """Six short games, seeds 0 to 5."""
    totals = [0, 0]
    for seed in range(6):
        match = played(["random", "tidy"], seed, rounds=2, **options)
        assert match.events == played(["random", "tidy"], seed, rounds=2, **options).events
        for p, score in enumerate(match.scores):
            totals[p] += score
    assert totals[1] > totals[0]


@pytest.mark.parametrize(
    ("line", "box", "matches", "bet"),
    [
        ("X/1-2-X-X-X-6-X/X", [], 2, "bet"),
        ("X/1-2-X-X-X-6-X/X", [], 0, "no bet"),
        ("X/1-2-X-X-X-X-X/X", [3], 2, "no bet"),
    ],
)
def test_tidy_bets_on_a_series_with_a_colour(line: str, box: list[int], matches: int, bet: str) -> None:
    position = given(line, box, matches=matches)
    assert str(position.game.bots["tidy"].choose(position, 0)) == bet


@pytest.mark.parametrize(
    ("line", "box", "matches", "bet"),
    [
        ("X/1-2-X-X-X-6-X/X", [], 2, "bet"),
        ("X/1-2-X-X-X-6-X/X", [], 0, "no bet"),
        ("X/1-2-X-X-X-X-X/X", [3], 2, "bet against"),
    ],
)
def test_tidy_bets_against_a_broken_series(line: str, box: list[int], matches: int, bet: str) -> None:
    """[K5.3]"""
    position = given(line, box, matches=matches, betting="both")
    assert str(position.game.bots["tidy"].choose(position, 0)) == bet


@pytest.mark.parametrize("level", ["beginner", "regular", "expert", "master"])
def test_every_level_plays_with_bets_against(level: str) -> None:
    match = played([level, "tidy", "random"], 3, rounds=1, bets="both")
    assert match.is_over
