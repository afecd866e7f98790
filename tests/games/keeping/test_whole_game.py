"""Whole games solved on small grills: the published figures, every turn again by another way, and no perfect answer to
perfect play."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import stammtisch
from stammtisch.core.constants import OVER, PASS
from stammtisch.core.contract.whole_game import Listed, WholeGame
from stammtisch.core.errors import OptionError, StammtischError
from stammtisch.core.game import Game
from stammtisch.core.position import Position
from stammtisch.games.keeping import CHOOSING
from stammtisch.games.keeping.solved import solved
from stammtisch.games.keeping.whole_game import Small, Solved

TILES = {"heckmeck": (21, 25), "barbecue": (33,)}


def start_of(name: str, tiles: tuple[int, ...], **options: Any) -> Position:
    game = stammtisch.load(name, players=2, **options)
    smaller = game.part(WholeGame).smaller
    assert smaller
    return smaller(game, tiles)


@cache
def small(name: str) -> tuple[Position, Listed]:
    start = start_of(name, TILES[name])
    return start, start.game.part(WholeGame).listed(start, lambda _, __: None)


@pytest.mark.parametrize(
    ("tiles", "positions", "chance"), [((21, 25), 12, 0.612785724), ((21, 25, 29, 33), 464, 0.536644598)]
)
def test_published_figures(tiles: tuple[int, ...], positions: int, chance: float) -> None:
    start = start_of("heckmeck", tiles)
    found = start.game.part(WholeGame).listed(start, lambda _, __: None)
    assert len(found) == positions
    assert found.solve().chance(start) == pytest.approx(chance, abs=1e-9)


@pytest.mark.parametrize("name", TILES)
def test_every_turn_is_worth_what_a_turn_solved_alone_is(name: str) -> None:
    """By the rules in Python, asked move by move, with the chances after it for prizes."""
    start, listed = small(name)
    values = listed.solve()
    assert isinstance(listed, Small)
    game, rules = start.game, start.game.rules
    for state in listed.positions.states[:: max(1, len(listed) // 20)]:
        position = _position(game, state)

        def after(s: Any, m: int) -> float:
            mover, then = s.player, s.copy()
            rules.play(then, game.options, m)
            if rules.turn(then, game.options) == OVER:
                first = [p for p in range(2) if rules.place(then, game.options, p) == 1]
                return (mover in first) / len(first)
            chance = values.chance(Position(game, then))
            return chance if then.player == mover else 1 - chance

        failing: Any = position.state.copy()
        failing.phase = CHOOSING
        fail = after(failing, PASS)

        def prize(s: Any, m: int, fail: float = fail) -> float | None:
            found = after(s, m)
            return None if found == fail else found

        assert solved(position, prize, fail).value(position) == pytest.approx(values.chance(position), abs=1e-9)


def _position(game: Game, record: Any) -> Position:
    s = game.start().state.copy()
    for name in record.dtype.names:
        value = record[name]
        setattr(s, name, [int(each) for each in value] if value.shape else int(value))
    s.turns = 1 + s.player  # a number that his turn may have
    return Position(game, s)


@pytest.mark.parametrize("name", TILES)
def test_nobody_beats_perfect_play_and_everything_else_loses_to_it(name: str) -> None:
    start, listed = small(name)
    perfect = listed.solve()
    assert isinstance(perfect, Solved)
    assert listed.solve(perfect.chosen).answer(start) == pytest.approx(0.5, abs=1e-9)
    for bot in start.game.part(WholeGame).rivals:
        assert 0.5 - 1e-9 <= listed.solve(listed.policy(bot)).answer(start) < 0.7


@pytest.mark.parametrize("name", TILES)
def test_what_is_given_away(name: str) -> None:
    """Nothing by perfect play; something by a bot that looks no further than its turn."""
    _, listed = small(name)
    solved = listed.solve()
    assert isinstance(solved, Solved)
    assert solved.regret(solved.chosen) == pytest.approx((0, 0), abs=1e-9)
    mean, most = solved.regret(listed.policy("one-turn"))
    assert 0 < mean < most < 1


def test_what_cannot_be_solved_is_refused() -> None:
    with pytest.raises(OptionError, match="the tiles are 21 to 36, not 20"):
        start_of("heckmeck", (20,))
    three = stammtisch.load("heckmeck", players=3).start()
    with pytest.raises(StammtischError, match="for two players, not for 3"):
        Small(three)
    _, listed = small("heckmeck")
    with pytest.raises(OptionError, match="how 'random' plays cannot be told exactly"):
        listed.policy("random")
    with pytest.raises(StammtischError, match="too many to solve the whole game"):
        Small(stammtisch.load("heckmeck", players=2).start(), most=1000)
    other = start_of("heckmeck", (21, 22))
    with pytest.raises(StammtischError, match="cannot come in the game that was solved"):
        listed.solve().chance(other)
