"""Learning what a position between two turns is worth, from games that the value plays against itself.

    python -m stammtisch.games.keeping.learn GAME [--players 2 …] [--games 60000] [--seed 1] [--cluster ADDRESS]

With --players only these nets of the game's value.npz are learned anew.

Generations of games are played in lock step, each turn solved exactly for the chances of winning as known so far. What
a player has after his turn is taught as his chance before his next one — the exact value of that turn — mixed with what
came later and, in the end, with who won. The first generation is played for gain, since nothing is known yet. The games
of a generation are shared out in parts of fixed size, so the net does not depend on where they were played.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from concurrent.futures import Executor
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from rich.progress import track

from stammtisch.computing.cluster import where
from stammtisch.computing.processes import place
from stammtisch.computing.work import Place, in_order
from stammtisch.core.game import Game
from stammtisch.games import load, names
from stammtisch.games.keeping import ENDED, value
from stammtisch.games.keeping.lockstep import LockStep
from stammtisch.games.keeping.training import Pupil
from stammtisch.games.keeping.value import Learned, Net

GENERATION = 4096  # games
PART = 512  # of them, that a worker plays together
HIDDEN = 64  # with two players; with more, for whom there are more facts, half as many
PASSES = 2  # over the examples of a generation
LATER = 0.7  # how much of a lesson is what came later
RATES = (2e-3, 1e-4)  # of learning, at first and in the end


class Round(NamedTuple):
    """Every game that was not over played a turn. Facts are in the view of those who played."""

    values: Any  # of the turns before their first throw, by game
    going: Any  # the games that go on; after the last turn of a game there is nothing to learn
    seen: Any  # facts of those games
    counts: Any  # and how many


def learn(
    game: Game,
    games: int,
    seed: int,
    generation: int = GENERATION,
    workers: int | None = None,
    executor: Executor | None = None,
) -> Net:
    """The net after so many games, in generations.

    `workers` are processes of this machine, by default this one; with an `executor` games are played where it works,
    and `workers` says how many it has. Neither changes anything but the time.
    """
    rng = np.random.default_rng([seed, game.players])
    pupil = Pupil(_lockstep(game).compiled.facts(game.players), HIDDEN if game.players == 2 else HIDDEN // 2, rng)
    generations = max(2, games // generation)
    with place(workers, executor) as found:
        for k in track(range(generations), f"{game.name}, {game.players} players"):
            rounds, won = play(found, game, pupil.net if k else None, rng.integers(2**62, size=generation))
            seen, counts, taught = lessons(rounds, won, LATER if k else 1.0)
            rate = RATES[0] * (RATES[1] / RATES[0]) ** (k / (generations - 1))
            for _ in range(PASSES):
                pupil.fit(seen, counts, taught, rng.permutation(len(taught)), rate)
    return pupil.net


def play(place: Place, game: Game, net: Net | None, seeds: Any) -> tuple[list[Round], Any]:
    """One generation, round by round, and what each seat has won."""
    parts = [seeds[first : first + PART] for first in range(0, len(seeds), PART)]
    played = list(in_order(place, _play, ((game, net, part) for part in parts)))
    return joined([rounds for rounds, _ in played]), np.concatenate([won for _, won in played])


def joined(parts: Sequence[list[Round]]) -> list[Round]:
    """The rounds of all parts, as if their games had been played together."""
    sizes = [len(rounds[0].values) for rounds in parts]
    offsets = np.cumsum([0, *sizes])
    found = []
    for k in range(max(map(len, parts))):
        values = [
            rounds[k].values if k < len(rounds) else np.zeros(size, np.float32)
            for rounds, size in zip(parts, sizes, strict=True)
        ]
        going = [(rounds[k], offset) for rounds, offset in zip(parts, offsets, strict=False) if k < len(rounds)]
        found.append(
            Round(
                np.concatenate(values),
                np.concatenate([each.going + offset for each, offset in going]),
                np.concatenate([each.seen for each, _ in going]),
                np.concatenate([each.counts for each, _ in going]),
            )
        )
    return found


@lru_cache(maxsize=1)
def _lockstep(game: Game) -> LockStep:
    return LockStep(game)


def _play(game: Game, net: Net | None, seeds: Any) -> tuple[list[Round], Any]:
    """A part of a generation."""
    lockstep = _lockstep(game)
    states = lockstep.start(len(seeds))
    rows = np.arange(len(seeds))
    weigh = lockstep.gains if net is None else lockstep.chances(net)
    rounds: list[Round] = []
    while len(rows):
        values = np.zeros(len(seeds), np.float32)
        seen = np.zeros((len(rows), lockstep.compiled.MOST_FACTS), np.int16)
        counts = np.zeros(len(rows), np.int64)
        for first in range(0, len(rows), lockstep.batch):
            part = slice(first, first + lockstep.batch)
            some = rows[part]
            players = states["player"][some]
            values[some], _ = lockstep.step(states, some, [weigh], np.zeros(len(some), np.int64), seeds)
            lockstep.compiled.note(states, lockstep.options, some, players, seen[part], counts[part])
        going = states["phase"][rows] != ENDED
        rows = rows[going]
        rounds.append(Round(values, rows, seen[going], counts[going]))
    return rounds, lockstep.results(states)


def lessons(rounds: list[Round], won: Any, later: float) -> tuple[Any, Any, Any]:
    """All facts, how many, and the chances to be learned from them. Round k is played by seat k % players."""
    players = won.shape[1]
    chances: list[Any] = [won[:, k % players].astype(np.float32) for k in range(len(rounds))]
    for k in range(len(rounds) - 1 - players, -1, -1):
        again = rounds[k + players - 1].going  # who played in round k has another turn
        chances[k][again] = (1 - later) * rounds[k + players].values[again] + later * chances[k + players][again]
    return (
        np.concatenate([each.seen for each in rounds]),
        np.concatenate([each.counts for each in rounds]),
        np.concatenate([chance[each.going] for chance, each in zip(chances, rounds, strict=True)]),
    )


def _learned() -> list[str]:
    """The games whose positions have features to learn from."""
    return [name for name in names() if value.file_of(load(name)).with_name("features.py").exists()]


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m stammtisch.games.keeping.learn", description=__doc__.split("\n")[0]
    )
    parser.add_argument("game", choices=_learned())
    parser.add_argument("--players", type=int, action="append", help="only for so many; may be given again")
    parser.add_argument("--games", type=int, default=60_000, help="to play for each number of players")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, help="processes at work; by default one for each core")
    parser.add_argument("--cluster", help="compute on a Ray cluster: ray://HOST:10001, auto or local")
    given = parser.parse_args()
    base = load(given.game)
    path = value.file_of(base)
    learned = value.read(path, base) if given.players else Learned({}, {})
    with where(given.cluster, given.workers) as (executor, workers):
        for players in given.players or base.options.choices()["players"]:
            game = load(given.game, {"players": players})
            learned.nets[players] = learn(game, given.games, given.seed, workers=workers, executor=executor)
            learned.lessons[players] = {"games": given.games, "seed": given.seed}
    value.write(path, base, learned)
    print(f"written: {path.name} of {given.game}, {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
