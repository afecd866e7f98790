"""The same rules on a CUDA GPU: one game a thread. Needs the extra [gpu] (the package numba-cuda)."""

from __future__ import annotations

from functools import cache
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
from numba import cuda, from_dtype, int64, uint32
from numba.cuda import libdevice

from stammtisch.core.bind import bind
from stammtisch.core.errors import StammtischError
from stammtisch.core.extras import is_installed, need
from stammtisch.core.game import Game
from stammtisch.core.position import Position
from stammtisch.fast import drive, kernels
from stammtisch.fast.compiler import INLINE, Policy, plain
from stammtisch.fast.layout import pack_options, state_dtype, workspace_dtype
from stammtisch.fast.simulator import Batch, check_plies, check_seeds, start_of

BLOCKS = 8  # of threads on each multiprocessor
SHARED = 28_000  # bytes of shared memory that each block may take, so that all eight find room


def is_available() -> bool:
    """Is there a CUDA device, and the package that compiles for it?"""
    return is_installed("numba_cuda") and bool(cuda.is_available())


class CudaSimulator:
    """Plays a game on an NVIDIA GPU, one game a thread, exactly as Simulator does. It needs the extra `gpu`.

    Raises:
        MissingExtra: The extra `gpu` is not installed.
        StammtischError: There is no CUDA device.
    """

    game: Game
    """The game, with its options."""

    def __init__(self, game: Game, policy: Policy | None = None) -> None:
        need("numba_cuda", "a GPU")
        if not is_available():
            raise StammtischError("there is no CUDA device; Simulator plays the same games on the CPU")
        self.game = game
        self._kernel = compile_kernel(game.module, policy)

    def batch(
        self,
        games: int,
        seed: int = 0,
        start: Position | None = None,
        limit: int | None = None,
        *,
        keep_states: bool = True,
    ) -> Batch:
        """Play many games: game i has the seed `seed + i`, as in `Simulator.batch`.

        Without `keep_states` only plies, scores and places come back, which is faster.
        """
        limit = self.game.rules.LENGTH if limit is None else limit
        check_seeds(seed, games)
        check_plies("the limit of plies", limit)
        first = start_of(self.game, start, np.int8)
        states = cuda.device_array(games if keep_states else 0, first.dtype)
        plies = cuda.device_array(games, np.int32)
        scores = cuda.device_array((games, self.game.players), np.int32)
        places = cuda.device_array((games, self.game.players), np.int32)
        finished = cuda.device_array(games, np.bool_)
        queue = cuda.to_device(np.zeros(1, np.int64))
        options = cuda.to_device(pack_options(self.game.options))
        blocks = BLOCKS * cuda.get_current_device().MULTIPROCESSOR_COUNT
        launch = self._kernel[blocks, kernels.THREADS]
        launch(cuda.to_device(first), options, seed, limit, queue, plies, scores, places, finished, states)
        return Batch(*(each.copy_to_host() for each in (states, plies, scores, places, finished)))


@cache
def compile_kernel(rules: ModuleType, policy: Policy | None = None) -> Any:
    """The kernel for a game, in the memory that its states fit into. One kernel serves all options."""
    state, workspace = state_dtype(rules.State, np.int8), workspace_dtype(rules.MOVES)
    replace: dict[str, Any] = {
        "cuda": cuda,
        "libdevice": libdevice,
        "int64": int64,
        "uint32": uint32,
        "philox": kernels.philox_32,
        "STATE": from_dtype(state),
        "WORKSPACE": from_dtype(workspace),
    }
    if policy is not None:
        replace["choose"] = plain(policy)
    bound = bind(rules, drive, kernels, jit=lambda _: _compiled, replace=replace)
    fits = kernels.THREADS * (state.itemsize + workspace.itemsize) <= SHARED
    return bound.kernel_shared if fits else bound.kernel_local


def _compiled(function: FunctionType) -> Any:
    if function.__name__ == "kernel_shared":
        return cuda.jit(function, max_registers=64, shared_memory_carveout="MaxShared")
    if function.__name__ == "kernel_local":
        return cuda.jit(function, max_registers=64, shared_memory_carveout="MaxL1")
    return cuda.jit(function, device=True, forceinline=function.__name__ in {*INLINE, "work", "prefetch"})
