"""Games in lock step from which a value is learned, played against itself or a rival (see keeping/learn.py)."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from random import Random
from typing import Any, NamedTuple

import numpy as np

from stammtisch.computing.work import Place, Shared, in_order
from stammtisch.core.game import Game
from stammtisch.fast.layout import pack
from stammtisch.games.keeping import ENDED
from stammtisch.games.keeping.lockstep import LockStep, Weigh
from stammtisch.games.keeping.together import BEST, player
from stammtisch.games.keeping.value import Net

PART = 256  # games of a generation that a worker plays together
TURNS = 100  # of a player; then a game is broken off, as one that a poor net would never end
LATE = 0.3  # of the games begin late, or small: what is seldom met there would be guessed badly


class Round(NamedTuple):
    """Every game that was not over played a turn. Facts are in the view of those who played."""

    values: Any  # of the turns before their first throw, by game
    going: Any  # the games that go on; after the last turn of a game there is nothing to learn
    seen: Any  # facts of those games
    counts: Any  # and how many


class Lessons(NamedTuple):
    """What is to be learned from games."""

    seen: Any
    """Facts of positions after a turn, as the one sees them who made it."""
    counts: Any
    """How many facts."""
    chances: Any
    """Of winning, for him."""


@lru_cache(maxsize=1)
def lockstep_of(game: Game) -> LockStep:
    return LockStep(game)


def play(place: Place, game: Game, net: Net | None, seeds: Any, later: float, rival: str | None = None) -> Lessons:
    """One generation. Without a net the learner plays for gain. A rival, a bot, sits in all seats but one."""
    shared = Shared(net)
    parts = [seeds[first : first + PART] for first in range(0, len(seeds), PART)]
    given = ((game, shared, part, later, rival, k % game.players) for k, part in enumerate(parts))
    played = list(in_order(place, _play, given))
    return Lessons(*(np.concatenate(each) for each in zip(*played, strict=True)))


def _play(game: Game, net: Shared[Net | None], seeds: Any, later: float, rival: str | None, seat: int) -> Lessons:
    """A part of a generation. Where there is a rival, the one who learns sits in this seat."""
    lockstep = lockstep_of(game)
    weighs = [lockstep.gains if net.value is None else lockstep.guesses(net.value)]
    grades = [BEST]
    if rival is None:
        which = np.zeros(game.players, np.int64)
        return lessons(*rounds(game, weighs, np.array(grades), which, seeds), later)
    weigh, grade = player(lockstep, rival)
    which = (np.arange(game.players) != seat).astype(np.int64)
    return lessons(*rounds(game, [*weighs, weigh], np.array([*grades, grade]), which, seeds), later, seat)


def rounds(game: Game, weighs: list[Weigh], grades: Any, which: Any, seeds: Any) -> tuple[list[Round], Any]:
    """Games with these seeds; and what each seat has won. Player which[seat] weighs by weighs[which[seat]]."""
    lockstep = lockstep_of(game)
    states = begun(game, seeds)
    rows = np.arange(len(seeds))
    found: list[Round] = []
    while len(rows) and len(found) < TURNS * game.players:
        values = np.zeros(len(seeds), np.float32)
        seen = np.zeros((len(rows), lockstep.compiled.MOST_FACTS), np.int16)
        counts = np.zeros(len(rows), np.int64)
        for first in range(0, len(rows), lockstep.batch):
            part = slice(first, first + lockstep.batch)
            some = rows[part]
            players = states["player"][some]
            mine = which[players]
            values[some], _ = lockstep.step(states, some, weighs, mine, seeds, grades=grades[mine])
            lockstep.compiled.note(states, lockstep.options, some, players, seen[part], counts[part])
        going = states["phase"][rows] != ENDED
        rows = rows[going]
        found.append(Round(values, rows, seen[going], counts[going]))
    return found, lockstep.results(states)


def begun(game: Game, seeds: Any) -> Any:
    """The positions in which games with these seeds begin: most at the start, some late."""
    states = lockstep_of(game).start(len(seeds))
    late = import_module(f"{game.module.__package__}.late").late
    for i, seed in enumerate(seeds):
        rng = Random(int(seed))
        if rng.random() < LATE:
            s = game.start().state.copy()
            late(s, game.options, rng)
            states[i] = pack(s)[0]
    return states


def lessons(played: list[Round], won: Any, later: float, seat: int | None = None) -> Lessons:
    """What is learned from games whose round k is played by seat k % players: by all, or by one seat only.

    What a player has after his turn is taught as his chance as the next turn tells it, which is the exact value of that
    turn, mixed with what came later and in the end with who won. With two players who both learn, the next turn is the
    rival's; else what that turn tells is only known of the one who makes it, so it is the player's own next one.
    """
    players = won.shape[1]
    ahead = 1 if players == 2 and seat is None else players
    chances: list[Any] = [won[:, k % players].astype(np.float32) for k in range(len(played))]
    for k in range(len(played) - 1 - ahead, -1, -1):
        again = played[k + ahead - 1].going  # in these games the turn that tells it came
        told = (1 - later) * played[k + ahead].values[again] + later * chances[k + ahead][again]
        chances[k][again] = 1 - told if ahead == 1 else told
    taught = [k for k in range(len(played)) if seat is None or k % players == seat]
    return Lessons(
        np.concatenate([played[k].seen for k in taught]),
        np.concatenate([played[k].counts for k in taught]),
        np.concatenate([chances[k][played[k].going] for k in taught]),
    )
