"""Levels: temptation grows with heat and falls with what a move gives away; every game has all four."""

from __future__ import annotations

from collections import Counter
from math import exp

import pytest

import stammtisch
from stammtisch import games
from stammtisch.bots import LEVELS, Grade, LevelBot, Mistake, bot_named, decision_seed
from stammtisch.core.game import Move
from stammtisch.core.position import Position
from stammtisch.core.unit import POINTS

POSITION = stammtisch.load("heckmeck").match(seed=7).position


def worth(view: Position) -> dict[Move, float]:
    """The later a move stands, the more it gives away."""
    return {move: -0.5 * number for number, move in enumerate(view.legal_moves)}


def test_a_move_is_chosen_as_often_as_it_tempts() -> None:
    bot = LevelBot("warm", worth, Grade.of(1.0), POINTS)
    chosen = Counter(bot.choose(POSITION, seed) for seed in range(4000))
    shares = [exp(-0.5 * number) for number in range(len(POSITION.legal_moves))]
    for move, share in zip(POSITION.legal_moves, shares, strict=True):
        expected = 4000 * share / sum(shares)
        assert abs(chosen[move] - expected) < 4 * expected**0.5


def test_without_heat_always_the_best_and_the_first_of_equals() -> None:
    cold = LevelBot("cold", worth, Grade.of(0.0), POINTS)
    assert {cold.choose(POSITION, seed) for seed in range(20)} == {POSITION.legal_moves[0]}
    same = LevelBot("same", lambda view: dict.fromkeys(view.legal_moves, 1.0), Grade.of(0.0), POINTS)
    assert same.choose(POSITION, 3) == POSITION.legal_moves[0]


def test_a_mistake_makes_a_move_seem_worth_more_by_its_weight() -> None:
    first, second, *others = POSITION.legal_moves
    loves = Mistake("second", "loves the second move", lambda _: {second: 1.0})
    seen = LevelBot("sees", worth, Grade.of(1.0, (loves, 0.75)), POINTS).seen(POSITION)
    assert (seen[first], seen[second]) == (0.0, 0.25)
    assert [seen[move] for move in others] == [worth(POSITION)[move] for move in others]


def test_a_dominated_move_is_never_made_however_it_tempts() -> None:
    first, *others = POSITION.legal_moves
    bot = LevelBot("hot", worth, Grade.of(100.0), POINTS, dominated=lambda _: [first])
    assert {bot.choose(POSITION, seed) for seed in range(200)} == set(others)


def test_a_description_names_every_mistake() -> None:
    """Of a beginner as they are, of a regular as what happens sometimes; an expert has none."""
    bots = stammtisch.load("heckmeck").bots
    beginner, regular, expert = (bot for bot in bots.values() if isinstance(bot, LevelBot))
    assert beginner.about == "; ".join(mistake.about for mistake in beginner.grade.mistakes)
    assert regular.about.startswith("sometimes: ")
    assert "tempts" in expert.about


@pytest.mark.parametrize("name", games.names())
def test_every_game_has_four_levels_that_play_the_same_again(name: str) -> None:
    game = stammtisch.load(name)
    assert [bot for bot in game.bots if bot in LEVELS] == list(LEVELS)
    assert all(bot.about for bot in game.bots.values())
    assert bot_named(game, "bot") is game.bots["beginner"]
    for level in ("beginner", "expert"):
        events = []
        for _ in range(2):
            match = game.match(seed=3)
            for _ in range(30):
                match.play(game.bots[level].choose(match.position.view(match.turn), decision_seed(match)))
            events.append(match.events)
        assert events[0] == events[1]
