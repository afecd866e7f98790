"""What statistics keep, and the statements that put it there.

Everything about a person is found by his guest id, and no name is among it: names are looked up when they are shown.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from stammtisch.rating import Rating, rated
from stammtisch.server.statistics.chance import Chance
from stammtisch.server.statistics.finished_game import FinishedGame, FinishedSeat
from stammtisch.server.statistics.luck_and_skill import LuckAndSkill
from stammtisch.server.storage.log import Statement
from stammtisch.server.storage.schema import chance, counted, counting, gathering, guest, played, rating, reviewed

VERSION = 1
"""Of what is counted and how. With another one everything is counted anew when a server starts."""

OWNED = (("played", "guest"), ("rating", "guest"), ("reviewed", "guest"), ("listed", "guest"))
"""Every table with something about a person, and its column with his id: to forget him is one DELETE from each."""

MADE_AGAIN = ("counted", "played", "rating", "seat_share", "chance", "counting")
"""What can be made again from the log."""


def forget(id: str) -> list[Statement]:
    """What somebody's figures were is kept no longer. The ratings of others stay as they are."""
    return [(f"DELETE FROM {table} WHERE {column} = ?", (id,)) for table, column in OWNED]


def begin_anew() -> list[Statement]:
    """Nothing is counted; reviews are kept."""
    return [
        *((f"DELETE FROM {table}", ()) for table in MADE_AGAIN),
        ("INSERT INTO counting (version) VALUES (?)", (VERSION,)),
    ]


def version(connection: sa.Connection) -> int | None:
    found: int | None = connection.scalar(sa.select(counting.c.version))
    return found


def uncounted(connection: sa.Connection, since: int, limit: int = 100) -> list[tuple[str, int]]:
    """Games that are over and not counted, in the order in which they ended, with when that was."""
    query = (
        sa.select(gathering.c.table_id, gathering.c.ended)
        .outerjoin(counted, counted.c.table_id == gathering.c.table_id)
        .where(gathering.c.ended >= since, counted.c.table_id.is_(None))
        .order_by(gathering.c.ended, gathering.c.table_id)
        .limit(limit)
    )
    return [(table, ended) for table, ended in connection.execute(query)]


@dataclass(frozen=True)
class PriorFigures:
    """The figures before a game is counted."""

    number: int
    """Of the last game that was counted."""
    ratings: dict[tuple[str, str], Rating]
    chances: dict[int, Chance]
    guests: set[str]
    """Those of its players who are still known."""
    is_reviewed: bool

    @classmethod
    def read(cls, connection: sa.Connection, game: FinishedGame) -> PriorFigures:
        number = connection.scalar(sa.select(sa.func.max(counted.c.number))) or 0
        people = [sat.guest for sat in game.seats if sat.guest]
        bots = [sat.bot for sat in game.seats if sat.bot]
        mine = sa.or_(rating.c.guest.in_(people), sa.and_(rating.c.guest == "", rating.c.bot.in_(bots)))
        ratings = connection.execute(
            sa.select(rating.c.guest, rating.c.bot, rating.c.mu, rating.c.sigma).where(
                rating.c.game == game.game, rating.c.players == game.players, mine
            )
        )
        sums = connection.execute(sa.select(chance.c.outcomes, chance.c.sums).where(chance.c.game == game.game))
        known = connection.scalars(sa.select(guest.c.id).where(guest.c.id.in_(people)))
        seen = connection.scalar(sa.select(sa.func.count()).where(reviewed.c.table_id == game.table))
        return cls(
            number,
            {(who, bot): Rating(mu, sigma) for who, bot, mu, sigma in ratings},
            {outcomes: Chance.from_json(text) for outcomes, text in sums},
            set(known),
            bool(seen),
        )


