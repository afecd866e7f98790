"""Expectimax is exact: it agrees with plain enumeration in fractions, and with the turn solver."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random

import pytest

from stammtisch.bots.expectimax import estimate, solve
from stammtisch.core.position import Position
from stammtisch.core.record import Record
from stammtisch.games.keeping.solved import solved
from tests.games.heckmeck.positions import START, W, given
from tests.helpers import TOY, any_move, load, play_on

MANY = 100_000


@cache
def plain(position: Position) -> tuple[Fraction, ...]:
    """Everybody's share of the first place: whole positions, their legal moves and outcomes, no bound rules."""
    if position.is_over:
        winners = position.places.count(1)
        return tuple(Fraction(place == 1, winners) for place in position.places)
    if position.is_chance:
        followers = [(chance, plain(position.play(kind))) for kind, chance in position.outcomes]
        return tuple(sum((c * shares[p] for c, shares in followers), Fraction(0)) for p in range(position.game.players))
    best = plain(position.play(position.legal_moves[0]))
    for move in position.legal_moves[1:]:
        other = plain(position.play(move))
        if other[position.turn] > best[position.turn]:
            best = other
    return best


@pytest.mark.parametrize("options", [{"bag": "small"}, {"players": 3, "hand": 1, "bag": "small"}, {"repeat": True}])
def test_whole_games_of_marbles(options: dict[str, object]) -> None:
    """From the first throw, and from every later position of a match; three players are max-n."""
    match = play_on(load(TOY, options).match(seed=4), any_move, Random(4), 100)
    for position in match.history[:: 4 if options.get("bag") else 9]:
        found = solve(position, MANY)
        assert found is not None
        assert found.win == pytest.approx(tuple(map(float, plain(position))), abs=1e-12)
        assert list(found.moves) == list(position.legal_moves)
        for move, shares in found.moves.items():
            assert shares == pytest.approx(tuple(map(float, plain(position.play(move)))), abs=1e-12)


def test_the_last_turn_of_heckmeck() -> None:
    """Whatever happens now ends the game, so the turn solver knows the chance to win as well."""
    position = START["last tile, two dice, a failed turn ends the game"]
    failed = position
    while not failed.is_over:  # worms were set aside: another throw of worms only fails
        failed = failed.play("worm" if failed.is_chance else failed.legal_moves[0])

    def prize(s: Record, m: int) -> float:
        return share(Position.unchecked(position.game, s).play(m))

    turn = solved(position, prize, share(failed))
    found = solve(position, MANY)
    assert found is not None
    assert found.win[0] == pytest.approx(turn.value(position), abs=1e-12)
    assert 0 < found.win[0] < 1
    assert {move: shares[0] for move, shares in found.moves.items()} == pytest.approx(turn.moves(position), abs=1e-12)


def share(over: Position) -> float:
    """Seat 0's part of the first place."""
    assert over.is_over
    return (over.places[0] == 1) / over.places.count(1)


def test_too_much_is_refused() -> None:
    start = load(TOY, {"bag": "small"}).start()
    assert solve(start, 20) is None
    assert solve(load("heckmeck").start(), 400) is None, "a game without an end is not followed for ever"
    assert solve(start, MANY, secrets=False) is None, "hands are drawn in secret here"


def test_a_cut_counts_the_lead() -> None:
    """One ply before the last tile is taken: the worms on the table decide."""
    position = given([22], [[21, 25], [23]], {W: 2, 4: 2, 1: 2, 2: 2})
    found = solve(position, MANY, depth=1, width=2.0)
    assert found is not None
    assert {str(move): shares for move, shares in found.moves.items()} == {"take 22": (1.0, 0.0)}
    found = solve(given([22, 30], [[21, 25], [23]], {W: 2, 4: 2, 1: 2, 2: 2}), MANY, depth=1, width=2.0)
    assert found is not None
    assert found.win == pytest.approx((0.8, 0.2)), "four worms against one: a lead of 3 is 3 / (2 + 3) of the way"


def test_estimated_shares_follow_the_scores() -> None:
    assert estimate([7, 7, 7], 5.0) == pytest.approx((1 / 3, 1 / 3, 1 / 3))
    assert estimate([3, 8], 5.0) == pytest.approx((0.25, 0.75))
