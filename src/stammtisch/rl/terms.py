"""Terms: what an environment is asked for, read and checked in one place for all libraries."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from stammtisch import games
from stammtisch.core.errors import OptionError
from stammtisch.core.excerpt import quoted
from stammtisch.core.game import Game
from stammtisch.core.position import Position
from stammtisch.core.position_text import parse
from stammtisch.rl.rewards import WIN, check_reward

INTEGERS, TENSOR = "integers", "tensor"
OBSERVATION, INFO = "observation", "info"
ERROR, LOSE, RANDOM = "error", "lose", "random"


@dataclass(frozen=True)
class Terms:
    """A game, and what an environment makes of it. All environments take these names as keyword arguments."""

    game: Game
    """The game, with its options."""
    start: Position
    """Where every episode begins: before the first throw, or at any other position of the game."""
    reward: str = WIN
    """"win", "share" or "score" (rewards.py)."""
    observation: str = INTEGERS
    """"integers", as `Position.observation` gives them, or "tensor": numbers from 0 to 1."""
    mask: str = INFO
    """Where the action mask is: in "info" only, or also beside the observation, which is a dict then: "observation"."""
    illegal: str = ERROR
    """What an illegal action does: "error" refuses it; "lose" ends the episode, and whoever chose it has lost;
    "random" plays a legal move instead, drawn at random."""
    turns: int = 0
    """After so many turns the episode is truncated, and rewarded by the places as they stand; 0: never."""
    skip_forced: bool = False
    """Are moves made at once that leave no choice? Otherwise an agent is asked all the same."""

    @classmethod
    def read(
        cls,
        game: str | Game,
        given: Mapping[str, Any],
        load: Callable[[str, Mapping[str, Any]], Game] = games.load,
        **usual: Any,
    ) -> Terms:
        """Terms from keyword arguments, among which are the options of the game.

        Raises:
            UnknownGame: There is no game of this name.
            OptionError: The game has no such option, or something cannot have this value.
            ParseError: The start is no position of the game.
            StammtischError: The game does not say what the fields of its state mean.
        """
        names = [name for name in cls.__dataclass_fields__ if name not in ("game", "start")]
        wanted = {**usual, **{name: given[name] for name in names if name in given}}
        options = {name: value for name, value in given.items() if name not in (*names, "start")}
        start = given.get("start")
        if isinstance(game, str):
            game = load(game, options)
        elif options:
            game = game.having({**game.options.to_json(), **options})
        if start is None:
            begin = game.start()
        else:
            begin = _begin(game, start, options)
            game = begin.game
        _ = game.observation  # a game that cannot be observed says so now
        terms = cls(game, begin, **wanted)
        terms._check()
        return terms

    def _check(self) -> None:
        check_reward(self.reward)
        _one_of("observation", self.observation, (INTEGERS, TENSOR))
        _one_of("mask", self.mask, (INFO, OBSERVATION))
        _one_of("illegal", self.illegal, (ERROR, LOSE, RANDOM))
        _one_of("skip_forced", self.skip_forced, (False, True))
        if type(self.turns) is not int or self.turns < 0:
            raise OptionError(f"turns must be a whole number, and 0 for no limit, not {quoted(self.turns)}")

    @property
    def length(self) -> int:
        """After so many plies an episode is truncated, as all playouts of the game are."""
        return int(self.game.module.LENGTH)


def _begin(game: Game, given: Any, options: Mapping[str, Any]) -> Position:
    """The position to begin with. Its options are those of the game; options that are given as well must agree."""
    position = given if isinstance(given, Position) else _read(game, given)
    if position.game.name != game.name:
        raise OptionError(f"the start is a position of {position.game!r}, not of {game!r}")
    wanted = game.having({**position.game.options.to_json(), **options})
    if position.game != wanted:
        raise OptionError(
            f"the start is a position of {position.game!r}, version {position.game.version}, "
            f"not of {wanted!r}, version {wanted.version}"
        )
    if position.viewer is not None:
        raise OptionError("the start must be a whole position, not the view of a seat, from which something is missing")
    if position.is_over:
        raise OptionError("the game is over in the position that was given as the start")
    return position


def _read(game: Game, given: Any) -> Position:
    """A position from text or JSON. One of another game is refused by this one."""
    options: Any = None
    if isinstance(given, str):
        line = parse(given)
        options = line.options if line.game == game.name else None
    elif isinstance(given, Mapping) and given.get("game") == game.name:
        options = given.get("options")
    return (game.having(options) if isinstance(options, Mapping) else game).position(given)


def _one_of(name: str, given: object, allowed: tuple[object, ...]) -> None:
    if given not in list(allowed) or type(given) is not type(allowed[0]):
        *most, last = map(str, allowed)
        raise OptionError(f"{name} cannot be {quoted(given)}; it must be {', '.join(most)} or {last}")
