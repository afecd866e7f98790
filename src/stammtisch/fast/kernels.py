"""What a GPU thread does. Bound with a game's rules in cuda.py and compiled for CUDA; never interpreted.

Every thread plays one game after another. Three things keep the 32 threads of a warp together, for they run fast only
while they run the same code: a thread that has finished a game takes the next one at once; throws and decisions come
in turns, so that the warp throws together and decides together; and random numbers are made ahead for all at once
(`prefetch`) instead of whenever one thread runs out. Nothing of this changes what is drawn or played.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numba import cuda, int64, uint32
from numba.cuda import libdevice

from stammtisch.core.constants import CHANCE, OVER
from stammtisch.core.dice import MULTIPLY_0, MULTIPLY_1, WEYL_0, WEYL_1, DrawBuffer, add_block
from stammtisch.fast.drive import clear, decide, happen

if TYPE_CHECKING:  # what is expected of the game and of cuda.py
    STATE: Any = None
    WORKSPACE: Any = None

    def turn(s: Any, o: Any) -> int: ...
    def score(s: Any, o: Any, p: int) -> int: ...
    def place(s: Any, o: Any, p: int) -> int: ...


THREADS = 128  # in a block


def kernel_shared(
    start: Any,
    options: Any,
    seed: int,
    limit: int,
    queue: Any,
    plies: Any,
    scores: Any,
    places: Any,
    finished: Any,
    final: Any,
) -> None:
    """For games that are small enough: states and workspaces lie in shared memory, which is nearest."""
    states = cuda.shared.array(THREADS, STATE)
    workspaces = cuda.shared.array(THREADS, WORKSPACE)
    at = cuda.threadIdx.x
    work(states, workspaces, at, start, options[0], seed, limit, queue, plies, scores, places, finished, final)


def kernel_local(
    start: Any,
    options: Any,
    seed: int,
    limit: int,
    queue: Any,
    plies: Any,
    scores: Any,
    places: Any,
    finished: Any,
    final: Any,
) -> None:
    """For larger games: states and workspaces lie in each thread's local memory."""
    states = cuda.local.array(1, STATE)
    workspaces = cuda.local.array(1, WORKSPACE)
    work(states, workspaces, 0, start, options[0], seed, limit, queue, plies, scores, places, finished, final)


def work(
    states: Any,
    workspaces: Any,
    at: int,
    start: Any,
    o: Any,
    seed: int,
    limit: int,
    queue: Any,
    plies: Any,
    scores: Any,
    places: Any,
    finished: Any,
    final: Any,
) -> None:
    """One thread: games from the queue, until none is left."""
    s = states[at]
    workspace = workspaces[at]
    states[at] = start[0]
    clear(workspace)
    game = cuda.atomic.add(queue, 0, 1)
    made = 0
    lap = 0
    while game < len(plies):
        player = turn(s, o)
        if player == CHANCE:
            prefetch(workspace.dice, seed + game, s.turns)
        while player == CHANCE and made < limit:
            happen(s, o, workspace, seed + game)
            made += 1
            player = turn(s, o)
        if lap & 3 == 0:  # eight choices last for about four laps
            prefetch(workspace.choices, seed + game, 0)
        lap += 1
        while player >= 0 and made < limit:
            decide(s, o, workspace, seed + game)
            made += 1
            player = turn(s, o)
        if player == OVER or made == limit:
            plies[game] = made
            finished[game] = player == OVER
            for p in range(scores.shape[1]):
                scores[game, p] = score(s, o, p)
                places[game, p] = place(s, o, p)
            if len(final) > 0:
                final[game] = states[at]
            states[at] = start[0]
            clear(workspace)
            game = cuda.atomic.add(queue, 0, 1)
            made = 0


def prefetch(buffer: DrawBuffer, seed: int, turn: int) -> None:
    """Have the next eight draws of this turn ready."""
    if buffer.turn != turn or buffer.blocks <= (buffer.next + 7) >> 3:
        add_block(buffer, seed, turn)


def philox_32(c0: int, c1: int, c2: int, c3: int, k0: int, k1: int) -> tuple[int, int, int, int]:
    """`core.dice.philox` in 32-bit words, as a GPU multiplies them: the same numbers at a third of the cost."""
    a0, a1, a2, a3, b0, b1 = uint32(c0), uint32(c1), uint32(c2), uint32(c3), uint32(k0), uint32(k1)
    for _ in range(10):
        high0, low0 = uint32(libdevice.umulhi(uint32(MULTIPLY_0), a0)), uint32(uint32(MULTIPLY_0) * a0)
        high1, low1 = uint32(libdevice.umulhi(uint32(MULTIPLY_1), a2)), uint32(uint32(MULTIPLY_1) * a2)
        a0, a1 = uint32(high1 ^ a1 ^ b0), low1
        a2, a3 = uint32(high0 ^ a3 ^ b1), low0
        b0 = uint32(b0 + uint32(WEYL_0))
        b1 = uint32(b1 + uint32(WEYL_1))
    return int64(a0), int64(a1), int64(a2), int64(a3)
