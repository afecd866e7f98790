"""OpenSpiel: every game as a sequential game with explicit chance. Importing this registers all of them.

`pyspiel.load_game("stammtisch_game(players=3,turns=6)")`: the parameters are the options of the game, and

    reward  "win", which sums up to 0, "share", which sums up to 1, or "score" (rewards.py)
    turns   after so many turns it ends, and the places as they stand count; 0: it is played to its end
    start   a position as text, `Position.to_text`; its options are those of the game
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote, unquote

import numpy as np

from stammtisch import games
from stammtisch.bots.redraw import redraw
from stammtisch.core.constants import EVERYBODY
from stammtisch.core.contract.fields import Fields
from stammtisch.core.dice import SEEDS
from stammtisch.core.extras import optional_imports
from stammtisch.core.game import Game
from stammtisch.core.options import plain
from stammtisch.core.position import Position
from stammtisch.rl.chance import after_chance, chance_actions, chance_name, chance_plies, most_chances
from stammtisch.rl.rewards import SCORE, SHARE, final_rewards
from stammtisch.rl.terms import Terms

with optional_imports():
    import pyspiel

Load = Callable[[str, Mapping[str, Any]], Game]

UNSEEN = "?"
"""In what a seat has seen: an outcome that was hidden from it."""
MOST_POINTS = 2.0**15
"""No score is larger, or less than its negative. What OpenSpiel asks for; games do not say more."""


class Seen:
    """One event after the others: what each seat has seen. It is never changed, so that copies share it."""

    __slots__ = ("audience", "before", "word")

    def __init__(self, before: Seen | None, word: str, audience: int) -> None:
        self.before = before
        self.word = word
        self.audience = audience

    def __deepcopy__(self, memo: object) -> Seen:
        return self

    def __reduce__(self) -> Any:
        """All events in a row: one inside the other, as they are here, they would be too deep to be stored."""
        events, last = [], self
        while True:
            events.append((last.word, last.audience))
            if last.before is None:
                return _seen, (events[::-1],)
            last = last.before

    @staticmethod
    def words(last: Seen | None, seat: int) -> list[str]:
        """All events as a seat has seen them, in order."""
        found = []
        while last is not None:
            found.append(last.word if last.audience in (EVERYBODY, seat) else UNSEEN)
            last = last.before
        return found[::-1]


def _seen(events: list[tuple[str, int]]) -> Seen | None:
    """All events, the last one first."""
    last: Seen | None = None
    for word, audience in events:
        last = Seen(last, word, audience)
    return last


class StammtischGame(pyspiel.Game):  # type: ignore[misc]  # untyped
    """A game as OpenSpiel knows it. `pyspiel.load_game` makes one, or `open_spiel_game`."""

    terms: Terms
    """What was asked for, with the game."""

    def __init__(self, short_name: str, terms: Terms, parameters: Mapping[str, Any]) -> None:
        self.terms = terms
        super().__init__(_game_type(short_name, terms), _game_info(terms), dict(parameters))

    def new_initial_state(self) -> StammtischState:
        """The position that the game begins with."""
        return StammtischState(self)

    def max_chance_nodes_in_history(self) -> int:
        """No history has more."""
        return self.terms.length

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What looks at states for a seat."""
        return Observer(self.terms, iig_obs_type, params)


class StammtischState(pyspiel.State):  # type: ignore[misc]  # untyped
    """A position as OpenSpiel knows it. What it keeps is copied with each copy of it, so it is what they can share."""

    position: Position
    """How it stands, whole."""
    plies: int
    """How many moves and outcomes led here."""
    seen: Seen | None
    """In a game that hides something: what each seat has seen."""
    is_cut_off: bool
    """Has it come to `turns`, or to the game's own limit?"""

    def __init__(self, game: StammtischGame) -> None:
        super().__init__(game)
        self.position = game.terms.start
        self.plies = 0
        self.seen = None
        self.is_cut_off = False

    def current_player(self) -> int:
        """The seat to move, or chance, or that it is over."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.position.is_chance else self.position.turn

    def is_terminal(self) -> bool:
        """Is it over, or cut off?"""
        return self.is_cut_off or self.position.is_over

    def _legal_actions(self, player: int) -> list[int]:
        return [int(move) for move in self.position.legal_moves]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every chance action that can come, with its probability."""
        return chance_actions(self.position)

    def _apply_action(self, action: int) -> None:
        terms = self._terms
        if self.position.is_chance:
            word, audience = chance_name(self.position, action), self.position.audience
            self.plies += chance_plies(self.position)
            after = after_chance(self.position, action)
        else:
            word, audience = str(self.position.check(action)), EVERYBODY
            self.plies += 1
            after = self.position.after(action)
        if terms.game.hides:
            self.seen = Seen(self.seen, word, audience)
        self.position = after
        turns = after.turns - terms.start.turns
        self.is_cut_off = self.plies >= terms.length or bool(terms.turns and turns >= terms.turns)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return chance_name(self.position, action)
        return str(self._terms.game.moves[action])

    def returns(self) -> list[float]:
        """What the end is worth to each seat; before, 0."""
        terms = self._terms
        if not self.is_terminal():
            return [0.0] * terms.game.players
        if terms.reward == SCORE:
            return [float(now - at) for now, at in zip(self.position.scores, terms.start.scores, strict=True)]
        return final_rewards(terms.reward, self.position.places)

    def resample_from_infostate(self, player: int, random: Callable[[], float]) -> StammtischState:
        """A state that a seat cannot tell from this one: what is hidden from it is drawn anew.

        Its history is still that of this state, and what others have seen stays as it was except for what they hold.
        """
        other: StammtischState = self.clone()
        view = self.position.view(player)
        other.position = redraw(view, int(random() * 2**53) % SEEDS)
        other.seen = _as_seen_by(player, self.seen)
        return other

    def __str__(self) -> str:
        return self.position.to_text()

    @property
    def _terms(self) -> Terms:
        terms: Terms = self.get_game().terms
        return terms


