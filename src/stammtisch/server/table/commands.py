"""A table: what may be done at it, and what happens by itself. No I/O, and no clock but the one it is given.

`do` carries out a command of a seat: it checks everything, changes the table, and leaves the new rows in `fresh`. They
must be on disk before anybody sees them; if they cannot be written, the table is thrown away and folded anew.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, NamedTuple

from pydantic_core import from_json

from stammtisch.bots.seeds import seed_in_deal
from stammtisch.core.errors import IllegalMove, StammtischError
from stammtisch.fair import DealDealer, Dealer, Fault, Setting
from stammtisch.fair.deal import seed_of_deal
from stammtisch.fair.hashing import mac
from stammtisch.fair.lines import written
from stammtisch.fair.seal import key_of
from stammtisch.fair.throw import ThrowDraws
from stammtisch.server.protocol import wire
from stammtisch.server.protocol.refusal import Refusal, StaleCommand
from stammtisch.server.protocol.settings import Opened
from stammtisch.server.storage.log import compact
from stammtisch.server.table.sentences import called
from stammtisch.server.table.state import PERSON, TableState

AFTERWARDS = (wire.Say, wire.Rematch, wire.Seal)
"""Commands that a game which is over still takes."""


class CommandResult(NamedTuple):
    """What became of a command."""

    seq: int
    """The number of its event."""
    again: bool = False
    """It had been carried out before."""


class Table(TableState):
    __slots__ = ()

    @property
    def key(self) -> str:
        """Whoever knows it may take any seat that is free and kept for nobody: it is in the link that friends get.
        It follows from the table's secret, so it is stored nowhere, and the host can be told it again."""
        return mac(self._master, "table key", self.name).hex()[:32]

    @property
    def bot_seed(self) -> int:
        """For the next decision of a bot. At the tables of a deal bots choose the same in the same situation."""
        if self.opened.deal:
            position, turn = self.playing.position, self.playing.turn_so_far
            return seed_in_deal(seed_of_deal(self._master), position.turns, position.turn, len(turn.events))
        return int.from_bytes(hashlib.sha256(f"{self.name} {self.hash}".encode()).digest()[:7])

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

    def write(self, kind: str, payload: dict[str, Any] | str, seat: int | None = None, cid: str | None = None) -> None:
        """Add an event: to the table, and to what must be written."""
        text = payload if isinstance(payload, str) else compact(payload)
        row = self._next(kind, text, self._now, seat, cid)
        self.trail.append(self.step(row))
        self._apply(kind, from_json(text) if isinstance(payload, str) else payload, row)
        self._append(row)
        self.fresh.append(row)

    # ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def sit(
        self,
        number: int,
        guest: str,
        name: str,
        head: str,
        now: int,
        *,
        key: str | None = None,
        program: bool = False,
        avatar: str = "",
    ) -> None:
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
        sat = {"seat": number, "guest": guest, "name": unique, "head": head, "key": key, "program": program}
        if avatar:
            sat["avatar"] = avatar
        self.write("sat", sat)
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

    def do(self, command: wire.Command, guest: str | None, now: int) -> CommandResult:
        """Carry out a command. A Refusal or StaleCommand leaves everything as it was."""
        self._now = now
        number = self.seat_of(guest)
        host = guest is not None and guest == self.opened.host
        if type(command) is wire.Start:
            return self._host_starts(command, host=host)
        if number is None:
            raise Refusal("not_seated", "only who has a seat at this table may do that")
        done = self.done(number, command.cid)
        if done is not None:
            return CommandResult(done, again=True)
        if self.is_over and type(command) not in AFTERWARDS:
            raise Refusal("over", "the game is over")
        match command:  # the frequent ones first
            case wire.Play():
                self._move(command, number)
            case wire.Contribute():
                self._contribute(command, number)
            case wire.Undo():
                self._undo(command, number)
            case wire.TakeBack():
                self._ask(command, number)
            case wire.Consent():
                self._answer(command, number)
            case wire.NewChain():
                self._new_chain(command, number)
            case wire.Seal():
                self._seal(command, number)
            case wire.Say():
                self._say(command, number)
            case wire.Resign():
                self._resign(command.cid, number, "resigned")
            case wire.Back():
                self._back(command, number)
            case wire.Rematch():
                raise Refusal("not_over", "the game is not over yet")
        return CommandResult(self.seq if not self.fresh else self._first_fresh(number, command.cid))

    def _first_fresh(self, seat: int, cid: str) -> int:
        for row in self.fresh:
            if row.cid == cid and row.seat == seat:
                return row.seq
        return self.seq

    def _host_starts(self, command: wire.Start, *, host: bool) -> CommandResult:
        if not host:
            raise Refusal("not_host", "only who opened the table may start the game")
        if self.begun:
            return CommandResult(
                self.begun, again=True
            )  # a host need not have a seat, so his client ids are not kept; nothing can start twice
        self._start()
        return CommandResult(self.seq)

    def _start(self) -> None:
        names = [seat_name or PERSON for seat_name in self.bots_called()]
        heads = [bytes.fromhex(seat.head) if seat.guest and seat.head else None for seat in self.seats]
        keys = [bytes.fromhex(seat.key) if seat.guest and seat.key else None for seat in self.seats]
        options = self.game.options.to_json()
        kind, deal = (DealDealer, self.opened.deal.name) if self.opened.deal else (Dealer, "")
        self.dealer, header = kind.start(
            self._master, Setting(self.name, self.game.name, self.game.version, options, names, heads, keys, deal)
        )
        self.write("fair", header)
        self._go_on()

    def _current(self, seq: int, seat: int | None = None, tag: str | None = None) -> None:
        """A decision must be about the table as it is. What others say meanwhile changes nothing; but a tag that was
        made before the seat had its present chain would vouch for nothing."""
        if seq < self.decisive or (tag is not None and seat is not None and seq < self.headed[seat]):
            raise StaleCommand

    def _move(self, command: wire.Play, seat: int) -> None:
        play = self.playing
        self._awaits_decision(seat)
        self._current(command.seq, seat, command.tag)
        try:
            move = play.position.check(command.move)
        except IllegalMove as error:
            raise Refusal("illegal", str(error), error.paragraph or None) from None
        except StammtischError as error:
            raise Refusal("unknown_move", str(error)) from None
        self.make(str(move), seat, command.cid, command.tag)

    def make(self, move: str, seat: int, cid: str | None = None, tag: str | None = None) -> None:
        """Write a legal move down, and what follows from it."""
        play = self.playing
        drafting = play.drafts and play.position.play(move).turn == seat
        before = play.drafted()
        if drafting and self.signs:
            self.write("draft", written({"seat": seat, "move": move}), seat, cid)
        else:
            if len(before) > self._laid and self.signs:
                self.write("lines", {"lines": [self._dice.move(seat, each) for each in before[self._laid :]]})
            self.write("draft" if drafting else "seat", self._dice.move(seat, move, tag), seat, cid)
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
            whose = "a throw is due" if turn < 0 else f"it is {called(self.names)[turn]}'s turn"
            raise Refusal("not_your_turn", f"it is not your turn: {whose}")

    def _undo(self, command: wire.Undo, seat: int) -> None:
        self._awaits_decision(seat)
        self._current(command.seq, seat, command.tag)
        if not self.playing.undoable(seat):
            raise Refusal("not_undoable", "dice have fallen or somebody else has moved since your last move")
        if self._unlaid:
            self.write("draft", written({"undo": seat, "count": 1}), seat, command.cid)
            return
        kind = "draft" if self.playing.is_drafting and not self.signs else "undo"
        self.write(kind, self._dice.undo(seat, 1, command.tag), seat, command.cid)

    @property
    def _unlaid(self) -> int:
        """How many moves have been drafted that are not in the transcript yet."""
        return len(self.playing.drafted()) - self._laid if self.signs else 0

    def _ask(self, command: wire.TakeBack, seat: int) -> None:
        play = self.playing
        self._plays_itself(seat)
        self._current(command.seq)
        if self.opened.deal:
            raise Refusal("not_undoable", "at a table of a deal nothing is taken back: the same dice would fall again")
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
        if command.seq < self._asked_in:  # it answers what somebody asked before
            raise StaleCommand
        self.write("answered", {"seat": seat, "agree": command.agree}, seat, command.cid)
        self._take_back()

    def _take_back(self) -> None:
        """Take back what was asked for, if everybody who plays himself agrees."""
        if not self.asked:
            return
        others = [p for p, seat in enumerate(self.seats) if seat.plays_itself and p != self.asked["seat"]]
        if set(others) <= set(self.asked["agreed"]):
            seat, count = self.asked["seat"], self.asked["count"]
            drafted = min(count, self._unlaid)
            if drafted:
                drafter = self.playing.position.turn
                self.write("draft", written({"undo": drafter, "count": drafted}), drafter)
            if count > drafted:
                self.write("undo", self._dice.undo(seat, count - drafted), seat)
            self._go_on()

    def _contribute(self, command: wire.Contribute, seat: int) -> None:
        opened = self._dice.seen.open if self.play else None
        if opened is None or opened.number != command.throw or opened.contributor != seat:
            if self.play and command.throw <= self._dice.seen.throws:
                return  # it has fallen already: a resend does no harm
            raise Refusal("not_due", "no throw waits for you")
        if self.signs and command.tag is None:
            raise Refusal("wrong_element", "at this table a contribution comes with a tag; nothing was thrown")
        self._throw(bytes.fromhex(command.element), command, seat)
        self._go_on()

    def _throw(self, element: bytes | None, command: wire.Contribute | None = None, seat: int | None = None) -> None:
        dice, play = self._dice, self.playing
        cid, tag, old = (command.cid, command.tag, command.old) if command else (None, None, None)
        proof = None
        dealt = isinstance(dice, DealDealer)
        try:
            draws: ThrowDraws
            if isinstance(dice, DealDealer):
                draws = dice.draws_at(play.position.turns, play.turn_so_far.drawn)
            else:
                draws = dice.draws_for(element)
            if old is not None and seat is not None and self.signs:
                proof = dice.prove(seat, bytes.fromhex(old))
        except Fault as fault:
            raise Refusal("wrong_element", f"{fault.message}; nothing was thrown") from None
        audience = play.audience
        self._falling, outcomes = play.tried(draws.draw, of_turn=dealt)
        if proof is not None:
            self.write("prove", proof, seat)
        thrown = dice.throw(draws, [str(outcome) for outcome in outcomes], tag)
        self.write("throw", thrown.line, seat, cid)
        if thrown.private is not None:
            self.write("show", thrown.private, audience)

    def _new_chain(self, command: wire.NewChain, seat: int) -> None:
        """A throw that waits for the old chain is given up: who begins a new one has lost it, or is at another device.

        That gives him no choice: he has not seen the throw, and could not have known it.
        """
        self._check_begun()
        dice = self._dice
        if seat not in dice.seen.contributors:
            raise Refusal("no_chain", "no person with a chain sits here")
        if self.signs and command.key is None and command.tag is None:
            raise Refusal(
                "no_chain", "at this table a chain comes with a tag of the old one, or with the key of a seal"
            )
        if dice.seen.open and dice.seen.open.contributor == seat:
            if command.tag is not None:
                raise Refusal("throw_due", "wait until the throw has fallen")
            self.write("waive", dice.waive())
        key = bytes.fromhex(command.key) if command.key is not None else None
        self.write("head", dice.head(seat, bytes.fromhex(command.head), key, command.tag), seat, command.cid)
        self._go_on()

    def _seal(self, command: wire.Seal, seat: int) -> None:
        """Somebody signs the end. It is written after it, as long as the table is there."""
        if self.log is None:
            raise Refusal("not_over", "the game is not over yet")
        if seat not in self.keys:
            raise Refusal("no_chain", "no person with the key of a seal sits here")
        number, key = self.keys[seat]
        signature = bytes.fromhex(command.signature)
        if key_of(self.name, seat, number, bytes.fromhex(self.log), signature).hex() != key:
            raise Refusal("wrong_element", "this is not your signature under the end of this game")
        if seat not in self.sealed:
            self.write("seal", written({"seal": seat, "signature": command.signature}), seat, command.cid)

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
        if self.playing.position.turn == seat and self.clocks.is_up(seat):  # or he could stop the bot, again and again
            raise Refusal("late", "your time for this decision is up: a bot makes it, and then you can come back")
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

    def close(self, now: int) -> None:
        """The operator ends it, whatever stage it is at: nobody has a place."""
        self._now = now
        if self.is_over:
            raise Refusal("over", "the game is over")
        if self.play:
            self._end("closed")
        else:
            nothing = [0] * len(self.seats)
            self.write("result", {"scores": nothing, "places": nothing, "reason": "closed"})

    def give_hint(self, seat: int, now: int) -> None:
        """Somebody asks for a hint. All at the table are told, once: nobody is helped in secret."""
        self._now = now
        if seat not in self.hinted:
            self.write("hinted", {"seat": seat}, seat)

    def bot_moves(self, move: str, seq: int, now: int, *, stand_in: bool = False) -> None:
        """A bot of the server has decided about the table as it was after event `seq`; a stand-in, for one that failed,
        is told once."""
        seat = self._bot_about(seq, now)
        if stand_in and seat not in self.stood_in:
            self.write("stood_in", {"seat": seat})
        self.make(move, seat)

    def bot_is_stuck(self, seq: int, now: int) -> None:
        """Nor the bot nor its stand-in has found a move about the table as it was after event `seq`: all wait."""
        self.write("stuck", {"seat": self._bot_about(seq, now)})

    def _bot_about(self, seq: int, now: int) -> int:
        """The seat of the bot that was asked after event `seq`."""
        self._now = now
        if self.bot_to_move is None:
            raise StaleCommand
        self._current(seq)
        return self.playing.position.turn

    def _absent(self, seat: int) -> None:
        """No throw may wait for this seat; who contributes is found anew."""
        dice = self._dice
        if not self.seats[seat].is_person or self.seats[seat].away:
            return
        if dice.seen.open and dice.seen.open.contributor == seat:
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
                self.write(line.split('"', 2)[1], line)  # its first field is its kind
            if dice.seen.open and dice.seen.open.contributor is None:
                self._throw(None)
        if self.playing.position.is_over:
            self._end("played")

    def _end(self, reason: str) -> None:
        """What was only drafted counts for nothing: it is not in the transcript, and nobody else has seen it."""
        position = self.playing.settled
        dice = self._dice
        if dice.seen.open:
            self.write("waive", dice.waive())
        shows = [dice.show(number, self.hidden[number]) for number in sorted(self.hidden)]
        places = self._places(position.places) if reason != "closed" else [0] * len(self.seats)
        scores = position.scores
        *_, end, log = dice.end(shows, scores, position.places) if position.is_over else dice.end(shows)
        if shows and self.signs:
            self.write("lines", {"lines": shows})
        self.write("end", end)
        self.write("log", log)
        self.write("result", {"scores": scores, "places": places, "reason": reason})

    def _places(self, places: Sequence[int]) -> list[int]:
        """Who has resigned is last; the others are placed as they stand."""
        order = [(seat.resigned, place) for seat, place in zip(self.seats, places, strict=True)]
        return [1 + sum(other < mine for other in order) for mine in order]
