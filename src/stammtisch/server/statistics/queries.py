"""What is shown of ratings and people's figures, read from the database."""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Concatenate, ParamSpec

import sqlalchemy as sa

from stammtisch.core.translation import say, speaking
from stammtisch.server.protocol.message import Message
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.protocol.statistics import (
    Category,
    CurvePoint,
    Mistakes,
    PersonShown,
    Played,
    RatingLine,
    RatingShown,
    RatingsShown,
    SeatShare,
    Share,
    Skill,
)
from stammtisch.server.statistics.chance import Z
from stammtisch.server.statistics.mistakes import said
from stammtisch.server.storage.entities import Guest
from stammtisch.server.storage.schema import counted, guest, listed, played, rating, reviewed, seat_share
from stammtisch.server.storage.store import Store
from stammtisch.server.study.asked import reader

P = ParamSpec("P")

FEWEST = 10
"""Games after which somebody is in the list of ratings; before that a rating says more about luck."""
LONGEST = 200
"""Lines of a list, and points of a curve."""
FAVOURITES = 5
NEWEST = 2000
"""Of somebody's games so many are looked at, so that nobody can ask for too much."""


def told(
    database: str, figures: Callable[Concatenate[Store, P], Message], /, *args: P.args, **names: P.kwargs
) -> tuple[bytes, ...]:
    """In a worker: figures from the database, as JSON."""
    return (figures(reader(database), *args, **names).model_dump_json().encode(),)


