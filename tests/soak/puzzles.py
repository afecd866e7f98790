"""Every puzzle of every game checked anew: python -m tests.soak.puzzles [GAME …] [--seed N]

Each is read, compared with the analysis of today, and computed again without the solver; with --seed, what is played on
is so with other dice than when it was made. The control is the same with the best move and the second exchanged: each
of those must be found. The table is docs/soak-puzzles.md.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from stammtisch import games
from stammtisch.puzzles import Puzzle
from stammtisch.puzzles.again import faults
from stammtisch.puzzles.library import puzzles_of, with_puzzles
from stammtisch.puzzles.puzzle import TURN
from tests.helpers import ROOT
from tests.soak.results import tell

REPORT = ROOT / "docs" / "soak-puzzles.md"
HEAD = """# Every puzzle, checked anew

Every row is made by the command that it names: each puzzle of the game is compared with the analysis, and computed
again without the solver ([puzzles.md](puzzles.md)). The control is the same puzzle with the best move and the second
exchanged.

| what | how much | found | control | command |
|---|---|---|---|---|
"""
CONTROLS = 10


def swapped(puzzle: Puzzle) -> Puzzle:
    return replace(puzzle, best=(puzzle.second,), second=puzzle.best[0])


def check(name: str, seed: int | None) -> int:
    """All puzzles of a game; the exit status."""
    puzzles = list(puzzles_of(games.load(name)).values())
    controls = sorted(puzzles, key=lambda each: each.check.count)[:CONTROLS]
    wrong: list[str] = []
    found = 0
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(name, total=len(puzzles) + len(controls))
        for each in puzzles:
            wrong += [f"{each.name}: {fault}" for fault in faults(each, name, seed)]
            bar.advance(task)
        for each in controls:
            found += any("without the solver" in fault for fault in faults(swapped(each), name, seed))
            bar.advance(task)
    print("\n".join(wrong), file=sys.stderr)
    ways = Counter(each.check.way for each in puzzles)
    exact_ones = [each for each in puzzles if each.check.way == TURN and len(each.best) == 1]
    furthest = max((abs(each.check.lead - each.lead) for each in exact_ones), default=None)
    exact = "" if furthest is None else f"; exact leads and the analysis differ by {furthest:.1g} at most"
    how_much = f"{len(puzzles)} puzzles: {ways[TURN]} by the whole turn, {len(puzzles) - ways[TURN]} played on"
    option = "" if seed is None else f" --seed {seed}"
    row = (
        f"puzzles of {name}",
        how_much,
        f"{len(wrong)} wrong{exact}",
        f"{found} of {len(controls)} found",
        f"python -m tests.soak.puzzles {name}{option}",
    )
    return tell(row, good=not wrong and found == len(controls), keep=True, report=REPORT, head=HEAD)


@click.command()
@click.argument("names", metavar="[GAME…]", nargs=-1)
@click.option("--seed", type=int, help="play on with other dice than when the puzzles were made")
def main(names: Sequence[str], seed: int | None) -> None:
    """Check every puzzle of these games, or of all."""
    sys.exit(max(check(name, seed) for name in names or with_puzzles()))


if __name__ == "__main__":
    main()
