"""What the board of Zocken gets. tools/figures.py makes the page's types from this."""

from __future__ import annotations

from typing import TypeAlias, TypedDict

from stammtisch.games.zocken.rules import BETTING, BOX, HAND, LEFT, PICKING, PLACING, RIGHT, THROWING

CONSTANTS = {
    "PICKING": PICKING,
    "THROWING": THROWING,
    "PLACING": PLACING,
    "BETTING": BETTING,
    "HAND": HAND,
    "LEFT": LEFT,
    "RIGHT": RIGHT,
    "BOX": BOX,
}

Room: TypeAlias = list[tuple[int, int] | None]
"""For every slot the least and the greatest value that the die thrown now or next may bring there; null: none."""


class Score(TypedDict):
    """A turn's points in parts, as the dice lie."""

    series: int
    """A series counts when all dice lie."""
    hope: int
    """What a series would still bring."""
    matches: int
    colours: int
    ends: int
    end_points: int
    box: int
    box_points: int
    points: int


class After(TypedDict):
    """What placing the die just thrown leads to."""

    score: Score
    room: Room


class LastTurn(TypedDict):
    """The turn before."""

    thrower: int
    score: Score
    bettors: list[int]
    bet: int
    """What a bet brought."""
    doubters: list[int]
    """Who bet against the thrower."""
    against: int
    """What such a bet brought."""


class BetStakes(TypedDict):
    """The least that a bet can win, and what it loses."""

    wins: int
    loses: int


class Figures(TypedDict):
    round: int
    rounds: int
    may: list[int]
    """Where the die just thrown may go, also for those who watch."""
    room: Room
    score: Score
    after: dict[str, After]
    """By the name of the placement."""
    last: LastTurn | None
    """null: nobody's turn has ended yet."""
    ladder: list[int]
    """What 1 … 7 matches count."""
    bets: list[bool | None]
    """By seat: whether this player bets on the thrower; null: the thrower, and who has not been asked yet."""
    doubters: list[int]
    """Who bets against the thrower."""
    stake: int
    from_stake: bool
    """Exactly so many points are enough for a bet."""
    bet: BetStakes
    against: BetStakes | None
    """The same for a bet against the thrower; null: there is none in this game."""
    places: list[int] | None
    """By seat; null: the game is not over."""
