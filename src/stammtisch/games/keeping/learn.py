"""Learning what a position between two turns is worth, from games that the value plays against itself.

    python -m stammtisch.games.keeping.learn GAME [--players 2 …] [--games 1000000] [--keep FOLDER] [--plot FILE]

With --players only these nets of the game's value.npz are learned anew. With --keep it can be broken off and goes on
where it was when the same command is given again; --plot draws how the net grew stronger.

Generations of games are played in lock step, each turn solved exactly for the chances of winning as known so far, and
the net is fitted to what they showed (selfplay.py, training.py). The first generation is played for gain, since nothing
is known yet. Games are shared out in parts of fixed size, and so is fitting, so the net does not depend on where, or on
how many cores, it was learned.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import numpy as np
from rich.progress import Progress, TaskID

from stammtisch.computing.cluster import where
from stammtisch.computing.processes import place
from stammtisch.core.game import Game
from stammtisch.games import load, names
from stammtisch.games.keeping import checkpoint, value
from stammtisch.games.keeping.bot import OneTurnBot
from stammtisch.games.keeping.checkpoint import Checkpoint, Point
from stammtisch.games.keeping.selfplay import lockstep_of, play
from stammtisch.games.keeping.strength import strength
from stammtisch.games.keeping.training import Pupil
from stammtisch.games.keeping.value import Learned, Net

GENERATION = 4096  # games
PASSES = 2  # over the examples of a generation
LATER = (0.6, 0.02)  # how much of a lesson is what came later, at first and in the end
RATES = (2e-3, 2e-5)  # of learning, likewise
KNOWN = 0.25  # of these rates, for what is known already
MEASURED = 20  # times in all, how strong the net is
MEASURE = 2048  # games for that


def learn(
    game: Game,
    games: int,
    seed: int,
    generation: int = GENERATION,
    workers: int | None = None,
    executor: Executor | None = None,
    keep: Path | None = None,
    rival: str | None = None,
    known: Net | None = None,
    tell: Callable[[int, int, Point | None], None] = lambda *_: None,
) -> tuple[Net, list[Point]]:
    """The net after so many games, in generations; and how it grew.

    It begins with what is `known`, else with nothing. With a `rival`, a bot, it learns to win at a table of these, not
    from games against itself; such learning has no curve. `workers` are processes of this machine, by default this one;
    with an `executor` games are played where it works, and `workers` says how many it has. Neither changes anything but
    the time. tell(done, generations, point) is called as it goes on, with a point of the curve when one is measured.
    """
    rng = np.random.default_rng([seed, game.players])
    facts = lockstep_of(game).compiled.facts(game.players)
    pupil = Pupil(known) if known else Pupil.new(facts, *widths(game.players), rng)
    generations = max(2, games // generation)
    kept = Checkpoint(keep, game, {"games": games, "seed": seed, "generation": generation, "rival": rival})
    done, curve = kept.restore(pupil, rng)
    every = max(1, generations // MEASURED)
    with place(workers, executor) as found, _threads(workers) as threads:
        for k in range(done, generations):
            tell(k, generations, None)
            share = k / (generations - 1)
            clueless = k == 0 and not known
            later = 1.0 if clueless else _between(LATER, share)
            seeds = rng.integers(2**62, size=generation)
            taught = play(found, game, None if clueless else pupil.net, seeds, later, rival)
            rate = _between(RATES, share) * (KNOWN if known else 1)
            for _ in range(PASSES):
                wrong = pupil.fit(*taught, rng.permutation(len(taught.chances)), rate, threads)
            if k % every == every - 1 or k == generations - 1:
                if rival is None:
                    won = strength(found, game, pupil.net, OneTurnBot.name, MEASURE, seed, further=False)
                    curve.append(Point((k + 1) * generation, wrong**0.5, *won))
                kept.save(pupil, rng, k + 1, curve)
                tell(k + 1, generations, curve[-1] if curve else None)
    return pupil.net, curve


def widths(players: int) -> tuple[int, int]:
    """Of the two layers. With more players there are more facts, and the file is to stay small."""
    return (256 if players == 2 else 128), 32


def _between(ends: tuple[float, float], share: float) -> float:
    return float(ends[0] * (ends[1] / ends[0]) ** share)


@contextmanager
def _threads(workers: int | None) -> Iterator[Executor | None]:
    """For fitting: it is done here, also if the games are played elsewhere."""
    if workers is None or workers < 2:
        yield None
        return
    with ThreadPoolExecutor(workers) as threads:
        yield threads


def _learned() -> list[str]:
    """The games whose positions have features to learn from."""
    return [name for name in names() if value.file_of(load(name)).with_name("features.py").exists()]


def _tell(progress: Progress, bar: TaskID, game: Game, done: int, generations: int, point: Point | None) -> None:
    progress.update(bar, completed=done, total=generations)
    if point:
        progress.console.print(point.text(game, OneTurnBot.name))


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m stammtisch.games.keeping.learn", description=__doc__.split("\n")[0]
    )
    parser.add_argument("game", choices=_learned())
    parser.add_argument("--players", type=int, action="append", help="only for so many; may be given again")
    parser.add_argument("--games", type=int, default=1_000_000, help="to play for each number of players")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep there how far it is, and go on from there")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw how the nets grew stronger: .svg, .png or .pdf")
    parser.add_argument("--to", type=Path, metavar="FILE", help="write there  [default: into the package]")
    parser.add_argument("--workers", type=int, help="processes at work; by default one for each core")
    parser.add_argument("--cluster", help="compute on a Ray cluster: ray://HOST:10001, auto or local")
    given = parser.parse_args()
    base = load(given.game)
    path = given.to or value.file_of(base)
    learned = value.read(path, base) if given.players and path.exists() else Learned({}, {})
    curves: dict[int, list[Point]] = {}
    with where(given.cluster, given.workers) as (executor, workers), Progress() as progress:
        for players in given.players or base.options.choices()["players"]:
            game = load(given.game, {"players": players})
            learned.nets[players], curves[players] = learn(
                game,
                given.games,
                given.seed,
                workers=workers,
                executor=executor,
                keep=given.keep,
                tell=partial(_tell, progress, progress.add_task(f"{game.name}, {players} players"), game),
            )
            learned.lessons[players] = {"games": given.games, "seed": given.seed}
            value.write(path, base, learned)
    print(f"written: {path.name} of {given.game}, {path.stat().st_size:,} bytes")
    if given.plot:
        checkpoint.draw(base, curves, given.plot)


if __name__ == "__main__":
    main()
