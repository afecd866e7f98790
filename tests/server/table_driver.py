"""A table without a server: people with their chains, who do what a test says, and a log that is a list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from random import Random
from typing import Self

from stammtisch import games
from stammtisch.fair import Chain, Signer
from stammtisch.fair.deal import hash_of_deal, key_of_deal, nonce_of_deal, seed_of_deal
from stammtisch.fair.lines import written
from stammtisch.fair.tags import tag
from stammtisch.server.protocol import wire
from stammtisch.server.protocol.settings import Clock, DealNamed, Opened, Opening, SeatPlan
from stammtisch.server.storage.log import Row
from stammtisch.server.table.commands import CommandResult, Table
from stammtisch.server.table.sentences import Step
from tests.helpers import greedy_move

NAMES = ("Ann", "Ben", "Cem", "Dora", "Emil", "Fay", "Gus", "Hana")
MASTER = bytes(range(32))


class TableDriver:
    """People and bots at a table; everybody's clock shows `now`. People tag what they send, unless they are `plain`:
    then the table has a transcript of version 1."""

    def __init__(
        self,
        game: str,
        seats: Sequence[str] = ("person", "person"),
        options: Mapping[str, bool | int | str] | None = None,
        *,
        clock: Clock | None = None,
        takeover: int | None = None,
        name: str = "table-0001",
        chat: bool = True,
        host: str = "guest-0",
        plain: bool = False,
        deal: str | None = None,
    ) -> None:
        self.now = 1_000_000
        self.rows: list[Row] = []
        self.steps: list[Step] = []
        self.name = name
        plans = [
            SeatPlan() if seat == "person" else SeatPlan(kind="bot", bot=seat if seat != "bot" else "beginner")
            for seat in seats
        ]
        loaded = games.load(game, {**(options or {}), "players": len(seats)})
        opening = Opening(
            game=game,
            options=loaded.options.to_json(),
            seats=plans,
            clock=clock or Clock(),
            takeover=takeover,
            chat=chat,
        )
        key = key_of_deal(MASTER, deal or "")
        hashed = hash_of_deal(deal or "", seed_of_deal(key), nonce_of_deal(key)).hex()
        self.table = Table(name, key if deal else MASTER)
        self.deal = DealNamed(name=deal, hash=hashed) if deal else None
        invites = ["0" * 64 if plan.kind == "person" else None for plan in plans]
        self.table.open(
            Opened(
                opening=opening,
                version=loaded.version,
                host=host,
                invites=invites,
                reserved=[None] * len(plans),
                deal=self.deal,
            ),
            self.now,
        )
        self._cids = count()
        self.people = [p for p, seat in enumerate(seats) if seat == "person"]
        self.chains = {p: Chain(bytes([p]) * 32, name, p) for p in self.people}
        self.plain = plain
        self.half = 100  # elements after which somebody begins a new chain
        self.proofs: dict[int, str] = {}
        self.written()

    def sit_all(self) -> Self:
        for seat in self.people:
            head, key = self.chains[seat].head.hex(), None if self.plain else self.signer(seat).key.hex()
            self.table.sit(seat, f"guest-{seat}", NAMES[seat], head, self.now, key=key)
            self.written()
        return self

    def signer(self, seat: int, number: int = 0) -> Signer:
        return Signer(bytes([seat]) * 32, self.name, seat, number)

    def tag(self, seat: int, line: Mapping[str, object], seen: bytes | None, later: int = 0) -> str | None:
        dice = self.table.dealer
        if dice is None or not self.table.signs or seat not in self.chains or self.deal:
            return None
        key = self.chains[seat].element(dice.seen.contributors.owed(seat) + later)
        return tag(key, dice.seen.named, seen, written(line)).hex()

    def seal(self, *seats: int) -> TableDriver:
        """These people sign the end."""
        for seat in seats:
            number, _ = self.table.keys[seat]
            signature = self.signer(seat, number).sign(bytes.fromhex(self.table.log or ""))
            self.do(seat, wire.Seal(cid=self.cid(), signature=signature.hex()))
        return self

    def written(self) -> list[Row]:
        """The rows that a command made, now on disk."""
        rows, self.table.fresh = self.table.fresh, []
        steps, self.table.trail = self.table.trail, []
        self.rows += rows
        self.steps += steps
        return rows

    def cid(self) -> str:
        return f"client-id-{next(self._cids):08d}"

    def do(self, seat: int | None, command: wire.Command) -> CommandResult:
        done = self.table.do(command, None if seat is None else self.table.seats[seat].guest, self.now)
        self.written()
        return done

    def move(self, seat: int, move: str) -> CommandResult:
        tag = None
        if self.table.dealer and self.table.play:
            drafts = [written({"seat": seat, "move": each}) for each in self.table.play.drafted()[self.table._laid :]]
            tag = self.tag(seat, {"seat": seat, "move": move}, self.table.dealer.seen.seen_with(drafts))
        return self.do(seat, wire.Play(cid=self.cid(), seq=self.table.seq, move=move, tag=tag))

    def renew(self) -> None:
        """Whoever has used half his chain begins a new one."""
        dice = self.table.dealer
        for seat in dice.seen.contributors if dice else ():
            assert dice
            contributor = dice.seen.contributors[seat]
            if contributor.used > self.half and not (dice.seen.open and dice.seen.open.contributor == seat):
                number = contributor.number + 1
                old, new = self.chains[seat], Chain(bytes([seat]) * 32, self.name, seat, number)
                head = new.head.hex()
                tag = self.tag(seat, {"head": seat, "value": head}, None)
                self.proofs[seat] = old.element(contributor.used + 1).hex()
                self.do(seat, wire.NewChain(cid=self.cid(), head=head, tag=tag))
                self.chains[seat] = new

    def contribute(self) -> bool:
        """Give what the open throw waits for; False if none does."""
        self.renew()
        dice = self.table.dealer
        if dice is None or dice.seen.open is None or dice.seen.open.contributor is None:
            return False
        seat = dice.seen.open.contributor
        number, seen = dice.seen.open.number, dice.seen.open.seen
        element = self.chains[seat].element(dice.seen.contributors.owed(seat)).hex()
        tag = self.tag(seat, {"throw": number, "element": element}, seen, 1)
        old = self.proofs.pop(seat, None) if dice.seen.contributors[seat].old else None
        self.do(seat, wire.Contribute(cid=self.cid(), throw=number, element=element, tag=tag, old=old))
        return True

    def step(self, rng: Random) -> bool:
        """The next throw or a random decision; False if nothing goes on."""
        if self.table.is_over:
            return False
        if self.contribute():
            return True
        position = self.table.playing.position
        if position.turn < 0:
            return False
        move = str(greedy_move(position, rng))
        if self.table.bot_to_move:
            self.table.bot_moves(move, self.table.seq, self.now)
            self.written()
        else:
            self.move(position.turn, move)
        return True

    def play_on(self, seed: int, steps: int = 100_000) -> Self:
        rng = Random(seed)
        for _ in range(steps):
            if not self.step(rng):
                break
        return self

    def folded(self) -> Table:
        """The same table, from its log."""
        return Table.folded(self.name, self.table._master, self.rows)
