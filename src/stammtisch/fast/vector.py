"""Vector: thousands of games stepped together, for programs that learn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from numbers import Integral
from typing import Any

import numba
import numpy as np

from stammtisch.core.dice import SEEDS
from stammtisch.core.errors import IllegalMove, OptionError
from stammtisch.core.excerpt import quoted
from stammtisch.core.game import Game
from stammtisch.core.observation import observer
from stammtisch.core.position import Position
from stammtisch.fast import drive, stepping, vector_loops
from stammtisch.fast.aligned import aligned
from stammtisch.fast.compiler import Policy, compile_rules
from stammtisch.fast.layout import pack_options, unpack, workspace_dtype
from stammtisch.fast.simulator import start_of
from stammtisch.fast.vector_loops import Ways, Worlds

AUTORESETS: Mapping[str, int] = {
    "same_step": stepping.RESET_SAME_STEP,
    "next_step": stepping.RESET_NEXT_STEP,
    "disabled": stepping.RESET_NEVER,
}
ILLEGALS: Mapping[str, int] = {
    "stands": stepping.ILLEGAL_STANDS,
    "random": stepping.ILLEGAL_RANDOM,
    "error": stepping.ILLEGAL_STANDS,
}
REWARDS: Mapping[str, int] = {"shares": stepping.PAY_SHARES, "margins": stepping.PAY_MARGINS}

STEP, CHOOSE, BEGIN = (np.array([what], np.uint8) for what in (1, 2, 3))
FEW = 64  # steps of environments that are not worth waking another core


@dataclass(frozen=True)
class Rollout:
    """What `Vector.rollout` did."""

    steps: int
    """Decisions that were made."""
    games: int
    """Games that came to their end."""
    cut: int
    """Games that reached the limit of decisions."""


def observation_dtype(game: Game) -> Any:
    """The smallest kind of number that holds all that is observed."""
    seen = game.observation
    fits = (kind for kind in (np.int8, np.int16) if min(seen.low) >= np.iinfo(kind).min <= 0)
    return np.dtype(next((kind for kind in fits if max(seen.high) <= np.iinfo(kind).max), np.int32))


def chosen(what: str, given: str, among: Mapping[str, int]) -> int:
    if given not in among:
        raise OptionError(f"{what} must be one of {', '.join(among)}, not {quoted(given)}")
    return among[given]


def check_count(what: str, number: object, least: int, most: int) -> int:
    if isinstance(number, bool) or not isinstance(number, Integral) or not least <= int(number) <= most:
        raise OptionError(f"{what} must be a whole number from {least} to {most}, not {quoted(number)}")
    return int(number)


def seeds_of(seed: int, episodes: Any) -> Any:
    """The seeds of the games in all environments, by the numbers of their episodes."""
    count = len(episodes)
    numbers = np.arange(count, dtype=np.uint64) + np.uint64(seed) + episodes.astype(np.uint64) * np.uint64(count)
    return (numbers & np.uint64(SEEDS - 1)).astype(np.int64)


class Vector:
    """Many games of one kind, stepped together on all cores. It needs the extra `fast`.

    Each environment stands where somebody must decide: `players`, `masks` and `observations` say who, what is legal and
    what that player sees. `step(actions)` makes one decision in each; chance happens by itself. All that it tells lies
    in arrays that are written anew by every step: copy what is to be kept, and write nothing into them. They begin at
    multiples of 64 bytes, so that torch and JAX take them over by DLPack as they lie.

    Episode k of environment i has the seed `seed + i + k * count`, counted on from 0 after 2**63 - 1, and is the game
    that `Game.match` and `Simulator` play with this seed.

    `autoreset` says what follows a game's end. With `same_step` the step that ends a game begins the next: rewards and
    `terminated` are those of the game that has ended, everything else belongs to the new one. With `next_step` the step
    after it does, whatever its action is; until then nobody is to move. With `disabled` it waits for `reset`.

    `illegal` says what an illegal action does to its own environment, where `illegal` tells of it: `stands`, nothing;
    `random`, a random legal move is made instead; `error`, an IllegalMove before anything is played anywhere.

    `rewards` are `shares` of the first place (1, or 1/2 each for two who share it), or `margins`: the own score less
    the mean of the others'. `limit` cuts games after so many decisions, and `truncated` tells; without one, the LENGTH
    of the rules does.

    Examples:
        >>> import stammtisch
        >>> from stammtisch.fast import Vector
        >>> vector = Vector(stammtisch.load("heckmeck", players=3), 4, seed=1)
        >>> vector.masks.shape, vector.observations.shape, vector.players.tolist()
        ((4, 25), (4, 50), [0, 0, 0, 0])
        >>> vector.step(vector.sample())
        >>> vector.lengths.tolist(), vector.terminated.any()
        ([1, 1, 1, 1], np.False_)
        >>> vector.rollout(1000).steps
        4000
    """

    game: Game
    """The game, with its options."""
    count: int
    """How many environments there are."""
    players: Any
    """int8: the seat to decide; -2 where a game is over and no other has begun."""
    masks: Any
    """bool, count × MOVES: the legal moves."""
    observations: Any
    """count × length: what that seat sees, see `game.observation`."""
    final_observations: Any
    """With `same_step`: of games that have just ended, what the seat saw that made the last move."""
    rewards: Any
    """float32, count × seats: 0 until a game is over."""
    terminated: Any
    """bool: this step has ended a game."""
    truncated: Any
    """bool: this step has cut a game, which had reached the limit."""
    illegal: Any
    """bool: the action was illegal."""
    lengths: Any
    """int32: the decisions made in this game."""
    final_lengths: Any
    """int32: the decisions of the last game that ended."""
    episodes: Any
    """int64: the number of this game in its environment, from 0."""

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
        parallel: bool = True,
        cache: bool = True,
    ) -> None:
        """`policy` is what `sample` and `rollout` play, see Simulator; without one they play at random.

        Raises:
            OptionError: An argument is none of those that are possible.
        """
        self.game = game
        self.count = check_count("the number of environments", count, 1, 2**31 - 1)
        self.autoreset, self.reward = autoreset, rewards
        self._raises = illegal == "error"
        limit = check_count("the limit", game.rules.LENGTH if limit is None else limit, 1, 2**31 - 1)
        modes = (chosen("autoreset", autoreset, AUTORESETS), chosen("illegal", illegal, ILLEGALS))
        self._ways = Ways(0, limit, *modes, chosen("rewards", rewards, REWARDS), int(observations), int(observations))
        replace = (("observe", observer(game)), ("HIDES", int(game.hides)))
        drivers = (drive, stepping, vector_loops)
        self._rules = compile_rules(game.module, policy, drivers=drivers, replace=replace, cache=cache)
        self._workers = min(numba.get_num_threads() if parallel else 1, self.count)
        self._worlds = self._made(start_of(game, start), observations)
        self._sampled = aligned(self.count, np.int32)
        self._given = aligned(self.count, np.int32)
        self._show()
        self.reset(seed)

    def _made(self, start: Any, observed: bool) -> Worlds:
        count, moves, seats = self.count, self.game.rules.MOVES, self.game.players
        length, kind = (len(self.game.observation), observation_dtype(self.game)) if observed else (0, np.int8)
        return Worlds(
            states=aligned(count, start.dtype),
            workspaces=aligned(count, workspace_dtype(moves)),
            views=aligned(self._workers, start.dtype),
            start=start,
            options=pack_options(self.game.options),
            counts=aligned(count, np.int32),
            players=aligned(count, np.int8),
            masks=aligned((count, moves), np.uint8),
            observations=aligned((count, length), kind),
            final_observations=aligned((count, length), kind),
            rewards=aligned((count, seats), np.float32),
            terminated=aligned(count, np.uint8),
            truncated=aligned(count, np.uint8),
            illegal=aligned(count, np.uint8),
            lengths=aligned(count, np.int32),
            final_lengths=aligned(count, np.int32),
            episodes=aligned(count, np.int64),
            finished=aligned((self._workers, 8), np.int64),  # a line of the cache for each
        )

    def _show(self) -> None:
        worlds = self._worlds
        self.players, self.observations = worlds.players, worlds.observations
        self.final_observations, self.rewards = worlds.final_observations, worlds.rewards
        self.lengths, self.final_lengths, self.episodes = worlds.lengths, worlds.final_lengths, worlds.episodes
        self.masks, self.terminated = worlds.masks.view(np.bool_), worlds.terminated.view(np.bool_)
        self.truncated, self.illegal = worlds.truncated.view(np.bool_), worlds.illegal.view(np.bool_)

    def __len__(self) -> int:
        return self.count

    @property
    def seed(self) -> int:
        """The seed that it was reset with."""
        return int(self._ways.seed)

    @property
    def seeds(self) -> Any:
        """int64: the seed of the game in each environment."""
        return seeds_of(self.seed, self.episodes)

    def reset(self, seed: int | None = None, where: Any = None) -> None:
        """Begin new games: everywhere, or where a row of truth values says so.

        With a seed, given for all environments only, episodes are counted from 0 again; without one, each goes on with
        its next episode.

        Raises:
            OptionError: This is no seed, or no such row, or both are given.
        """
        if seed is not None:
            if where is not None:
                raise OptionError("a seed begins all games anew; give either a seed or the environments, not both")
            self._ways = self._ways._replace(seed=check_count("the seed", seed, 0, SEEDS - 1))
            self.episodes[:] = 0
            self._run(1, self._given, BEGIN)
            return
        asked = np.ones(self.count, np.uint8) if where is None else self._row("where", where, "b").astype(np.uint8)
        self.episodes += asked
        self._run(1, self._given, asked * BEGIN[0])

    def step(self, actions: Any) -> None:
        """Make one decision in each environment: a row of whole numbers, the moves.

        Raises:
            OptionError: It is no row of so many whole numbers.
            IllegalMove: An action is illegal, and the vector was told to say so by an error. Nothing was played.
        """
        row = self._row("actions", actions, "iu")
        if row.dtype != np.int32 or not row.flags.c_contiguous:
            np.clip(row, -1, self.game.rules.MOVES, out=self._given, casting="unsafe")
            row = self._given
        if self._raises:
            self._check(row)
        self._run(1, row, STEP)

    def _row(self, what: str, given: Any, kinds: str) -> Any:
        row = np.asarray(given)
        if row.shape != (self.count,) or row.dtype.kind not in kinds:
            wanted = "truth values" if kinds == "b" else "whole numbers"
            raise OptionError(
                f"{what} must be a row of {self.count} {wanted}, not an array of shape {row.shape} and type {row.dtype}"
            )
        return row

    def _check(self, row: Any) -> None:
        i = int(self._rules.first_illegal(self._worlds, row))
        if i >= 0:
            legal = np.flatnonzero(self.masks[i]).tolist()
            names = ", ".join(f"{m} ({self.game.moves[m]})" for m in legal[:8])
            raise IllegalMove(
                f"action {row[i]} is illegal in environment {i}; legal there: {names}{' …' if len(legal) > 8 else ''}"
            )

    def sample(self, out: Any = None) -> Any:
        """What the policy does in each environment, as int32: into `out`, or into an array that the next call reuses.

        Its random choices are those of Simulator. So who steps with what was sampled plays Simulator's games.

        Raises:
            OptionError: `out` is no contiguous int32 array of this length.
        """
        if out is None:
            out = self._sampled
        elif not (isinstance(out, np.ndarray) and out.dtype == np.int32 and out.flags.c_contiguous):
            raise OptionError("out must be a contiguous NumPy array of int32")
        self._row("out", out, "i")
        sample = self._rules.sample_all_parallel if self._on_all_cores(1) else self._rules.sample_all
        sample(self._workers, self._worlds, self._ways, out)
        return out

    def rollout(self, steps: int) -> Rollout:
        """So many steps of the policy in every environment, at one go: each as complete as by `sample` and `step`.

        An environment makes all its steps before the next one begins, so its arrays show its last step.
        """
        check_count("the number of steps", steps, 0, 2**31 - 1)
        finished = self._worlds.finished
        finished[:] = 0
        self._run(steps, self._given, CHOOSE)
        games, cut = (int(each) for each in finished[:, :2].sum(axis=0))
        return Rollout(steps * self.count, games, cut)

    def _run(self, steps: int, actions: Any, asked: Any) -> None:
        run = self._rules.step_all_parallel if self._on_all_cores(steps) else self._rules.step_all
        run(self._workers, self._worlds, self._ways, steps, actions, asked)

    def _on_all_cores(self, steps: int) -> bool:
        return self._workers > 1 and steps * self.count > FEW

    def position(self, i: int) -> Position:
        """How it stands in environment i, whole."""
        check_count("the environment", i, 0, self.count - 1)
        return Position.unchecked(self.game, unpack(self.game.module.State, self._worlds.states[i]))
