"""What must hold of throws: what a game declares exchangeable is."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from stammtisch.core.game import Game, Move
from stammtisch.core.position import Position
from stammtisch.core.throw import count_of
from stammtisch.testing.play import dice
from stammtisch.testing.playing import any_move, play_on

PLIES = 150
ORDERS = 4  # in which each throw is tried
MOST_LISTED = 2_000  # throws of a position that are all looked at


def check_throws(game: Game) -> None:
    """Throws of a match, each in several orders, and where they differ in size all their probabilities."""
    rng = dice(game)
    match = play_on(game.match(seed=rng.randrange(2**63)), any_move, rng, PLIES)
    listed: set[tuple[int, int]] = set()
    for position in match.history:
        if position.is_chance:
            check_throw(position, rng)
            size, most = position.exchangeable, count_of(_kinds(position), position.exchangeable)
            assert most <= game.most_throws, f"{most} throws can come here, but THROWS tells of {game.most_throws}"
            if most <= MOST_LISTED and (size, _kinds(position)) not in listed:
                listed.add((size, _kinds(position)))
                check_all_throws(position)


def check_throw(position: Position, rng: Random) -> None:
    """One throw in several orders: they are equally likely, and the same follows."""
    size = position.exchangeable
    assert size >= 1, f"exchangeable answers {size}, but one outcome comes at least"
    outcomes, after, chance = _let_fall(position, rng)
    for _ in range(ORDERS if size > 1 else 0):
        order = rng.sample(outcomes, size)
        found = _in_order(position, order)
        assert found is not None, f"{size} outcomes are called exchangeable, but {_words(order)} cannot come"
        assert found[0] == after, (
            f"{size} outcomes are called exchangeable, but after {_words(order)} it is not as after {_words(outcomes)}"
        )
        assert found[1] == chance, (
            f"{size} outcomes are called exchangeable, but {_words(order)} is not as likely as {_words(outcomes)}"
        )
    assert position.play_throw(outcomes) == after, "the outcomes of a throw lead elsewhere than the throw"


def check_all_throws(position: Position) -> None:
    """Their probabilities make 1, and their numbers ascend and lead back to them."""
    throws = position.throws
    chances = sum(chance for _, chance in throws)
    assert chances == 1, f"the chances of all throws make {chances}, so not every order is as likely"
    numbers = [throw.number for throw, _ in throws]
    assert numbers == sorted(set(numbers))
    for throw, _ in throws:
        assert position.throw(throw.number) == throw == position.throw(throw.outcomes)


def _let_fall(position: Position, rng: Random) -> tuple[list[Move], Position, Fraction]:
    """A throw outcome by outcome, by lot: what fell, the position after it, and its probability in this order."""
    first, size = position, position.exchangeable
    outcomes: list[Move] = []
    chance = Fraction(1)
    while len(outcomes) < size:
        fallen = f"after {len(outcomes)} of {size} exchangeable outcomes"
        assert position.is_chance, f"{fallen} nothing falls any more"
        assert position.audience == first.audience, f"{fallen} others see the next one"
        assert position.exchangeable == size - len(outcomes), f"{fallen} {position.exchangeable} are exchangeable"
        assert _kinds(position) == _kinds(first), f"{fallen} there are {_kinds(position)} kinds, not {_kinds(first)}"
        made = position.drawn(rng.randrange(position.lots))
        chance *= dict(position.outcomes)[made]
        outcomes.append(made)
        position = position.after(made)
    return outcomes, position, chance


def _in_order(position: Position, order: list[Move]) -> tuple[Position, Fraction] | None:
    """The position after these outcomes, and their probability; None if that is 0."""
    chance = Fraction(1)
    for made in order:
        likely = dict(position.outcomes).get(made)
        if likely is None:
            return None
        chance *= likely
        position = position.after(made)
    return position, chance


def _kinds(position: Position) -> int:
    return position.game.rules.outcomes(position.to_play_on(), position.game.options)


def _words(outcomes: list[Move]) -> str:
    return " ".join(map(str, outcomes))
