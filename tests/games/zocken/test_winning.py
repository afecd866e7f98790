"""Playing for the win: against plain search in the last turn, and what a master does that others do not."""

from __future__ import annotations

import pytest

from stammtisch import load
from stammtisch.core.position import Position
from stammtisch.games.zocken import winning
from stammtisch.games.zocken.duel import POINT
from tests.games.zocken.plain_turn import PlainTurn
from tests.games.zocken.positions import given
from tests.games.zocken.test_bots import played
from tests.games.zocken.test_race import share

CLOSE = 1000 * POINT  # what points can add to a chance


def chances(position: Position) -> dict[str, float]:
    return {str(move): chance for move, chance in winning.values(position).items()}


def master(position: Position) -> str:
    return str(position.game.bots["master"].choose(position, 0))


def plain(position: Position, scores: list[int], thrower: int, bets: list[int], against: tuple[int, ...] = ()) -> float:
    """The thrower's best chance in the last turn of a game, found without any of this."""

    def won(points: int, _box: int) -> float:
        gain = position.game.rules.bet_points(position.game.options, points)
        after = [score + (points if p == thrower else gain * (p in bets)) for p, score in enumerate(scores)]
        for p in against:
            after[p] += -20 if points > 50 else 20
        return share(after, thrower)

    return PlainTurn(position.game, won).solve(position)[0]


@pytest.mark.parametrize("bets", [[], [0], [0, 1]])
def test_the_last_turn_of_three_players_is_exact(bets: list[int]) -> None:
    scores = [100, 120, 60]
    position = given("X/1-X-3-X-X-6-X/X", [2], matches=2, bets=bets, player=2, turns=15, scores=scores, players=3)
    found = chances(position)
    assert max(found.values()) == pytest.approx(plain(position, scores, 2, bets), abs=CLOSE)
    for move, chance in found.items():
        after = position.play(move)
        assert chance == pytest.approx(plain(after, scores, 2, bets), abs=CLOSE)


def test_the_last_turn_is_exact_with_bets_against_it() -> None:
    """[K5.3]"""
    scores = [100, 120, 60]
    setting = {"matches": 2, "player": 2, "turns": 15, "scores": scores, "players": 3, "betting": "both"}
    position = given("X/1-X-3-X-X-6-X/X", [2], bets=[0], against=[1], **setting)  # type: ignore[arg-type]
    assert max(chances(position).values()) == pytest.approx(plain(position, scores, 2, [0], (1,)), abs=CLOSE)


def test_a_master_bets_against_a_turn_that_goes_wrong() -> None:
    """[K5.3]"""
    position = given("X/X-1-X-6-X-X-X/X", [3], player=1, turns=4, scores=[40, 60], betting="both")
    assert master(position) == str(position.game.bots["exact"].choose(position, 0)) == "bet against"
    hopeful = given("X/1-2-X-X-X-X-6/X", matches=3, player=1, turns=4, scores=[40, 60], betting="both")
    assert master(hopeful) == str(hopeful.game.bots["exact"].choose(hopeful, 0)) == "bet"


@pytest.mark.parametrize("turns", [4, 10])
@pytest.mark.parametrize("betting", ["for", "both"])
def test_of_two_players_the_bettor_has_what_the_thrower_has_not(turns: int, betting: str) -> None:
    position = given("X/X-2-X-X-X-5-5/X", matches=2, player=1, turns=turns, scores=[90, 10], betting=betting)
    for move, chance in chances(position).items():
        assert chance == pytest.approx(1 - max(chances(position.play(move)).values()), abs=CLOSE)


def test_who_would_win_anyway_does_not_bet() -> None:
    """30 ahead, and the dice on −20 leave 40 points at most: a lost bet can only cost the win."""
    position = given("X/X-1-X-6-X-X-X/X", [3], player=1, turns=10, scores=[95, 0])
    assert chances(position)["no bet"] >= chances(position)["bet"]
    assert master(position) == "no bet"


def test_who_is_nearly_there_plays_safe_and_who_is_far_behind_takes_risks() -> None:
    """A yellow 4 would match on 3, but on 4 it leaves more room. Points for the score, room for the series."""
    line = "X/1-2-X-X-X-6-6/X"
    for behind, place in ((40, "place 4"), (150, "place 3")):
        position = given(line, thrown=4, die="yellow", matches=2, bets=[], player=1, turns=10, scores=[behind, 0])
        assert master(position) == place
    assert str(position.game.bots["exact"].choose(position, 0)) == "place 3"


@pytest.mark.parametrize(("bets", "place"), [([], "place 3"), ([0], "place 4")])
def test_a_bet_can_make_fewer_points_better(bets: list[int], place: str) -> None:
    """50 behind, last die: 70 points win, but with the other's bet only 50 do, for they cost him 20."""
    position = given(
        "1/1-2-X-X-5-6-6/X", thrown=3, die="yellow", matches=1, bets=bets, player=1, turns=10, scores=[50, 0]
    )
    assert master(position) == place
    assert str(position.game.bots["exact"].choose(position, 0)) == "place 3"


def test_a_decided_game_is_played_for_points() -> None:
    for scores in ([5000, 0], [0, 5000]):
        line = "X/1-2-X-X-X-6-6/X"
        position = given(line, thrown=4, die="yellow", matches=2, bets=[], turns=10, player=1, scores=scores)
        assert master(position) == str(position.game.bots["exact"].choose(position, 0))


@pytest.mark.parametrize("players", [2, 3])
def test_games_are_finished_and_the_same_again(players: int) -> None:
    seats = ["master", *["exact"] * (players - 1)]
    assert played(seats, 1, rounds=1).events == played(seats, 1, rounds=1).events


def test_views_and_the_end() -> None:
    position = given("X/1-2-X-X-X-6-X/X", matches=2)
    assert winning.values(position.view(position.turn)) == winning.values(position)
    assert winning.values(load("zocken").start().play("throw red")) == {}
