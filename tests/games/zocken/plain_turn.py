"""A turn solved the plain way: by trying everything on whole states of the game. For the last few dice only."""

from __future__ import annotations

from collections.abc import Callable

from stammtisch.core.game import Game
from stammtisch.core.position import Position
from stammtisch.games.zocken.rules import BETTING, DICE, FACES, NO_BET, PICKING, PLACE, PLACING, State
from tests.games.zocken.positions import state

Found = tuple[float, dict[int, float]]
"""The value, and the chance of every score."""

Utility = Callable[[int, int], float]
"""Of the turn's points and of the dice on −20."""


class PlainTurn:
    """The best play of the rest of a turn for some utility, and what comes of it."""

    def __init__(self, game: Game, utility: Utility) -> None:
        self._game = game
        self._utility = utility
        self._known: dict[object, Found] = {}

    def solve(self, position: Position) -> Found:
        return self._solve(state(position))

    def _solve(self, s: State) -> Found:
        rules, o = self._game.rules, self._game.options
        while s.phase == BETTING:  # bets do not touch the turn
            s = self._after(s, NO_BET)
        if s.placed == DICE:
            points = rules.turn_points(o, rules.count_matches(s), rules.count_ends(s), s.box)
            return self._utility(points, s.box), {points: 1.0}
        key = s.key()
        if key not in self._known:
            if rules.turn(s, o) == rules.CHANCE:
                self._known[key] = mean([self._solve(self._after(s, face)) for face in range(FACES)])
            else:
                out = [0] * rules.MOVES
                legal = out[: rules.moves(s, o, out)]
                self._known[key] = max((self._solve(self._after(s, m)) for m in legal), key=lambda f: f[0])
        return self._known[key]

    def _after(self, s: State, move: int) -> State:
        """The last die is placed, and no more: the turn ends with it."""
        after = s.copy()
        if s.phase == PLACING and s.placed == DICE - 1:
            self._game.rules.put(after, move - PLACE)
        else:
            self._game.rules.play(after, self._game.options, move)
        return after


def mean(found: list[Found]) -> Found:
    chances: dict[int, float] = {}
    for _, scores in found:
        for score, chance in scores.items():
            chances[score] = chances.get(score, 0.0) + chance / len(found)
    return sum(value for value, _ in found) / len(found), chances


def late(game: Game, seed: int, placed: int) -> Position:
    """A turn of random moves, up to the pick after so many dice."""
    match = game.match(seed)
    while not (state(match.position).placed == placed and state(match.position).phase == PICKING):
        match.play(match.legal_moves[(seed * 7 + len(match.events) * 5) % len(match.legal_moves)])
    return match.position