def wilson(won: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share, by Wilson."""
    if not games:
        return 0.0, 1.0
    share, zz = won / games, Z * Z / games
    middle = (share + zz / 2) / (1 + zz)
    half = Z * math.sqrt(max(0.0, share * (1 - share)) / games + zz / games / 4) / (1 + zz)
    return max(0.0, middle - half), min(1.0, middle + half)


def _share(points: Sequence[float]) -> dict[str, Any]:
    return _shared(sum(points), len(points))


def _shared(won: float, games: int) -> dict[str, Any]:
    low, high = wilson(won, games)
    return {"games": games, "won": won, "low": low, "high": high}


def ratings(store: Store, game: str | None, players: int | None) -> RatingsShown:
    """A list of ratings: of this game and so many players, or of what has been played most."""
    with store.reading() as connection:
        kinds = _counted(connection)
        wanted = [
            each for each in kinds if game in (None, each.game) and players in (None, each.players)
        ]  # the most frequent first
        game = game or (wanted[0].game if wanted else "")
        players = players or (wanted[0].players if wanted else 2)
        lines, hidden = _lines(connection, game, players)
        seats = connection.execute(
            sa.select(seat_share.c.seat, seat_share.c.points, seat_share.c.games)
            .where(seat_share.c.game == game, seat_share.c.players == players)
            .order_by(seat_share.c.seat)
        )
        shares = [SeatShare(seat=seat, **_shared(points, games)) for seat, points, games in seats]
    return RatingsShown(
        game=game, players=players, fewest=FEWEST, hidden=hidden, lines=lines, seats=shares, counted=kinds
    )


def _counted(connection: sa.Connection) -> list[Played]:
    """By the first seat of each: to count the games themselves would take longer the more there are."""
    query = (
        sa.select(seat_share.c.game, seat_share.c.players, seat_share.c.games)
        .where(seat_share.c.seat == 0)
        .order_by(seat_share.c.games.desc(), seat_share.c.game, seat_share.c.players)
    )
    return [Played(game=game, players=players, games=games) for game, players, games in connection.execute(query)]


def _lines(connection: sa.Connection, game: str, players: int) -> tuple[list[RatingLine], int]:
    """Everybody who may be seen, the strongest first, and how many others there are."""
    mine = sa.and_(rating.c.game == game, rating.c.players == players)
    seen = sa.and_(mine, rating.c.games >= FEWEST, sa.or_(rating.c.guest == "", listed.c.guest.is_not(None)))
    whole = rating.outerjoin(listed, listed.c.guest == rating.c.guest).outerjoin(guest, guest.c.id == rating.c.guest)
    query = (
        sa.select(
            rating.c.guest, rating.c.bot, rating.c.mu, rating.c.sigma, rating.c.games, rating.c.points,
            guest.c.name, guest.c.bot.label("program"),
        )
        .select_from(whole)
        .where(seen)
        .order_by((rating.c.mu - 2 * rating.c.sigma).desc(), rating.c.guest, rating.c.bot)
        .limit(LONGEST)
    )  # fmt: skip
    lines = [
        RatingLine(
            rank=rank,
            kind="bot" if row.bot else "program" if row.program else "person",
            name=row.bot or row.name,
            person=row.guest or None,
            mu=row.mu,
            sigma=row.sigma,
            **_shared(row.points, row.games),
        )
        for rank, row in enumerate(connection.execute(query), 1)
    ]
    total = connection.scalar(sa.select(sa.func.count()).select_from(rating).where(mine)) or 0
    shown = connection.scalar(sa.select(sa.func.count()).select_from(whole).where(seen)) or 0
    return lines, total - shown


def is_listed(store: Store, id: str) -> bool:
    with store.reading() as connection:
        return connection.scalar(sa.select(listed.c.guest).where(listed.c.guest == id)) is not None


def listed_person(store: Store, id: str) -> Guest:
    """Somebody whose figures are for everybody."""
    found = store.guest(id)
    if found is None or not is_listed(store, id):
        raise Refusal("no_person", "there is nobody here who wants to be seen under this address")
    return found


def person(store: Store, who: Guest, language: str) -> PersonShown:
    with store.reading() as connection:
        query = (
            sa.select(played, reviewed, counted.c.review)
            .select_from(
                played.join(counted, counted.c.table_id == played.c.table_id).outerjoin(
                    reviewed,
                    sa.and_(reviewed.c.table_id == played.c.table_id, reviewed.c.seat == played.c.seat),
                )
            )
            .where(played.c.guest == who.id)
            .order_by(played.c.number.desc())
            .limit(NEWEST)
            .set_label_style(sa.LABEL_STYLE_TABLENAME_PLUS_COL)
        )
        rows = list(connection.execute(query))[::-1]
    kinds: dict[tuple[str, int], list[Any]] = defaultdict(list)
    for row in rows:
        kinds[row.played_game, row.played_players].append(row)
    with speaking(language):
        categories = [_category(game, players, mine) for (game, players), mine in kinds.items()]
    return PersonShown(
        person=who.id,
        name=who.name,
        listed=is_listed(store, who.id),
        program=who.bot,
        fewest=FEWEST,
        categories=sorted(categories, key=lambda each: -each.share.games),
    )


def _category(game: str, players: int, rows: Sequence[Any]) -> Category:
    curve = [
        CurvePoint(mu=row.played_mu, sigma=row.played_sigma, at=row.played_ended, place=row.played_place)
        for row in rows
        if row.played_mu is not None
    ]
    by_seat: dict[int, list[float]] = defaultdict(list)
    for row in rows:
        by_seat[row.played_seat].append(row.played_points)
    return Category(
        game=game,
        players=players,
        places=[sum(row.played_place == place for row in rows) for place in range(1, players + 1)],
        share=Share(**_share([row.played_points for row in rows])),
        rating=RatingShown(mu=curve[-1].mu, sigma=curve[-1].sigma) if curve else None,
        curve=curve[-LONGEST:],
        seats=[SeatShare(seat=seat, **_share(points)) for seat, points in sorted(by_seat.items())],
        skill=_skill(rows),
    )


def _skill(rows: Iterable[Any]) -> Skill:
    seen = [row for row in rows if row.reviewed_luck is not None]
    number = max(1, len(seen))
    kinds: dict[str, tuple[int, float]] = defaultdict(lambda: (0, 0.0))
    for row in seen:
        for kind, (count, lost) in json.loads(row.reviewed_mistakes).items():
            kinds[kind] = kinds[kind][0] + count, kinds[kind][1] + lost
    favourites = sorted(kinds.items(), key=lambda each: (-each[1][0], each[0]))[:FAVOURITES]
    return Skill(
        games=len(seen),
        waiting=sum(row.counted_review == "due" for row in rows),
        unit=say(seen[-1].reviewed_unit) if seen else "",
        luck=sum(row.reviewed_luck for row in seen) / number,
        given_away=sum(row.reviewed_given_away for row in seen) / number,
        decisions=sum(row.reviewed_decisions for row in seen),
        best=sum(row.reviewed_best for row in seen),
        mistakes=[Mistakes(said=said(kind), count=count, given_away=lost) for kind, (count, lost) in favourites],
    )
