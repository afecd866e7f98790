"""Playing for the win: what every move is worth as a chance of winning the game.

The chance after a turn is that of race.py: exact for two players where the solved game is kept. Inside a turn all is
solved for that chance, by the thrower for himself. With two players the rival makes the bet that is worst for the
thrower. With more, the thrower expects before the bets that all others bet as a bet gains on average; a bettor expects
it of those who bet after him. After the bets everything is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from stammtisch.core.game import Game, Move
from stammtisch.core.position import Position
from stammtisch.games.zocken import solve
from stammtisch.games.zocken.duel import EDGE, POINT, STEP, Turn, duel
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
from stammtisch.games.zocken.solve_tables import AT_BETS, Table, solver

DIGITS = 12  # in which two moves must differ not to be equal
BET_OF = {BET: FOR, NO_BET: 0, BET_AGAINST: AGAINST}


def best(position: Position) -> Move:
    """The move with the best chance of winning, the first of equals."""
    return solve.best(values(position), DIGITS)


def values(position: Position) -> dict[Move, float]:
    """The chance of winning with every legal move, for the player to move."""
    s, game = state(position), position.game
    if position.turn < 0:
        return {}
    if s.phase == BETTING:
        return {move: bet_value(game, s, move) for move in position.legal_moves}
    table = early(game, s) if s.placed < BETS_AFTER else late(game, s, s.bets)
    return {game.moves[move]: worth for move, worth in solver(game).moves(s, table)}


def bet_value(game: Game, s: State, move: int) -> float:
    """The chance of winning of the player who is to bet, if he makes this move."""
    bets, number = list(s.bets), solver(game).number(s)
    bets[s.bettor] = BET_OF[move]
    if game.players == 2:
        return float(1 - late(game, s, bets)[number])
    likely, p = _likely(game, number), (s.bettor + 1) % game.players
    while p != s.player:
        bets[p] = likely
        p = (p + 1) % game.players
    ends = solver(game).distribution({number: 1.0}, late(game, s, bets))
    worth = dict(zip(race(game).points.astype(int), utility(game, s, bets, s.bettor), strict=True))
    return float(sum(chance * worth[points] for points, chance in ends.items()))


def early(game: Game, s: State) -> Table:
    """The thrower's chance of winning in all states before the bets."""
    if game.players == 2:
        return _duel(game, *_lead(s)).early
    return _early(game, *_case(game, s))


def late(game: Game, s: State, bets: Sequence[int]) -> Table:
    """The same after the bets, if the seats bet so."""
    if game.players == 2:
        return _duel(game, *_lead(s)).by_bet[bets[1 - s.player]]
    return _late(game, *_case(game, s), tuple(bets))


def utility(game: Game, s: State, bets: Sequence[int], seat: int) -> Any:
    """A seat's chance of winning by what this turn will score (race.points), if the seats bet so on it."""
    known = race(game)
    scores = [s.scores[p] + known.brings[bets[p]] for p in range(game.players)]
    scores[s.player] = s.scores[s.player] + known.points
    return known.chance(scores, s.player, s.turns, seat) + POINT * scores[seat]


def _likely(game: Game, number: int) -> int:
    """How those will bet who are asked later, in this state."""
    return _bets(game)[int(_bets_gain(game)[number - solver(game).graph.begin[AT_BETS]])]


def _bets(game: Game) -> tuple[int, int]:
    """What others do where a bet loses on average, and where it gains."""
    assert isinstance(game.options, Options)
    return (AGAINST if game.options.bets == Bets.BOTH else 0), FOR


@lru_cache(4)
def _bets_gain(game: Game) -> Any:
    """Does a bet gain more on average than the other choice? In every state in which the others bet."""
    known, options = solver(game), game.options
    assert isinstance(options, Options)
    gains = known.level(known.bets(options), AT_BETS)
    if options.bets == Bets.FOR:
        return gains > 0
    begin = known.graph.begin[AT_BETS]
    return gains > np.array([known.bet_against(options, int(begin + i)) for i in range(len(gains))])


def _lead(s: State) -> tuple[int, int]:
    """What a turn of two depends on."""
    lead = (s.scores[s.player] - s.scores[1 - s.player]) // STEP
    return max(-EDGE, min(EDGE, lead)), s.turns


@lru_cache(4)
def _duel(game: Game, lead: int, turns: int) -> Turn:
    assert isinstance(game.options, Options)
    return duel(game).turn(race(game).duel(2 * game.options.rounds - turns), lead)


def _case(game: Game, s: State) -> tuple[tuple[int, ...], int, int]:
    """What a turn of more depends on, besides the bets."""
    return tuple(s.scores[: game.players]), s.player, s.turns


def _turn(scores: tuple[int, ...], player: int, turns: int) -> State:
    s = State()
    s.player, s.turns = player, turns
    for p, score in enumerate(scores):
        s.scores[p] = score
    return s


@lru_cache(4)
def _early(game: Game, scores: tuple[int, ...], player: int, turns: int) -> Table:
    s, known = _turn(scores, player, turns), solver(game)
    alike = [utility(game, s, [bet] * game.players, player) for bet in _bets(game)]
    _, at_bets = known.late(known.ends([race(game).by_parts(each) for each in alike]))
    return known.early(np.where(_bets_gain(game), at_bets[:, 1], at_bets[:, 0]))


@lru_cache(8)
def _late(game: Game, scores: tuple[int, ...], player: int, turns: int, bets: tuple[int, ...]) -> Table:
    s, known = _turn(scores, player, turns), solver(game)
    tables, _ = known.late(known.ends([race(game).by_parts(utility(game, s, bets, player))]))
    return tables[0]
