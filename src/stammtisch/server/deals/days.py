"""Days: each game has one deal a day. What it is follows from the date and the game, so nothing is made at midnight."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple

from stammtisch import games
from stammtisch.bots import precompile
from stammtisch.bots.levels import EXPERT
from stammtisch.core.game import Game
from stammtisch.server.protocol.settings import Opening, SeatPlan

COMING = 7
"""So many days ahead the hashes of the seeds are published."""
FIRST = date(2026, 1, 1)
"""Deals of earlier days are not asked for."""
NAME = re.compile(r"(\d{4}-\d{2}-\d{2})-([a-z0-9_]{1,32})")


class DailyDeal(NamedTuple):
    """The deal of a day in one game."""

    date: date
    game: str

    @property
    def name(self) -> str:
        return f"{self.date}-{self.game}"

    @property
    def opens(self) -> int:
        """Milliseconds since 1970. A day begins and ends at midnight UTC, for everybody at once."""
        return _at(self.date)

    @property
    def closes(self) -> int:
        return _at(self.date + timedelta(days=1))


def today(now: int) -> date:
    return datetime.fromtimestamp(now / 1000, UTC).date()


def deals_of(day: date) -> list[DailyDeal]:
    return [DailyDeal(day, game) for game in games.names()]


def coming(today: date) -> list[DailyDeal]:
    """Those of the next days."""
    return [deal for ahead in range(1, COMING + 1) for deal in deals_of(today + timedelta(days=ahead))]


def deal_named(name: str) -> DailyDeal | None:
    """None: no daily deal has this name."""
    found = NAME.fullmatch(name)
    if not found or found[2] not in games.names():
        return None
    try:
        day = date.fromisoformat(found[1])
    except ValueError:
        return None
    return DailyDeal(day, found[2]) if day >= FIRST else None


def game_of(deal: DailyDeal) -> Game:
    """The game with its defaults, and as many players as it is best with: everybody plays the same."""
    company = games.load(deal.game).about.COMPANY
    return games.load(deal.game, {"players": company} if company else {})


def seats_of(deal: DailyDeal) -> list[str]:
    """Who sits where: a person, whose seat is empty here, and bots, by name."""
    game = game_of(deal)
    return ["", *[precompile.player(game, EXPERT)] * (game.players - 1)]


def opening(deal: DailyDeal) -> Opening:
    """The table at which somebody plays it: no clock, no hints, and nobody watches."""
    seats = [SeatPlan(kind="bot" if bot else "person", bot=bot or EXPERT) for bot in seats_of(deal)]
    return Opening(game=deal.game, seats=seats, hints=False, chat=False)


def _at(day: date) -> int:
    return int(datetime.combine(day, time(), UTC).timestamp() * 1000)