def count(game: FinishedGame, before: PriorFigures) -> list[Statement]:
    """Count a game. Of two who do it at once, one is in conflict: a game has one number, and a number one game."""
    number = before.number + 1
    after: dict[tuple[str, str], Rating] = {}
    if game.unrated is None:
        after = rated(before.ratings, [sat.who for sat in game.seats], [sat.place for sat in game.seats])
    due = any(sat.guest in before.guests and sat.stayed for sat in game.seats) and game.unrated != "unreadable"
    review = "done" if before.is_reviewed else "due" if due else "none"
    made: list[Statement] = [
        (
            "INSERT INTO counted (table_id, number, game, players, ended, unrated, review)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (game.table, number, game.game, game.players, game.at, game.unrated, review),
        )
    ]
    for seat, sat in enumerate(game.seats):
        if sat.guest in before.guests:
            made.append(_played(game, number, seat, sat, after.get(sat.who)))
        if game.played_out:
            made.append(_seat_share(game, seat, sat))
    for who, now in after.items():
        if who[1] or who[0] in before.guests:
            made.append(_rating(game, who, now))
    for outcomes, seen in game.chances.items():
        made.append(_chance(game.game, outcomes, seen, before.chances.get(outcomes)))
    return made


def _played(game: FinishedGame, number: int, seat: int, sat: FinishedSeat, now: Rating | None) -> Statement:
    return (
        "INSERT INTO played (table_id, seat, guest, number, game, players, ended, place, points, mu, sigma)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            game.table, seat, sat.guest, number, game.game, game.players, game.at, sat.place, sat.points,
            now and now.mu, now and now.sigma,
        ),
    )  # fmt: skip


def _seat_share(game: FinishedGame, seat: int, sat: FinishedSeat) -> Statement:
    return (
        "INSERT INTO seat_share (game, players, seat, games, points) VALUES (?, ?, ?, 1, ?)"
        " ON CONFLICT (game, players, seat) DO UPDATE SET games = seat_share.games + 1,"
        " points = seat_share.points + excluded.points",
        (game.game, game.players, seat, sat.points),
    )


def _rating(game: FinishedGame, who: tuple[str, str], now: Rating) -> Statement:
    mine = [sat for sat in game.seats if sat.who == who]
    return (
        "INSERT INTO rating (game, players, guest, bot, mu, sigma, games, points) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (game, players, guest, bot) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma,"
        " games = rating.games + excluded.games, points = rating.points + excluded.points",
        (game.game, game.players, *who, now.mu, now.sigma, len(mine), sum(sat.points for sat in mine)),
    )


def _chance(game: str, outcomes: int, seen: Chance, before: Chance | None) -> Statement:
    if before:
        before.add(seen)
    return (
        "INSERT INTO chance (game, outcomes, sums) VALUES (?, ?, ?)"
        " ON CONFLICT (game, outcomes) DO UPDATE SET sums = excluded.sums",
        (game, outcomes, (before or seen).to_json()),
    )


# ── Reviews ──


def to_be_reviewed(connection: sa.Connection) -> str | None:
    """The game that is reviewed next: the one that ended last, since somebody may be waiting for it."""
    query = sa.select(counted.c.table_id).where(counted.c.review == "due").order_by(counted.c.number.desc()).limit(1)
    found: str | None = connection.scalar(query)
    return found


def players(connection: sa.Connection, table: str) -> dict[int, str]:
    """Who of those that are still known sat where."""
    query = sa.select(played.c.seat, played.c.guest).where(played.c.table_id == table)
    return {row.seat: row.guest for row in connection.execute(query)}


def put_review(
    table: str, by_seat: Sequence[LuckAndSkill], guests: dict[int, str], seats: Collection[int]
) -> list[Statement]:
    """A game's review, of these seats."""
    made: list[Statement] = [("UPDATE counted SET review = ? WHERE table_id = ?", ("done", table))]
    for seat in seats:
        found = by_seat[seat]
        made.append(
            (
                "INSERT INTO reviewed (table_id, seat, guest, unit, luck, given_away, decisions, best, mistakes)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    table, seat, guests[seat], found.unit, found.luck, found.given_away, found.decisions, found.best,
                    json.dumps(found.mistakes),
                ),
            )
        )  # fmt: skip
    return made


def give_up_review(table: str) -> Statement:
    """It took too long, or failed: it is not tried again before everything is counted anew."""
    return "UPDATE counted SET review = ? WHERE table_id = ?", ("failed", table)


def list_person(id: str, wanted: bool) -> Statement:
    if wanted:
        return "INSERT INTO listed (guest) VALUES (?) ON CONFLICT (guest) DO NOTHING", (id,)
    return "DELETE FROM listed WHERE guest = ?", (id,)
