"""How strong a net is: what one who knows it wins alone at a table of bots of one kind, by games in lock step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from stammtisch.computing.work import Place, Shared, in_order
from stammtisch.core.game import Game
from stammtisch.games.keeping.selfplay import lockstep_of
from stammtisch.games.keeping.together import BEST, player
from stammtisch.games.keeping.value import Net

DEALS = 128  # that a worker plays together
FEWEST = 2  # deals: one has no interval


def strength(
    place: Place,
    game: Game,
    net: Net,
    rival: str,
    games: int,
    seed: int,
    *,
    further: bool,
    tell: Callable[[int, int], None] = lambda *_: None,
) -> tuple[float, float]:
    """What it wins of a game, once in each seat with the same dice; and half of the 95 % interval.

    `further`: it also looks further late in a game for two, as the master does. tell(done, of) is called as it goes on.
    """
    deals, shared = max(FEWEST, games // game.players), Shared(net)
    seeds = seed * 10**6 + np.arange(deals)
    parts = [(game, shared, rival, further, seeds[first : first + DEALS]) for first in range(0, deals, DEALS)]
    won: list[Any] = []
    for each in in_order(place, _play, parts):
        won.append(each)
        tell(len(won), len(parts))
    by_deal = np.concatenate(won)
    return float(by_deal.mean()), float(1.96 * by_deal.std(ddof=1) / np.sqrt(deals))


def _play(game: Game, net: Shared[Net], rival: str, further: bool, seeds: Any) -> Any:
    """What it wins on average of the games with the dice of each deal."""
    lockstep, seats = lockstep_of(game), game.players
    weigh, grade = player(lockstep, rival)
    mine = (lockstep.chances if further else lockstep.guesses)(net.value)
    seating = np.tile(1 - np.eye(seats, dtype=np.int64), (len(seeds), 1))
    won = lockstep.play([mine, weigh], seating, np.repeat(seeds, seats), np.array([BEST, grade]))
    return won[seating == 0].reshape(len(seeds), seats).mean(1)
