"""A move that is refused is told with the numbers at hand."""

from __future__ import annotations

import pytest

from stammtisch.core.position import Position
from tests.games.zocken.positions import given
from tests.helpers import check_refusal

PICKING = given("X/1-X-X-X-X-X-X/X", matches=1)
PLACING = given("X/X-3-X-5-X-X-X/X", thrown=4, die="blue")
BETTING = given("X/X-3-X-5-X-6-X/X")

REFUSED = [
    (
        "throw red",
        PICKING,
        "K2.1",
        "red is on the board already; in your hand: orange, yellow, green, blue, violet and white",
    ),
    (
        "place 3",
        PICKING,
        "K2.1",
        "you must first pick a die and roll it: orange, yellow, green, blue, violet and white",
    ),
    ("throw blue", PLACING, "K2.1", "you must first place the die that you rolled: 4"),
    ("bet", PICKING, "K2.2", "the others bet after the third die, and so far 1 die is placed"),
    ("no bet", PLACING, "K2.2", "the others bet after the third die, and so far 2 dice are placed"),
    ("throw white", BETTING, "K2.2", "you are asked only whether you bet on this turn"),
    ("place 1", BETTING, "K2.2", "you are asked only whether you bet on this turn"),
    ("bet", given("X/X-3-X-5-X-6-X/X", bets=[]), "K2.2", "the bets on this turn have been made"),
    ("place 2", PLACING, "K3.1", "there is a 3 already"),
    ("place 1", PLACING, "K3.1", "the row rises, and 4 would come before 3"),
    ("place left", PLACING, "K3.1", "the row rises, and 4 would come before 3"),
    ("place 5", PLACING, "K3.1", "the row rises, and 4 would come after 5"),
    (
        "place 1",
        given("X/X-5-X-3-X-X-X/X", thrown=4, die="blue"),
        "K3.1",
        "the row falls, and 4 would come before 5",
    ),
    (
        "place right",
        given("X/X-5-X-3-X-X-X/X", thrown=4, die="blue"),
        "K3.1",
        "the row falls, and 4 would come after 3",
    ),
    (
        "place 3",
        given("X/X-5-X-5-X-X-X/X", thrown=4, die="blue"),
        "K3.1",
        "4 would be between two dice that show 5",
    ),
    ("place -20", PLACING, "K3.3", "4 still fits elsewhere: place 3"),
    (
        "place -20",
        given("X/3-3-4-X-X-X-5/X", thrown=6, bets=[], penalty_box="forced_only"),
        "K3.3",
        "6 still fits elsewhere: place right",
    ),
    (
        "place 3",
        given("X/X-3-X-5-X-X-X/X", box=[1], thrown=4, bets=[], cascade=True),
        "K3.4",
        "a die is on −20, and in this game all later dice must go there too",
    ),
    (
        "place right",
        given("X/X-3-X-5-X-X-X/X", thrown=6, ends_from=4),
        "K3.5",
        "in this game the ends are closed to the first three dice, and this is die 3",
    ),
    (
        "bet against",
        BETTING,
        "K5.3",
        "in this game you can only bet on the player who rolls, not against",
    ),
    ("bet against", PICKING, "K2.2", "the others bet after the third die, and so far 1 die is placed"),
    ("pass", PICKING, "K2.1", "you can pass only when you have no other move"),
    ("pass", PLACING, "K2.1", "you can pass only when you have no other move"),
    ("pass", BETTING, "K5.1", "you can pass only when you have no other move; without a bet you choose: no bet"),
]


@pytest.mark.parametrize(
    ("move", "position", "paragraph", "reason"), REFUSED, ids=[f"{row[0]}: {row[3]}" for row in REFUSED]
)
def test_a_refusal_says_why_here(move: str, position: Position, paragraph: str, reason: str) -> None:
    check_refusal(move, position, paragraph, reason)
