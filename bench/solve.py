"""How fast turns of Heckmeck and Barbecue are solved, and games between bots that solve them: python -m bench.solve

All figures are of one core; what counts are the ratios of one run.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib import import_module
from math import inf

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table
from tests.games.keeping.compressed import CompressedTurn

import stammtisch
from stammtisch.core.game import Game
from stammtisch.games.keeping.lockstep import LockStep
from stammtisch.games.keeping.solve import LANES, Goal, solve, solve_many
from stammtisch.games.keeping.solved import Turn

BATCH = LANES
ROUNDS = 15
GAME_ROUNDS = 3


def seconds(work: Callable[[], object], times: int) -> float:
    """Of one core for one piece of work; what else runs on the machine does not count."""
    begin = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - begin) / times


def measured(game: Game) -> dict[str, float]:
    """Seconds for one solve of the first turn, by the way it is solved."""
    turn: Turn = import_module(f"stammtisch.games.{game.name}.solve").turn(game.start())
    table, goal = turn.table, turn.goal
    goals = [
        Goal(
            np.repeat(goal.ends[:, :, None], BATCH, 2).astype(number),
            np.repeat(goal.allowed[:, :, None], BATCH, 2),
            np.zeros(BATCH, number),
        )
        for number in (np.float64, np.float32)
    ]

    def plain() -> float:
        return CompressedTurn(table.points, goal).value()

    assert abs(plain() - solve(table, goal)[-1]) < 1e-9
    assert (solve_many(table, goals[0])[:, 0] == solve(table, goal)).all()
    solve_many(table, goals[1])  # compiles
    found = {
        "pure Python, memoised": inf,
        "one solve, float64": inf,
        f"{BATCH} at once, float64": inf,
        f"{BATCH} at once, float32": inf,
    }
    for _ in track(range(ROUNDS), game.name):  # the ways take turns and the best round counts: machines are noisy
        rounds = (
            seconds(plain, 1),
            seconds(lambda: solve(table, goal), 50),
            seconds(lambda: solve_many(table, goals[0]), 4) / BATCH,
            seconds(lambda: solve_many(table, goals[1]), 4) / BATCH,
        )
        found = {way: min(best, new) for (way, best), new in zip(found.items(), rounds, strict=True)}
    return found


def games_measured(game: Game) -> dict[str, float]:
    """Seconds for one game between one-turn bots, by the way it is played."""
    bot = game.bots["one-turn"]

    def alone(games: int) -> None:
        for seed in range(games):
            match = game.match(seed=seed)
            while not match.is_over:
                match.play(bot.choose(match.position.view(match.turn), 0))

    def together(lockstep: LockStep, games: int) -> None:
        lockstep.play([lockstep.gains], np.zeros((games, game.players), np.int64), np.arange(games))

    one, exact, many = LockStep(game, batch=1), LockStep(game, exact=True), LockStep(game)
    for lockstep in (one, exact, many):
        together(lockstep, 2)  # compiles
    found = {
        "in a Match, one at a time": inf,
        "compiled, one at a time": inf,
        f"{BATCH} in lock step, float64": inf,
        f"{BATCH} in lock step, float32": inf,
    }
    for _ in track(range(GAME_ROUNDS), f"{game.name}, games"):
        rounds = (
            seconds(lambda: alone(8), 1) / 8,
            seconds(lambda: together(one, BATCH), 1) / BATCH,
            seconds(lambda: together(exact, 8 * BATCH), 1) / (8 * BATCH),
            seconds(lambda: together(many, 8 * BATCH), 1) / (8 * BATCH),
        )
        found = {way: min(best, new) for (way, best), new in zip(found.items(), rounds, strict=True)}
    return found


def main() -> None:
    show_turns()
    show_games()


def show_games() -> None:
    shown = Table(title="Games between two one-turn bots")
    for column in ("game", "way", "games/s", "× in a Match", "× one at a time"):
        shown.add_column(column, justify="left" if column in ("game", "way") else "right")
    for name in ("heckmeck", "barbecue"):
        ways = games_measured(stammtisch.load(name))
        match, one, *_ = ways.values()
        for way, each in ways.items():
            shown.add_row(name, way, f"{1 / each:,.1f}", f"{match / each:,.0f}", f"{one / each:.3g}")
        shown.add_section()
    Console().print(shown)


def show_turns() -> None:
    shown = Table(title="One turn solved")
    for column in ("game", "way", "µs a solve", "× pure Python", "× one solve"):
        shown.add_column(column, justify="left" if column in ("game", "way") else "right")
    for name in ("heckmeck", "barbecue"):
        ways = measured(stammtisch.load(name))
        python, one, *_ = ways.values()
        for way, each in ways.items():
            shown.add_row(name, way, f"{each * 1e6:,.1f}", f"{python / each:,.0f}", f"{one / each:.3g}")
        shown.add_section()
    Console().print(shown)


if __name__ == "__main__":
    main()
