"""Loops over arrays of states. Bound and compiled with a game's rules; never interpreted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numba import prange

from stammtisch.core.constants import OVER
from stammtisch.fast.drive import clear, playout, step

if TYPE_CHECKING:  # what is expected of the game

    def turn(s: Any, o: Any) -> int: ...
    def score(s: Any, o: Any, p: int) -> int: ...
    def place(s: Any, o: Any, p: int) -> int: ...


PARALLEL = ("many_parallel",)


def one(states: Any, options: Any, workspaces: Any, seed: int, limit: int) -> int:
    """Play the game in states[0] to its end; the number of plies."""
    return playout(states[0], options[0], workspaces[0], seed, limit)


def share(
    d: int,
    states: Any,
    options: Any,
    workspaces: Any,
    seed: int,
    limit: int,
    plies: Any,
    scores: Any,
    places: Any,
    finished: Any,
) -> None:
    """Workspace d plays its share of the games: every so-manieth state i, with seed + i."""
    o = options[0]
    for i in range(d, len(states), len(workspaces)):
        s = states[i]
        plies[i] = playout(s, o, workspaces[d], seed + i, limit)
        finished[i] = turn(s, o) == OVER
        for p in range(scores.shape[1]):
            scores[i, p] = score(s, o, p)
            places[i, p] = place(s, o, p)


def many(
    states: Any,
    options: Any,
    workspaces: Any,
    seed: int,
    limit: int,
    plies: Any,
    scores: Any,
    places: Any,
    finished: Any,
) -> None:
    """Play all states, one workspace after the other."""
    for d in range(len(workspaces)):
        share(d, states, options, workspaces, seed, limit, plies, scores, places, finished)


def many_parallel(
    states: Any,
    options: Any,
    workspaces: Any,
    seed: int,
    limit: int,
    plies: Any,
    scores: Any,
    places: Any,
    finished: Any,
) -> None:
    """Play all states, the workspaces on all cores."""
    for d in prange(len(workspaces)):
        share(d, states, options, workspaces, seed, limit, plies, scores, places, finished)


def trace(states: Any, options: Any, workspaces: Any, seed: int) -> int:
    """Play from states[0], keeping the state after every ply; the number of plies (at most len(states) - 1)."""
    clear(workspaces[0])
    for i in range(len(states) - 1):
        states[i + 1] = states[i]
        if not step(states[i + 1], options[0], workspaces[0], seed):
            return i
    return len(states) - 1
