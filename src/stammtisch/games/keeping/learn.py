"""Learning what a position between two turns is worth, from games that the value plays against itself.

    python -m stammtisch.games.keeping.learn GAME [--players 2 …] [--games 60000] [--seed 1]

With --players only these nets of the game's value.npz are learned anew.

Generations of games are played in lock step, each turn solved exactly for the chances of winning as known so far. What
a player has after his turn is taught as his chance before his next one — the exact value of that turn — mixed with what
came later and, in the end, with who won. The first generation is played for gain, since nothing is known yet.
"""

from __future__ import annotations

import argparse
from typing import Any, NamedTuple

import numpy as np
from rich.progress import track

from stammtisch.core.game import Game
from stammtisch.games import load, names
from stammtisch.games.keeping import ENDED, value
from stammtisch.games.keeping.lockstep import LockStep
from stammtisch.games.keeping.training import Pupil
from stammtisch.games.keeping.value import Learned, Net

GENERATION = 4096  # games
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


def learn(game: Game, games: int, seed: int, generation: int = GENERATION) -> Net:
    """The net after so many games, in generations."""
    lockstep = LockStep(game)
    rng = np.random.default_rng([seed, game.players])
    pupil = Pupil(lockstep.compiled.facts(game.players), HIDDEN if game.players == 2 else HIDDEN // 2, rng)
    generations = max(2, games // generation)
    for k in track(range(generations), f"{game.name}, {game.players} players"):
        rounds, won = play(lockstep, pupil.net if k else None, rng.integers(2**62, size=generation))
        seen, counts, taught = lessons(rounds, won, LATER if k else 1.0)
        rate = RATES[0] * (RATES[1] / RATES[0]) ** (k / (generations - 1))
        for _ in range(PASSES):
            pupil.fit(seen, counts, taught, rng.permutation(len(taught)), rate)
    return pupil.net


def play(lockstep: LockStep, net: Net | None, seeds: Any) -> tuple[list[Round], Any]:
    """One generation, round by round, and what each seat has won."""
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
    given = parser.parse_args()
    base = load(given.game)
    path = value.file_of(base)
    learned = value.read(path, base) if given.players else Learned({}, {})
    for players in given.players or base.options.choices()["players"]:
        learned.nets[players] = learn(load(given.game, {"players": players}), given.games, given.seed)
        learned.lessons[players] = {"games": given.games, "seed": given.seed}
    value.write(path, base, learned)
    print(f"written: {path.name} of {given.game}, {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
