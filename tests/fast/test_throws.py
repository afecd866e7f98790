"""Compiled, a throw is the same one, as likely, and the same follows."""

from __future__ import annotations

from random import Random

import pytest

from stammtisch.core import throws
from stammtisch.core.game import Game
from stammtisch.core.position import Position
from stammtisch.fast.compiler import compile_rules
from stammtisch.fast.layout import pack, pack_options, unpack
from tests.helpers import GAMES, any_move, load, play_on


def largest_throw(game: Game) -> Position:
    """Of a match, the first position at which the most outcomes come together."""
    match = play_on(game.match(seed=1), any_move, Random(1), 100)
    return max(match.history, key=lambda position: position.exchangeable)


@pytest.mark.parametrize("name", GAMES)
def test_compiled_throws_equal_interpreted_ones(name: str) -> None:
    game = load(name)
    position = largest_throw(game)
    rules, options = compile_rules(game.module, drivers=(throws,)), pack_options(game.options)[0]
    kind = type(position.to_play_on())
    packed = pack(position.to_play_on())
    interpreted = game.rules
    count = rules.count_throws(packed[0], options)
    assert count == interpreted.count_throws(position.to_play_on(), game.options)
    for number in range(count):
        s, after = position.to_play_on(), packed.copy()
        chance = interpreted.play_throw(s, game.options, number)
        assert rules.play_throw(after[0], options, number) == chance
        if chance[0]:
            assert unpack(kind, after[0]).key() == s.key()
