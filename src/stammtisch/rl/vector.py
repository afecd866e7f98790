"""Gymnasium: many games stepped together, as a VectorEnv."""

from __future__ import annotations

from typing import Any

from stammtisch import games
from stammtisch.core.errors import OptionError
from stammtisch.core.excerpt import quoted
from stammtisch.core.extras import optional_imports
from stammtisch.core.game import Game
from stammtisch.fast import Vector

with optional_imports():
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

MODES = {
    "next_step": AutoresetMode.NEXT_STEP,
    "same_step": AutoresetMode.SAME_STEP,
    "disabled": AutoresetMode.DISABLED,
}


class StammtischVectorEnv(VectorEnv):  # type: ignore[misc]  # untyped for mypy: see pyproject.toml
    """Many games of one kind, compiled and stepped on all cores, for one agent that plays all seats.

    The agent is asked for whoever is to move, and sees the game from that seat. The reward of a step is that of the
    seat that has moved. The infos have "action_mask", the legal moves; "seat", who is to move; "rewards", of all seats;
    "seed", that of each game; and "illegal", whose action was illegal: it changes nothing.

    What follows the end of a game is declared in `metadata["autoreset_mode"]`: by default Gymnasium's usual way, in
    which the next step begins the next game. With "same_step" the infos have "final_obs", with `_final_obs` for whom.

    Examples:
        >>> import stammtisch
        >>> from stammtisch.rl.vector import StammtischVectorEnv
        >>> envs = StammtischVectorEnv(stammtisch.load("heckmeck"), 8)
        >>> seen, infos = envs.reset(seed=1)
        >>> seen.shape, infos["action_mask"].shape
        ((8, 49), (8, 25))
        >>> for _ in range(100):
        ...     seen, rewards, terminated, truncated, infos = envs.step(envs.sample())
        >>> bool(infos["illegal"].any())
        False
    """

    vector: Vector
    """The games themselves."""

    def __init__(
        self,
        game: Game,
        num_envs: int,
        *,
        autoreset: str = "next_step",
        rewards: str = "shares",
        limit: int | None = None,
        copy: bool = True,
    ) -> None:
        """
        Args:
            game: The game, with its options.
            num_envs: How many are played at once.
            autoreset: What follows the end of a game: "next_step", "same_step" or "disabled".
            rewards: "shares" of the first place, or "margins" of scores; see `Vector`.
            limit: After how many decisions a game is cut.
            copy: Whether observations and masks are copies. Otherwise the next step writes over them.

        Raises:
            OptionError: An argument is none of those that are possible.
        """
        self.vector = Vector(game, num_envs, autoreset=autoreset, rewards=rewards, limit=limit)
        self.metadata = {"autoreset_mode": MODES[autoreset]}
        self.num_envs = num_envs
        self._copy = copy
        observed, kind = game.observation, self.vector.observations.dtype
        self.single_observation_space = spaces.Box(
            np.array(observed.low, kind), np.array(observed.high, kind), dtype=kind.type
        )
        self.single_action_space = spaces.Discrete(game.rules.MOVES)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin new games. Environment i plays the games with the seeds `seed + i`, and every `num_envs`-th after it.

        With `options={"reset_mask": …}` only those that the row of truth values says.

        Raises:
            OptionError: This is no seed: one for all environments is given, and no list.
        """
        where = (options or {}).get("reset_mask")
        if seed is not None and not isinstance(seed, int):
            raise OptionError(f"the seed must be one whole number for all environments, not {quoted(seed)}")
        self.vector.reset(seed, where)
        return self._seen(self.vector.observations), self._infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Make one decision in each game.

        Raises:
            OptionError: The actions are no row of so many whole numbers.
        """
        vector = self.vector
        movers = np.maximum(vector.players, 0).astype(np.intp)
        vector.step(actions)
        rewards = vector.rewards[np.arange(self.num_envs), movers].astype(np.float64)
        infos = self._infos()
        done = vector.terminated | vector.truncated
        if vector.autoreset == "same_step" and done.any():
            infos["final_obs"] = self._seen(vector.final_observations)
            infos["_final_obs"] = done
        return self._seen(vector.observations), rewards, vector.terminated.copy(), vector.truncated.copy(), infos

    def sample(self) -> Any:
        """A random legal action for each game."""
        return self.vector.sample().copy()

    def _seen(self, array: Any) -> Any:
        return array.copy() if self._copy else array

    def _infos(self) -> dict[str, Any]:
        vector = self.vector
        everywhere = np.ones(self.num_envs, np.bool_)
        infos = {
            "action_mask": self._seen(vector.masks),
            "seat": vector.players.copy(),
            "rewards": vector.rewards.copy(),
            "seed": vector.seeds,
            "illegal": vector.illegal.copy(),
        }
        return {**infos, **{f"_{name}": everywhere for name in infos}}


def vector_env(
    game: str,
    num_envs: int = 1,
    *,
    autoreset: str = "next_step",
    rewards: str = "shares",
    limit: int | None = None,
    copy: bool = True,
    **options: Any,
) -> StammtischVectorEnv:
    """What `gymnasium.make_vec` makes of an id; `options` are those of the game, the others those of the environments.

    Raises:
        UnknownGame: There is no game of this name.
        OptionError: An argument is none of those that are possible.

    Examples:
        >>> import gymnasium, stammtisch.rl
        >>> envs = gymnasium.make_vec("stammtisch/Zocken-v2", num_envs=8, rounds=1)
        >>> type(envs.unwrapped).__name__, envs.num_envs
        ('StammtischVectorEnv', 8)
    """
    made = games.load(game, options)
    return StammtischVectorEnv(made, num_envs, autoreset=autoreset, rewards=rewards, limit=limit, copy=copy)
