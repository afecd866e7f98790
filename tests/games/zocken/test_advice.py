"""Advice: values that fit together from one decision to the next, so that luck and skill can be told apart."""

from __future__ import annotations

import pytest

from stammtisch import load
from stammtisch.bots import analyse
from stammtisch.core.position import Position
from stammtisch.games.zocken.rules import BETTING, DICE, PLACING
from tests.games.zocken.positions import given, placing, points, state


def check(position: Position) -> None:
    """A throw is worth the mean of what it shows, a choice its best move, a move what comes after it."""
    known = analyse(position)
    assert known == analyse(position)
    if position.is_chance:
        shown = [float(share) * analyse(position.play(face)).value for face, share in position.outcomes]
        assert known.value == pytest.approx(sum(shown), abs=1e-9)
        assert known.seat == state(position).player
        return
    assert known == analyse(position.view(position.turn))
    assert known.seat == position.turn
    assert {choice.move for choice in known.choices} == set(position.legal_moves)
    assert known.value == known.best.value == pytest.approx(max(choice.value for choice in known.choices), abs=1e-9)
    for choice in known.choices:
        after = position.play(choice.move)
        if state(position).phase == PLACING and state(position).placed == DICE - 1:
            assert choice.value == points(placing(position, choice.move))
        elif state(position).phase != BETTING and state(after).phase != BETTING:
            assert choice.value == pytest.approx(analyse(after).value, abs=1e-9)
        assert all(-1e-9 <= chance <= 1 + 1e-9 for chance in choice.figures.values())


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.no_cover
def test_values_fit_together(players: int) -> None:
    """Through a turn of random moves."""
    game = load("zocken", players=players)
    position, k = game.start(), 0
    while state(position).turns == 1:
        check(position)
        k += 1
        choices = [face for face, _ in position.outcomes] if position.is_chance else position.legal_moves
        position = position.play(choices[(k * 5 + players) % len(choices)])


def sentences(position: Position) -> list[str]:
    known = analyse(position)
    return [known.sentence(choice.move) for choice in known.choices]


def test_advice_in_words() -> None:
    thrown = given("X/1-X-3-X-X-6-6/X", thrown=2, die="orange", matches=3, bets=[])
    assert sentences(thrown)[0] == "place 2: a match; 149.7 points expected, 100 % above 50, the only move"
    last = given("1/1-2-X-X-5-6-6/X", thrown=3, die="yellow", matches=1, bets=[])
    assert sentences(last) == [
        "place 3: the turn ends with 70: series 50, 2 colours 30, 1 end −10, best",
        "place 4: the turn ends with 50: series 50, 1 colour 10, 1 end −10, gives away 20 points",
    ]
    picked = given("X/1-2-X-X-5-6-6/X", [3], matches=3, bets=[], bet_wins_at="from_50")
    assert sentences(picked) == ["throw violet: 36.7 points expected, 0 % 50 or more, the only move"]


def test_a_bet_in_words() -> None:
    good, bad = given("X/1-2-X-X-X-6-X/X", matches=2), given("X/X-2-X-X-X-6-X/X", [3])
    assert sentences(good)[0].startswith("bet: gains ")
    assert sentences(bad)[0] == "no bet: nothing won, nothing lost, best"
    assert sentences(bad)[1].startswith("bet: loses ")
    both = given("X/X-2-X-X-X-6-X/X", [3], betting="both")
    assert sentences(both)[0].startswith("bet against: gains ")
    assert analyse(both).best.figures["above_50"] < 0.5
    assert sentences(given("X/1-2-X-X-X-6-X/X", matches=2, betting="both"))[-1].startswith("bet against: loses ")
    assert analyse(good).best.figures["above_50"] > 0.5
