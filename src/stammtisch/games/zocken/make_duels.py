"""Solve the game for two, under the default options and under those that differ in one, and write duel.npz anew.

    python -m stammtisch.games.zocken.make_duels [--workers N]

The same code gives the same file. What is solved is kept in the cache on disk, so it can be stopped at any time.
"""

from __future__ import annotations

import argparse

from rich.progress import Progress, TaskID

import stammtisch
from stammtisch.computing import where
from stammtisch.games.zocken import rules
from stammtisch.games.zocken.duel_file import FILE, key, write
from stammtisch.games.zocken.duel_solve import solved
from stammtisch.games.zocken.rules import MOST_ROUNDS, Options

APART = ("players", "rounds")  # these change nothing between two turns


def variants() -> list[dict[str, object]]:
    """The default options, then every other value of a single one."""
    options = [(name, value) for name, values in Options.choices().items() if name not in APART for value in values]
    return [{}, *({name: value} for name, value in options if key(Options.read({name: value})))]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m stammtisch.games.zocken.make_duels", description=__doc__)
    parser.add_argument("--workers", type=int, default=1, help="processes; one by default")
    workers = parser.parse_args().workers
    found = {}
    with where(None, workers) as place, Progress() as bar:
        for options in variants():
            game = stammtisch.load("zocken", players=2, **options)
            name = key(Options.read(options))
            rounds = Options().rounds if options else MOST_ROUNDS
            task = bar.add_task(name or "default", total=2 * rounds)

            def tick(_: str, left: int, task: TaskID = task) -> None:
                bar.update(task, completed=left)

            found[name] = solved(game, 2 * rounds, place, tick)
    write(FILE, rules.VERSION, found)


if __name__ == "__main__":
    main()
