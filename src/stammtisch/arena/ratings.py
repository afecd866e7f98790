"""Ratings: one number a bot, from the places in all games — openskill's Bradley–Terry model with full pairing.

(Of openskill's models PlackettLuce mis-rates ties, so it is not used.) Ratings depend on the order of games and on who
else plays; a win share against a fixed table says more. They are computed from the rounds in their order.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean

from openskill.models import BradleyTerryFull

from stammtisch.arena.results import Round


@dataclass(frozen=True)
class Rating:
    """Strength mu, and sigma, how uncertain it is. Everybody begins with 25 ± 8.3."""

    mu: float
    sigma: float


def ratings(rounds: Iterable[Round], bots: int) -> list[Rating]:
    model = BradleyTerryFull()
    rated = [model.rating() for _ in range(bots)]
    for played in rounds:
        for game in played.games:
            after = model.rate([[rated[bot]] for bot in game.seats], ranks=[float(place) for place in game.places])
            for bot in set(game.seats):
                mine = [team[0] for team, who in zip(after, game.seats, strict=True) if who == bot]
                # A bot that holds several seats gets the mean of what they would get.
                rated[bot] = model.rating(fmean(each.mu for each in mine), fmean(each.sigma for each in mine))
    return [Rating(each.mu, each.sigma) for each in rated]
