"""Ratings: one number a player, from the places in games — openskill's Bradley–Terry model with full pairing.

(Of openskill's models PlackettLuce mis-rates ties, so it is not used.) Ratings depend on the order of games and on who
else plays. The arena and the server rate by this one function.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from statistics import fmean
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from openskill.models import BradleyTerryFull

Who = TypeVar("Who", bound=Hashable)


@dataclass(frozen=True)
class Rating:
    """How strong somebody is. Everybody begins with 25 ± 8.3."""

    mu: float = 25.0
    """The strength: the higher, the stronger."""
    sigma: float = 25 / 3
    """How uncertain it is: a standard deviation."""

    @property
    def safe(self) -> float:
        """What the strength is at least, as good as surely: by this, lists of ratings are in order."""
        return self.mu - 2 * self.sigma


START = Rating()


@cache
def _model() -> BradleyTerryFull:
    from openskill.models import BradleyTerryFull  # a server that starts has no use for it

    return BradleyTerryFull()


def rated(before: Mapping[Who, Rating], seats: Sequence[Who], places: Sequence[int]) -> dict[Who, Rating]:
    """The ratings of those at the seats after a game. Who is not in `before` is new."""
    model = _model()
    known = [before.get(who, START) for who in seats]
    teams = [[model.rating(each.mu, each.sigma)] for each in known]
    after = [team[0] for team in model.rate(teams, ranks=[float(place) for place in places])]
    found = {}
    for who in dict.fromkeys(seats):
        mine = [each for each, sat in zip(after, seats, strict=True) if sat == who]
        # Who holds several seats gets the mean of what they would get.
        found[who] = Rating(fmean(each.mu for each in mine), fmean(each.sigma for each in mine))
    return found
