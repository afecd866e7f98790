"""A turn and the order of play: [K1.1] to [K1.3], [K2.1], [K2.2], [K5.1], [K6.1]."""

from __future__ import annotations

from fractions import Fraction

from stammtisch import load
from stammtisch.games.zocken.picture import NAMES, SYMBOLS
from stammtisch.games.zocken.rules import AGAINST, FOR, HAND
from tests.games.zocken.positions import finish, given, legal, state, throw


def test_a_die_shows_1_to_6() -> None:
    """[K1.1]"""
    thrown = given().play("throw red").outcomes
    assert [(str(face), chance) for face, chance in thrown] == [(str(v), Fraction(1, 6)) for v in range(1, 7)]


def test_the_seven_colours_in_their_order() -> None:
    """[K1.2] Each has a symbol of its own."""
    assert NAMES == ("red", "orange", "yellow", "green", "blue", "violet", "white")
    assert len(set(SYMBOLS)) == len(NAMES)
    for slot, colour in enumerate(NAMES, 1):
        after = throw(given(), colour, 3).play(f"place {slot}")
        assert after.game.rules.count_matches(after.state) == 1


def test_a_die_is_picked_thrown_and_placed() -> None:
    """[K2.1]"""
    position = load("zocken").start()
    assert position.turn == 0  # [K1.3]
    assert legal(position) == [f"throw {colour}" for colour in NAMES]
    position = position.play("throw green")
    assert position.is_chance
    position = position.play("5")
    assert position.turn == 0
    assert legal(position) == ["place left", *(f"place {n}" for n in range(1, 8)), "place right"]
    position = position.play("place 2")
    assert legal(position) == [f"throw {colour}" for colour in NAMES if colour != "green"]
    assert state(position).slots[2] == 5


def test_the_last_die_is_picked_too() -> None:
    """[K2.1]"""
    position = given("X/1-2-3-4-5-6-X/X", matches=6)
    assert legal(position) == ["throw white"]


def test_the_others_bet_clockwise_after_the_third_die() -> None:
    """[K2.2, K5.1]"""
    position = given("X/X-3-X-X-X-X-5/X", thrown=4, player=2, players=4).play("place 4")
    for bettor in (3, 0, 1):
        assert position.turn == bettor
        assert legal(position) == ["bet", "no bet"]
        position = position.play("bet" if bettor != 0 else "no bet")
    assert position.turn == 2
    assert state(position).bets[:4] == [0, 1, 0, 1]
    assert all(move.startswith("throw") for move in legal(position))


def test_one_may_bet_against_the_thrower() -> None:
    """[K5.1, K5.3] Each of the others chooses one bet or none."""
    position = given("X/X-3-X-5-X-6-X/X", players=4, betting="both")
    for move in ("bet against", "no bet", "bet"):
        assert legal(position) == ["bet", "no bet", "bet against"]
        position = position.play(move)
    assert state(position).bets[:4] == [0, AGAINST, 0, FOR]
    assert position.turn == 0
    assert legal(given("X/X-3-X-5-X-6-X/X")) == ["bet", "no bet"]


def test_the_others_bet_wherever_the_third_die_went() -> None:
    """[K2.2]"""
    for move in ("place left", "place -20"):
        assert legal(given("X/3-X-X-X-X-X-4/X", thrown=1).play(move)) == ["bet", "no bet"]


def test_nobody_bets_after_any_other_die() -> None:
    """[K5.1] One pawn each, one bet a turn."""
    for dice in (1, 2, 4, 5, 6):
        box = [6] * (dice - 1)
        after = given("X/X-X-X-X-X-X-X/X", box=box, thrown=3, bets=[]).play("place 1")
        assert legal(after)[0].startswith("throw")


def test_the_next_turn_begins_with_everything_cleared() -> None:
    """[K1.3, K2.1]"""
    after = finish("1/1-2-3-4-5-6-X/X", matches=3, bets=[1], players=3)
    s = state(after)
    assert (after.turn, s.turns, s.placed, s.box, s.direction) == (1, 2, 0, 0, 0)
    assert s.lies == [HAND] * 7
    assert not any(s.shows + s.slots + s.bets)


def test_after_the_last_player_the_first_throws() -> None:
    """[K1.3]"""
    assert finish("X/1-2-3-4-5-5-6/X", player=2, turns=3, players=3).turn == 0


def test_the_game_ends_after_equal_turns() -> None:
    """[K6.1]"""
    for rounds in (1, 5):
        for player in range(3):
            turns = 3 * (rounds - 1) + player + 1
            after = finish("X/1-2-3-4-5-5-6/X", player=player, turns=turns, players=3, rounds=rounds)
            assert after.is_over == (player == 2)


def test_equal_totals_share_the_place() -> None:
    """[K6.1]"""
    position = given(scores=[100, -20, 100, 350, -20], players=5)
    assert position.scores == [100, -20, 100, 350, -20]
    assert position.places == [2, 4, 2, 1, 4]
