"""Play turns of Zocken by the solver's values, through the compiled rules, and compare with what it predicts.

    python -m tests.soak.zocken_turns           a million turns for the score, a tenth for more than 50; written to docs
    python -m tests.soak.zocken_turns 20000     fewer, only shown

Exits with 1 if a mean is off by more than 3 standard errors.
"""

from __future__ import annotations

import math
import sys
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import track

from stammtisch import load
from stammtisch.games.zocken import solve
from stammtisch.games.zocken.rules import STAKE
from tests.helpers import ROOT

CHUNK = 5_000
REPORT = ROOT / "docs" / "soak-zocken.md"

TURNS = {"score": 1_000_000, "above_50": 100_000}
"""By what is played for."""


def played(goal: str, turns: int, console: Console) -> Any:
    """The scores of so many turns, seeds from 0 on."""
    solver = solve.solver(load("zocken"))
    table = solver.values(goal)
    seeds = range(0, turns, CHUNK)
    chunks = track(seeds, f"playing for {goal}", console=console)
    return np.concatenate([solver.play(min(CHUNK, turns - seed), seed, table) for seed in chunks])


def main(arguments: list[str]) -> int:
    console = Console()
    lines = [
        "# Turns of Zocken against the solver's predictions",
        "",
        f"Made by `{' '.join(['python -m tests.soak.zocken_turns', *arguments])}`: whole turns, played by the solver's",
        "values through the compiled rules.",
        "",
        "| played for | turns | predicted | mean | standard error | off by |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    worst = 0.0
    for goal, usual in TURNS.items():
        turns = int(arguments[0]) if arguments else usual
        scores = played(goal, turns, console)
        found = scores if goal == "score" else (scores > STAKE).astype(float)
        predicted = solve.worth(load("zocken").start(), goal)
        error = found.std() / math.sqrt(turns)
        off = (found.mean() - predicted) / error
        worst = max(worst, abs(off))
        lines.append(f"| {goal} | {turns:,} | {predicted:.6f} | {found.mean():.6f} | {error:.6f} | {off:+.2f} errors |")
    text = "\n".join(lines) + "\n"
    console.print(text)
    if not arguments:
        REPORT.write_text(text, "utf-8")
    return 1 if worst > 3 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
