"""The turn solver in large numbers: random positions against the plain solver, and turns played by the compiled rules.

    python -m tests.soak.turns                                     written to docs/soak-turns.md
    python -m tests.soak.turns --positions 100 --turns 100000      only shown

Exits with 1 if a value differs by 1e-9 or more, or a mean by more than 3 standard errors.
"""

from __future__ import annotations

import argparse
import sys
from fractions import Fraction
from random import Random

import numpy as np
from rich.console import Console
from rich.progress import Progress

from stammtisch import load
from stammtisch.fast.layout import unpack
from stammtisch.games.keeping.lockstep import LockStep
from tests.examples import TITLES
from tests.games.keeping.positions import GAMES, random_position
from tests.games.keeping.test_solved import compare, turn
from tests.helpers import ROOT

EXACT = 5  # positions that are compared in fractions
POSITIONS, TURNS = 1000, 1_000_000
REPORT = ROOT / "docs" / "soak-turns.md"


def positions(name: str, count: int, progress: Progress) -> float:
    """The greatest difference between the solvers."""
    rng = Random(11)
    worst = 0.0
    for i in progress.track(range(count), description=f"{name}: positions"):
        stolen = rng.choice([Fraction(1), Fraction(3, 2), Fraction(2)])
        worst = max(worst, compare(random_position(name, rng), stolen, Fraction if i < EXACT else float))
    return worst


def turns(name: str, count: int, progress: Progress) -> tuple[float, float, float]:
    """What first turns should gain, what they gain on average with the seeds from 0 on, and its standard error."""
    start = load(name).start()
    lockstep = LockStep(start.game)
    states, seeds = lockstep.start(count), np.arange(count)
    for first in progress.track(
        range(0, count, lockstep.batch), description=f"{name}: turns, {lockstep.batch} at once"
    ):
        rows = seeds[first : first + lockstep.batch]
        lockstep.step(states, rows, [lockstep.gains], np.zeros(len(rows), np.int64), seeds)
    kinds, often = np.unique(states.view(f"V{states.itemsize}"), return_counts=True)  # few: a new turn has begun
    game = start.game
    after = [unpack(game.module.State, kind) for kind in kinds.view(states.dtype)]
    gains = np.array([game.rules.score(s, game.options, 0) for s in after])
    mean = float((gains * often).sum() / count)
    error = float(((gains - mean) ** 2 * often).sum() ** 0.5 / count)
    return turn(start).value(start), mean, error


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.turns", description="The turn solver in large numbers.")
    parser.add_argument("--positions", type=int, default=POSITIONS, metavar="N")
    parser.add_argument("--turns", type=int, default=TURNS, metavar="N")
    given = parser.parse_args()
    console = Console()
    good = True
    lines = [
        f"# Turns of {' and '.join(TITLES[name] for name in GAMES)} against a second solver and against play",
        "",
        "Made by `python -m tests.soak.turns`. Random positions under random options were solved a second time,",
        f"plainly, {EXACT} of each game in exact fractions; first turns were played by the solver's values through the",
        "compiled rules.",
        "",
        "| game | positions | greatest difference | turns | predicted gain | mean gain | standard error | off by |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for name in GAMES:
        with Progress(console=console, transient=True) as progress:
            worst = positions(name, given.positions, progress)
            predicted, mean, error = turns(name, given.turns, progress)
        off = (mean - predicted) / error
        good = good and worst < 1e-9 and abs(off) <= 3
        lines.append(
            f"| {name} | {given.positions:,} | {worst:.1e} | {given.turns:,} | {predicted:.6f} | {mean:.6f} "
            f"| {error:.6f} | {off:+.2f} errors |"
        )
    text = "\n".join(lines) + "\n"
    print(text)
    if (given.positions, given.turns) == (POSITIONS, TURNS):
        REPORT.write_text(text, "utf-8")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
