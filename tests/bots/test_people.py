"""Levels look like people: none makes a dominated move, a beginner makes each mistake that he is said to make."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import stammtisch
from stammtisch import games
from stammtisch.bots import LevelBot, decision_seed
from stammtisch.core.game import Move
from stammtisch.core.position import Position
from stammtisch.games.barbecue import bots as barbecue_bots
from stammtisch.games.barbecue import rules as barbecue
from stammtisch.games.heckmeck import bots as heckmeck_bots
from stammtisch.games.heckmeck import rules as heckmeck
from stammtisch.games.keeping import ROLL
from stammtisch.games.keeping.mistakes import Prizes
from tests.games.heckmeck.positions import W, given

GRADED = ("beginner", "regular", "expert")
GAMES = {"zatre": 2}
SEEDS = range(12)  # what a level does in one position, over and over


def level(game: str, name: str) -> LevelBot:
    bot = stammtisch.load(game).bots[name]
    assert isinstance(bot, LevelBot)
    return bot


def decisions(
    game: str, names: tuple[str, ...], count: int, **options: object
) -> Iterator[tuple[LevelBot, Position, Move]]:
    """All decisions with a choice in some games in which these levels take turns."""
    for seed in range(count):
        match = stammtisch.load(game, **options).match(seed)
        while not match.is_over:
            bot, view = level(game, names[(match.turn + seed) % len(names)]), match.position.view(match.turn)
            move = bot.choose(view, decision_seed(match))
            if len(view.legal_moves) > 1:
                yield bot, view, move
            match.play(move)


@pytest.mark.parametrize("name", ["heckmeck", "barbecue", "zocken"])  # in Zatre every turn brings something
def test_no_level_makes_a_dominated_move(name: str) -> None:
    avoided = 0
    for bot, view, move in decisions(name, GRADED, GAMES.get(name, 6), players=3):
        dominated = bot.dominated(view)
        assert move not in dominated, f"{bot.name}: {move} in {view}"
        assert len(dominated) < len(view.legal_moves)
        avoided += bool(dominated)
    assert avoided, "there was nothing to avoid"


@pytest.mark.parametrize(
    ("game", "stop", "prizes", "options"),
    [
        ("heckmeck", heckmeck.STOP, heckmeck_bots.prizes, {}),
        ("barbecue", barbecue.STOP, barbecue_bots.prizes, {"deliberate_fail": True}),  # even where the rules let him
    ],
)
def test_nobody_gives_up_a_turn_while_there_are_dice(
    game: str, stop: int, prizes: Prizes, options: dict[str, object]
) -> None:
    could = 0
    for bot, view, move in decisions(game, GRADED, 6, players=3, **options):
        if ROLL in view.legal_moves and stop in view.legal_moves and stop not in prizes(view):
            could += 1
            assert move == ROLL, bot.name
    assert could


@pytest.mark.parametrize(
    ("game", "mistake"),
    [(game, mistake.name) for game in games.names() for mistake in level(game, "beginner").grade.mistakes],
)
def test_a_beginner_makes_each_of_his_mistakes(game: str, mistake: str) -> None:
    """Wherever it leads away from the best move, he follows it clearly more often than an expert does."""
    beginner, expert = level(game, "beginner"), level(game, "expert")
    (made,) = [each for each in beginner.grade.mistakes if each.name == mistake]
    followed = {beginner.name: 0, expert.name: 0}
    positions = 0
    for _, view, _ in decisions(game, ("expert",), GAMES.get(game, 3)):
        pulls, values = made.pull(view), expert.seen(view)
        best = max(values, key=lambda move: values[move])
        astray = {move for move in values if pulls.get(move, 0.0) > pulls.get(best, 0.0)}
        if astray:
            positions += 1
            for bot in (beginner, expert):
                followed[bot.name] += sum(bot.choose(view, seed) in astray for seed in SEEDS)
    assert positions >= 10
    assert followed["beginner"] > 1.3 * followed["expert"], (followed, positions)


def often(position: Position, name: str, move: str) -> float:
    """How often a level makes this move here."""
    made = [str(level("heckmeck", name).choose(position.view(0), seed)) for seed in range(100)]
    return made.count(move) / 100


def test_a_beginner_stops_out_of_fear_where_an_expert_throws() -> None:
    """A total of 21 with three worms and five dice to throw, and a high tile to lose."""
    position = given(grill=[21, *range(25, 37)], stacks=[[24], []], kept={W: 3, 3: 2})
    assert often(position, "beginner", "take 21") > often(position, "expert", "take 21") + 0.2


def test_a_beginner_overlooks_the_tile_of_his_rival() -> None:
    position = given(grill=[21, 22], stacks=[[], [25]], kept={W: 3, 5: 2})
    assert often(position, "expert", "take 25") > 0.95
    assert often(position, "beginner", "take 25") < 0.6
