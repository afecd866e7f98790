"""How a table stands: all that has happened at it, folded, and what each viewer may see of that. No I/O, no clock."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from sys import intern
from typing import Any, Self

from pydantic_core import from_json

from stammtisch import games
from stammtisch.bots.names import logged, names_for
from stammtisch.core.game import Game
from stammtisch.fair import DealDealer, Dealer
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.protocol.settings import Opened, Opening
from stammtisch.server.storage.journal import Journal
from stammtisch.server.storage.log import Row
from stammtisch.server.table.clocks import Clocks
from stammtisch.server.table.events import view_event
from stammtisch.server.table.play import Play
from stammtisch.server.table.sentences import Step

PERSON = "person"
"""Who sits somewhere, as the header of the dice says it. Every throw depends on the header, so nothing in it can ever
be changed; a name in it could never be forgotten."""

KEPT = 5
"""Rows in memory, for clients that were away for a moment or send something again. When two people begin there are as
many."""

IDLE_TALK = frozenset(("said", "resumed", "head", "asked", "answered", "stood_in", "stuck", "hinted", "seal"))
"""Kinds of rows after which nobody has to decide anew: the game is where it was. Otherwise one could make the moves of
others, and the thoughts of bots, come too late as often as one likes."""

TRANSCRIPT = frozenset(
    ("fair", "open", "throw", "waive", "next", "head", "prove", "away", "back", "seat", "draft", "undo")
)
"""Kinds of rows whose payloads, in their order, are what everybody could have seen of the transcript. From its version
2 on, drafts are no part of it: they come when the turn is done, as `lines`."""


@dataclass
class Seat:
    """A place at the table."""

    kind: str
    bot: str
    guest: str | None = None
    name: str = ""
    head: str | None = None
    key: str | None = None
    away: bool = False
    resigned: bool = False
    is_program: bool = False
    """A bot of somebody's own, connected from outside."""
    avatar: str = ""
    """The name of a drawing; empty: that of the seat."""

    @property
    def is_person(self) -> bool:
        return self.kind == "person"

    @property
    def plays_itself(self) -> bool:
        """Does whoever sits here decide, and not a bot of the server?"""
        return self.is_person and not self.away and not self.resigned


@lru_cache(maxsize=64)
def shared_game(name: str, options: str, version: int | None = None) -> Game:
    """Tables that play the same game with the same options, given as JSON, share it."""
    return games.load(name, json.loads(options), version)


@lru_cache(maxsize=1000)
def shared_opening(text: str) -> Opening:
    """So do tables with the same settings, given as JSON: in memory these are larger than a position."""
    return Opening.model_validate_json(text)


