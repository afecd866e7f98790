"""Play turns of Zocken by the solver's values, through the compiled rules, and compare with what it predicts.

    python -m tests.soak.zocken_turns           a million turns for the score, a tenth for more than 50; written to docs
    python -m tests.soak.zocken_turns 20000     fewer, only shown
    python -m tests.soak.zocken_turns --cluster ray://host:10001

Exits with 1 if a mean is off by more than 3 standard errors.
"""

from __future__ import annotations

import argparse
import math
import sys
from functools import cache
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import track

from stammtisch import load
from stammtisch.computing import Place, in_order, where
from stammtisch.games.zocken import solve
from stammtisch.games.zocken.rules import STAKE
from tests.helpers import ROOT

CHUNK = 5_000
REPORT = ROOT / "docs" / "soak-zocken.md"

TURNS = {"score": 1_000_000, "above_50": 100_000}
"""By what is played for."""


def played(goal: str, turns: int, place: Place, console: Console) -> Any:
    """The scores of so many turns, seeds from 0 on."""
    chunks = [(goal, min(CHUNK, turns - seed), seed) for seed in range(0, turns, CHUNK)]
    found = track(in_order(place, play, chunks), f"playing for {goal}", len(chunks), console=console)
    return np.concatenate(list(found))


def play(goal: str, turns: int, seed: int) -> Any:
    """The scores of turns with the seeds from this one on."""
    solver, table = solved(goal)
    return solver.play(turns, seed, table)


@cache
def solved(goal: str) -> tuple[Any, Any]:
    """The solver, and what every state is worth; once in a process."""
    solver = solve.solver(load("zocken"))
    return solver, solver.values(goal)


def main(arguments: list[str]) -> int:
    command = "python -m tests.soak.zocken_turns"
    parser = argparse.ArgumentParser(prog=command)
    parser.add_argument("turns", type=int, nargs="?")
    parser.add_argument("--cluster")
    asked = parser.parse_args(arguments)
    command += f" {asked.turns}" if asked.turns else ""
    console = Console()
    lines = [
        "# Turns of Zocken against the solver's predictions",
        "",
        f"Made by `{command}`: whole turns, played by the solver's",
        "values through the compiled rules.",
        "",
        "| played for | turns | predicted | mean | standard error | off by |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    worst = 0.0
    for goal, usual in TURNS.items():
        turns = asked.turns or usual
        with where(asked.cluster, None if asked.cluster else 1) as place:  # one compiled loop is quick enough here
            scores = played(goal, turns, place, console)
        found = scores if goal == "score" else (scores > STAKE).astype(float)
        predicted = solve.worth(load("zocken").start(), goal)
        error = found.std() / math.sqrt(turns)
        off = (found.mean() - predicted) / error
        worst = max(worst, abs(off))
        lines.append(f"| {goal} | {turns:,} | {predicted:.6f} | {found.mean():.6f} | {error:.6f} | {off:+.2f} errors |")
    text = "\n".join(lines) + "\n"
    console.print(text)
    if not asked.turns:
        REPORT.write_text(text, "utf-8")
    return 1 if worst > 3 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
