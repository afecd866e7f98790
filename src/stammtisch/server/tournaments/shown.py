"""A tournament as whoever asks may see it: everybody sees how it stands; keys are for those whose they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stammtisch import games
from stammtisch.core.translation import say
from stammtisch.server.tournaments.evening import Evening
from stammtisch.server.tournaments.messages import TournamentShown, You
from stammtisch.tournament.state import Round

Statuses = Mapping[str, str]
"""Of tables of the server, by name."""


def shown(evening: Evening, guest: str | None, key: str | None, statuses: Statuses, due: int | None) -> TournamentShown:
    """In the language that is spoken."""
    progress = evening.tournament.progress
    runs = evening.is_organiser(guest, key)
    view = evening.tournament.view()
    view["mark"] = say(view["mark"]) if view["mark"] else ""
    for each in view["rounds"]:
        for table in each["tables"]:
            place = each["round"], table["table"]
            name = played(evening, progress.round(place[0]), place[1]) if evening.online else None
            mine = runs or evening.keys.is_table(key, *place)
            table["key"] = evening.keys.table(*place) if mine else None
            table["played"], table["status"] = name, statuses.get(name or "")
    unclaimed = [
        each.number
        for each in progress.players.values()
        if runs and evening.online and not each.bot and not each.gone and each.number not in evening.guests
    ]
    return TournamentShown(
        tournament=evening.name,
        seq=evening.seq,
        public=evening.public,
        online=evening.online,
        game=games.load(progress.scheme.game).title,
        view=view,
        you=_you(evening, guest, key, runs=runs),
        key=evening.keys.organiser if runs else None,
        claims={str(player): evening.keys.player(player) for player in unclaimed},
        due=due,
    )


def played(evening: Evening, round: Round, table: int) -> str | None:
    """The name of the table of the server where this is played; nobody plays alone."""
    seats = round.tables[table - 1].seats
    if len(seats) < 2 or round.number not in evening.draws:
        return None
    return evening.keys.name(evening.draws[round.number][0], round.number, table, seats)


def _you(evening: Evening, guest: str | None, key: str | None, *, runs: bool) -> You:
    player = evening.player_of(guest) if guest else None
    progress = evening.tournament.progress
    found: dict[str, Any] = {"round": None, "table": None, "seat": None, "invite": None}
    for each in progress.drawn:
        for number, table in enumerate(each.tables, 1):
            if evening.keys.is_table(key, each.number, number):
                return You(organiser=runs, player=player, **{**found, "round": each.number, "table": number})
            if each is progress.last and player in table.seats:
                found |= {"round": each.number, "table": number}
                name = played(evening, each, number) if evening.online else None
                if name and not table.result:
                    found |= {"seat": table.seats.index(player), "invite": evening.keys.seat(name, player)}
    if player is None and evening.online:
        player = evening.player_by(key)  # whose link it is; the seat is for who has claimed it
    return You(organiser=runs, player=player, **found)
