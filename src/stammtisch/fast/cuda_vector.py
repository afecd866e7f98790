"""CudaVector: a Vector whose environments live on a GPU. Needs the extra [gpu] (the package numba-cuda)."""

from __future__ import annotations

from functools import cache, partial
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
from numba import cuda, from_dtype, int8, int16, int32, int64, uint8, uint32
from numba.cuda import libdevice

from stammtisch.core.bind import bind
from stammtisch.core.dice import SEEDS
from stammtisch.core.errors import OptionError, StammtischError
from stammtisch.core.extras import need
from stammtisch.core.game import Game
from stammtisch.core.observation import observer
from stammtisch.core.position import Position
from stammtisch.core.record import Record
from stammtisch.fast import drive, kernels, stepping, vector_kernels
from stammtisch.fast.compiler import INLINE, Policy, plain
from stammtisch.fast.cuda import is_available
from stammtisch.fast.device_array import DeviceArray
from stammtisch.fast.layout import pack_options, state_dtype, unpack, workspace_dtype
from stammtisch.fast.simulator import start_of
from stammtisch.fast.vector import (
    AUTORESETS,
    ILLEGALS,
    REWARDS,
    Rollout,
    check_count,
    chosen,
    observation_dtype,
    seeds_of,
)
from stammtisch.fast.vector_kernels import ASKED_BEGIN, ASKED_CHOOSE, ASKED_SAMPLE, ASKED_STEP, FACTS_KEPT, WARP

MOST_SHARED = 16_000  # bytes of shared memory that a block may take, so that many find room on a multiprocessor
INLINED = frozenset(("steps_of_one", "prefetch", "rewind_buffer", "may_act", "await_decision", "episode_seed"))


