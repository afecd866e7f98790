"""Gymnasium: every game as an environment for one agent, against bots, policies or itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import gymnasium
import numpy as np
from numpy.typing import NDArray

from stammtisch.bots.named import bot_named, no_such_bot
from stammtisch.core.errors import OptionError, StammtischError
from stammtisch.core.excerpt import quoted
from stammtisch.core.game import Bot, Game
from stammtisch.rl import seeding, spaces
from stammtisch.rl.episode import Episode
from stammtisch.rl.render import MODES, check_mode, render
from stammtisch.rl.terms import Terms

TRIES = 1000
SELF = "self"
"""As opponents: nobody; the agent plays all seats."""

Policy: TypeAlias = Callable[[NDArray[Any], NDArray[np.int8]], int]
"""Gives an action for an observation and an action mask."""

Opponent: TypeAlias = str | Bot | Policy


class StammtischEnv(gymnasium.Env):  # type: ignore[misc]  # untyped for mypy: see pyproject.toml
    """A game for one agent. `gymnasium.make` makes one by its id.

    Between two moves of the agent the others play, so that it is always asked about a position in which it is to move.
    The info has "action_mask"; "seat", from which the agent looks; "seed", that of the dice; "rewards", of all seats.

    With `opponents="self"` the agent is asked for every seat in turn, and sees the game from there. The reward of a
    step is then that of the seat that has just moved; the info has those of the others.

    Examples:
        >>> import gymnasium, stammtisch.rl
        >>> env = gymnasium.make("stammtisch/Heckmeck-v1", opponents="random", seat=0)
        >>> seen, info = env.reset(seed=7)
        >>> [str(move) for move in env.unwrapped.episode.position.legal_moves]
        ['keep 1', 'keep 2', 'keep 3', 'keep 4', 'keep worm']
        >>> seen, reward, terminated, truncated, info = env.step(6)
        >>> env.step(6)
        Traceback (most recent call last):
        stammtisch.core.errors.IllegalMove: keep worm is not allowed, because ...
    """

    metadata = {"render_modes": list(MODES), "render_fps": 2}
    """What Gymnasium asks about it."""
    terms: Terms
    """What it was asked for, with the game."""
    episode: Episode
    """The game that is played."""
    seat: int | None
    """The agent's seat in this episode; None: it plays all seats."""
    render_mode: str | None
    """"ansi", "rgb_array" or None."""
    observation_space: Any
    """What the agent is shown."""
    action_space: Any
    """The numbers of all moves."""

    def __init__(
        self,
        game: str | Game,
        *,
        opponents: Opponent | Sequence[Opponent] = "random",
        seat: int | None = None,
        render_mode: str | None = None,
        **given: Any,
    ) -> None:
        """
        Args:
            game: The name of a game, or one that `stammtisch.load` has made.
            opponents: Who plays the other seats: the name of a bot, such as "expert", a bot, a policy, which is a
                function of an observation and an action mask, or "self"; or a list of these, for the seats after that
                of the agent, in their order.
            seat: The seat of the agent; None: another one every time, drawn by the seed.
            render_mode: "ansi" or "rgb_array".
            given: The names of `stammtisch.rl.terms.Terms`, and the options of the game.

        Raises:
            UnknownGame: There is no game of this name.
            OptionError: The game has no such option or bot, or something cannot have this value.
            MissingExtra: A bot needs a package that is not installed.
        """
        self.terms = Terms.read(game, given)
        self.render_mode = check_mode(render_mode)
        players = self.terms.game.players
        if seat is not None and not (type(seat) is int and 0 <= seat < players):
            raise OptionError(f"seat cannot be {quoted(seat)}; it must be a number from 0 to {players - 1}, or None")
        self._wanted_seat = seat
        self._opponents = _opponents(self.terms.game, opponents)
        self.seat = None
        self.observation_space = spaces.observation_space(self.terms)
        self.action_space = spaces.action_space(self.terms)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a new game. With a seed its dice are those of `game.match(seed)`.

        Raises:
            OptionError: The seed is no whole number from 0 to 2**63 - 1.
        """
        seed = seeding.check_seed(seed)
        super().reset(seed=seed)
        for _ in range(TRIES):
            self.episode = Episode(self.terms, seeding.match_seed(seed, self.np_random))
            if self._opponents is not None:
                drawn = int(self.np_random.integers(self.terms.game.players))
                self.seat = drawn if self._wanted_seat is None else self._wanted_seat
            rewards = self._let_others_play(list(self.episode.rewards))
            if not self.episode.is_done:
                return self._seen(), self._info(rewards)
            seed = None  # it ended before the agent could do anything: another game
        raise StammtischError(f"from this start the agent was never asked for a move, in {TRIES} games")

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Make a move, and let the others play until the agent is to move again.

        Raises:
            IllegalMove: The rules forbid the move; the error says why, and what is legal.
            ParseError: The game has no such move.
            StammtischError: The episode is over.
        """
        mover = self.episode.position.turn
        self.episode.play(action, self.np_random)
        rewards = self._let_others_play(list(self.episode.rewards))
        reward = rewards[mover if self.seat is None else self.seat]
        return self._seen(), reward, self.episode.is_terminated, self.episode.is_truncated, self._info(rewards)

    def action_masks(self) -> NDArray[np.bool_]:
        """True for each legal move: the name under which Stable-Baselines3 asks for it."""
        return self.episode.mask(self._looking()).astype(np.bool_)

    def render(self) -> Any:
        """The board: as text ("ansi") or as a picture ("rgb_array"), as the agent sees it."""
        return render(self.episode.position, self._looking(), self.render_mode)

    def _looking(self) -> int:
        return self.episode.turn if self.seat is None else self.seat

    def _seen(self) -> Any:
        return spaces.observation(self.episode, self._looking())

    def _info(self, rewards: list[float]) -> dict[str, Any]:
        seat = self._looking()
        return {
            "action_mask": self.episode.mask(seat),
            "seat": seat,
            "seed": self.episode.seed,
            "rewards": np.array(rewards, np.float32),
        }

    def _let_others_play(self, rewards: list[float]) -> list[float]:
        """Until the agent is to move, or it is over. `rewards` are those before; the answer has all that came."""
        while self.seat is not None and not self.episode.is_done and self.episode.position.turn != self.seat:
            self.episode.play(self._choice(), self.np_random)
            rewards = [sum(each) for each in zip(rewards, self.episode.rewards, strict=True)]
        return rewards

    def _choice(self) -> int:
        """What the opponent chooses who is to move."""
        assert self._opponents is not None
        assert self.seat is not None
        episode, turn = self.episode, self.episode.position.turn
        opponent = self._opponents[(turn - self.seat) % self.terms.game.players - 1]
        if callable(opponent):
            return opponent(spaces.numbers(self.terms, episode.position, turn), episode.mask(turn))
        return opponent.choose(episode.position.view(turn), episode.decision_seed)


def _opponents(game: Game, given: Opponent | Sequence[Opponent]) -> list[Bot | Policy] | None:
    """Who plays the other seats, in the order after the agent; None: the agent itself."""
    if given == SELF:
        return None
    others = game.players - 1
    each = list(given) if isinstance(given, list | tuple) else [given] * others
    if len(each) != others:
        raise OptionError(f"with {game.players} players there must be {others} opponents, not {len(each)}")
    return [_opponent(game, one) for one in each]


def _opponent(game: Game, given: Any) -> Bot | Policy:
    if isinstance(given, str):
        bot = bot_named(game, given)
        if bot is None:
            raise no_such_bot(game, given)
        return bot
    if not (callable(given) or hasattr(given, "choose")):
        raise OptionError(f"an opponent must be the name of a bot, a bot or a function, not {quoted(given)}")
    opponent: Bot | Policy = given
    return opponent
