"""The measurements. Machines are noisy: rounds of all ways to play take turns, and the best round of each counts."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from os import environ

from stammtisch.core.bind import bind
from stammtisch.core.game import Game
from stammtisch.fast import Simulator, drive
from stammtisch.fast.cuda import CudaSimulator, is_available

Play = Callable[[int, int], int]
"""Plays so many games from a seed on; the number of plies."""


@dataclass
class Speed:
    """The best round of one way to play."""

    games: float = 0.0
    """Games a second."""
    plies: float = 0.0
    """Plies a second."""

    def round(self, play: Play, games: int, seed: int) -> None:
        begin = time.perf_counter()
        plies = play(games, seed)
        seconds = time.perf_counter() - begin
        if games / seconds > self.games:
            self.games, self.plies = games / seconds, plies / seconds


def interpreted(game: Game) -> Play:
    rules = bind(game.module, drive)
    workspace = rules.Workspace(rules.MOVES)

    def play(games: int, seed: int) -> int:
        start = game.start().state
        return sum(rules.playout(start.copy(), game.options, workspace, seed + i, rules.LENGTH) for i in range(games))

    return play


def compiled(game: Game, *, parallel: bool) -> Play:
    simulator = Simulator(game, parallel=parallel)
    return lambda games, seed: int(simulator.batch(games, seed).plies.sum())


def on_gpu(game: Game) -> Play:
    simulator = CudaSimulator(game)
    return lambda games, seed: int(simulator.batch(games, seed, keep_states=False).plies.sum(dtype="int64"))


def speeds(game: Game, seconds: float, rounds: int) -> dict[str, Speed]:
    """All ways to play random games, in the same run; each round of each lasts about `seconds`."""
    ways: dict[str, Play] = {
        "interpreted": interpreted(game),
        "compiled, one core": compiled(game, parallel=False),
        "compiled, all cores": compiled(game, parallel=True),
    }
    if is_available():
        ways["GPU"] = on_gpu(game)
    counts: dict[str, int] = {}
    for name, play in ways.items():
        play(1, 0)  # compiles
        counts[name] = games_within(play, seconds)
    found = {name: Speed() for name in ways}
    for number in range(rounds):
        for name, play in ways.items():
            found[name].round(play, counts[name], number * 1_000_000)
    return found


def games_within(play: Play, seconds: float) -> int:
    """About how many games take this long."""
    games = 1
    while True:
        begin = time.perf_counter()
        play(games, 0)
        taken = time.perf_counter() - begin
        if taken > seconds / 4:
            return max(1, round(games * seconds / taken))
        games *= 4


def position_play(game: Game, seconds: float) -> float:
    """Microseconds for one checked, immutable `Position.play` along a match."""
    match = game.match(seed=1)
    while not match.is_over and len(match.events) < 2000:
        match.play(match.legal_moves[len(match.events) % len(match.legal_moves)])
    steps = [(before, event.move) for before, event in zip(match.history[:-1], match.events, strict=True)]
    best = float("inf")
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        begin = time.perf_counter()
        for before, move in steps:
            type(before)(before.game, before.state).play(move)  # a new position: nothing is remembered
        best = min(best, (time.perf_counter() - begin) / len(steps))
    return best * 1e6


_FIRST_GAME = """
import time
begin = time.perf_counter()
import stammtisch
from stammtisch.fast import Simulator
game = stammtisch.load({name!r})
imported = time.perf_counter()
Simulator(game, parallel=False).play(0)
print(imported - begin, time.perf_counter() - imported)
"""


def start_up(game: Game) -> dict[str, float]:
    """Seconds to the first compiled game in a new process: without a cache, and with the one it leaves."""
    found: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as cache:
        for name in ("first game, nothing cached", "first game, cached"):
            command = [sys.executable, "-c", _FIRST_GAME.format(name=game.name)]
            done = subprocess.run(
                command, env={**environ, "XDG_CACHE_HOME": cache}, capture_output=True, text=True, check=True
            )
            imports, first = map(float, done.stdout.split())
            found["import"] = imports
            found[name] = first
    return found