class CudaVector:
    """Many games of one kind, stepped together on an NVIDIA GPU, as Vector steps them. It needs the extra `gpu`.

    All its arrays lie in the memory of the GPU, and so do states and actions: nothing is copied to the host unless
    `copy_to_host()` of an array asks for it. torch and JAX take the arrays over by DLPack. Nothing waits for the GPU,
    either: a step is begun when `step` returns. Who reads an array by DLPack, or with torch on its usual stream, sees
    what all steps before have written.

    An illegal action `stands` or is replaced by one at `random`; there is no `error`, which would have to wait.

    Raises:
        MissingExtra: The extra `gpu` is not installed.
        StammtischError: There is no CUDA device.
    """

    game: Game
    """The game, with its options."""
    count: int
    """How many environments there are."""

    def __init__(
        self,
        game: Game,
        count: int,
        seed: int = 0,
        *,
        policy: Policy | None = None,
        autoreset: str = "same_step",
        illegal: str = "stands",
        rewards: str = "shares",
        observations: bool = True,
        limit: int | None = None,
        start: Position | None = None,
    ) -> None:
        """The same arguments as those of Vector.

        Raises:
            OptionError: An argument is none of those that are possible.
        """
        need("numba_cuda", "a GPU")
        if not is_available():
            raise StammtischError("there is no CUDA device; Vector steps the same games on the CPU")
        self.game = game
        self.count = check_count("the number of environments", count, 1, 2**31 - 1)
        self.autoreset, self.reward = autoreset, rewards
        self._limit = check_count("the limit", game.rules.LENGTH if limit is None else limit, 1, 2**31 - 1)
        if illegal == "error":
            raise OptionError("on a GPU nobody waits to hear of an illegal action; illegal must be stands or random")
        self._modes = (
            chosen("autoreset", autoreset, AUTORESETS),
            chosen("illegal", illegal, ILLEGALS),
            chosen("rewards", rewards, REWARDS),
        )
        kind = observation_dtype(game) if observations else np.dtype(np.int8)
        self._length = len(game.observation) if observations else 0
        shared = self._shared_bytes(kind)
        self._tiled = shared <= MOST_SHARED
        self._kernel = compile_vector(game, policy, kind.str, self._tiled)
        self._tile = WARP * (game.rules.MOVES + kind.itemsize * self._length) if self._tiled else 0
        self._blocks = -(-self.count // WARP)
        self._make(start_of(game, start, np.int8), kind)
        self._seed = 0
        self.reset(seed)

    def _shared_bytes(self, kind: Any) -> int:
        state, workspace = padded_state(self.game.module.State), padded_workspace(self.game.rules.MOVES)
        row = self.game.rules.MOVES + kind.itemsize * self._length
        return int(WARP * (state.itemsize + workspace.itemsize + row))

    def _make(self, start: Any, kind: Any) -> None:
        room, moves, seats = self._blocks * WARP, self.game.rules.MOVES, self.game.players
        words = padded_state(self.game.module.State).itemsize // 4
        first = np.zeros(words * 4, np.uint8)
        first[: start.nbytes] = start.view(np.uint8)
        self._start = cuda.to_device(first.view(np.int32))
        self._options = cuda.to_device(pack_options(self.game.options))
        self._words = _zeros((words, room), np.int32)
        self._facts = _zeros((FACTS_KEPT, room), np.int32)
        self._mask_bytes = _zeros(room * moves, np.uint8)
        self._seen = _zeros(max(room * self._length, 4), kind)
        self._final_seen = _zeros(max(room * self._length, 4), kind)
        self._rewards = _zeros((room, seats), np.float32)
        self._players = _zeros(room, np.int8)
        self._terminated, self._truncated, self._illegal = (_zeros(room, np.uint8) for _ in range(3))
        self._lengths, self._final_lengths = (_zeros(room, np.int32) for _ in range(2))
        self._episodes = _zeros(room, np.int64)
        self._finished = _zeros(2, np.int64)
        self._sampled = _zeros(room, np.int32)
        self._everywhere = cuda.to_device(np.ones(1, np.uint8))
        self._mask_words = self._mask_bytes.view(np.int32)
        self._seen_words = self._seen.view(np.int32)

        rows = (self.count, self._length)
        self.players = self._shown(self._players)
        """int8: the seat to decide; -2 where a game is over and no other has begun."""
        self.masks = self._shown(self._mask_bytes.view(np.bool_), (self.count, moves))
        """bool, count × MOVES: the legal moves."""
        self.observations = self._shown(self._seen, rows)
        """count × length: what that seat sees, see `game.observation`."""
        self.final_observations = self._shown(self._final_seen, rows)
        """With `same_step`: of games that have just ended, what the seat saw that made the last move."""
        self.rewards = self._shown(self._rewards)
        """float32, count × seats: 0 until a game is over."""
        self.terminated = self._shown(self._terminated.view(np.bool_))
        """bool: this step has ended a game."""
        self.truncated = self._shown(self._truncated.view(np.bool_))
        """bool: this step has cut a game, which had reached the limit."""
        self.illegal = self._shown(self._illegal.view(np.bool_))
        """bool: the action was illegal."""
        self.lengths = self._shown(self._lengths)
        """int32: the decisions made in this game."""
        self.final_lengths = self._shown(self._final_lengths)
        """int32: the decisions of the last game that ended."""
        self.episodes = self._shown(self._episodes)
        """int64: the number of this game in its environment, from 0."""

    def _shown(self, array: Any, shape: tuple[int, int] | None = None) -> DeviceArray:
        if shape:
            array = array[: shape[0] * shape[1]].reshape(shape)
        return DeviceArray(array[: self.count], cuda.synchronize)

    def __len__(self) -> int:
        return self.count

    @property
    def seed(self) -> int:
        """The seed that it was reset with."""
        return self._seed

    @property
    def seeds(self) -> Any:
        """int64, on the host: the seed of the game in each environment."""
        return seeds_of(self._seed, self.episodes.copy_to_host())

    def reset(self, seed: int | None = None, where: Any = None) -> None:
        """Begin new games: everywhere, or where a row of truth values says so, see `Vector.reset`.

        Raises:
            OptionError: This is no seed, or no such row, or both are given.
        """
        if seed is not None:
            if where is not None:
                raise OptionError("a seed begins all games anew; give either a seed or the environments, not both")
            self._seed = check_count("the seed", seed, 0, SEEDS - 1)
            self._episodes.copy_to_device(np.zeros(len(self._episodes), np.int64))
            self._launch(ASKED_BEGIN, 1, self._sampled, self._everywhere)
            return
        chosen_ones = np.ones(self.count, np.bool_)
        if where is not None:
            given = where.copy_to_host() if hasattr(where, "copy_to_host") else where
            chosen_ones = np.asarray(given)
        if chosen_ones.shape != (self.count,) or chosen_ones.dtype != np.bool_:
            raise OptionError(f"where must be a row of {self.count} truth values")
        asked = np.zeros(len(self._episodes), np.uint8)
        asked[: self.count] = chosen_ones
        self._episodes.copy_to_device(self._episodes.copy_to_host() + asked)
        self._launch(ASKED_BEGIN, 1, self._sampled, cuda.to_device(asked))

    def step(self, actions: Any) -> None:
        """Make one decision in each environment: a row of int32 or int64 on the GPU.

        A NumPy array is copied there first.

        Raises:
            OptionError: It is no row of so many whole numbers of 32 or 64 bits.
        """
        self._launch(ASKED_STEP, 1, self._row("actions", actions), self._everywhere)

    def _row(self, what: str, given: Any) -> Any:
        if isinstance(given, DeviceArray):
            row = given.array
        elif hasattr(given, "__cuda_array_interface__"):
            row = cuda.as_cuda_array(given)
        else:
            row = np.ascontiguousarray(given)
        if row.shape != (self.count,) or row.dtype not in (np.int32, np.int64):
            raise OptionError(
                f"{what} must be a row of {self.count} whole numbers of 32 or 64 bits, "
                f"not an array of shape {tuple(row.shape)} and type {row.dtype}"
            )
        return cuda.to_device(row) if isinstance(row, np.ndarray) else row

    def sample(self, out: Any = None) -> DeviceArray:
        """What the policy does in each environment, as int32: into `out`, or into an array that the next call reuses.

        Raises:
            OptionError: `out` is no row of this length on the GPU.
        """
        if out is None:
            out = self._shown(self._sampled)
        self._launch(ASKED_SAMPLE, 1, self._row("out", out), self._everywhere)
        return out if isinstance(out, DeviceArray) else DeviceArray(cuda.as_cuda_array(out), cuda.synchronize)

    def advance(self, steps: int = 1) -> None:
        """So many steps of the policy in every environment, in one launch: each as complete as by `sample` and `step`.

        Every step writes masks, observations and all else; a game's state stays in the processor from step to step.
        """
        check_count("the number of steps", steps, 0, 2**31 - 1)
        self._launch(ASKED_CHOOSE, steps, self._sampled, self._everywhere)

    def rollout(self, steps: int) -> Rollout:
        """`advance`, and what came of it; so it waits for the end."""
        self._finished.copy_to_device(np.zeros(2, np.int64))
        self.advance(steps)
        games, cut = (int(each) for each in self._finished.copy_to_host())
        return Rollout(steps * self.count, games, cut)

    def finish(self) -> None:
        """Wait until all that was begun is done."""
        cuda.synchronize()

    def _launch(self, asked: int, steps: int, actions: Any, where: Any) -> None:
        autoreset, on_illegal, reward = self._modes
        self._kernel[self._blocks, WARP, 0, self._tile](
            self._words,
            self._facts,
            self._start,
            self._options,
            self._seed,
            self.count,
            self._limit,
            autoreset,
            on_illegal,
            reward,
            asked,
            steps,
            self._length,
            actions,
            where,
            self._players,
            self._mask_bytes,
            self._mask_words,
            self._seen,
            self._seen_words,
            self._final_seen,
            self._rewards,
            self._terminated,
            self._truncated,
            self._illegal,
            self._lengths,
            self._final_lengths,
            self._episodes,
            self._finished,
        )

    def position(self, i: int) -> Position:
        """How it stands in environment i, whole."""
        check_count("the environment", i, 0, self.count - 1)
        kind = state_dtype(self.game.module.State, np.int8)
        words = np.ascontiguousarray(self._words.copy_to_host()[:, i])
        state = words.view(np.uint8)[: kind.itemsize].view(kind)[0]
        return Position.unchecked(self.game, unpack(self.game.module.State, state))


def _zeros(shape: Any, dtype: Any) -> Any:
    return cuda.to_device(np.zeros(shape, dtype))


def padded_state(kind: type[Record]) -> Any:
    """A state in an odd number of words, so that threads find theirs in different banks of shared memory.

    The same bytes are there as `words`, to be copied.
    """
    return _padded(state_dtype(kind, np.int8))


def padded_workspace(moves: int) -> Any:
    """A workspace in an odd number of words."""
    return _padded(workspace_dtype(moves))


def _padded(dtype: np.dtype[Any]) -> Any:
    assert dtype.names is not None
    assert dtype.fields is not None
    words = -(-dtype.itemsize // 4) | 1
    formats = [dtype.fields[name][0] for name in dtype.names]
    offsets = [dtype.fields[name][1] for name in dtype.names]
    return np.dtype(
        {
            "names": [*dtype.names, "words"],
            "formats": [*formats, (np.int32, (words,))],
            "offsets": [*offsets, 0],
            "itemsize": words * 4,
        }
    )


def compile_vector(game: Game, policy: Policy | None, kind: str, tiled: bool) -> Any:
    """The kernel of a game. It serves all options."""
    return _compile_vector(game.module, policy, observer(game), game.hides, kind, tiled)


@cache
def _compile_vector(rules: ModuleType, policy: Policy | None, observe: Any, hides: bool, kind: str, tiled: bool) -> Any:
    state = padded_state(rules.State)
    number = {1: int8, 2: int16, 4: int32}[np.dtype(kind).itemsize]
    replace: dict[str, Any] = {
        "cuda": cuda,
        "libdevice": libdevice,
        "int64": int64,
        "uint32": uint32,
        "philox": kernels.philox_32,
        "observe": observe,
        "HIDES": int(hides),
        "TILED": int(tiled),
        "WORDS": state.itemsize // 4,
        "NUMBER": number,
        "NUMBER_SIZE": np.dtype(kind).itemsize,
        "STATE": from_dtype(state),
        "WORKSPACE": from_dtype(padded_workspace(rules.MOVES)),
        "BYTE": uint8,
        "WORD": int32,
    }
    if policy is not None:
        replace["choose"] = plain(policy)
    inlined = INLINED | (INLINE if tiled else frozenset())
    jit = partial(_compiled, inlined)
    bound = bind(rules, drive, kernels, stepping, vector_kernels, jit=lambda _: jit, replace=replace)
    return bound.vector_shared if tiled else bound.vector_local


def _compiled(inlined: frozenset[str], function: FunctionType) -> Any:
    if function.__name__ == "vector_shared":
        return cuda.jit(function, max_registers=64, shared_memory_carveout="MaxShared")
    if function.__name__ == "vector_local":
        return cuda.jit(function, max_registers=64, shared_memory_carveout="MaxL1")
    return cuda.jit(function, device=True, forceinline=function.__name__ in inlined)
