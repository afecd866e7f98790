"""Positions that somebody has tampered with: python -m tests.soak.positions --mutants 100000

Positions of random games under all pairs of options, whole ones and views, in which one to three numbers are others.
Each is refused with a sentence, or it is one that keeps what its game conserves: tests/games/GAME/conserved.py says
that once more, independently of check.py. Those that are taken are played on to the end, compiled with bounds checked.
In the control games have no check.py: then broken ones must be taken.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from importlib import import_module
from multiprocessing import get_context
from random import Random
from typing import Any

from rich.progress import track

from stammtisch import games
from stammtisch.core.constants import CHANCE
from stammtisch.core.errors import GameOver, ParseError
from stammtisch.core.game import Game
from stammtisch.core.position import Position
from stammtisch.testing.playing import greedy_move, play_on
from tests.helpers import ROOT, load, option_sets
from tests.soak.results import tell

Facts = dict[str, Any]
PART = 1000
REPORT = ROOT / "docs" / "soak-positions.md"
HEAD = """# Positions that somebody has tampered with

What a file, a socket or a caller gives as a position is checked (`check.py` of each game). Every row is made by the
command that it names. The control is the same without `check.py`.

| what | how much | found | control | command |
|---|---|---|---|---|
"""


def originals(name: str, rng: Random) -> Iterator[Position]:
    """Positions of games played at random, one ply in twenty or so; every third is a view."""
    sets = option_sets(name)
    while True:
        match = load(name, rng.choice(sets)).match(seed=rng.randrange(2**40))
        while not match.is_over and match.position.turns < 400:
            play_on(match, greedy_move, rng, rng.randint(1, 40))
            found = match.position
            yield found if rng.random() < 2 / 3 else found.view(rng.randrange(-1, found.game.players))


def mutate(facts: Facts, rng: Random) -> None:
    """One to three numbers become others: by one, to any that fits, to another's of the same row."""
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3))):
        name = rng.choice(list(facts))
        row = facts[name]
        if isinstance(row, list):
            index = rng.randrange(len(row))
            other = rng.randrange(len(row))
            if rng.random() < 0.3:
                row[index], row[other] = row[other], row[index]
            else:
                row[index] = _other(row[index], rng)
        else:
            facts[name] = _other(row, rng)


def _other(number: int, rng: Random) -> int:
    changed = rng.choice((number + 1, number - 1, rng.randint(-3, 8), rng.randint(-128, 127), 127, -128, 0))
    return max(-128, min(127, changed))


# ── Reading mutants ──────────────────────────────────────────────────────────────────────────────────────────────────


def is_whole(position: Position) -> bool:
    """Is everything there that the game conserves, and nothing twice?"""
    own = import_module(f"tests.games.{position.game.name}.conserved")
    return bool(own.is_whole(position.state.to_json(), position.game.players))


def read(game: Game, written: Facts) -> Position | None:
    """The position, if it is taken. Any other error than a refusal in words is a mistake of ours."""
    try:
        return game.position(written)
    except ParseError:
        return None


def try_mutants(
    name: str, count: int, seed: int, play: Callable[[Position], None], *, checked: bool = True
) -> Counter[str]:
    """Read so many mutants; how many were refused, taken, and taken although something was lost or made twice."""
    rng, found = Random(seed), Counter[str]()
    source = originals(name, rng)
    for number in range(count):
        position = next(source)
        written = position.to_json()
        if number % 50 == 0:  # what the rules have made is taken
            assert read(position.game, written) == position
            assert position.viewer is not None or is_whole(position), written
        while written == position.to_json():
            mutate(written["state"], rng)
        game = position.game if checked else without_check(position.game)
        taken = read(game, written)
        if taken is None:
            found["refused"] += 1
            continue
        found["taken"] += 1
        if not _is_kept(taken):
            found["broken"] += 1
            if checked:
                print(f"seed {seed}, mutant {number}: {written}", file=sys.stderr)
        elif taken.viewer is None and checked:
            play(taken)
    return found


def _is_kept(position: Position) -> bool:
    if position.viewer is not None and position.game.defines("deal"):
        return True  # what is hidden is not there to be counted; check.py deals it
    return is_whole(position)


def without_check(game: Game) -> Game:
    class Unchecked(Game):
        checks = None  # type: ignore[assignment]

    return Unchecked(game.name, game.module, game.text, game.options.to_json())


def play_some(position: Position) -> None:
    """Interpreted, for some plies: nothing fails, and nothing is lost."""
    rng = Random(1)
    for _ in range(30):
        if position.is_over:
            break
        moves = [kind for kind, _ in position.outcomes] if position.turn == CHANCE else position.legal_moves
        position = position.play(rng.choice(list(moves)))
    assert is_whole(position)


def compiled_play() -> Callable[[Position], None]:
    """To the end, compiled with bounds checked; now and then what each move is worth, too."""
    from stammtisch.bots.analysis import analyse
    from stammtisch.fast import Simulator

    played = Counter[str]()

    def play(position: Position) -> None:
        simulator = Simulator(position.game, boundscheck=True, parallel=False)
        final, plies = simulator.play(1, start=position)
        assert final.is_over or plies == position.game.rules.LENGTH
        played[position.game.name] += 1
        if played[position.game.name] % 200 == 1:
            try:
                analyse(position)
            except GameOver:
                assert position.is_over

    return play


def part(name: str, seed: int) -> Counter[str]:
    """So many of a game, in a process of its own."""
    return try_mutants(name, PART, seed, compiled_play())


def try_many(name: str, count: int, seed: int) -> Counter[str]:
    """On all cores; the result does not depend on how many there are."""
    seeds = range(seed * 10_000, seed * 10_000 + count // PART)
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        parts = [pool.submit(part, name, each) for each in seeds]
        return sum((done.result() for done in track(as_completed(parts), name, total=len(parts))), Counter())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mutants", type=int, default=100_000, help="of each game, in thousands")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    status = 0
    for name in games.names():
        found = try_many(name, asked.mutants, asked.seed)
        control = try_mutants(name, PART, asked.seed, play_some, checked=False)
        row = (
            f"positions of {name}",
            f"{found['refused'] + found['taken']:,} mutants",
            f"{found['refused']:,} refused with a sentence; {found['taken']:,} can come about and were played on; "
            f"{found['broken']} taken though broken, no crash",
            f"{control['broken']:,} of {PART:,} are broken and taken",
            f"python -m tests.soak.positions --mutants {asked.mutants} --seed {asked.seed}",
        )
        good = not found["broken"] and control["broken"] > 0
        status |= tell(row, good=good, keep=asked.mutants >= 100_000, report=REPORT, head=HEAD)
    return status


if __name__ == "__main__":
    sys.exit(main())
