"""A table: all that has happened at it, folded into how it stands. No I/O, and no clock but the one it is given.

`do` carries out a command of a seat: it checks everything, changes the table, and leaves the new rows in `fresh`. They
must be on disk before anybody sees them; if they cannot be written, the table is thrown away and folded anew.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from stammtisch import games
from stammtisch.core.errors import IllegalMove, StammtischError
from stammtisch.core.game import Game
from stammtisch.fair import Dealer, Fault, Setting
from stammtisch.server import wire
from stammtisch.server.clocks import Clocks
from stammtisch.server.events import view_event
from stammtisch.server.log import START, Row, chained, compact
from stammtisch.server.play import Play
from stammtisch.server.refusal import Refusal, StaleCommand
from stammtisch.server.settings import Opened

REMEMBERED = 32  # client ids of each seat that are answered without asking the log
KEPT = 16  # rows in memory, for clients that were away for a moment


@dataclass
class Seat:
    """A place at the table."""

    kind: str
    bot: str
    guest: str | None = None
    name: str = ""
    head: str | None = None
    away: bool = False
    resigned: bool = False
    is_program: bool = False
    """A bot of somebody's own, connected from outside."""

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


class Table:
    def __init__(self, name: str, master: bytes) -> None:
        self.name = name
        self._master = master
        self.seq = 0
        self.begun = 0
        """The number of the event with which the game began; who sits where is fixed from then on."""
        self.hash = START
        self.rows: deque[Row] = deque(maxlen=KEPT)  # the last ones; older ones are read from the log
        self.begun = 0  # the number of the event with which the game began
        self._decisive = 0  # the number of the last event that a decision may depend on
        self.fresh: list[Row] = []
        self.seats: list[Seat] = []
        self.play: Play | None = None
        self._falling: Play | None = None  # the game after a throw that is being written
        self._giver: int | None = None  # whose contribution the open throw waits for
        self.dealer: Dealer | None = None
        self.result: dict[str, Any] | None = None
        self.rematch: str | None = None
        self.asked: dict[str, Any] | None = None
        self.clocks = Clocks()
        self._shows: dict[int, str] = {}
        self._done: dict[tuple[int, str], int] = {}
        self._now = 0

    # ── The log ──────────────────────────────────────────────────────────────────────────────────────────────────────

    @classmethod
    def folded(cls, name: str, master: bytes, rows: Iterable[Row]) -> Table:
        """The table as its log leaves it."""
        table = cls(name, master)
        lines: list[tuple[dict[str, Any], str]] = []
        for row in rows:
            if row.hash != chained(table.hash, name, row.seq, row.seat, row.cid, row.kind, row.payload, row.at):
                raise StammtischError(f"row {row.seq} of table {name} is not as it was written")
            payload = json.loads(row.payload)
            table._now = row.at
            table._apply(row.kind, payload, row)
            table._append(row)
            if row.kind in TRANSCRIPT:
                lines.append((payload, row.payload))
        if lines and not table.is_over:
            table.dealer = Dealer.resumed(master, lines)
        return table

    def _append(self, row: Row) -> None:
        self.seq, self.hash = row.seq, row.hash
        self.clocks.run(self.awaited, row.at, decided=row.kind in DECIDING)
        self.rows.append(row)
        if row.kind not in ("said", "resumed"):
            self._decisive = row.seq
        if row.cid is not None and row.seat is not None:
            self._done[row.seat, row.cid] = row.seq
            if len(self._done) > REMEMBERED * max(1, len(self.seats)):
                del self._done[next(iter(self._done))]

    def write(self, kind: str, payload: dict[str, Any] | str, seat: int | None = None, cid: str | None = None) -> None:
        """Add an event: to the table, and to what must be written."""
        text = payload if isinstance(payload, str) else compact(payload)
        made = chained(self.hash, self.name, self.seq + 1, seat, cid, kind, text, self._now)
        row = Row(self.name, self.seq + 1, seat, cid, kind, text, self._now, made)
        self._apply(kind, json.loads(text) if isinstance(payload, str) else payload, row)
        self._append(row)
        self.fresh.append(row)

    def _apply(self, kind: str, payload: dict[str, Any], row: Row) -> None:
        """What an event changes. Live and from the log, this is the only place."""
        match kind:
            case "opened":
                self.opened = Opened.model_validate_json(row.payload)
                opening = self.opened.opening
                self.game = shared_game(opening.game, json.dumps(opening.options), self.opened.version)
                self.seats = [Seat(plan.kind, plan.bot) for plan in self.opened.opening.seats]
            case "sat":
                seat = self.seats[payload["seat"]]
                seat.guest, seat.name, seat.head = payload["guest"], payload["name"], payload["head"]
                seat.is_program = payload["program"]
            case "left":
                old = self.seats[payload["seat"]]
                self.seats[payload["seat"]] = Seat(old.kind, old.bot)
            case "fair":
                self.begun = row.seq
                self._begin(payload)
            case "open":
                self._giver = payload["from"]
            case "waive":
                self._giver = None
            case "throw":
                self._giver = None
                if "are" in payload:
                    self._fall(payload)
            case "show":
                self._shows[payload["show"]] = row.payload
                if not self.is_over:
                    self._fall(payload)
            case "seat" | "draft" | "undo":
                self._moved(payload)
            case "away" | "back":
                self.seats[payload[kind]].away = kind == "away"
            case "resigned":
                self.seats[payload["seat"]].resigned = True
            case "asked":
                self.asked = {**payload, "agreed": []}
            case "answered":
                self._answered(payload)
            case "result":
                self.result = payload
                self.dealer = None
            case "rematch":
                self.rematch = payload["table"]
            case "resumed":
                self.clocks.pause(row.at)

    def _begin(self, header: dict[str, Any]) -> None:
        for seat, name, head in zip(self.seats, header["seats"], header["heads"], strict=True):
            seat.name = name
            if head is None:
                seat.kind = "bot"
        self.play = Play(self.game)
        opening = self.opened.opening
        self.clocks = Clocks(opening.clock, len(self.seats))

    def _fall(self, thrown: dict[str, Any]) -> None:
        if self._falling:  # thrown just now: it need not be worked out twice
            self.play, self._falling = self._falling, None
            return
        self.playing.fall(thrown["are"])

    def _moved(self, line: dict[str, Any]) -> None:
        if "undo" in line:
            self.playing.undo(line["count"])
        else:
            self.playing.replay(line["move"])
        self.asked = None

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
        return next((p for p, seat in enumerate(self.seats) if guest and seat.guest == guest), None)

    @property
    def awaited(self) -> int | None:
        """The person that everybody waits for: his contribution to a throw, or his decision. For bots nobody waits."""
        if self.play is None or self.is_over:
            return None
        if self.play.position.is_chance:
            return self._giver
        return self.play.position.turn if self.bot_to_move is None else None

    @property
    def bot_to_move(self) -> str | None:
        """The bot that is to decide now, if it is one."""
        if self.play is None or self.is_over or self.play.position.turn < 0:
            return None
        seat = self.seats[self.play.position.turn]
        return None if seat.plays_itself else seat.bot

    def view(self, seat: int | None) -> dict[str, Any]:
        """The table as a seat, or a spectator, may see it."""
        play = self.play
        position = play.view(seat) if play else None
        opened = self.dealer.seen.open if self.dealer else None
        on_turn = play is not None and seat is not None and not self.is_over and seat == play.position.turn
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
                }
                for each in self.seats
            ],
            "turn": play.position.turn if play else None,
            "state": position.state.to_json() if position else None,
            "scores": position.scores if position else None,
            "legal": [str(move) for move in play.position.legal_moves] if play and on_turn else [],
            "undoable": bool(play and on_turn and seat is not None and play.undoable(seat)),
            "throw": {
                "number": opened.number,
                "from": opened.giver,
                "element": self._dice.seen.givers.owed(opened.giver),
            }
            if opened and opened.giver is not None
            else None,
            "asked": self.asked,
            "clock": self.clocks.to_json(),
            "result": self.result,
            "rematch": self.rematch,
        }

    def remembers(self, since: int) -> bool:
        """Are all rows after this number in memory?"""
        return since >= self.seq or (bool(self.rows) and self.rows[0].seq <= since + 1)

    def events(self, since: int, seat: int | None, rows: Iterable[Row] | None = None) -> list[dict[str, Any]]:
        """What has happened after an event, as a seat, or a spectator, may see it; from these rows of the log, or from
        those in memory if it remembers as much."""
        assert rows is not None or self.remembers(since)
        found = self.rows if rows is None else rows
        return [view_event(row, seat, over=self.is_over) for row in found if row.seq > since]

    # ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def open(self, opened: Opened, now: int) -> None:
        self._now = now
        self.write("opened", opened.model_dump(mode="json"))

    def start_by_itself(self, now: int) -> None:
        """At a table of bots nobody is waited for."""
        self._now = now
        self._start()

    def resume(self, now: int) -> None:
        """The server is up again: the time while it was down is nobody's."""
        self._now = now
        self.write("resumed", {})

    def point_to(self, rematch: str, seat: int, cid: str, now: int) -> None:
        """The players meet again at another table."""
        self._now = now
        self.write("rematch", {"table": rematch}, seat, cid)

    def summary(self) -> dict[str, Any]:
        """What lists of tables show."""
        opening = self.opened.opening
        return {
            "options": dict(opening.options),
            "clock": opening.clock.kind,
            "seats": [
                {"name": seat.name, "kind": seat.kind, "free": seat.is_person and seat.guest is None}
                for seat in self.seats
            ],
            "result": self.result,
        }

    @property
    def needs_care(self) -> bool:
        """Can anything happen here although nobody is connected?"""
        opening = self.opened.opening
        bots = any(not seat.is_person for seat in self.seats)
        return opening.clock.kind != "none" or opening.takeover is not None or bots

    def sit(self, number: int, guest: str, name: str, head: str, now: int, *, program: bool = False) -> None:
        self._now = now
        if self.status != "waiting":
            raise Refusal("started", "the game has begun; you can watch it")
        if number >= len(self.seats) or not self.seats[number].is_person:
            raise Refusal("no_seat", f"there is no free seat {number} for a person")
        if self.seats[number].guest == guest:
            return
        if self.seats[number].guest is not None:
            raise Refusal("taken", f"seat {number} is taken")
        if self.seat_of(guest) is not None:
            raise Refusal("seated", f"you sit at seat {self.seat_of(guest)} already")
        used = {seat.name for seat in self.seats if seat.guest}
        unique = name
        while unique in used:
            unique = f"{name} {sum(each.startswith(name) for each in used) + 1}"
        self.write("sat", {"seat": number, "guest": guest, "name": unique, "head": head, "program": program})
        if all(seat.guest for seat in self.seats if seat.is_person):
            self._start()

    def leave(self, guest: str, now: int) -> None:
        self._now = now
        number = self.seat_of(guest)
        if number is None:
            raise Refusal("not_seated", "you have no seat at this table")
        if self.status != "waiting":
            raise Refusal("started", "the game has begun; you can resign, or come back later")
        self.write("left", {"seat": number})

    def do(self, command: wire.Command, guest: str | None, now: int) -> int:
        """Carry out a command; the number of its event. A Refusal or StaleCommand leaves everything as it was."""
        self._now = now
        number = self.seat_of(guest)
        host = guest is not None and guest == self.opened.host
        if isinstance(command, wire.Start):
            return self._host_starts(command, host=host)
        if number is None:
            raise Refusal("not_seated", "only who has a seat at this table may do that")
        done = self._done.get((number, command.cid))
        if done is not None:
            return -done
        if self.is_over and not isinstance(command, wire.Say | wire.Rematch):
            raise Refusal("over", "the game is over")
        match command:
            case wire.Play():
                self._move(command, number)
            case wire.Undo():
                self._undo(command, number)
            case wire.TakeBack():
                self._ask(command, number)
            case wire.Consent():
                self._answer(command, number)
            case wire.Contribute():
                self._contribute(command, number)
            case wire.NewChain():
                self._new_chain(command, number)
            case wire.Say():
                self._say(command, number)
            case wire.Resign():
                self._resign(command.cid, number, "resigned")
            case wire.Back():
                self._back(command, number)
            case wire.Rematch():
                raise Refusal("not_over", "the game is not over yet")
        return self.seq if not self.fresh else self._first_fresh(number, command.cid)

    def _first_fresh(self, seat: int, cid: str) -> int:
        return next((row.seq for row in self.fresh if row.cid == cid and row.seat == seat), self.seq)

    def _host_starts(self, command: wire.Start, *, host: bool) -> int:
        if not host:
            raise Refusal("not_host", "only who opened the table may start the game")
        if self.begun:
            return -self.begun  # a host need not have a seat, so his client ids are not kept; nothing can start twice
        self._start()
        return self.seq

    def _start(self) -> None:
        names: list[str] = []
        for seat in self.seats:
            if seat.guest is None:
                seat_name = f"bot {seat.bot}"
                count = sum(each.startswith(seat_name) for each in names)
                names.append(seat_name if not count else f"{seat_name} {count + 1}")
            else:
                names.append(seat.name)
        heads = [bytes.fromhex(seat.head) if seat.guest and seat.head else None for seat in self.seats]
        options = self.game.options.to_json()
        self.dealer, header = Dealer.start(
            self._master, Setting(self.name, self.game.name, self.game.version, options, names, heads)
        )
        self.write("fair", header)
        self._go_on()

    def _current(self, seq: int) -> None:
        """A decision must be about the table as it is. What others say meanwhile changes nothing."""
        if seq < self._decisive:
            raise StaleCommand

    def _move(self, command: wire.Play, seat: int) -> None:
        play = self.playing
        self._awaits_decision(seat)
        self._current(command.seq)
        try:
            move = play.position.check(command.move)
        except IllegalMove as error:
            raise Refusal("illegal", str(error), error.paragraph or None) from None
        except StammtischError as error:
            raise Refusal("unknown_move", str(error)) from None
        self.make(str(move), seat, command.cid)

    def make(self, move: str, seat: int, cid: str | None = None) -> None:
        """Write a legal move down, and what follows from it."""
        play = self.playing
        line = self._dice.move(seat, move)
        after = play.position.play(move)
        drafting = play.drafts and after.turn == seat
        before = play.drafted()
        self.write("draft" if drafting else "seat", line, seat, cid)
        if before and not drafting:
            self.write("laid", {"seat": seat, "moves": before})
        self._go_on()

    def _plays_itself(self, seat: int) -> None:
        if not self.seats[seat].plays_itself:
            raise Refusal("away", "a bot plays for you; say that you are back first")

    def _awaits_decision(self, seat: int) -> None:
        self._plays_itself(seat)
        turn = self.playing.position.turn
        if turn != seat:
            whose = "a throw is due" if turn < 0 else f"it is {self.seats[turn].name}'s turn"
            raise Refusal("not_your_turn", f"it is not your turn: {whose}")

    def _undo(self, command: wire.Undo, seat: int) -> None:
        self._awaits_decision(seat)
        self._current(command.seq)
        if not self.playing.undoable(seat):
            raise Refusal("not_undoable", "dice have fallen or somebody else has moved since your last move")
        kind = "draft" if self.playing.is_drafting else "undo"
        self.write(kind, self._dice.undo(seat, 1), seat, command.cid)

    def _ask(self, command: wire.TakeBack, seat: int) -> None:
        play = self.playing
        self._plays_itself(seat)
        self._current(command.seq)
        count = play.last_decision(seat)
        if count is None:
            raise Refusal("not_undoable", "you have not decided anything yet")
        if self.asked:
            raise Refusal("asked", "somebody is asking already")
        if self._dice.seen.open:
            raise Refusal("throw_due", "wait until the throw has fallen")
        self.write("asked", {"seat": seat, "count": count}, seat, command.cid)
        self._take_back()

    def _answer(self, command: wire.Consent, seat: int) -> None:
        if not self.asked or self.asked["seat"] == seat or seat in self.asked["agreed"]:
            raise Refusal("not_asked", "nobody has asked you")
        self._plays_itself(seat)
        self._current(command.seq)
        self.write("answered", {"seat": seat, "agree": command.agree}, seat, command.cid)
        self._take_back()

    def _take_back(self) -> None:
        """Take back what was asked for, if everybody who plays himself agrees."""
        if not self.asked:
            return
        others = [p for p, seat in enumerate(self.seats) if seat.plays_itself and p != self.asked["seat"]]
        if set(others) <= set(self.asked["agreed"]):
            seat, count = self.asked["seat"], self.asked["count"]
            self.write("undo", self._dice.undo(seat, count), seat)
            self._go_on()

    def _contribute(self, command: wire.Contribute, seat: int) -> None:
        opened = self._dice.seen.open if self.play else None
        if opened is None or opened.number != command.throw or opened.giver != seat:
            if self.play and command.throw <= self._dice.seen.throws:
                return  # it has fallen already: a resend does no harm
            raise Refusal("not_due", "no throw waits for you")
        self._throw(bytes.fromhex(command.element), seat, command.cid)
        self._go_on()

    def _throw(self, element: bytes | None, seat: int | None = None, cid: str | None = None) -> None:
        dice, play = self._dice, self.playing
        try:
            cup = dice.shake(element)
        except Fault as fault:
            raise Refusal("wrong_element", f"{fault.message}; nothing was thrown") from None
        number, audience = dice.seen.open.number if dice.seen.open else 0, play.audience
        self._falling, outcomes = play.tried(cup.draw)
        thrown = dice.throw(cup, [str(outcome) for outcome in outcomes])
        self.write("throw", thrown.line, seat, cid)
        if thrown.private is not None:
            self._shows[number] = thrown.private
            self.write("show", thrown.private, audience)

    def _new_chain(self, command: wire.NewChain, seat: int) -> None:
        self._check_begun()
        try:
            self.write("head", self._dice.head(seat, bytes.fromhex(command.head)), seat, command.cid)
        except Fault as fault:
            raise Refusal("no_chain", fault.message) from None
        self._go_on()

    def _say(self, command: wire.Say, seat: int) -> None:
        if not self.opened.opening.chat:
            raise Refusal("no_chat", "there is no chat at this table")
        words = " ".join("".join(letter for letter in command.text if letter.isprintable() or letter == " ").split())
        if not words:
            raise Refusal("empty", "there is nothing to say in that")
        self.write("said", {"seat": seat, "text": words}, seat, command.cid)

    def _resign(self, cid: str | None, seat: int, reason: str) -> None:
        self._check_begun()
        if self.seats[seat].resigned:
            raise Refusal("resigned", "you have resigned already")
        self.write("resigned", {"seat": seat, "reason": reason}, seat, cid)
        self._absent(seat)
        left = [each for each in self.seats if not each.resigned]
        if len(left) == 1 or not any(each.is_person for each in left):
            self._end("resigned")
        else:
            self._go_on()

    def _back(self, command: wire.Back, seat: int) -> None:
        if self.seats[seat].resigned:
            raise Refusal("resigned", "you have resigned")
        if not self.seats[seat].away:
            raise Refusal("not_away", "nobody plays for you")
        self.write("back", self._dice.back(seat), seat, command.cid)
        self._go_on()

    # ── What happens by itself ───────────────────────────────────────────────────────────────────────────────────────

    def mark_away(self, seat: int, now: int) -> None:
        """A bot plays for this seat from now on, until it says that it is back."""
        self._now = now
        if self.seats[seat].plays_itself and self.status == "playing":
            self._absent(seat)
            self._go_on()

    def flag(self, seat: int, now: int) -> None:
        """The seat's time for the game is up."""
        self._now = now
        if not self.seats[seat].resigned:
            self._resign(None, seat, "time")

    def bot_moves(self, move: str, seq: int, now: int) -> None:
        """A bot of the server has decided about the table as it was after event `seq`."""
        self._now = now
        seat = self.playing.position.turn
        if self.bot_to_move is None:
            raise StaleCommand
        self._current(seq)
        self.make(move, seat)

    def _absent(self, seat: int) -> None:
        """No throw may wait for this seat; who contributes is found anew."""
        dice = self._dice
        if seat not in dice.seen.givers or dice.seen.givers[seat].away:
            return
        if dice.seen.open and dice.seen.open.giver == seat:
            self.write("waive", dice.waive())
        self.write("away", dice.away(seat))

    def _go_on(self) -> None:
        """Open the throw that is due; throw what waits for nobody; end the game when it is over."""
        dice = self._dice
        while (play := self.playing).position.is_chance and not dice.seen.open:
            try:
                lines = dice.open(play.position.thrower, play.audience)
            except Fault:
                break  # everybody is away, or a new chain is due: the throw is opened when that has changed
            for line in lines:
                self.write(next(iter(json.loads(line))), line)
            if dice.seen.open and dice.seen.open.giver is None:
                self._throw(None)
        if self.playing.position.is_over:
            self._end("played")

    def _end(self, reason: str) -> None:
        position = self.playing.position
        dice = self._dice
        if dice.seen.open:
            self.write("waive", dice.waive())
        shows = [self._shows[number] for number in sorted(self._shows)]
        places = self._places(position.places)
        scores = position.scores
        *_, end, log = dice.end(shows, scores, position.places) if position.is_over else dice.end(shows)
        self.write("end", end)
        self.write("log", log)
        self.write("result", {"scores": scores, "places": places, "reason": reason})

    def _places(self, places: Sequence[int]) -> list[int]:
        """Who has resigned is last; the others are placed as they stand."""
        order = [(seat.resigned, place) for seat, place in zip(self.seats, places, strict=True)]
        return [1 + sum(other < mine for other in order) for mine in order]

    def transcript(self, rows: Iterable[Row]) -> str:
        """The whole transcript of a game that is over: what was hidden is opened before the end."""
        lines, shows, end = [], {}, []
        for row in rows:
            if row.kind == "show":
                shows[json.loads(row.payload)["show"]] = row.payload
            elif row.kind in ("end", "log"):
                end.append(row.payload)
            elif row.kind in TRANSCRIPT:
                lines.append(row.payload)
        return "".join(f"{line}\n" for line in [*lines, *(shows[number] for number in sorted(shows)), *end])


DECIDING = frozenset(("fair", "open", "throw", "waive", "seat"))
"""Kinds of rows after which the time for a decision begins anew. Laying and taking back tiles does not stretch it."""

TRANSCRIPT = frozenset(("fair", "open", "throw", "waive", "next", "head", "away", "back", "seat", "draft", "undo"))
"""Kinds of rows whose payloads, in their order, are what everybody could have seen of the transcript."""
