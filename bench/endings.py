"""What masters give away late in real games for two: their turns held against a look much further ahead.

    python -m bench.endings [heckmeck] [barbecue] [--games 200] [--workers 2]

Masters play each other. Wherever so few ends of a turn are left that the master looks further, it is weighed once more
with TURNS turns ahead, not the few dozen of the master, and what his way to play the turn gives away by that is noted.
How much that itself may be off, the change from a third of these turns tells. Written to results/endings.json.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

import stammtisch
from stammtisch.computing import Place, in_order, where
from stammtisch.core.game import Game
from stammtisch.games.keeping import ENDED, deeper
from stammtisch.games.keeping.lockstep import LockStep
from stammtisch.games.keeping.value import learned
from stammtisch.games.keeping.whole_game import ends_chosen, weighed

GAMES = ("heckmeck", "barbecue")
FILE = Path(__file__).parent / "results" / "endings.json"
TURNS = 6561  # that may follow a turn in the last generation: nine ends, four times
MOST = 16  # generations
PART = 20  # games that a worker plays together


def given_away(game: Game, seeds: Any) -> tuple[Any, Any]:
    """By turn, late in these games: what it gave away, and what the worth of it changed by the last turns ahead."""
    step = LockStep(game, exact=True)
    guess = step.guesses(learned(game))
    master, less, more = (deeper.Deeper(step, guess, *each) for each in ((), (TURNS // 3, MOST), (TURNS, MOST)))
    states = late_turns(step, master, seeds)
    lost, changed = [np.zeros(0)], [np.zeros(0)]
    for begin in range(0, len(states), step.batch):
        some = states[begin : begin + step.batch]
        ahead = step.ahead(some)
        mine, near, far = (weighed(step, weigh, some, ahead) for weigh in (master, less, more))
        best = (ends_chosen(step, ahead, far) * far).sum(1)
        lost.append(best - (ends_chosen(step, ahead, mine) * far).sum(1))
        changed.append(np.abs(best - (ends_chosen(step, ahead, near) * near).sum(1)))
    return np.concatenate(lost), np.concatenate(changed)


def late_turns(step: LockStep, master: Any, seeds: Any) -> Any:
    """All turns of games between masters from which the master looks further."""
    states, rows, found = step.start(len(seeds)), np.arange(len(seeds)), []
    while len(rows):
        for first in range(0, len(rows), step.batch):
            some = rows[first : first + step.batch]
            ends = (step.ahead(states[some]).possible[:, None] >> np.arange(step.compiled.ENDS) & 1).sum(1)
            found.append(states[some[(ends > 1) & (ends <= deeper.LATE)]].copy())
            step.step(states, some, [master], np.zeros(len(some), np.int64), seeds)
        rows = rows[states["phase"][rows] != ENDED]
    return np.concatenate(found)


def measured(name: str, games: int, seed: int, place: Place) -> dict[str, Any]:
    game = stammtisch.load(name, players=2)
    parts = [(game, np.arange(first, min(first + PART, games)) + seed) for first in range(0, games, PART)]
    played = list(track(in_order(place, given_away, parts), name, len(parts)))
    lost, changed = (np.concatenate(each) for each in zip(*played, strict=True))
    return {
        "games": games,
        "seed": seed,
        "turns": len(lost),
        "mean": float(lost.mean()),
        "99 of 100": float(np.quantile(lost, 0.99)),
        "most": float(lost.max()),
        "a game": float(lost.sum() / games / 2),
        "changed by the last look": float(changed.mean()),
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.endings", description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", default=list(GAMES), metavar="GAME", help="all, if none is given")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, help="processes at work; by default one for each core")
    given = parser.parse_args()
    kept: dict[str, Any] = json.loads(FILE.read_text("utf-8"))["games"] if FILE.exists() else {}
    with where(None, given.workers) as place:
        for name in given.names:
            kept[name] = measured(name, given.games, given.seed, place)
    shown = Table(title="What masters give away late in games for two, of a win")
    figures = ("mean", "99 of 100", "most", "a game", "changed by the last look")
    for column in ("game", "turns", *figures):
        shown.add_column(column, justify="left" if column == "game" else "right")
    for name, found in kept.items():
        shown.add_row(name, f"{found['turns']:,}", *(f"{found[each]:.6f}" for each in figures))
    Console().print(shown)
    FILE.write_text(json.dumps({"command": "python -m bench.endings", "games": kept}, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
