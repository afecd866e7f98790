"""A hosted tournament: one tournament on the server, folded from its log, and who may do what in it. No I/O, no clock.

Its log is like a table's: numbered rows, each with a hash over the one before. The first is of the kind `tournament`;
the others have the kind of their event (stammtisch.tournament), or are `claimed`: a guest is a player whom the
organiser had entered. `do` checks everything, and leaves the new rows in `fresh`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from datetime import UTC, datetime
from typing import Any, TypeAlias

from stammtisch.bots.levels import LEVELS
from stammtisch.core.errors import DoubtfulResult, ParseError, StammtischError, TournamentError
from stammtisch.core.translation import either, say
from stammtisch.server.people.guests import clean_name
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.protocol.tournaments import NewTournament, Online, TournamentCommand
from stammtisch.server.storage.entities import Guest
from stammtisch.server.storage.journal import Journal
from stammtisch.server.storage.log import Row, compact
from stammtisch.server.tournaments.keys import Keys
from stammtisch.tournament import (
    Announced,
    Confirmed,
    Corrected,
    Drawn,
    DrawTask,
    Dropped,
    Entered,
    Event,
    EventData,
    Result,
    Scheme,
    Tournament,
    event_data,
)
from stammtisch.tournament.event_types import KINDS
from stammtisch.tournament.sentences import AT_THE_TABLE

MADE = ("drawn", "cut", "closed")
"""What these hold follows from what went before: nobody sends it."""
AT_TABLE = (Result, Corrected, Confirmed)
"""What the players of a table may do, with its key."""
ALWAYS = ("seeded", "entered", "renamed", "returned", "announced", "tables_chosen")
"""Whatever happened meanwhile, these mean the same."""
SERVER = "#server"
TABLE = "#table"
"""Who does something, where it is not a person with a name; no name of an organiser begins so."""
MOST_TEXT = 500

Permitted: TypeAlias = tuple[EventData | str, str]
"""What is to happen (of MADE the kind only), and who does it."""


class HostedTournament(Journal):
    def __init__(self, name: str, secret: bytes) -> None:
        super().__init__(name)
        self.keys = Keys(secret)
        self.host = ""
        """The guest who runs it."""
        self.public = False
        self.online: Online | None = None
        self.tournament: Tournament
        self.guests: dict[int, str] = {}
        """Online: who the players are."""
        self.at = 0
        """When something happened last."""
        self.draws: dict[int, tuple[int, int]] = {}
        """Of each round: the number of the row that drew it, and when."""
        self._touched: dict[tuple[int, int], int] = {}  # the last row about a table of a round
        self._touched_any = 0  # and about any
        self._moved = 0  # the last row that changed who sits where, or more
        self._writers: dict[tuple[int, int], str] = {}  # the guest who entered a table's result
        self._devices: dict[int, str] = {}  # in a room: the guest who acts for a player at his tables
        self._done: dict[str, int] = {}

    # ── The log ──────────────────────────────────────────────────────────────────────────────────────────────────────

    @classmethod
    def folded(cls, name: str, secret: bytes, rows: Iterable[Row]) -> HostedTournament:
        hosted = cls(name, secret)
        for row in rows:
            hosted._check(row)
            payload = json.loads(row.payload)
            if row.kind != "claimed":
                event = Event.from_json(payload["event"])
                if row.seq == 1:
                    hosted.tournament = Tournament(event)
                else:
                    if isinstance(event.what, Drawn):
                        hosted.tournament.propose(event.what)  # it was drawn when this row was written
                    hosted.tournament.add(event)
            hosted._note(row, payload)
        return hosted

    def open(self, wanted: NewTournament, guest: Guest, now: int) -> None:
        try:
            scheme = Scheme.read(wanted.scheme)
        except StammtischError as error:
            raise Refusal("bad_options", str(error)) from None
        title = " ".join(wanted.title.split())
        if not title or not title.isprintable():
            raise Refusal("bad_tournament", say("A tournament needs a readable title."))
        by = guest.name.lstrip("#").strip() or say("Organiser")
        commitment = self.keys.revealed(scheme, 0) if wanted.online else ""
        try:
            self.tournament = Tournament.opened(title, scheme, by=by, at=_time(now), commitment=commitment)
        except TournamentError as error:
            raise Refusal("bad_tournament", str(error)) from None
        self._begin(guest, wanted.public, wanted.online, now)

    def take_over(self, tournament: Tournament, guest: Guest, now: int) -> None:
        """A tournament from a file goes on here, as an evening in a room that this guest runs."""
        self.tournament = tournament
        self._begin(guest, False, None, now)
        for event in tournament.events[1:]:
            self._write(event.what.kind, {"event": event.to_json(), "guest": ""}, now)

    def _begin(self, guest: Guest, public: bool, online: Online | None, now: int) -> None:
        first = self.tournament.events[0].to_json()
        setup = {"public": public, "online": online and online.model_dump(mode="json")}
        self._write("tournament", {"event": first, "guest": guest.id, **setup}, now)

    def _write(self, kind: str, payload: dict[str, Any], now: int, cid: str | None = None) -> None:
        text, seat = compact(payload), None if cid is None else 0  # of equal client ids at one seat only one is written
        row = self._next(kind, text, now, seat, cid)
        self._note(row, payload)
        self.fresh.append(row)

    def _note(self, row: Row, payload: dict[str, Any]) -> None:
        """What a row changes besides the tournament itself. Live and from the log, this is the only place."""
        self._take(row)
        self.at = row.at
        guest = payload["guest"]
        if row.cid is not None:
            self._done[row.cid] = row.seq
        if row.kind == "tournament":
            self.host, self.public = guest, payload["public"]
            self.online = payload["online"] and Online.model_validate(payload["online"])
            return
        if row.kind == "claimed":
            self.guests[payload["player"]] = guest
            return
        event = payload["event"]
        if "own" in payload:
            self.guests[payload["own"]] = guest
        if row.kind == "drawn":
            self.draws[event["round"]] = row.seq, row.at
        if row.kind in ("result", "corrected", "confirmed"):
            place = event["round"], event["table"]
            self._touched[place] = self._touched_any = row.seq
            if row.kind != "confirmed":
                self._writers[place] = guest
            seated = AT_THE_TABLE.fullmatch(event["by"])
            if seated and guest:
                self._devices.setdefault(int(seated[1]), guest)
        elif row.kind not in ALWAYS:
            self._moved = row.seq

    # ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def draw_task(self, command: TournamentCommand, guest: Guest, now: int) -> DrawTask | None:
        """What is to be drawn before the command is done; None: nothing. Who may not draw is refused here."""
        if command.cid in self._done or command.what[-1].get("kind") != "drawn":
            return None
        *before, _ = self._permitted(command, guest)
        tournament = deepcopy(self.tournament) if before else self.tournament
        with self._refusing(command, guest):
            self._apply(before, tournament, now)
            return self.next_draw(tournament)

    def next_draw(self, tournament: Tournament) -> DrawTask:
        """The next draw. Online the server adds to the seed what it was bound to by the first row of the log."""
        return tournament.draw_task(self._revealed(tournament))

    def what_follows(self) -> DrawTask | EventData:
        """What comes next by itself: a draw, the cut or the end. A TournamentError if it is too early for it."""
        phase = self.tournament.progress.phase
        if phase == "between":
            return self.next_draw(self.tournament)
        return self.tournament.cut() if phase == "cut" else self.tournament.close()

    def _revealed(self, tournament: Tournament) -> str:
        progress = tournament.progress
        if not self.online or not progress.commitment:
            return ""
        return self.keys.revealed(progress.scheme, len(progress.drawn) + 1)

    def do(self, command: TournamentCommand, guest: Guest, now: int, drawn: Drawn | None = None) -> None:
        """Let it happen, all or nothing. What cannot be is refused with a sentence. `drawn`: by its draw_task."""
        if command.cid in self._done:
            return
        permitted = self._permitted(command, guest)
        tournament = self.tournament if len(permitted) == 1 else deepcopy(self.tournament)
        with self._refusing(command, guest):
            made = self._apply(permitted, tournament, now, drawn)
        self.tournament = tournament
        for number, event in enumerate(made):
            payload: dict[str, Any] = {"event": event.to_json(), "guest": guest.id}
            if isinstance(event.what, Entered) and not self.is_organiser(guest.id, command.key):
                payload["own"] = len(tournament.progress.players)  # he has entered himself
            self._write(event.what.kind, payload, now, None if number else command.cid)

    def _permitted(self, command: TournamentCommand, guest: Guest) -> list[Permitted]:
        """What is to happen, and who does it, if he may. A large tournament is dear to copy, so this comes first."""
        if any(given.get("kind") in MADE for given in command.what[:-1]):  # each is work, and one at a time is enough
            raise Refusal("bad_request", "what: only the last can be drawn, cut or closed")
        found: list[Permitted] = []
        with self._refusing(command, guest):
            for given in command.what:
                kind = given.get("kind")
                if kind in MADE:
                    by = self._author(None, command, guest)
                    self._check_current(kind, None, command.seq)
                    found.append((kind, by))
                else:
                    what = _read(given)
                    self._check_current(what.kind, what, command.seq)
                    found.append((what, self._author(what, command, guest)))
        return found

    def _apply(
        self, permitted: Sequence[Permitted], tournament: Tournament, now: int, drawn: Drawn | None = None
    ) -> list[Event]:
        made: list[Event] = []
        for given, by in permitted:
            what = self._follows(given, tournament, drawn) if isinstance(given, str) else given
            made.append(tournament.apply(what, by=by, at=_time(now)))
        return made

    @contextmanager
    def _refusing(self, command: TournamentCommand, guest: Guest) -> Iterator[None]:
        try:
            yield
        except DoubtfulResult as error:
            raise Refusal("doubtful", self._doubt(str(error), self.is_organiser(guest.id, command.key))) from None
        except TournamentError as error:
            raise Refusal("bad_tournament", str(error)) from None

    def _follows(self, kind: str, tournament: Tournament, drawn: Drawn | None) -> EventData:
        if kind == "cut":
            return tournament.cut()
        if kind == "closed":
            return tournament.close()
        if drawn:
            tournament.propose(drawn)
        return tournament.draw(self._revealed(tournament))

    @staticmethod
    def _doubt(why: str, is_organiser: bool) -> str:
        if is_organiser:
            return why
        return say("{why} Please check it again. If it is right, ask the organiser to enter it.", why=why)

    def by_itself(self, whats: Sequence[EventData], by: str, now: int) -> None:
        """What the server does; a draw has just been drawn. A TournamentError changes nothing if it is about the
        first."""
        for what in whats:
            if isinstance(what, Drawn):
                self.tournament.propose(what)
            event = self.tournament.apply(what, by=by, at=_time(now))
            self._write(what.kind, {"event": event.to_json(), "guest": ""}, now)

    def claim(self, key: str, guest: Guest, now: int) -> None:
        """This guest is the player whose link he has."""
        player = self.player_by(key)
        if player is None:
            raise Refusal("not_invited", say("This link does not belong to this tournament."))
        if self.guests.get(player, guest.id) != guest.id:
            raise Refusal("taken", say("Somebody else has already used this link."))
        if player not in self.guests:
            self._write("claimed", {"player": player, "guest": guest.id}, now)

    def player_by(self, key: str | None) -> int | None:
        """Whose link has this key."""
        return self.keys.player_of(key, len(self.tournament.progress.players))

    def is_organiser(self, guest: str | None, key: str | None) -> bool:
        return (guest is not None and guest == self.host) or self.keys.is_organiser(key)

    def player_of(self, guest: str | None) -> int | None:
        return next((player for player, each in self.guests.items() if each == guest), None)

    def _check_current(self, kind: str, what: EventData | None, seq: int) -> None:
        """A decision must be about the tournament as it is. Results of other tables change nothing of this one's."""
        if kind in ALWAYS:
            return
        last = self._moved
        if isinstance(what, AT_TABLE):
            last = max(last, self._touched.get((what.round, what.table), 0))
        elif kind not in ("dropped", "no_show", "moved", "swapped"):
            last = max(last, self._touched_any)
        if seq < last:
            raise Refusal("stale", say("Something has changed since this page was loaded. Please check again."))

    def _author(self, what: EventData | None, command: TournamentCommand, guest: Guest) -> str:
        """Who does it, if he may. None is for what follows from the rest (MADE)."""
        progress = self.tournament.progress
        if isinstance(what, Confirmed) and self._writers.get((what.round, what.table)) == guest.id != self.host:
            raise Refusal("bad_tournament", say("This device entered the result, so another one must confirm it."))
        if guest.id == self.host:
            self._check_bot(what)
            return progress.organiser
        if self.keys.is_organiser(command.key):
            self._check_bot(what)
            name = guest.name.lstrip("#").strip() or say("Organiser")
            return name if name != progress.organiser else f"{name} 2"
        if isinstance(what, AT_TABLE) and self.keys.is_table(command.key, what.round, what.table):
            return self._at_table(what, command.player, guest)
        own = self.player_of(guest.id)
        if (
            isinstance(what, Entered)
            and self.online
            and self.online.entries
            and not what.bot
            and len(command.what) == 1
        ):
            if own is not None:
                raise Refusal("seated", say("You have already entered."))
            return clean_name(what.name)
        if isinstance(what, Dropped) and own == what.player:
            return f"#{own} {progress.names[own]}"
        raise Refusal("not_organiser", say("Only the organiser can do that."))

    def _at_table(self, what: Result | Corrected | Confirmed, player: int | None, guest: Guest) -> str:
        progress = self.tournament.progress
        table = progress.table(what.round, what.table)
        if player is None or player not in table.seats:
            raise Refusal("bad_tournament", say("First say which player at this table you are."))
        self._check_device(player, guest)
        if not isinstance(what, Confirmed) and what.overruled:
            raise Refusal("not_organiser", say("Only the organiser can do that."))
        if isinstance(what, Corrected) and table.confirmed:
            raise Refusal("not_organiser", say("This result is confirmed: only the organiser can edit it now."))
        return f"#{player} {progress.names[player]}"

    def _check_device(self, player: int, guest: Guest) -> None:
        """A device acts for one player in the whole tournament, and nobody else's device acts for him."""
        devices = {**self._devices, **self.guests}
        if devices.get(player, guest.id) != guest.id:
            name = self.tournament.progress.names[player]
            raise Refusal(
                "taken", say("Another device has already been used for {name}. Please ask the organiser.", name=name)
            )
        own = next((number for number, each in devices.items() if each == guest.id), player)
        if own != player:
            name = self.tournament.progress.names[own]
            raise Refusal(
                "taken",
                say("This device has already been used for {name}. Please ask the organiser.", name=name),
            )

    def _check_bot(self, what: EventData | None) -> None:
        if not isinstance(what, Entered) or not what.bot:
            return
        if not self.online:
            raise Refusal("bad_tournament", say("Bots can play only in online tournaments."))
        if what.bot not in LEVELS:
            levels = either(LEVELS)
            raise Refusal("no_bot", say("There is no bot '{bot}'; choose from {levels}.", bot=what.bot, levels=levels))


def _read(given: dict[str, Any]) -> EventData:
    kind = given.get("kind")
    if not isinstance(kind, str) or kind not in KINDS or kind == "opened":
        raise Refusal("bad_request", "what: each has a kind that a tournament knows")
    try:
        what = event_data(kind, given)
    except ParseError as error:
        raise Refusal("bad_request", str(error)[:200]) from None
    if isinstance(what, Announced):
        return _announcement(what)
    reason = getattr(what, "reason", "")
    if len(reason) > MOST_TEXT or not _is_stored(reason):
        raise Refusal("bad_tournament", say("A reason can have up to {most} characters.", most=MOST_TEXT))
    return what


def _announcement(what: Announced) -> Announced:
    text = "\n".join(" ".join(line.split()) for line in what.text.split("\n")).strip()
    if not text or len(text) > MOST_TEXT or not _is_stored(text):
        raise Refusal("bad_tournament", say("An announcement can have 1 to {most} characters.", most=MOST_TEXT))
    return Announced(text)


def _is_stored(text: str) -> bool:
    """Can every database keep it, and every page show it?"""
    return all(letter.isprintable() or letter == "\n" for letter in text)


def _time(now: int) -> str:
    return datetime.fromtimestamp(now / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
