"""PettingZoo: every game as an environment for several agents, one after the other (AEC) or in parallel.

The agents are "player_0", "player_1" and so on, by their seats. In the parallel form all agents act in every step, and
those who are not to move can only pass, which is action 0; whatever they choose is ignored.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from stammtisch.core.errors import StammtischError
from stammtisch.core.extras import optional_imports
from stammtisch.core.game import Game
from stammtisch.rl import seeding, spaces
from stammtisch.rl.episode import Episode
from stammtisch.rl.render import MODES, check_mode, render
from stammtisch.rl.terms import OBSERVATION, Terms

with optional_imports():
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper


def env(game: str | Game, *, render_mode: str | None = None, **given: Any) -> Any:
    """A game for agents that act one after the other, wrapped so that calls in the wrong order are refused.

    The keyword arguments are the names of `stammtisch.rl.terms.Terms` and the options of the game. The action mask
    stands beside the observation, `observation["action_mask"]`, unless `mask="info"`; in the info it always is.

    Raises:
        UnknownGame: There is no game of this name.
        OptionError: The game has no such option, or something cannot have this value.

    Examples:
        >>> from stammtisch.rl.pettingzoo import env
        >>> each = env("heckmeck", players=3)
        >>> each.reset(seed=7)
        >>> for agent in each.agent_iter():
        ...     seen, reward, terminated, truncated, info = each.last()
        ...     ended = terminated or truncated
        ...     each.step(None if ended else each.action_space(agent).sample(seen["action_mask"]))
    """
    return OrderEnforcingWrapper(raw_env(game, render_mode=render_mode, **given))


class _Seats:
    """What both forms share: agents, spaces, seeds, pictures."""

    terms: Terms
    """What it was asked for, with the game."""
    episode: Episode
    """The game that is played."""
    possible_agents: list[str]
    """All agents, by their seats."""
    render_mode: str | None

    def _prepare(self, game: str | Game, render_mode: str | None, given: dict[str, Any]) -> None:
        self.terms = Terms.read(game, given, mask=OBSERVATION)
        self.render_mode = check_mode(render_mode)
        self.metadata = {
            "name": f"{self.terms.game.name}_v{self.terms.game.version}",
            "render_modes": list(MODES),
            "render_fps": 2,
            "is_parallelizable": True,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.terms.game.players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observation_spaces = {agent: spaces.observation_space(self.terms) for agent in self.possible_agents}
        self._action_spaces = {agent: spaces.action_space(self.terms) for agent in self.possible_agents}
        self.state_space = spaces.numbers_space(self.terms)
        self._random: np.random.Generator | None = None

    def _begin(self, seed: int | None) -> None:
        seed = seeding.check_seed(seed)
        if seed is not None or self._random is None:
            self._random = seeding.generator(seed)
        self.episode = Episode(self.terms, seeding.match_seed(seed, self._random))
        self.agents = list(self.possible_agents)

    def _play(self, action: Any) -> None:
        assert self._random is not None
        self.episode.play(action, self._random)

    def _info(self, agent: str) -> dict[str, Any]:
        return {"action_mask": self.episode.mask(self._seats[agent]), "seed": self.episode.seed}

    def observation_space(self, agent: str) -> Any:
        """What an agent is shown."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The numbers of all moves."""
        return self._action_spaces[agent]

    def observe(self, agent: str) -> Any:
        """What an agent sees now: whoever looks is seat 0, and hidden things are hidden."""
        return spaces.observation(self.episode, self._seats[agent])

    def state(self) -> NDArray[Any]:
        """The whole position as numbers, with all that is hidden from players, as from seat 0: for a central critic."""
        return spaces.whole(self.terms, self.episode.position)

    def render(self) -> Any:
        """The board: as text ("ansi") or as a picture ("rgb_array"), as the player to move sees it."""
        return render(self.episode.position, self.episode.turn, self.render_mode)

    def close(self) -> None:
        """There is nothing to be closed."""


class raw_env(_Seats, AECEnv):  # type: ignore[misc]  # noqa: N801  # its name in PettingZoo
    """A game for agents that act one after the other. `env` makes one that refuses calls in the wrong order."""

    def __init__(self, game: str | Game, *, render_mode: str | None = None, **given: Any) -> None:
        super().__init__()
        self._prepare(game, render_mode, given)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. With a seed its dice are those of `game.match(seed)`.

        Raises:
            OptionError: The seed is no whole number from 0 to 2**63 - 1.
        """
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._skip_agent_selection = None
        self._show()

    def step(self, action: Any) -> None:
        """Make a move for the agent whose turn it is, `agent_selection`; None for one whose game is over.

        Raises:
            IllegalMove: The rules forbid it; the error says why, and what is legal.
        """
        if not self.agents:
            raise StammtischError("the episode is over; reset() begins the next one")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._play(action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, self.episode.rewards, strict=True))
        self._accumulate_rewards()
        self._show()

    def _show(self) -> None:
        """Whose turn it is, and how the episode stands."""
        self.terminations = dict.fromkeys(self.agents, self.episode.is_terminated)
        self.truncations = dict.fromkeys(self.agents, self.episode.is_truncated)
        self.infos = {agent: self._info(agent) for agent in self.agents}
        self.agent_selection = self.possible_agents[self.episode.turn]
        if self.episode.is_done:
            self._deads_step_first()


class parallel_env(_Seats, ParallelEnv):  # type: ignore[misc]  # noqa: N801  # its name in PettingZoo
    """A game for agents that all act in every step; what those choose who are not to move is ignored.

    The keyword arguments are those of `env`.

    Examples:
        >>> from stammtisch.rl.pettingzoo import parallel_env
        >>> each = parallel_env("heckmeck")
        >>> seen, infos = each.reset(seed=7)
        >>> [agent for agent in each.agents if not infos[agent]["action_mask"][0]]  # who can do more than pass
        ['player_0']
    """

    def __init__(self, game: str | Game, *, render_mode: str | None = None, **given: Any) -> None:
        """
        Raises:
            UnknownGame: There is no game of this name.
            OptionError: The game has no such option, or something cannot have this value.
        """
        super().__init__()
        self._prepare(game, render_mode, given)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Begin a new game. With a seed its dice are those of `game.match(seed)`.

        Raises:
            OptionError: The seed is no whole number from 0 to 2**63 - 1.
        """
        self._begin(seed)
        return {agent: self.observe(agent) for agent in self.agents}, {a: self._info(a) for a in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Make the move of the agent whose turn it is.

        Raises:
            IllegalMove: The rules forbid it; the error says why, and what is legal.
            StammtischError: There is no action of the agent whose turn it is.
        """
        if not self.agents:
            return {}, {}, {}, {}, {}
        agent = self.possible_agents[self.episode.turn]
        if agent not in actions:
            raise StammtischError(f"it is the turn of {agent}, but no action of it is among those that were given")
        self._play(actions[agent])
        agents, self.agents = self.agents, [] if self.episode.is_done else self.agents
        return (
            {agent: self.observe(agent) for agent in agents},
            dict(zip(agents, self.episode.rewards, strict=True)),
            dict.fromkeys(agents, self.episode.is_terminated),
            dict.fromkeys(agents, self.episode.is_truncated),
            {agent: self._info(agent) for agent in agents},
        )
