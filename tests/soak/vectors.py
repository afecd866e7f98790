"""Vectors against interpreted play, after every step; the result goes to docs/soak-vectors.md.

    python -m tests.soak.vectors [GAME …] [--steps N]     on the CPU: 100,000 steps and more of each game
    python -m tests.soak.vectors [GAME …] --gpu           the same on a GPU

All arrays are compared after every step: whose decision it is, masks, observations, rewards, ends, the number of the
game. Steps are shared out among option sets in which all pairs of values meet. Exits with 1 if anything differs.
"""

from __future__ import annotations

import argparse
import platform
import sys
from typing import Any

import numba

from stammtisch import games
from stammtisch.fast import Vector
from stammtisch.testing.vectors import InterpretedVector, compare
from tests.helpers import ROOT, TOY, load, option_sets

REPORT = ROOT / "docs" / "soak-vectors.md"
COUNT = 8  # environments of each vector


def soak(name: str, wanted: int, kind: Any) -> tuple[int, int, int, list[str]]:
    """Option sets, steps, finished games, and what differs."""
    sets = option_sets(name)
    each = -(-wanted // (COUNT * len(sets)))
    finished, different = 0, []
    for number, options in enumerate(sets):
        game = load(name, options)
        # Some games are cut, so that their next ones are seen, and every way to go on has its turn.
        ways: dict[str, Any] = {
            "autoreset": ("same_step", "next_step")[number % 2],
            "rewards": ("shares", "margins")[number // 2 % 2],
            "limit": (None, 500)[number // 4 % 2],
        }
        vector = kind(game, COUNT, number * 1000, **ways)
        found = compare(vector, InterpretedVector(game, COUNT, number * 1000, **ways), each)
        if found:
            different.append(f"{game!r}, {ways}: {found}")
        finished += int((vector.episodes.copy_to_host() if hasattr(vector, "finish") else vector.episodes).sum())
    return len(sets), each * COUNT * len(sets), finished, different


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.vectors")
    parser.add_argument("games", nargs="*")
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--gpu", action="store_true")
    given = parser.parse_args(arguments)
    kind: Any = Vector
    if given.gpu:
        from stammtisch.fast.cuda_vector import CudaVector

        kind = CudaVector
    lines = [
        f"# Vectors{' on a GPU' if given.gpu else ''} against interpreted play",
        "",
        f"Made by `{' '.join(['python -m tests.soak.vectors', *arguments])}`",
        f"with Python {platform.python_version()} and Numba {numba.__version__}.",
        "Everything that a vector tells was compared with matches of the same seeds after every step.",
        "",
        "| game | option sets | steps compared | games ended or cut | sets that differ |",
        "|---|---:|---:|---:|---:|",
    ]
    wrong = 0
    for name in given.games or [*games.names(), TOY]:
        sets, steps, finished, different = soak(name, given.steps, kind)
        wrong += len(different)
        lines.append(f"| {name} | {sets} | {steps:,} | {finished:,} | {len(different)} |")
        print(lines[-1], *different, sep="\n", flush=True)
    text = "\n".join(lines) + "\n"
    if not given.games:
        REPORT.with_name("soak-vectors-gpu.md" if given.gpu else REPORT.name).write_text(text, "utf-8")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
