"""Matches of every game under all pairs of options, looked at ply by ply."""

from __future__ import annotations

from random import Random

import pytest

from stammtisch.core.constants import PASS
from stammtisch.core.errors import IllegalMove
from stammtisch.core.match import Match
from tests.contract import ply
from tests.helpers import CASES, Choose, OptionSet, any_move, case_id, greedy_move, load, play_on, turns

LOOKS = 5_000  # how often forbids may be asked for one match; a game with more moves is looked at less often


def _looks(match: Match) -> int:
    return max(20, min(300, LOOKS // match.game.rules.MOVES))


def _check(match: Match, rng: Random) -> None:
    """Check the first plies one by one, some of the later ones, and the last."""
    looks = _looks(match)
    history = match.history
    later = history[looks:]
    for position in [*history[:looks], *rng.sample(later, min(len(later), looks // 4)), history[-1]]:
        ply.check(position)
    numbers = list(map(turns, history))
    assert numbers == sorted(numbers), "turns must not count backwards"


@pytest.mark.parametrize(("name", "options"), CASES, ids=case_id)
@pytest.mark.parametrize("choose", [any_move, greedy_move])
def test_every_ply_keeps_the_contract(name: str, options: OptionSet, choose: Choose) -> None:
    rng = Random(f"{name} {options}")
    match = load(name, options).match(seed=rng.randrange(2**63))
    play_on(match, choose, rng, 4 * _looks(match))
    _check(match, rng)


@pytest.mark.parametrize(("name", "options"), CASES, ids=case_id)
def test_a_game_ends(name: str, options: OptionSet) -> None:
    rng = Random(f"{name} {options}")
    game = load(name, options)
    match = play_on(game.match(seed=rng.randrange(2**63)), greedy_move, rng, game.rules.LENGTH)
    assert match.is_over
    ply.check(match.position)
    assert 1 in match.places


@pytest.mark.parametrize(("name", "options"), CASES, ids=case_id)
def test_forbids_is_never_asked_for_a_pass(name: str, options: OptionSet) -> None:
    class Spy:
        """Stands in for forbids and remembers what it was asked."""

        def __init__(self) -> None:
            self.asked: set[int] = set()

        def __call__(self, s: object, o: object, m: int) -> int:
            self.asked.add(m)
            return original.forbids(s, o, m)

    game = load(name, options)
    original, spy = game.rules, Spy()
    game.rules = type(original)(**{**vars(original), "forbids": spy})
    match = play_on(game.match(seed=1), any_move, Random(1), 100)
    for position in match.history:
        if position.turn >= 0:
            for move in game.moves[1:]:
                assert (position.why_not(move) == 0) == (move in position.legal_moves)
            if PASS not in position.legal_moves:
                with pytest.raises(IllegalMove, match="no other move"):
                    position.check("pass")
    assert spy.asked
    assert 0 not in spy.asked