class TableState(Journal):
    __slots__ = (
        "_asked_in", "_falling", "_giver", "_laid", "_master", "_now", "_number", "_reached", "_used", "asked", "begun",
        "changed", "clocks", "dealer", "decisive", "game", "headed", "hidden", "hinted", "keys", "log", "names",
        "opened", "play", "rematch", "result", "rows", "sealed", "seats", "signs", "stood_in", "trail",
    )  # fmt: skip  # a dict with so many entries takes a KiB more

    def __init__(self, name: str, master: bytes) -> None:
        super().__init__(name)
        self._master = master
        self.begun = 0
        """The number of the event with which the game began; who sits where is fixed from then on."""
        self.rows: list[Row] = []  # the last ones; older ones are read from the log
        self.decisive = 0
        """The number of the last event that a decision may depend on."""
        self.changed = 0
        """When that was: since then everybody waits for whoever is awaited."""
        self.trail: list[Step] = []
        """The fresh rows, each with how the table stood before it."""
        self.seats: list[Seat] = []
        self.names: list[str] = []
        """Of the seats; a new list whenever one changes, so that steps of the past keep theirs."""
        self.play: Play | None = None
        self._falling: Play | None = None  # the game after a throw that is being written
        self._laid = 0  # moves of the present draft that the transcript has already: those after them were taken back
        self._giver: int | None = None  # whose contribution the open throw waits for
        self._number = 0  # of the last throw that was opened
        self._used: list[int] = []  # elements of each seat's present chain that are gone
        self.dealer: Dealer | None = None
        self.signs = False
        """Is the transcript of version 2 or later, which people tag and sign?"""
        self.keys: dict[int, tuple[int, str]] = {}
        """Of each person's seal: how many keys he had before, and the key."""
        self.log: str | None = None
        """The hash of the whole transcript, which seals sign."""
        self.headed: list[int] = []
        """The event in which each seat's present chain began."""
        self.sealed: frozenset[int] = frozenset()
        """Who has signed the end."""
        self.result: dict[str, Any] | None = None
        self.rematch: str | None = None
        self.asked: dict[str, Any] | None = None
        self.stood_in: frozenset[int] = frozenset()
        """The seats whose bot has failed, so that a simpler one has played for it."""
        self.hinted: frozenset[int] = frozenset()
        """The seats that have looked at hints."""
        self._asked_in = 0  # the number of that event
        self.clocks = Clocks()
        self._reached = -1  # how far the game has ever come, in moves and outcomes
        self.hidden: dict[int, tuple[str, ...]] = {}
        """What hidden throws gave; their proofs can be made again."""
        self._now = 0

    # ── The log ──────────────────────────────────────────────────────────────────────────────────────────────────────

    @classmethod
    def folded(cls, name: str, master: bytes, rows: Sequence[Row]) -> Self:
        """The table as its log leaves it, ready to be played at."""
        table = cls(name, master)
        table.fold(rows)
        if table.is_undealt:
            table.deal(rows)
        return table

    def fold(self, rows: Iterable[Row]) -> None:
        """Take the next rows of the log. There is no dealer after that."""
        for row in rows:
            self._check(row)
            self._now = row.at
            self._apply(row.kind, from_json(row.payload), row)
            self._append(row)

    @property
    def is_undealt(self) -> bool:
        """Is there a dealer wanting, so that nobody can play?"""
        return self.play is not None and not self.is_over and self.dealer is None

    def deal(self, rows: Sequence[Row]) -> None:
        """Make the dealer from the whole log."""
        texts = [text for row in rows for text in self._lines(row)]
        kind = DealDealer if self.opened.deal else Dealer
        self.dealer = kind.resumed(self._master, [(from_json(text), text) for text in texts])

    def _lines(self, row: Row) -> list[str]:
        """The lines of the transcript that a row holds."""
        if row.kind == "lines":
            lines: list[str] = json.loads(row.payload)["lines"]
            return lines
        return [row.payload] if row.kind in TRANSCRIPT and not (row.kind == "draft" and self.signs) else []

    @classmethod
    def retraced(cls, name: str, rows: Iterable[Row], start: Self | None = None) -> tuple[list[Step], Self]:
        """Every event of a log, from its beginning or from how the table stood after some row, with how the table stood
        before it; and how it stands after all.

        What comes out is for telling: it has no dice and no clocks.
        """
        table, steps = start or cls(name, b""), []
        for row in rows:
            steps.append(table.step(row))
            table._apply(row.kind, json.loads(row.payload), row)
        return steps, table

    def step(self, row: Row) -> Step:
        """An event that is about to happen."""
        play = self.play
        return Step(row, self.names, play.position if play else None, play.settled if play else None)

    def _append(self, row: Row) -> None:
        self._take(row)
        if self.clocks.clock.kind != "none":
            self.clocks.run(self.awaited, row.at, progress=self._progress(row))
        self.rows = [*self.rows[1 - KEPT :], row]  # a deque would take a KiB, and there are thousands
        if row.kind not in IDLE_TALK:
            self.decisive, self.changed = row.seq, row.at

    def _progress(self, row: Row) -> bool:
        """Has the game come farther than ever before? Whoever takes his own move back has gained no time by it."""
        if self.play is None:
            return False
        agreed = row.kind == "undo" and row.cid is None  # by everybody: from there the game is played anew
        alone = row.kind == "back" and sum(seat.plays_itself for seat in self.seats) == 1  # it stood still until now
        if agreed or (alone and self.play.position.is_chance):
            self._reached = -1
        reached, self._reached = self._reached, max(self._reached, self.play.settled_events)
        return self._reached > reached

    def _apply(self, kind: str, payload: dict[str, Any], row: Row) -> None:
        """What an event changes. Live and from the log, this is the only place."""
        match kind:
            case "opened":
                self.take_opened(Opened.model_validate_json(row.payload))
                self.seats = [Seat(plan.kind, plan.bot) for plan in self.opened.opening.seats]
            case "sat":
                seat = self.seats[payload["seat"]]
                seat.guest, seat.name, seat.head = payload["guest"], payload["name"], payload["head"]
                seat.key = payload.get("key")
                seat.is_program = payload["program"]
                seat.avatar = payload.get("avatar", "")
            case "left":
                old = self.seats[payload["seat"]]
                self.seats[payload["seat"]] = Seat(old.kind, old.bot)
            case "fair":
                self.begun = row.seq
                self._begin(payload)
            case "log":
                self.log = payload["log"]
            case "seal":
                self.sealed |= {payload["seal"]}
            case "open":
                self._giver, self._number = payload["from"], payload["open"]
            case "waive":
                self._use_element()
            case "head":
                self._used[payload["head"]] = 0
                self.headed[payload["head"]] = row.seq
                if "key" in payload:
                    number, _ = self.keys[payload["head"]]
                    self.keys[payload["head"]] = number + 1, payload["key"]
            case "throw":
                self._use_element()
                if "are" in payload:
                    self._fall(payload)
            case "show":
                self.hidden[payload["show"]] = tuple(map(intern, payload["are"]))
                if not self.is_over:
                    self._fall(payload)
            case "seat" | "draft" | "undo":
                self._moved(kind, payload)
            case "away" | "back":
                self.seats[payload[kind]].away = kind == "away"
                if kind == "back":
                    self.clocks.forgive(payload[kind])
            case "resigned":
                self.seats[payload["seat"]].resigned = True
            case "asked":
                self.asked, self._asked_in = {**payload, "agreed": []}, row.seq
            case "answered":
                self._answered(payload)
            case "result":
                self.result = payload
                self.dealer = None
            case "rematch":
                self.rematch = payload["table"]
            case "stood_in":
                self.stood_in |= {payload["seat"]}
            case "hinted":
                self.hinted |= {payload["seat"]}
            case "resumed":
                self.clocks.pause(row.at)
        if kind in ("opened", "sat", "left"):
            for seat, name in zip(self.seats, self.bots_called(), strict=True):
                if not seat.is_person:
                    seat.name = name
        if kind in ("opened", "sat", "left", "fair"):
            self.names = [seat.name for seat in self.seats]

    def take_opened(self, opened: Opened) -> None:
        """What the table is for, and the game that is played at it."""
        opening = shared_opening(opened.opening.model_dump_json())
        self.opened = opened.model_copy(update={"opening": opening})
        self.game = shared_game(opening.game, json.dumps(opening.options), opened.version)

    def _use_element(self) -> None:
        """The open throw has fallen, or was given up: an element of its contributor is gone."""
        if self._giver is not None:
            self._used[self._giver] += 1
        self._giver = None

    def bots_called(self) -> list[str]:
        """What the log is to call the bot of each seat; empty where a person sits.

        A name depends on the table, the seat and the people who sit here, so it is the same after a restart; from the
        header of the dice on, it is written down. A bot that has a name already keeps it, unless somebody here has it.
        """
        people = [seat.name for seat in self.seats if seat.guest]
        named = self.opened.named or [""] * len(self.seats)
        kept = ["" if name in people else name for name in named]
        new = names_for(self.name, len(self.seats), [*people, *kept])
        return [
            "" if seat.guest else logged(seat.bot, old or name)
            for seat, old, name in zip(self.seats, kept, new, strict=True)
        ]

    def _begin(self, header: dict[str, Any]) -> None:
        heads = header.get("heads") or [name if name == PERSON else None for name in header["seats"]]
        for seat, name, head in zip(self.seats, header["seats"], heads, strict=True):
            if head is None:
                seat.kind, seat.name = "bot", name
        self.signs = header["fair"] > 1
        self.headed = [0] * len(self.seats)
        self.keys = {seat: (0, key) for seat, key in enumerate(header.get("keys", ())) if key is not None}
        self.play = Play(self.game)
        self._used = [0] * len(self.seats)
        opening = self.opened.opening
        self.clocks = Clocks(opening.clock, len(self.seats))

    def _fall(self, thrown: dict[str, Any]) -> None:
        if self._falling:  # thrown just now: it need not be worked out twice
            self.play, self._falling = self._falling, None
            return
        self.playing.fall(thrown["are"])

    def _moved(self, kind: str, line: dict[str, Any]) -> None:
        if "undo" in line:
            self.playing.undo(line["count"])
        else:
            self.playing.replay(line["move"])
        self.asked = None
        if kind != "draft" and self.signs:
            self._laid = len(self.playing.drafted())

    def _answered(self, payload: dict[str, Any]) -> None:
        if self.asked and payload["agree"]:
            self.asked["agreed"].append(payload["seat"])
        else:
            self.asked = None

    # ── How it stands ────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def status(self) -> str:
        if self.result is not None:
            return "over"
        return "playing" if self.play else "waiting"

    @property
    def is_over(self) -> bool:
        return self.result is not None

    @property
    def playing(self) -> Play:
        self._check_begun()
        assert self.play
        return self.play

    def _check_begun(self) -> None:
        if self.play is None:
            raise Refusal("not_started", "the game has not begun yet")

    @property
    def _dice(self) -> Dealer:
        assert self.dealer
        return self.dealer

    def seat_of(self, guest: str | None) -> int | None:
        if guest:
            for number, seat in enumerate(self.seats):
                if seat.guest == guest:
                    return number
        return None

    def kept_for(self, guest: str) -> int | None:
        """The seat where somebody sits, or that a rematch keeps for him."""
        seat = self.seat_of(guest)
        reserved = self.opened.reserved
        return seat if seat is not None else reserved.index(guest) if guest in reserved else None

    @property
    def awaited(self) -> int | None:
        """The person that everybody waits for: his contribution to a throw, his new chain, or his decision.

        For bots nobody waits. When everybody is away, any of them may come back, and none of them is awaited.
        """
        if self.play is None or self.is_over:
            return None
        if self.play.position.is_chance:
            return self._giver if self._giver is not None else self._contributor(self.play.position.thrower)
        return self.play.position.turn if self.bot_to_move is None else None

    def _contributor(self, thrower: int) -> int | None:
        """Who contributes to a throw that cannot be opened before he has begun a new chain.

        It is found without the dealer, who is not there while a log is folded; fair/contributors.py has the rule.
        """
        seats = len(self.seats)
        around = ((thrower + step) % seats for step in range(seats))
        return next((seat for seat in around if self.seats[seat].plays_itself), None)

    @property
    def is_of_bots(self) -> bool:
        """Is nobody at it but bots of the server?"""
        return not any(seat.is_person for seat in self.seats)

    @property
    def bot_to_move(self) -> str | None:
        """The bot that is to decide now, if it is one."""
        if self.play is None or self.is_over or self.play.position.turn < 0:
            return None
        seat = self.seats[self.play.position.turn]
        return None if seat.plays_itself else seat.bot

    def view(self, seat: int | None, alike: dict[str, Any] | None = None) -> dict[str, Any]:
        """The table as a seat, or a spectator, may see it.

        Who makes the views of several at one moment gives them all one `alike`, empty at first: it keeps what they
        have in common. Nothing that is hidden from anybody is ever in it.
        """
        alike = {} if alike is None else alike
        if not alike:
            alike.update(self._seen_by_all())
        play = self.play
        if play is None:
            return dict(alike)
        found = dict(alike)
        if found["state"] is None:
            position = play.view(seat)
            found["state"], found["scores"] = position.to_show(), position.scores
            if play.is_open:
                alike["state"], alike["scores"] = found["state"], found["scores"]
        if seat is not None and not self.is_over and seat == play.position.turn:
            found["legal"] = [move.name for move in play.position.legal_moves]
            found["undoable"] = play.undoable(seat)
        return found

    def _seen_by_all(self) -> dict[str, Any]:
        """A view without what depends on who looks."""
        play = self.play
        giver = self._giver if play and not self.is_over else None
        return {
            "status": self.status,
            "seats": [
                {
                    "name": each.name,
                    "kind": "program" if each.is_program else each.kind,
                    "bot": each.bot,
                    "away": each.away,
                    "resigned": each.resigned,
                    "free": each.is_person and each.guest is None,
                    "avatar": each.avatar,
                }
                for each in self.seats
            ],
            "host": self.seat_of(self.opened.host),
            "turn": play.position.turn if play else None,
            "state": None,
            "scores": None,
            "legal": [],
            "undoable": False,
            "throw": {
                "number": self._number,
                "from": giver,
                "element": self._used[giver] + 1,
                "by": play.position.thrower,
                "begins": play.begins_turn,
            }
            if play and giver is not None
            else None,
            "awaited": self.awaited,
            "asked": self.asked,
            "clock": self.clocks.to_json(),
            "result": self.result,
            "rematch": self.rematch,
        }

    @property
    def people(self) -> list[str]:
        """The guests who sit here."""
        return [seat.guest for seat in self.seats if seat.guest]

    def remembers(self, since: int) -> bool:
        """Are all rows after this number in memory?"""
        return since >= self.seq or (bool(self.rows) and self.rows[0].seq <= since + 1)

    def done(self, seat: int, cid: str) -> int | None:
        """The number of the event that this message of a seat has made; None: it has not, or that was long ago."""
        for row in self.rows:
            if row.cid == cid and row.seat == seat:
                return row.seq
        return None

    def events(self, since: int, seat: int | None, rows: Iterable[Row] | None = None) -> list[dict[str, Any]]:
        """What has happened after an event, as a seat, or a spectator, may see it; from these rows of the log, or from
        those in memory if it remembers as much."""
        assert rows is not None or self.remembers(since)
        found = self.rows if rows is None else rows
        return [view_event(row, seat, over=self.is_over) for row in found if row.seq > since]

    def summary(self) -> dict[str, Any]:
        """What lists of tables show."""
        opening = self.opened.opening
        return {
            "options": dict(opening.options),
            "clock": opening.clock.kind,
            "seats": [
                {
                    "name": seat.name,
                    "kind": seat.kind,
                    "free": seat.is_person and seat.guest is None,
                    "avatar": seat.avatar,
                }
                for seat in self.seats
            ],
            "host": self.seat_of(self.opened.host),
            "seek": self.opened.seek is not None,
            "result": self.result,
        }

    @property
    def needs_care(self) -> bool:
        """Can anything happen here although nobody is connected?"""
        opening = self.opened.opening
        bots = any(not seat.is_person for seat in self.seats)
        return opening.clock.kind != "none" or opening.takeover is not None or bots

    def transcript(self, rows: Iterable[Row]) -> str:
        """The whole transcript of a game that is over: what was hidden is opened before the end."""
        lines, shows, end = [], {}, []
        for row in rows:
            if row.kind == "show" and not self.signs:
                shows[json.loads(row.payload)["show"]] = row.payload
            elif row.kind in ("end", "log", "seal"):
                end.append(row.payload)
            else:
                lines += self._lines(row)
        return "".join(f"{line}\n" for line in [*lines, *(shows[number] for number in sorted(shows)), *end])
