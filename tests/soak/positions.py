"""Positions that somebody has tampered with: python -m tests.soak.positions --mutants 100000

Positions of random games under all pairs of options, whole ones and views, in which one to three numbers are others.
Each is refused with a sentence, or it is one that keeps what each game conserves: said here once more, independently of
the games' check.py. Those that are taken are played on to the end, compiled with bounds checked. In the control games
have no check.py: then broken ones must be taken.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
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


# ── What each game conserves ─────────────────────────────────────────────────────────────────────────────────────────


def eight_dice(facts: Facts, players: int) -> bool:
    dice = [*facts["kept"], *facts["thrown"], facts["falling"]]
    return min(dice) >= 0 and sum(dice) == 8 and is_turn_of(facts, players)


def is_turn_of(facts: Facts, players: int) -> bool:
    return bool(facts["player"] == (facts["turns"] - 1) % players)


def heckmeck(facts: Facts, players: int) -> bool:
    """Every tile lies on the grill, face down, or in just one stack."""
    stacks: list[int] = []
    for top in facts["top"]:
        while top != -1:
            if not 0 <= top < 16 or len(stacks) > 16:
                return False
            stacks.append(top)
            top = facts["below"][top]
    owned = [t for t, owner in enumerate(facts["lies"]) if owner >= 0]
    open_tiles = [t for t, owner in enumerate(facts["lies"]) if owner == -1]
    return (
        eight_dice(facts, players)
        and sorted(stacks) == owned
        and all(-2 <= owner < players for owner in facts["lies"])
        and facts["highest"] == max(open_tiles, default=-1)
    )


def barbecue(facts: Facts, players: int) -> bool:
    """Twelve snails; one or two plates of a player on a place, or none."""
    holds, plates = facts["holds"], facts["plates"]
    snails = facts["supply"] + sum(facts["snails"]) + holds.count(-2)
    return (
        eight_dice(facts, players)
        and snails == 12
        and min(facts["supply"], *facts["snails"], *facts["worms"]) >= 0
        and all(-2 <= owner < players for owner in holds)
        and all(1 <= n <= 2 if owner >= 0 else n == 0 for owner, n in zip(holds, plates, strict=True))
    )


def zocken(facts: Facts, players: int) -> bool:
    """Seven dice, each in hand, on a slot of its own or in the box; bets of the others."""
    slots = [0] * 9
    for shows, lies in zip(facts["shows"], facts["lies"], strict=True):
        if not 0 <= shows <= 6 or not -1 <= lies <= 9 or (0 <= lies < 9 and slots[lies]) or (lies >= 0 and not shows):
            return False
        if 0 <= lies < 9:
            slots[lies] = shows
    values = [value for value in slots if value]
    return (
        slots == facts["slots"]
        and facts["box"] == facts["lies"].count(9)
        and facts["placed"] == 7 - facts["lies"].count(-1)
        and values in (sorted(values), sorted(values)[::-1])
        and all(score % 5 == 0 for score in facts["scores"])
        and set(facts["bets"]) <= {0, 1, 2}
        and not facts["bets"][facts["player"]]
        and is_turn_of(facts, players)
    )


def zatre(facts: Facts, players: int) -> bool:
    """121 tiles: 21 ones and 20 of each other kind; what is hidden from a view is in its bag. No run above twelve."""
    board = facts["board"]
    for kind in range(1, 7):
        there = facts["bag"][kind - 1] + sum(facts["hand"][kind - 1 :: 6]) + board.count(kind)
        wanted = 21 if kind == 1 else 20
        if there != wanted - facts["lot"].count(kind) and (facts["phase"] or there > wanted):
            return False
    for step in (1, 16):
        run = [0] * step
        for c, pips in enumerate(board):
            run.append(run[c] + pips if pips > 0 else 0)
        if max(run) > 12:
            return False
    return min(*facts["bag"], *facts["hand"], *facts["held"]) >= 0 and facts["player"] in range(players)


KEPT: dict[str, Callable[[Facts, int], bool]] = {
    "heckmeck": heckmeck,
    "barbecue": barbecue,
    "zocken": zocken,
    "zatre": zatre,
}


def is_whole(position: Position) -> bool:
    """Is everything there that the game conserves, and nothing twice?"""
    state = position.state.to_json()
    return KEPT[position.game.name](state, position.game.players)


# ── Reading mutants ──────────────────────────────────────────────────────────────────────────────────────────────────


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
