"""A tournament as whoever asks may see it: everybody sees how it stands; keys are for those whose they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stammtisch import games
from stammtisch.core.translation import say
from stammtisch.server.protocol.tournaments import TournamentShown, You
from stammtisch.server.tournaments.hosted import HostedTournament
from stammtisch.tournament.state import Round

Statuses = Mapping[str, str]
"""Of tables of the server, by name."""


def shown(
    hosted: HostedTournament, guest: str | None, key: str | None, statuses: Statuses, due: int | None
) -> TournamentShown:
    """In the language that is spoken."""
    progress = hosted.tournament.progress
    runs = hosted.is_organiser(guest, key)
    view = hosted.tournament.view()
    view["mark"] = say(view["mark"]) if view["mark"] else ""
    for each in view["rounds"]:
        for table in each["tables"]:
            place = each["round"], table["table"]
            name = played(hosted, progress.round(place[0]), place[1]) if hosted.online else None
            mine = runs or hosted.keys.is_table(key, *place)
            table["key"] = hosted.keys.table(*place) if mine else None
            table["played"], table["status"] = name, statuses.get(name or "")
    unclaimed = [
        each.number
        for each in progress.players.values()
        if runs and hosted.online and not each.bot and not each.gone and each.number not in hosted.guests
    ]
    return TournamentShown(
        tournament=hosted.name,
        seq=hosted.seq,
        public=hosted.public,
        online=hosted.online,
        game=games.load(progress.scheme.game).title,
        view=view,
        you=_you(hosted, guest, key, runs=runs),
        key=hosted.keys.organiser if runs else None,
        claims={str(player): hosted.keys.player(player) for player in unclaimed},
        due=due,
    )


def played(hosted: HostedTournament, round: Round, table: int) -> str | None:
    """The name of the table of the server where this is played; nobody plays alone."""
    seats = round.tables[table - 1].seats
    if len(seats) < 2 or round.number not in hosted.draws:
        return None
    return hosted.keys.name(hosted.draws[round.number][0], round.number, table, seats)


def _you(hosted: HostedTournament, guest: str | None, key: str | None, *, runs: bool) -> You:
    player = hosted.player_of(guest) if guest else None
    progress = hosted.tournament.progress
    found: dict[str, Any] = {"round": None, "table": None, "seat": None, "invite": None}
    for each in progress.drawn:
        for number, table in enumerate(each.tables, 1):
            if hosted.keys.is_table(key, each.number, number):
                return You(organiser=runs, player=player, **{**found, "round": each.number, "table": number})
            if each is progress.last and player in table.seats:
                found |= {"round": each.number, "table": number}
                name = played(hosted, each, number) if hosted.online else None
                if name and not table.result:
                    found |= {"seat": table.seats.index(player), "invite": hosted.keys.seat(name, player)}
    if player is None and hosted.online:
        player = hosted.player_by(key)  # whose link it is; the seat is for who has claimed it
    return You(organiser=runs, player=player, **found)
