"""A vector, interpreted: what `Vector` and `CudaVector` are compared with, step by step."""

from __future__ import annotations

from typing import Any

import numpy as np

from stammtisch.core.constants import OVER
from stammtisch.core.dice import SEEDS, DrawBuffer
from stammtisch.core.game import Game
from stammtisch.core.match import Match
from stammtisch.fast import Vector
from stammtisch.fast.vector import observation_dtype
from stammtisch.testing.compiled import rules_of

TOLD = (
    "players",
    "masks",
    "observations",
    "final_observations",
    "rewards",
    "terminated",
    "truncated",
    "illegal",
    "lengths",
    "final_lengths",
    "episodes",
)
"""All that a vector tells of its environments."""


class Environment:
    """One environment: a match, and what the next one's seed is."""

    match: Match

    def __init__(self, game: Game, seed: int, count: int) -> None:
        self.game = game
        self.seed = seed
        self.count = count
        self.episode = 0
        self.begin()

    def begin(self) -> None:
        """The match of this episode, with as yet no decision."""
        self.match = self.game.match(seed=(self.seed + self.episode * self.count) % SEEDS)
        self.choices = DrawBuffer()
        self.length = 0
        self.is_waiting = False
        self.seen_by = self.match.turn

    def choose(self) -> int:
        """What the random player does."""
        if self.is_waiting:
            return 0
        legal = [int(move) for move in self.match.legal_moves]
        seed = self.match.seed
        chosen = rules_of(self.game).choose(self.match.position.state, None, legal, len(legal), self.choices, seed)
        return int(chosen)


class InterpretedVector:
    """The same arrays as those of a Vector, from matches. `illegal` actions stand."""

    def __init__(
        self,
        game: Game,
        count: int,
        seed: int = 0,
        *,
        autoreset: str = "same_step",
        rewards: str = "shares",
        limit: int | None = None,
    ) -> None:
        self.game = game
        self.autoreset, self.pays = autoreset, rewards
        self.limit = limit or game.rules.LENGTH
        self.environments = [Environment(game, (seed + i) % SEEDS, count) for i in range(count)]
        row = (count, len(game.observation))
        self.players, self.episodes = np.zeros(count, np.int8), np.zeros(count, np.int64)
        self.masks = np.zeros((count, game.rules.MOVES), np.bool_)
        self.observations = np.zeros(row, observation_dtype(game))
        self.final_observations = np.zeros(row, observation_dtype(game))
        self.rewards = np.zeros((count, game.players), np.float32)
        self.terminated, self.truncated, self.illegal = (np.zeros(count, np.bool_) for _ in range(3))
        self.lengths, self.final_lengths = np.zeros(count, np.int32), np.zeros(count, np.int32)
        for i in range(count):
            self._tell(i)

    def sample(self) -> Any:
        """What the random player does in each environment."""
        return np.array([environment.choose() for environment in self.environments], np.int32)

    def step(self, actions: Any) -> None:
        """Make one decision in each environment."""
        for array in (self.rewards, self.terminated, self.truncated, self.illegal):
            array[:] = 0
        for i, action in enumerate(actions):
            self._step(i, int(action))
            self._tell(i)

    def _step(self, i: int, action: int) -> None:
        one = self.environments[i]
        if one.is_waiting:
            if self.autoreset == "next_step":
                one.episode += 1
                one.begin()
            return
        if action not in one.match.legal_moves:
            self.illegal[i] = True
            return
        one.seen_by = one.match.turn
        one.match.play(action)
        one.length += 1
        if not one.match.is_over and one.length < self.limit:
            one.seen_by = one.match.turn
            return
        self.terminated[i], self.truncated[i] = one.match.is_over, not one.match.is_over
        self.final_lengths[i] = one.length
        if one.match.is_over:
            self.rewards[i] = self._pay(one.match)
        if self.autoreset == "same_step":
            self.final_observations[i] = one.match.position.observation(one.seen_by)
            one.episode += 1
            one.begin()
        else:
            one.is_waiting = True

    def _pay(self, match: Match) -> list[float]:
        if self.pays == "shares":
            return [(seat in match.winners) / len(match.winners) for seat in range(self.game.players)]
        scores = match.scores
        return [own - (sum(scores) - own) / (len(scores) - 1) for own in scores]

    def _tell(self, i: int) -> None:
        one = self.environments[i]
        self.players[i] = OVER if one.is_waiting else one.match.turn
        self.masks[i] = False
        if not one.is_waiting:
            self.masks[i, [int(move) for move in one.match.legal_moves]] = True
        self.observations[i] = one.match.position.observation(one.seen_by)
        self.lengths[i] = one.length
        self.episodes[i] = one.episode


def on_host(array: Any) -> Any:
    """An array of either vector as a NumPy array."""
    return array.copy_to_host() if hasattr(array, "copy_to_host") else array


def difference(one: Any, other: Any) -> str:
    """'' if two vectors tell the same, else what first differs."""
    for name in TOLD:
        a, b = on_host(getattr(one, name)), on_host(getattr(other, name))
        if a.shape != b.shape or a.dtype != b.dtype:
            return f"{name}: {a.shape} of {a.dtype}, and {b.shape} of {b.dtype}"
        if not np.array_equal(a, b):
            i = int(np.argmax((a != b).reshape(len(a), -1).any(axis=1)))
            return f"{name} of environment {i}: {a[i].tolist()}, and {b[i].tolist()}"
    return ""


def compare(vector: Any, other: Any, steps: int) -> str:
    """Play two vectors side by side for so many steps; '' if they tell the same after each, else what differs."""
    found = difference(vector, other)
    for step in range(steps):
        if found:
            return f"before step {step}: {found}"
        actions = on_host(vector.sample())
        if not np.array_equal(actions, on_host(other.sample())):
            return f"before step {step}: the sampled actions"
        vector.step(actions)
        other.step(actions)
        found = difference(vector, other)
    return f"after the last step: {found}" if found else ""


def check_vector(game: Game) -> None:
    """A few environments for a few steps, against matches."""
    found = compare(Vector(game, 3, parallel=False), InterpretedVector(game, 3), 50)
    assert not found, f"a vector differs from interpreted play: {found}"
