"""The turn solver in large numbers: random positions against the plain solver, and turns played in the engine.

    python -m tests.soak.turns [--positions 1000] [--turns 1000000]

Exits with 1 if a value differs by 1e-9 or more, or a mean by more than 3 standard errors.
"""

from __future__ import annotations

import argparse
import sys
from fractions import Fraction
from math import sqrt
from random import Random

from rich.console import Console
from rich.progress import Progress

from stammtisch import load
from tests.games.turns.play import play_turns
from tests.games.turns.positions import GAMES, random_position
from tests.games.turns.test_positions import compare, turn

EXACT = 5  # positions that are compared in fractions
CHUNK = 10_000  # turns


def positions(name: str, count: int, progress: Progress) -> float:
    """The greatest difference between the solvers."""
    rng = Random(11)
    worst = 0.0
    for i in progress.track(range(count), description=f"{name}: positions"):
        stolen = rng.choice([Fraction(1), Fraction(3, 2), Fraction(2)])
        worst = max(worst, compare(random_position(name, rng), stolen, Fraction if i < EXACT else float))
    return worst


def turns(name: str, count: int, progress: Progress) -> float:
    """How many standard errors lie between what first turns gain in the engine and what their value promises."""
    rng = Random(12)
    start = load(name).start()
    solved = turn(start)
    chunks = [
        play_turns(solved, start, CHUNK, rng)
        for _ in progress.track(range(max(2, count // CHUNK)), description=f"{name}: turns of {CHUNK:,}")
    ]
    gain = sum(each.gain for each in chunks) / len(chunks)
    error = sqrt(sum(each.gain_error**2 for each in chunks)) / len(chunks)
    return (gain - solved.value(start)) / error


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.turns", description="The turn solver in large numbers.")
    parser.add_argument("--positions", type=int, default=1000, metavar="N")
    parser.add_argument("--turns", type=int, default=1_000_000, metavar="N")
    given = parser.parse_args()
    console = Console()
    good = True
    for name in GAMES:
        with Progress(console=console, transient=True) as progress:
            worst = positions(name, given.positions, progress)
            away = turns(name, given.turns, progress)
        console.print(
            f"{name}: {given.positions:,} positions, {EXACT} in fractions: greatest difference {worst:.1e}; "
            f"{given.turns:,} turns in the engine: {away:+.2f} standard errors from their value"
        )
        good = good and worst < 1e-9 and abs(away) <= 3
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
