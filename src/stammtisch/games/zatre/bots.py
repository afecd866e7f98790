"""The bots of Zatre: some to compare with, then the four levels."""

from __future__ import annotations

from collections.abc import Mapping

from stammtisch.bots import Grade, LevelBot, Mistake, RandomBot, SearchBot, by_name, levels
from stammtisch.bots.levels import MASTER
from stammtisch.core.extras import optional_imports
from stammtisch.core.game import Move
from stammtisch.core.position import Position
from stammtisch.core.translation import say, to_say
from stammtisch.core.unit import POINTS
from stammtisch.games.zatre.card import COLUMNS
from stammtisch.games.zatre.facts import result, square, state
from stammtisch.games.zatre.rules import LAY
from stammtisch.games.zatre.turns import Turn, legal_turns, placements

TWELVES = COLUMNS - 1  # the last column


class CardBot:
    """Makes the turn that brings most points on its card at once; of equal ones, the one with most runs and crosses."""

    name = "card"
    instant = True  # it needs nothing compiled, see bots/precompile.py

    @property
    def about(self) -> str:
        return say("plays the turn that scores most on its card right now")

    def choose(self, view: Position, seed: int) -> Move:
        legal = view.legal_moves
        if len(legal) == 1:
            return legal[0]
        best = max(legal_turns(view), key=lambda turn: (*self._gain(view, turn), sorted(turn)))
        if best == placements(state(view)):
            return next(move for move in legal if move < LAY)
        rules = view.game.rules
        return next(
            move for move in legal if move >= LAY and (rules.pips_of(move), *square(rules.cell_of(move))) in best
        )

    @staticmethod
    def _gain(view: Position, turn: Turn) -> tuple[int, int]:
        """Points, and runs and crosses, that the whole turn brings."""
        position = view
        for pips, row, column in turn - placements(state(view)):
            after = position.state.copy()
            rules = view.game.rules
            rules.put(after, rules.cell_at(row, column), pips)
            position = Position.unchecked(view.game, after, view.viewer)
        won = result(position)
        return won.points, sum(won.runs) + won.crosses


def card_values(view: Position) -> Mapping[Move, float]:
    """What each legal move makes of the own card in the end."""
    with optional_imports():  # not before somebody plays: it brings NumPy and Numba
        from stammtisch.games.zatre import thinker

    return thinker.card_values(view)


def best_values(view: Position) -> Mapping[Move, float]:
    """The lead that each legal move lets expect."""
    with optional_imports():
        from stammtisch.games.zatre import thinker

    return thinker.best_values(view)


def _written(view: Position) -> Mapping[Move, int]:
    """What each legal move writes on the own card with the best turn that it lies in; see listing.py for the code."""
    with optional_imports():
        from stammtisch.games.zatre import thinker

    return {move: turn.code for move, turn in thinker.by_move(view, thinker.card_turns(view)).items()}


def _crosses(view: Position) -> Mapping[Move, float]:
    """What the crosses of each move are worth, which it does not see."""
    with optional_imports():
        from stammtisch.games.zatre import thinker

    return thinker.without_crosses(view)


def _twelves(view: Position) -> Mapping[Move, float]:
    return {move: 1.0 for move, code in _written(view).items() if code >> 3 * TWELVES & 7}


CROSSES = Mistake("crosses", to_say("overlooks the crosses, which double a row"), _crosses)
ONE_COLUMN = Mistake(
    "one column", to_say("plays for the column of the twelves, though rows count only when full"), _twelves
)

MASTER_BOT = LevelBot(
    MASTER,
    best_values,
    Grade.of(0.0),
    POINTS,
    to_say("plays its best turns out with random tiles and makes the one that does best"),
)

BOTS = by_name(
    RandomBot(),
    CardBot(),
    SearchBot(),
    *levels(
        card_values,
        POINTS,
        beginner=Grade.of(0.75, (CROSSES, 0.88), (ONE_COLUMN, 0.9)),
        regular=Grade.of(0.7, (CROSSES, 0.65), (ONE_COLUMN, 0.8)),
        expert=Grade.of(0.5),
        master=MASTER_BOT,
    ),
)
