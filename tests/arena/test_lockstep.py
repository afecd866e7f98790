"""A contest in lock step is the contest that is played game by game."""

from __future__ import annotations

import pytest

from stammtisch import load
from stammtisch.arena import Contest, lockstep, play_rounds

pytestmark = pytest.mark.no_cover

TABLES: list[tuple[str, dict[str, object], list[str], int]] = [
    ("heckmeck", {}, ["master", "one-turn"], 6),
    ("heckmeck", {"players": 3, "lower": "any", "flip_without_tile": True}, ["one-turn", "bot master", "master"], 2),
    ("heckmeck", {}, ["first", "one-turn", "master"], 6),
    ("heckmeck", {}, ["beginner", "regular"], 6),
    ("heckmeck", {"players": 4, "steal": "forced"}, ["expert", "beginner", "regular", "one-turn"], 3),
    ("barbecue", {}, ["master", "one-turn"], 4),
    ("barbecue", {"players": 3, "worms": "blocks"}, ["expert", "beginner", "regular"], 3),
    ("barbecue", {"players": 4, "plates": "ten_then_fail", "deliberate_fail": True}, ["one-turn", "master"], 2),
]


@pytest.mark.parametrize(("name", "options", "bots", "rounds"), TABLES)
def test_rounds_are_equal(
    name: str, options: dict[str, object], bots: list[str], rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Places, scores, and the number of plies."""
    monkeypatch.setattr(lockstep, "FEWEST", 1)
    contest = Contest(load(name, **options), bots, seed=9)
    found = [list(piece) for piece in lockstep.pieces(contest, range(rounds))]
    assert max(len(piece) for piece in found) > 1
    assert sorted(number for piece in found for number in piece) == list(range(rounds))
    assert list(play_rounds(contest, 0, rounds)) == [contest.play(number) for number in range(rounds)]


def test_a_round_of_which_a_game_went_on_for_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told as it stood when its match was stopped."""
    monkeypatch.setattr(lockstep, "FEWEST", 1)
    contest = Contest(load("heckmeck"), ["master", "one-turn"], seed=9)
    longest = [max(game.plies for game in contest.play(number).games) for number in range(3)]
    most = sorted(longest)[1]
    monkeypatch.setattr(contest.game.module, "LENGTH", most)
    rounds = list(play_rounds(contest, 0, 3))
    assert rounds == [contest.play(number) for number in range(3)]
    assert [any(game.stopped for game in played.games) for played in rounds] == [
        n > sorted(longest)[1] for n in longest
    ]


def test_two_workers_that_begin_in_the_middle_play_the_same() -> None:
    contest = Contest(load("heckmeck"), ["master", "one-turn"], seed=9)
    whole = list(play_rounds(contest, 0, 40, workers=1))
    assert lockstep.rounds_at_once(contest, 33, workers=2) == 16
    assert list(play_rounds(contest, 7, 40, workers=2)) == whole[7:]


def test_few_games_are_not_worth_the_wait() -> None:
    solvers, simple = (
        Contest(load("heckmeck"), bots, seed=9) for bots in (["master", "one-turn"], ["first", "random"])
    )
    assert lockstep.rounds_at_once(solvers, lockstep.FEWEST // 2 - 1, workers=1) == 1
    assert lockstep.rounds_at_once(solvers, 10**6, workers=1) == lockstep.AT_ONCE // 2
    assert lockstep.rounds_at_once(simple, 10**6, workers=1) == 1
