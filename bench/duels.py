"""What bots of Zocken win of each other in games for two, exactly: nothing is thrown, all that can happen is weighed.

    python -m bench.duels [NAME …] [--rounds 5] [--workers N]

A match of one round takes half a minute of one core, one of five rounds ten times as long and more. Written to
results/duels.json; what is there already is kept.
The master by plans is what the master was before the game was solved: it takes the turns to come to be played by a few
plans, and plays the dice before the bets by one of them.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import Progress, TaskID

import stammtisch
from stammtisch.computing import where
from stammtisch.core.game import Game
from stammtisch.games.zocken.duel import EDGE, STEP, Turn, duel
from stammtisch.games.zocken.duel_bots import Exact, Master, Policy
from stammtisch.games.zocken.duel_match import match
from stammtisch.games.zocken.race import PLANS, race
from stammtisch.games.zocken.rules import FOR

FILE = Path(__file__).parent / "results" / "duels.json"


class Planned(Master):
    """The master by plans."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        known = race(game)
        self._leads = known.points - known.brings[FOR]
        wanted = [self._leads if above is None else self._leads > above for above in PLANS]
        self._tables = duel(game).solver.solve_many([known.by_parts(each) for each in wanted])

    def _solve(self, left: int, lead: int) -> Turn:
        after = self._race.planned[left - 1]
        then = lead + self._leads.astype(np.int64) // STEP
        plan = (self._race.spreads @ (1 - after)[(EDGE - then).clip(0, 2 * EDGE)]).round(9).argmax()
        return Turn(self._duel.turn(after, lead).by_bet, self._tables[plan])


class PlannedBets(Exact):
    """Throws and places for the most points, bets like the master by plans."""

    alike = False

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._planned = lru_cache(4)(Planned(game).bets)

    def bets(self, left: int, lead: int) -> Any:
        return self._planned(left, lead)


Made = Callable[[Game], Policy]
MATCHES: dict[str, tuple[str, Made | None, Made]] = {
    "answer-planned": ("a perfect answer to the master by plans", None, Planned),
    "master-planned": ("master against the master by plans", Master, Planned),
    "master-exact": ("master against exact", Master, Exact),
    "master-bets": ("master against exact with the bets of the master by plans", Master, PlannedBets),
    "answer-exact": ("a perfect answer to exact", None, Exact),
    "answer-master": ("a perfect answer to the master", None, Master),
}


def _tick(bar: Progress, task: TaskID, _: str, done: int) -> None:
    bar.update(task, completed=done)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.duels", description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", default=list(MATCHES), help=f"of matches: {', '.join(MATCHES)}")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    game = stammtisch.load("zocken", players=2, rounds=given.rounds)
    console = Console()
    with where(None, given.workers) as place, Progress(console=console) as bar:
        for name in given.names:
            what, mine, rival = MATCHES[name]
            task = bar.add_task(name, total=2 * given.rounds)
            rows = match(game, mine, rival, 2 * given.rounds, place, partial(_tick, bar, task))
            wins = [float(ours[EDGE] + theirs[EDGE]) / 2 for ours, theirs in zip(*rows, strict=True)]
            found: dict[str, Any] = json.loads(FILE.read_text("utf-8"))["matches"] if FILE.exists() else {}
            found.setdefault(what, {}).update({str(k): wins[k] for k in range(2, len(wins), 2)})
            text = json.dumps({"command": "python -m bench.duels", "matches": found}, indent=2)
            FILE.write_text(text + "\n", "utf-8")
            figures = [f"{100 * wins[k]:.2f} % with {k} turns left" for k in range(2, len(wins), 2)]
            console.print(f"{what}: {', '.join(figures)}")


if __name__ == "__main__":
    main()
