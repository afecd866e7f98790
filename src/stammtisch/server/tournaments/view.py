"""What a page gets to see of a tournament, by who looks and in which language.

Of a thousand players it takes long to say how it stands, and a whole hall asks. So this is encoded once for everybody
after each change (`Encoded`), with gaps; `shown` fills them for whoever asks.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from itertools import chain
from typing import Any

from stammtisch import games
from stammtisch.core.translation import say
from stammtisch.server.protocol.tournaments import TournamentShown, You
from stammtisch.server.tournaments.hosted import HostedTournament
from stammtisch.server.tournaments.keys import Place
from stammtisch.tournament.state import Round

Statuses = Mapping[str, str | None]
"""Of tables of the server, by name."""
GAP = secrets.token_hex(16)
"""Nobody can write this into a tournament: nobody knows it."""


class Encoded:
    """How a tournament stands after one row of its log, as JSON with gaps: what a result must tell, in words; then for
    each table its key and its status."""

    def __init__(self, hosted: HostedTournament) -> None:
        self.seq = hosted.seq
        drawn = hosted.tournament.progress.drawn
        self.counts = [len(each.tables) for each in drawn]
        self.names = [
            [played(hosted, each, at + 1) if hosted.online else None for at in range(len(each.tables))]
            for each in drawn
        ]
        """Of the tables of the server, round by round."""
        view = hosted.tournament.view()
        self._mark = view.pop("mark")
        for each, names in zip(view["rounds"], self.names, strict=True):
            for table, name in zip(each["tables"], names, strict=True):
                table |= {"played": name, "key": GAP, "status": GAP}
        text = json.dumps({"mark": GAP, **view}, ensure_ascii=False, separators=(",", ":"))
        self._pieces = text.encode().split(f'"{GAP}"'.encode())

    @property
    def open(self) -> list[str]:
        """The tables of the last round, whose statuses are shown."""
        return [name for name in self.names[-1] if name] if self.names else []

    def filled(self, keys: Mapping[Place, str], statuses: Statuses) -> bytes:
        """With these keys of tables."""
        mark = json.dumps(say(self._mark) if self._mark else "", ensure_ascii=False)
        values = [mark.encode()]
        for round, names in enumerate(self.names, 1):
            for table, name in enumerate(names, 1):
                status = statuses.get(name) if name and round == len(self.names) else None
                values += _plain(keys.get((round, table))), _plain(status)
        first, *others = self._pieces
        return b"".join((first, *chain.from_iterable(zip(values, others, strict=True))))


def _plain(text: str | None) -> bytes:
    """As JSON; nothing in it needs to be escaped."""
    return f'"{text}"'.encode() if text else b"null"


def shown(
    hosted: HostedTournament, encoded: Encoded, guest: str | None, key: str | None, statuses: Statuses, due: int | None
) -> bytes:
    """A TournamentShown, in the language that is spoken."""
    progress = hosted.tournament.progress
    runs, place = hosted.is_organiser(guest, key), hosted.keys.table_of(key, encoded.counts)
    keys: Mapping[Place, str] = {}
    claims: dict[str, str] = {}
    if place and key:
        keys = {place: key}
    if runs:
        keys = hosted.keys.tables(encoded.counts)
    if runs and hosted.online:
        of_players = hosted.keys.players(len(progress.players))
        claims = {
            str(each.number): of_players[each.number]
            for each in progress.players.values()
            if not each.bot and not each.gone and each.number not in hosted.guests
        }
    head = TournamentShown(
        tournament=hosted.name,
        seq=hosted.seq,
        public=hosted.public,
        online=hosted.online,
        game=games.load(progress.scheme.game).title,
        view={},
        you=_you(hosted, encoded, guest, key, place, runs=runs),
        key=hosted.keys.organiser if runs else None,
        claims=claims,
        due=due,
    ).model_dump_json(exclude={"view"})
    return b"".join((head[:-1].encode(), b',"view":', encoded.filled(keys, statuses), b"}"))


def played(hosted: HostedTournament, round: Round, table: int) -> str | None:
    """The name of the table of the server where this is played; nobody plays alone."""
    seats = round.tables[table - 1].seats
    if len(seats) < 2 or round.number not in hosted.draws:
        return None
    return hosted.keys.name(hosted.draws[round.number][0], round.number, table, seats)


def _you(
    hosted: HostedTournament, encoded: Encoded, guest: str | None, key: str | None, place: Place | None, *, runs: bool
) -> You:
    """`place`: the table whose key was shown."""
    player = hosted.player_of(guest) if guest else None
    found: dict[str, Any] = {"round": None, "table": None, "seat": None, "invite": None}
    if place:
        return You(organiser=runs, player=player, **{**found, "round": place[0], "table": place[1]})
    last = hosted.tournament.progress.last
    for number, table in enumerate(last.tables if last and player else (), 1):
        if last and player in table.seats:
            found |= {"round": last.number, "table": number}
            name = encoded.names[-1][number - 1]
            if name and not table.result:
                found |= {"seat": table.seats.index(player), "invite": hosted.keys.seat(name, player)}
    if player is None and hosted.online:
        player = hosted.player_by(key)  # whose link it is; the seat is for who has claimed it
    return You(organiser=runs, player=player, **found)
