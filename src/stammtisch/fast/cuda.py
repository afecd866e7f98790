"""The same rules on a CUDA GPU: one game a thread. Needs the extra [gpu] (the package numba-cuda).

Two things keep the 32 threads of a warp busy together. Threads live long: each takes the next game as soon as it has
finished one, so that nobody waits for the longest game. And the warp votes before each ply: throws and decisions are
different code, so it runs whichever most of its games are waiting for. State and desk lie in the thread's local memory.
"""

from __future__ import annotations

from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import cuda, from_dtype, int64, uint32
from numba.cuda import libdevice

from stammtisch.core.bind import bind
from stammtisch.core.dice import MULTIPLY_0, MULTIPLY_1, WEYL_0, WEYL_1, fill, is_empty
from stammtisch.core.game import Game
from stammtisch.core.position import Position
from stammtisch.core.words import CHANCE, OVER
from stammtisch.fast import drive
from stammtisch.fast.compiler import INLINE, Policy
from stammtisch.fast.drive import clear, decide, happen
from stammtisch.fast.layout import desk_dtype, pack, pack_options
from stammtisch.fast.simulator import Batch, start_of

if TYPE_CHECKING:  # bound in `CudaSimulator`
    STATE: Any = None
    DESK: Any = None

    def turn(s: Any, o: Any) -> int: ...
    def score(s: Any, o: Any, p: int) -> int: ...
    def place(s: Any, o: Any, p: int) -> int: ...


THREADS = 128
BLOCKS_PER_PROCESSOR = 8
WARP = 0xFFFFFFFF


def is_available() -> bool:
    """Is there a CUDA device that Numba can use?"""
    return bool(cuda.is_available())


def kernel(
    start: Any, options: Any, seed: int, limit: int, queue: Any, plies: Any, scores: Any, places: Any, states: Any
) -> None:
    """Every thread plays one game after another from the queue until none is left."""
    box = cuda.local.array(1, STATE)
    desks = cuda.local.array(1, DESK)
    s = box[0]
    desk = desks[0]
    o = options[0]
    game = cuda.atomic.add(queue, 0, 1)
    playing = game < len(plies)
    made = 0
    box[0] = start[0]
    clear(desk)
    while cuda.any_sync(WARP, playing):
        player = turn(s, o) if playing and made < limit else OVER
        chance = player == CHANCE
        if chance:
            empty = is_empty(desk.dice, s.turns)
        else:
            empty = player >= 0 and is_empty(desk.choices, 0)
        blocks = cuda.popc(cuda.ballot_sync(WARP, empty))
        throws = cuda.popc(cuda.ballot_sync(WARP, chance and not empty))
        decisions = cuda.popc(cuda.ballot_sync(WARP, player >= 0 and not empty))
        if blocks >= throws and blocks >= decisions:
            if empty:
                if chance:
                    cup = desk.dice
                    number = s.turns
                else:
                    cup = desk.choices
                    number = 0
                fill(cup, seed + game, number)
        elif throws >= decisions:
            if chance and not empty:
                happen(s, o, desk, seed + game)
                made += 1
        elif player >= 0 and not empty:
            decide(s, o, desk, seed + game)
            made += 1
        if playing and player == OVER:
            plies[game] = made
            for p in range(scores.shape[1]):
                scores[game, p] = score(s, o, p)
                places[game, p] = place(s, o, p)
            if len(states) > 0:
                states[game] = box[0]
            game = cuda.atomic.add(queue, 0, 1)
            playing = game < len(plies)
            made = 0
            box[0] = start[0]
            clear(desk)


def philox(c0: int, c1: int, c2: int, c3: int, k0: int, k1: int) -> tuple[int, int, int, int]:
    """`core.dice.philox` in 32-bit words, as a GPU multiplies them; the same numbers at a third of the cost."""
    a0, a1, a2, a3, b0, b1 = uint32(c0), uint32(c1), uint32(c2), uint32(c3), uint32(k0), uint32(k1)
    for _ in range(10):
        high0, low0 = uint32(libdevice.umulhi(uint32(MULTIPLY_0), a0)), uint32(uint32(MULTIPLY_0) * a0)
        high1, low1 = uint32(libdevice.umulhi(uint32(MULTIPLY_1), a2)), uint32(uint32(MULTIPLY_1) * a2)
        a0, a1 = uint32(high1 ^ a1 ^ b0), low1
        a2, a3 = uint32(high0 ^ a3 ^ b1), low0
        b0 = uint32(b0 + uint32(WEYL_0))
        b1 = uint32(b1 + uint32(WEYL_1))
    return int64(a0), int64(a1), int64(a2), int64(a3)


class CudaSimulator:
    """Plays a game on a GPU. Game i of a batch has the seed `seed + i` and ends in the same state as everywhere else."""

    def __init__(self, game: Game, policy: Policy | None = None) -> None:
        self.game = game
        self._kernel = compile_kernel(game, policy)

    def batch(
        self,
        games: int,
        seed: int = 0,
        start: Position | None = None,
        limit: int | None = None,
        *,
        keep_states: bool = True,
    ) -> Batch:
        """Play many games; without `keep_states` only plies, scores and places come back, which is faster."""
        limit = self.game.rules.LENGTH if limit is None else limit
        first = start_of(self.game, start)
        states = cuda.device_array(games if keep_states else 0, first.dtype)
        plies = cuda.device_array(games, np.int32)
        scores = cuda.device_array((games, self.game.players), np.int32)
        places = cuda.device_array((games, self.game.players), np.int32)
        queue = cuda.to_device(np.zeros(1, np.int64))
        blocks = BLOCKS_PER_PROCESSOR * cuda.get_current_device().MULTIPROCESSOR_COUNT
        self._kernel[blocks, THREADS](
            cuda.to_device(np.array([first])),
            cuda.to_device(pack_options(self.game.options)),
            seed,
            limit,
            queue,
            plies,
            scores,
            places,
            states,
        )
        made = plies.copy_to_host()
        return Batch(states.copy_to_host(), made, scores.copy_to_host(), places.copy_to_host(), finished=made < limit)


def compile_kernel(game: Game, policy: Policy | None = None) -> Any:
    """The kernel above, bound to a game's rules."""
    replace: dict[str, Any] = {
        "cuda": cuda,
        "uint32": uint32,
        "libdevice": libdevice,
        "int64": int64,
        "kernel": kernel,
        "philox": philox,
        "WARP": WARP,
        "STATE": from_dtype(pack(game.start().state).dtype),
        "DESK": from_dtype(desk_dtype(game.rules.MOVES)),
    }
    if policy is not None:
        replace["choose"] = policy
    return bind(game.module, drive, jit=lambda _: _compiled, replace=replace).kernel


def _compiled(function: FunctionType) -> Any:
    if function.__name__ == "kernel":
        return cuda.jit(function)
    return cuda.jit(function, device=True, forceinline=function.__name__ in INLINE)
