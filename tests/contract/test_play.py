"""Matches of every game under all pairs of options, looked at ply by ply."""

from __future__ import annotations

from random import Random

import pytest

from stammtisch.core.constants import PASS
from stammtisch.core.errors import IllegalMove
from stammtisch.testing import play
from stammtisch.testing.playing import Choose, any_move, greedy_move, play_on
from tests.helpers import CASES, OptionSet, case_id, load


@pytest.mark.parametrize(("name", "options"), CASES, ids=case_id)
@pytest.mark.parametrize("choose", [any_move, greedy_move])
def test_every_ply_keeps_the_contract(name: str, options: OptionSet, choose: Choose) -> None:
    play.check_plies(load(name, options), choose)


@pytest.mark.parametrize(("name", "options"), CASES, ids=case_id)
def test_a_game_ends(name: str, options: OptionSet) -> None:
    play.check_end(load(name, options))


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
