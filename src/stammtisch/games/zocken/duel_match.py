"""Two players of a game for two, turn by turn from its end: their exact chances, without any dice.

Each plays by a policy (duel_bots.py), or as well as can be against the other.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, NamedTuple

import numpy as np

from stammtisch.computing import Place
from stammtisch.core.game import Game
from stammtisch.games.zocken.duel import OVER, Turn, duel
from stammtisch.games.zocken.duel_bots import Policy
from stammtisch.games.zocken.duel_solve import HERE, Tick, before
from stammtisch.games.zocken.rules import DICE
from stammtisch.games.zocken.solve_tables import AT_BETS

TINY = 1e-8  # what is so close to 0 or 1 is taken for it

Made = Callable[[Game], Policy]
"""Makes a policy; it can be pickled."""


class Rows(NamedTuple):
    """The chances of the first player, by turns left and lead of who is to throw."""

    ours: list[Any]
    """Where he is to throw."""
    theirs: list[Any]
    """Where his rival is."""


def match(
    game: Game, mine: Made | None, rival: Made, turns: int, place: Place = HERE, tick: Tick = lambda _, __: None
) -> Rows:
    """What the first player wins against a rival with this policy, if he plays by his, or None: as well as can be."""
    rows = Rows([OVER], [1 - OVER])
    for left in range(1, turns + 1):
        tick("turns from the end", left - 1)
        ours = partial(chances, game, mine, rival, left, rows.theirs[-1], True)
        theirs = partial(chances, game, mine, rival, left, rows.ours[-1], False)
        found = before(rows.theirs[-1], ours, place, TINY), before(rows.ours[-1], theirs, place, TINY)
        rows.ours.append(found[0])
        rows.theirs.append(found[1])
    tick("turns from the end", turns)
    return rows


def chances(game: Game, mine: Made | None, rival: Made, left: int, after: Any, we_throw: bool, leads: Any) -> Any:
    """Our chances before a turn, by the lead of its thrower, from those after it."""
    thrower, bettor = (mine, rival) if we_throw else (rival, mine)
    throwing, betting = (_made(game, each) if each else None for each in (thrower, bettor))
    alike = all(each is None or each.alike for each in (throwing, betting))
    found = []
    for some in [leads] if alike else leads[:, None]:
        turn = throwing.turn(left, int(some[0])) if throwing else None
        bets = betting.bets(left, int(some[0])) if betting else None
        found.append(_before(game, turn, bets, duel(game).ends(after, some)))
    return np.concatenate(found)


def _before(game: Game, turn: Turn | None, bets: Any, values: Any) -> Any:
    """The same for leads at which the turn is played by the same tables and bets; None: as is best for us."""
    known, count = duel(game).solver, len(duel(game).bets)
    for level in range(1, AT_BETS + 1):
        if turn is None:
            values = known.climb(level, values.reshape(len(values), -1)).reshape(-1, *values.shape[1:])
        else:
            by_bet = [known.follow(level, turn.by_bet[bet], values[:, :, k]) for k, bet in enumerate(duel(game).bets)]
            values = np.stack(by_bet, axis=2)
    assert values.shape[2] == count
    values = values.max(axis=2) if bets is None else np.take_along_axis(values, bets[:, None, None], 2)[:, :, 0]
    for level in range(AT_BETS + 1, DICE + 1):
        values = known.climb(level, values) if turn is None else known.follow(level, turn.early, values)
    return values[0]


@lru_cache(4)
def _made(game: Game, make: Made) -> Policy:
    return make(game)
