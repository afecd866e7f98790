"""Solve: a whole game from a position on, and what a bot gives away in it. Names no game."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress, TextColumn, TimeElapsedColumn

import stammtisch
from stammtisch.computing import place
from stammtisch.core.contract.whole_game import WholeGame
from stammtisch.core.errors import OptionError
from stammtisch.core.game import Game
from stammtisch.core.position import Position
from stammtisch.terminal.odds import read_position


@dataclass(frozen=True)
class SolveRequest:
    """What is asked for on the command line."""

    game: str
    options: dict[str, Any]
    tiles: Sequence[int] = ()
    position: Path | None = None
    against: Sequence[str] = ()
    workers: int = 1
    as_json: bool = False


def show_solved(request: SolveRequest) -> None:
    """Solve it, and tell what it is worth."""
    game = stammtisch.load(request.game, **request.options)
    solver = game.part(WholeGame)
    if not solver:
        raise OptionError(f"no whole game of {game.title} can be solved yet")
    start = _start(request, game, solver)
    for bot in request.against:
        if bot not in solver.rivals:
            raise OptionError(
                f"how '{bot}' plays cannot be told exactly; that can be told of {' and '.join(solver.rivals)}"
            )
    begun = time.monotonic()
    columns = (TextColumn("{task.description}"), TimeElapsedColumn())
    with (
        place(request.workers if solver.parallel else 1) as here,
        Progress(*columns, console=Console(stderr=True), transient=True) as bar,
    ):
        task = bar.add_task("")
        where = {"place": here} if solver.parallel else {}

        def tick(what: str, done: int) -> None:
            bar.update(task, description=f"{done:,} {what}")

        listed = solver.listed(start, tick)
        solved = listed.solve(tick=tick, **where)
        chance = solved.chance(start)
        policies = {bot: listed.policy(bot) for bot in request.against}
        answers = {bot: listed.solve(policy, tick, **where).answer(start) for bot, policy in policies.items()}
        regrets = {bot: solver.regret(solved, policy) for bot, policy in policies.items()} if solver.regret else {}
    given_away = {bot: {"mean": mean, "most": most} for bot, (mean, most) in regrets.items()}
    found = {"positions": len(listed), "first": chance, "answers": answers, "regret": given_away}
    if request.as_json:
        print(json.dumps(found, indent=2))
        return
    print(f"{game.title}: {len(listed):,} positions between two turns, solved in {time.monotonic() - begun:.1f} s\n")
    print(f"{chance:.9f}  is the chance of whoever is to move, if both play as well as can be")
    for bot, answer in answers.items():
        print(f"{answer:.9f}  is that of a perfect rival of {bot}, if it is decided by lot who begins")
        if bot in regrets:
            mean, most = regrets[bot]
            print(f"{mean:.9f}  is what {bot} gives away in a turn, on the mean of all positions; {most:.9f} at most")


def _start(request: SolveRequest, game: Game, solver: WholeGame) -> Position:
    """Where the game that is to be solved begins."""
    if request.tiles and (request.position or not solver.smaller):
        raise OptionError("tell either --tiles or --position" if solver.smaller else f"{game.title} has no tiles")
    if request.position:
        return read_position(request.position, game)
    if not solver.smaller:
        return game.start()
    if not request.tiles:
        raise OptionError("tell what is to be solved: --tiles 21,25,29 for a smaller game, or --position FILE")
    return solver.smaller(game, request.tiles)
