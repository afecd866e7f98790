"""The GPU against the CPU: the same final states, and how fast. Run it on a machine with a CUDA device.

    python -m bench.gpu [GAME …] [--games N] [--compare N] [--to FILE]

Needs only core, games and fast. Without a device it says so and ends well.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numba
import numpy as np
from numba import cuda

from stammtisch import games
from stammtisch.core.game import Game
from stammtisch.fast import Batch, Simulator
from stammtisch.fast.cuda import CudaSimulator, is_available

ON_THE_CPU = 4.0  # seconds


def equal(one: Batch, other: Batch) -> int:
    """How many games end differently: in any fact of the final state, in plies, scores, places, or by the limit."""
    same = (one.plies == other.plies) & (one.finished == other.finished)
    for field in one.states.dtype.names:
        a, b = one.states[field], other.states[field]
        same &= (a == b).reshape(len(one), -1).all(axis=1)
    same &= (one.scores == other.scores).all(axis=1) & (one.places == other.places).all(axis=1)
    return int((~same).sum())


def compare(name: str, wanted: int) -> dict[str, int]:
    """Play games on both, for every player count and every value of every option."""
    choices = games.load(name).options.choices()
    sets: list[dict[str, Any]] = [{option: value} for option, values in choices.items() for value in values]
    found = {"option sets": len(sets), "games": 0, "plies": 0, "different": 0}
    for options in sets:
        game = games.load(name, options)
        share = -(-wanted // len(sets))
        one, other = (
            CudaSimulator(game).batch(share, seed=found["games"]),
            Simulator(game).batch(share, seed=found["games"]),
        )
        found["games"] += share
        found["plies"] += int(one.plies.sum(dtype=np.int64))
        found["different"] += equal(one, other)
    return found


def speed(game: Game, count: int) -> dict[str, float]:
    """The best of five rounds of random games; the copy of scores and places back to the CPU is included."""
    simulator = CudaSimulator(game)
    simulator.batch(1000)
    best, plies = float("inf"), 0
    for number in range(5):
        begin = time.perf_counter()
        batch = simulator.batch(count, seed=number * count, keep_states=False)
        taken = time.perf_counter() - begin
        if taken < best:
            best, plies = taken, int(batch.plies.sum(dtype=np.int64))
    cpu = on_the_cpu(game)
    compiling, ready = to_first_result(game)
    return {
        "games in a round": count,
        "games/s": count / best,
        "plies/s": plies / best,
        "plies a game": plies / count,
        "games/s on the CPU's cores": cpu,
        "times the CPU's cores": count / best / cpu,
        "seconds to the first result, nothing compiled": compiling,
        "seconds to the first result, compiled before": ready,
    }


def on_the_cpu(game: Game) -> float:
    """Games a second on all cores, by so many games that starting does not count."""
    cores = Simulator(game)
    cores.batch(10)  # compiles
    count, taken = 1000, 0.0
    while taken < ON_THE_CPU:
        count *= 2
        begin = time.perf_counter()
        cores.batch(count, seed=count)
        taken = time.perf_counter() - begin
    return count / taken


def to_first_result(game: Game) -> tuple[float, float]:
    """How long a new process takes for its first games on the GPU: where nothing is compiled, and after that."""
    code = (
        "from stammtisch import games; from stammtisch.fast.cuda import CudaSimulator; "
        f"CudaSimulator(games.load({game.name!r})).batch(1000)"
    )
    taken = []
    with TemporaryDirectory() as empty:
        for _ in range(2):
            begin = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, "XDG_CACHE_HOME": empty})
            taken.append(time.perf_counter() - begin)
    return taken[0], taken[1]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.gpu", description="The GPU against the CPU.")
    parser.add_argument("games", nargs="*", help="games to measure; all, if none is given")
    parser.add_argument("--games", dest="count", type=int, default=5_000_000, help="random games in a round")
    parser.add_argument("--compare", type=int, default=100_000, help="games to compare with the CPU")
    parser.add_argument("--to", type=Path, help="write the results to this file")
    given = parser.parse_args()
    if not is_available():
        print("There is no CUDA device here; nothing was measured.")
        return
    results: dict[str, Any] = {
        "command": " ".join(["python -m bench.gpu", *given.games, f"--games {given.count} --compare {given.compare}"]),
        "machine": {
            "gpu": _text(cuda.get_current_device().name),
            "python": platform.python_version(),
            "numba": numba.__version__,
            "numpy": np.__version__,
        },
        "games": {},
    }
    for name in given.games or games.names():
        compared, measured = compare(name, given.compare), speed(games.load(name), given.count)
        results["games"][name] = {"compared with the CPU": compared, "speed": measured}
        print(f"{name}: {compared['games']:,} games compared, {compared['different']} differ", flush=True)
        print("  " + ", ".join(f"{what} {value:,.4g}" for what, value in measured.items()), flush=True)
    if given.to:
        given.to.write_text(json.dumps(results, indent=2) + "\n", "utf-8")


def _text(name: str | bytes) -> str:
    return name.decode() if isinstance(name, bytes) else name


if __name__ == "__main__":
    main()