def _as_seen_by(seat: int, last: Seen | None) -> Seen | None:
    """Events in which nobody has seen what this seat has not."""
    return _seen([(word, EVERYBODY) for word in Seen.words(last, seat)])


class Observer:
    """What a seat sees of a state: numbers, and text."""

    def __init__(self, terms: Terms, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observers of these games take no parameters, so not {params}")
        self.terms = terms
        self.recalls = bool(kind and kind.perfect_recall)
        self.tensor = np.zeros(len(terms.game.observation.tensor_names), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: StammtischState, player: int) -> None:
        """Write what a seat sees now to `tensor`."""
        self.tensor[:] = state.position.tensor(player)

    def string_from(self, state: StammtischState, player: int) -> str:
        """What a seat sees, or in a game that hides something, all that it has seen, if that is asked for."""
        shown = state.position.view(player).to_text()
        if self.recalls and self.terms.game.hides:
            return f"{shown} | {', '.join(Seen.words(state.seen, player))}"
        return shown


def _game_type(short_name: str, terms: Terms | Game) -> Any:
    game = terms.game if isinstance(terms, Terms) else terms
    choices = game.options.choices()["players"]
    kind = pyspiel.GameType
    utility = kind.Utility.GENERAL_SUM
    if isinstance(terms, Terms) and terms.reward != SCORE:
        utility = kind.Utility.CONSTANT_SUM if terms.reward == SHARE else kind.Utility.ZERO_SUM
    return kind(
        short_name=short_name,
        long_name=game.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION if game.hides else kind.Information.PERFECT_INFORMATION,
        utility=utility,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=max(choices),
        min_num_players=min(choices),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=_parameters(game),
        default_loadable=True,
    )


def _parameters(game: Game) -> dict[str, Any]:
    """Every option with its default, and ours. A named choice is given by its name."""
    options = {name: plain(getattr(game.options, name)) for name in game.options.choices()}
    return {**options, "reward": "win", "turns": 0, "start": ""}


def _game_info(terms: Terms) -> Any:
    players = terms.game.players
    low, high, total = {
        "win": (-1.0 / (players - 1), 1.0, 0.0),
        "share": (0.0, 1.0, 1.0),
        "score": (-MOST_POINTS, MOST_POINTS, None),
    }[terms.reward]
    return pyspiel.GameInfo(
        num_distinct_actions=len(terms.game.moves),
        max_chance_outcomes=most_chances(terms.game),
        num_players=players,
        min_utility=low,
        max_utility=high,
        utility_sum=total,
        max_game_length=terms.length,
    )


def open_spiel_game(game: str | Game, load: Load = games.load, short_name: str = "", **given: Any) -> StammtischGame:
    """A game for OpenSpiel; `given` are its options, `reward`, `turns` and `start`.

    Raises:
        UnknownGame: There is no game of this name.
        OptionError: The game has no such option, or something cannot have this value.
        ParseError: The start is no position of the game.

    Examples:
        >>> from stammtisch.rl.openspiel import open_spiel_game
        >>> game = open_spiel_game("heckmeck", players=3, turns=6)
        >>> state = game.new_initial_state()
        >>> state.is_chance_node(), len(state.chance_outcomes())
        (True, 1287)
    """
    start = given.pop("start", "")
    wanted = dict(given)
    if start:
        wanted["start"] = unquote(start) if isinstance(start, str) else start
    terms = Terms.read(game, wanted, load)
    written = terms.start.to_text() if start else ""
    options = {name: plain(getattr(terms.game.options, name)) for name in terms.game.options.choices()}
    parameters = {**options, "reward": terms.reward, "turns": terms.turns, "start": quote(written, safe="")}
    return StammtischGame(short_name or short_name_of(terms.game), terms, parameters)


def short_name_of(game: Game) -> str:
    """The name by which OpenSpiel knows a game, such as "stammtisch_game"."""
    return f"stammtisch_{game.name.replace('-', '_')}"


def register(game: Game, load: Load = games.load) -> None:
    """Have OpenSpiel know a game."""
    name, usual = short_name_of(game), _parameters(game)

    class Registered(StammtischGame):
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            # OpenSpiel fills in defaults. Beside a start, which has options of its own, they count for nothing.
            given = {each: value for each, value in (params or {}).items() if value != usual[each]}
            made = open_spiel_game(game.name, load, name, **given)
            super().__init__(name, made.terms, made.get_parameters())

    pyspiel.register_game(_game_type(name, game), Registered)


def register_all() -> None:
    """Register all games that say what can be observed."""
    known = pyspiel.registered_names()
    for name in games.names():
        game = games.load(name)
        if short_name_of(game) not in known and game.part(Fields):
            register(game)


register_all()
