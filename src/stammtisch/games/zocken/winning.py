"""Playing for the win: what every move is worth as a chance of winning the game.

The chance after a turn is that of race.py. Inside a turn, the first three dice are played by the best of its plans for
whole turns; from the bets on, when few states are left, the rest of the turn is solved exactly for the chance of
winning, by the thrower for himself. A bettor expects just that of the thrower, and of all who come after him that they
bet; where they may also bet against the thrower, that they bet on whichever brings more points on average.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from stammtisch.core.game import Game, Move
from stammtisch.core.position import Position
from stammtisch.games.zocken.facts import state
from stammtisch.games.zocken.race import race
from stammtisch.games.zocken.rules import (
    AGAINST,
    BET,
    BET_AGAINST,
    BETS_AFTER,
    BETTING,
    FOR,
    NO_BET,
    Bets,
    Options,
    State,
)
from stammtisch.games.zocken.solve_tables import Solver, Table, solver

POINT = 1e-7  # what a point is worth where the chances of winning are equal, won or lost


def values(position: Position) -> dict[Move, float]:
    """The chance of winning with every legal move, for the player to move."""
    s, game = state(position), position.game
    if position.turn < 0:
        return {}
    if s.phase == BETTING:
        return {move: bet_value(game, s, move) for move in position.legal_moves}
    table = plan(game, s) if s.placed < BETS_AFTER else _rest(game, *_case(s, s.bets)).table(solver(game).number(s))
    return {game.moves[move]: worth for move, worth in solver(game).moves(s, table)}


def plan(game: Game, s: State) -> Table:
    """The table of the plan for a whole turn that has the best chance of winning, if all others will bet on it."""
    known = race(game)
    everybody = [FOR if p != s.player else 0 for p in range(game.players)]
    return known.plan(int((known.spreads @ utility(game, s, everybody, s.player)).round(9).argmax()))


def bet_value(game: Game, s: State, move: int) -> float:
    """The chance of winning of the player who is to bet, if he makes this move."""
    bets = list(s.bets)
    bets[s.bettor] = {BET: FOR, NO_BET: 0, BET_AGAINST: AGAINST}[move]
    p, likely = (s.bettor + 1) % game.players, _likely_bet(game, s)
    while p != s.player:
        bets[p] = likely
        p = (p + 1) % game.players
    rest = _rest(game, *_case(s, bets))
    return rest.worth(solver(game).number(s), race(game).by_parts(utility(game, s, bets, s.bettor)))


def _likely_bet(game: Game, s: State) -> int:
    """How those will bet who are asked later."""
    assert isinstance(game.options, Options)
    if game.options.bets == Bets.FOR:
        return FOR
    known, number = solver(game), solver(game).number(s)
    better = known.bet_against(game.options, number) > known.bets(game.options)[number]
    return AGAINST if better else FOR


def utility(game: Game, s: State, bets: Sequence[int], seat: int) -> Any:
    """A seat's chance of winning by what this turn will score (race.points), if the seats bet so on it."""
    known = race(game)
    scores = [s.scores[p] + known.brings[bets[p]] for p in range(game.players)]
    scores[s.player] = s.scores[s.player] + known.points
    return known.chance(scores, s.player, s.turns, seat) + POINT * scores[seat]


class _Rest:
    """The rest of a turn, played for the win: solved where it is first asked for, and known from there on."""

    def __init__(self, game: Game, wanted: Any) -> None:
        self._solver = solver(game)
        self._wanted = wanted
        self._blocks = self._met = self._table = None

    def table(self, number: int) -> Table:
        """A table that is right at this state and all that can follow."""
        if self._met is None or not self._met[number]:
            self._blocks, self._met = _part(self._solver, number)
            self._table = self._solver.solve_parts(self._wanted, self._blocks)
        return self._table

    def worth(self, number: int, wanted: Any) -> float:
        """What somebody else can expect who wants this."""
        table = self.table(number)
        return float(self._solver.appraise(wanted, table, self._blocks)[number])


@lru_cache(4)
def _part(solver: Solver, number: int) -> tuple[Any, Any]:
    return solver.part(number)  # the same with a bet and without


def _case(s: State, bets: Sequence[int]) -> tuple[Any, ...]:
    """What the thrower's chance of winning depends on."""
    return tuple(s.scores), tuple(bets), s.player, s.turns


@lru_cache(8)
def _rest(game: Game, scores: tuple[int, ...], bets: tuple[int, ...], player: int, turns: int) -> _Rest:
    s = State()
    s.scores, s.player, s.turns = list(scores), player, turns
    return _Rest(game, race(game).by_parts(utility(game, s, bets, player)))
