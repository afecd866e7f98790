"""Vectors: decision steps a second, with masks and observations, beside other libraries in the same run.

    python -m bench.vector [GAME …] [--quick] [--gpu] [--to FILE]

A decision step is one choice of one player in one game, with all that chance does before the next choice; the mask of
legal moves and the observation of whoever chooses next are written every time. Moves are random. With --gpu the
vectors of a GPU are compared with those of the CPU, array by array, and measured; that needs only core, games and fast.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np

from bench import vector_others
from stammtisch import games
from stammtisch.core.game import Game
from stammtisch.fast import Vector

RESULTS = Path(__file__).parent / "results"

Way = Callable[[], int]
"""Makes some steps; how many."""


def rates(ways: dict[str, Way], seconds: float, rounds: int) -> dict[str, float]:
    """Steps a second of each way: the best of some rounds, in which all ways take turns."""
    found = dict.fromkeys(ways, 0.0)
    for way in ways.values():
        way()  # compiles
    for _ in range(rounds):
        for name, way in ways.items():
            steps, begin = 0, time.perf_counter()
            while (taken := time.perf_counter() - begin) < seconds:
                steps += way()
            found[name] = max(found[name], steps / taken)
    return found


def stepping(vector: Any, times: int) -> Way:
    """What a program does that learns: actions from outside, one call a step. Here they are sampled by the vector."""

    def way() -> int:
        for _ in range(times):
            vector.step(vector.sample())
        return times * len(vector)

    return way


def rolling(vector: Any) -> Way:
    """So many steps at one go."""
    return lambda: int(vector.rollout(32).steps)


def on_cpu(game: Game, count: int) -> dict[str, Way]:
    ways: dict[str, Way] = {}
    for cores, parallel in (("one core", False), ("all cores", True)):
        vector = Vector(game, count, parallel=parallel)
        rollout = Vector(game, count, parallel=parallel)
        ways[f"sample and step, {cores}"] = stepping(vector, 4)
        ways[f"rollout of 32, {cores}"] = rolling(rollout)
    return ways


def measure_gpu(game: Game, counts: list[int], seconds: float, rounds: int) -> dict[str, Any]:
    """At several sizes: one launch for the actions and one for the step; one for both; one for 32 steps."""
    from stammtisch.fast.cuda_vector import CudaVector

    found: dict[str, Any] = {}
    for count in counts:
        begin = time.perf_counter()
        vector = CudaVector(game, count)
        vector.step(vector.sample())
        vector.rollout(1)
        first = time.perf_counter() - begin
        vector.rollout(200)  # so that games are at different stages

        def stepped(vector: Any = vector) -> int:
            for _ in range(20):
                vector.step(vector.sample())
            vector.finish()
            return 20 * len(vector)

        def advanced(vector: Any = vector) -> int:
            for _ in range(20):
                vector.advance()
            vector.finish()
            return 20 * len(vector)

        def fused(vector: Any = vector) -> int:
            return int(vector.rollout(32).steps)

        ways: dict[str, Way] = {"sample and step": stepped, "one launch a step": advanced, "rollout of 32": fused}
        found[f"{count:,}"] = {**rates(ways, seconds, rounds), "seconds to the first step": first}
        print(f"  {count:,}: " + ", ".join(f"{k} {v:,.4g}" for k, v in found[f"{count:,}"].items()), flush=True)
        del vector
    return found


def compare_gpu(name: str, steps: int) -> dict[str, Any]:
    """A vector on the GPU against one on the CPU, after every step, and after rollouts."""
    from stammtisch.fast.cuda_vector import CudaVector
    from stammtisch.testing.vectors import compare, difference

    count, seats = 64, games.load(name).options.choices()["players"]
    compared, different = 0, ""
    for players in (min(seats), max(seats)):
        game = games.load(name, {"players": players})
        one, other = CudaVector(game, count, 1), Vector(game, count, 1)
        different = different or compare(one, other, steps)
        for _ in range(20):
            one.rollout(50)
            other.rollout(50)
            different = different or difference(one, other)
        compared += count * (steps + 1000)
    return {"steps": compared, "different": different}


def check_sharing(game: Game) -> dict[str, str]:
    """Do torch and JAX see the memory of the vector itself?"""
    from stammtisch.fast.cuda_vector import CudaVector

    vector = CudaVector(game, 1000)
    found: dict[str, str] = {}
    for what in ("masks", "observations", "rewards", "players", "episodes"):
        array = getattr(vector, what)
        try:
            import torch

            tensor = torch.from_dlpack(array)
            same = tensor.data_ptr() == array.address and tuple(tensor.shape) == array.shape
            equal = np.array_equal(tensor.cpu().numpy(), array.copy_to_host())
            found[f"torch, {what}"] = f"same address {same}, same numbers {equal}, {tensor.device} {tensor.dtype}"
        except Exception as error:
            found[f"torch, {what}"] = repr(error)
        try:
            import jax

            there = jax.dlpack.from_dlpack(array)
            same = there.unsafe_buffer_pointer() == array.address and there.shape == array.shape
            equal = np.array_equal(np.asarray(there), array.copy_to_host())
            found[f"jax, {what}"] = f"same address {same}, same numbers {equal}, {there.device} {there.dtype}"
        except Exception as error:
            found[f"jax, {what}"] = repr(error)
    try:
        import torch

        actions = torch.from_dlpack(vector.sample()).to(torch.int64)
        vector.step(actions)
        found["torch, a step"] = f"illegal actions {int(vector.illegal.copy_to_host().sum())}"
    except Exception as error:
        found["torch, a step"] = repr(error)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.vector", description="Measure how fast vectors step.")
    parser.add_argument("games", nargs="*", help="games to measure; all, if none is given")
    parser.add_argument("--quick", action="store_true", help="short rounds")
    parser.add_argument("--gpu", action="store_true", help="measure the GPU instead of the CPU's cores")
    parser.add_argument("--counts", default="", help="on the GPU: how many environments, with commas")
    parser.add_argument("--to", type=Path, help="write the results to this file")
    given = parser.parse_args()
    names = given.games or games.names()
    seconds, rounds = (0.3, 2) if given.quick else (1.5, 5)
    results: dict[str, Any] = {
        "command": " ".join(["python -m bench.vector", *given.games, *(["--gpu"] if given.gpu else [])]),
        "machine": {
            "python": platform.python_version(),
            "numba": numba.__version__,
            "numpy": np.__version__,
            "cores": os.cpu_count(),
        },
        "games": {},
    }
    if given.gpu:
        from stammtisch.fast.cuda import is_available

        if not is_available():
            print("There is no CUDA device here; nothing was measured.")
            return
        from numba import cuda

        device = cuda.get_current_device().name
        results["machine"]["gpu"] = device.decode() if isinstance(device, bytes) else device
        results["sharing"] = check_sharing(games.load(names[0]))
        for what, said in results["sharing"].items():
            print(f"{what}: {said}", flush=True)
    others: dict[str, float] = {}
    if not given.gpu:
        ways, missing = vector_others.ways(1024)
        others = rates(ways, seconds, rounds)
        results["others, steps/s"], results["missing"] = others, missing
        print("others: " + ", ".join(f"{what} {rate:,.4g}" for what, rate in others.items()), flush=True)
        for what in missing:
            print(f"not measured: {what}", flush=True)
    for name in names:
        game = games.load(name)
        print(name, flush=True)
        if given.gpu:
            compared = compare_gpu(name, 300)
            print(f"  compared with the CPU: {compared}", flush=True)
            most = [int(each) for each in given.counts.split(",") if each]
            large = game.rules.MOVES > 256
            counts = most or ([65_536, 262_144] if large else [262_144, 1_048_576, 4_194_304])
            results["games"][name] = {"compared": compared, "steps/s": measure_gpu(game, counts, seconds, rounds)}
        else:
            count = 256 if game.rules.MOVES > 256 else 4096
            found = rates(on_cpu(game, count), seconds, rounds)
            print("  " + ", ".join(f"{what} {rate:,.4g}" for what, rate in found.items()), flush=True)
            results["games"][name] = {"environments": count, "steps/s": found}
            if others:
                best = max(found.values())
                results["games"][name]["times others"] = {what: best / rate for what, rate in others.items()}
        if given.to:
            given.to.parent.mkdir(parents=True, exist_ok=True)
            given.to.write_text(json.dumps(results, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
