"""The game for two solved to its end, from any position (see duel_solve.py)."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

from stammtisch.computing import Place
from stammtisch.core.contract.whole_game import Tick
from stammtisch.core.errors import StammtischError
from stammtisch.core.game import Game
from stammtisch.core.position import Position
from stammtisch.games.zocken.duel import EDGE, LEADS, STEP
from stammtisch.games.zocken.duel_bots import POLICIES, Policy, policy
from stammtisch.games.zocken.duel_match import match
from stammtisch.games.zocken.duel_solve import HERE, solved
from stammtisch.games.zocken.facts import state
from stammtisch.games.zocken.rules import Options

rivals = POLICIES
parallel = True


def listed(start: Position, tick: Tick = lambda _, __: None) -> Duels:
    """All scores that can come from a position on, between two turns."""
    if start.game.players != 2:
        raise StammtischError(f"a whole game is solved for two players, not for {start.game.players}")
    return Duels(start.game, _left(start))


class Duels:
    """A game for two with so many turns left: for each of them and every lead, a position between two turns."""

    def __init__(self, game: Game, turns: int) -> None:
        self.game = game
        self.turns = turns

    def __len__(self) -> int:
        return self.turns * len(LEADS)

    def policy(self, bot: str) -> Any:
        """How a bot plays."""
        policy(self.game, bot)
        return partial(_policy, bot=bot)

    def solve(self, rival: Any = None, tick: Tick = lambda _, __: None, place: Place = HERE) -> Solved:
        """If both play as well as can be; or, if the rival plays by this policy, for whoever plays best against it."""
        if rival is None:
            ours = solved(self.game, self.turns, place, tick)
            return Solved(ours, [1 - row for row in ours])
        return Solved(*match(self.game, None, rival, self.turns, place, tick))


class Solved(NamedTuple):
    """The chances of one player."""

    ours: list[Any]
    """Where he is to throw: by turns left, and lead of who throws."""
    theirs: list[Any]
    """Where his rival is."""

    def chance(self, position: Position) -> float:
        """Of whoever makes the turn that this position is in, before its first throw."""
        return float(self.ours[_left(position)][_lead(position)])

    def answer(self, position: Position) -> float:
        """Of whoever plays best, if it is decided by lot who begins here."""
        left, lead = _left(position), _lead(position)
        return float(self.ours[left][lead] + self.theirs[left][lead]) / 2


def _policy(game: Game, bot: str) -> Policy:
    return policy(game, bot)


def _left(position: Position) -> int:
    """How many turns are left, with the one that this position is in; none after the end."""
    options = position.game.options
    assert isinstance(options, Options)
    return 0 if position.is_over else 2 * options.rounds - state(position).turns + 1


def _lead(position: Position) -> int:
    """Of the thrower, as a place among LEADS."""
    s = state(position)
    lead = (s.scores[s.player] - s.scores[1 - s.player]) // STEP
    return EDGE + max(-EDGE, min(EDGE, lead))
