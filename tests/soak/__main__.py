"""Compare compiled with interpreted play in large numbers, after every ply, and write the result to docs/soak.md.

    python -m tests.soak                every game, as many games as its tests/games/<game>/__init__.py asks for
    python -m tests.soak GAME=500       one game, 500 games

All combinations of options are played if there are at most 500; otherwise sets that cover all pairs of values.
Exits with 1 if a difference is found.
"""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from itertools import product

import numba
from rich.console import Console
from rich.progress import Progress

from stammtisch import games
from stammtisch.core.options import plain
from stammtisch.fast import Simulator
from stammtisch.testing.compiled import compiled, interpreted
from tests.helpers import ROOT, OptionSet, load, option_sets

MOST_SETS = 500
REPORT = ROOT / "docs" / "soak.md"


@dataclass(frozen=True)
class Chunk:
    """Games of one option set."""

    game: str
    options: OptionSet
    seeds: range


@dataclass
class Counts:
    sets: int = 0
    games: int = 0
    plies: int = 0
    unfinished: int = 0
    differences: int = 0


def all_sets(name: str) -> list[OptionSet]:
    choices = load(name).options.choices()
    whole = [dict(zip(choices, values, strict=True)) for values in product(*choices.values())]
    if len(whole) > MOST_SETS:
        return option_sets(name)
    return [{key: plain(value) for key, value in each.items()} for each in whole]


def chunks(name: str, wanted: int) -> Iterator[Chunk]:
    """The option sets of a game with their share of the games, each game with a seed of its own."""
    sets = all_sets(name)
    share, rest = divmod(wanted, len(sets))
    seed = 0
    for i, options in enumerate(sets):
        count = share + (i < rest)
        yield Chunk(name, options, range(seed, seed + count))
        seed += count


def compare(chunk: Chunk) -> Counts:
    """Play a chunk both ways; every ply and the final state must be the same."""
    simulator = Simulator(load(chunk.game, chunk.options), parallel=False)
    limit = simulator.game.rules.LENGTH
    counts = Counts(sets=1)
    for seed in chunk.seeds:
        one, other = interpreted(simulator.game, seed, limit), compiled(simulator, seed, limit)
        counts.games += 1
        counts.plies += len(one) - 1
        counts.unfinished += not simulator.play(seed)[0].is_over
        if one.shape != other.shape or (one != other).any():
            counts.differences += 1
            print(f"different: {simulator.game!r}, seed {seed}", file=sys.stderr)
    return counts


def soak(name: str, wanted: int, progress: Progress) -> Counts:
    work = list(chunks(name, wanted))
    bar = progress.add_task(f"{name}, {len(work)} option sets", total=wanted)
    compare(Chunk(name, {}, range(1)))  # fill the cache once, not in every process
    total = Counts()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for chunk, counts in zip(work, pool.map(compare, work), strict=True):
            for field in vars(total):
                setattr(total, field, getattr(total, field) + getattr(counts, field))
            progress.advance(bar, len(chunk.seeds))
    return total


def main(arguments: list[str]) -> int:
    wanted = {name: int(getattr(import_module(f"tests.games.{name}"), "SOAK", 1000)) for name in games.names()}
    if arguments:
        wanted = {name: int(count) for name, _, count in (argument.partition("=") for argument in arguments)}
    console = Console()
    with Progress(console=console) as progress:
        results = {name: soak(name, count, progress) for name, count in wanted.items()}
    lines = [
        "# Compiled play against interpreted play",
        "",
        f"Made by `{' '.join(['python -m tests.soak', *arguments])}`",
        f"with Python {platform.python_version()} and Numba {numba.__version__}.",
        "Every game was played twice with the same seed, interpreted and compiled;",
        "all facts of the position were compared at the start and after every ply.",
        "",
        "| game | option sets | games | plies compared | stopped at the limit | games that differ |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for name, t in results.items():
        lines.append(f"| {name} | {t.sets} | {t.games:,} | {t.plies:,} | {t.unfinished} | {t.differences} |")
    text = "\n".join(lines) + "\n"
    console.print(text)
    if not arguments:
        REPORT.write_text(text, "utf-8")
    return 1 if any(t.differences for t in results.values()) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
