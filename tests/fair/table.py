"""A table as a server would run it, without the server: a match, a dealer, and people with their chains."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from random import Random

from stammtisch.core.constants import EVERYBODY
from stammtisch.fair import Chain, Dealer, Setting, Signer, ThrowDraws
from stammtisch.fair.chain import ELEMENTS
from stammtisch.fair.lines import written
from stammtisch.fair.tags import tag
from tests.helpers import Choose, any_move, load


def a_secret(words: object) -> bytes:
    """A secret that is the same in every run."""
    return Random(repr(words)).randbytes(32)


class Table:
    """Plays with given secrets; `lines` is what everybody saw, `shows` what single seats saw besides.

    In version 2 people tag what they send. `knows` says which header and lines a seat vouches for, if not for these.
    """

    def __init__(
        self,
        game: str,
        people: Collection[int],
        *,
        seed: int = 0,
        options: Mapping[str, object] | None = None,
        version: int = 1,
    ) -> None:
        self.match = load(game, options).match(fed=True)
        self.master = a_secret(("master", seed))
        self.seed = seed
        self.name = f"{game}-{seed}"
        self.chains = {seat: self.chain(seat) for seat in people}
        self.numbers = dict.fromkeys(people, 0)
        self.signers = {seat: self.signer(seat) for seat in people}
        person = "person" if version > 1 else "Person {p}"
        names = [person.format(p=p) if p in people else f"bot {p}" for p in range(self.match.game.players)]
        heads = [self.chains[p].head if p in people else None for p in range(len(names))]
        played = self.match.game
        keys = [self.signer(p).key if p in people else None for p in range(len(names))] if version > 1 else ()
        setting = Setting(self.name, played.name, played.version, played.options.to_json(), names, heads, keys)
        self.dealer, header = Dealer.start(self.master, setting)
        self.lines = [header]
        self.shows: dict[int, str] = {}
        self.proofs: dict[int, bytes] = {}
        self.knows: dict[int, Table] = {}
        self._rng = Random(seed)

    def chain(self, seat: int, number: int = 0) -> Chain:
        return Chain(a_secret((self.seed, seat)), self.name, seat, number)

    def signer(self, seat: int, number: int = 0) -> Signer:
        return Signer(a_secret((self.seed, seat)), self.name, seat, number)

    def tag(self, seat: int | None, line: Mapping[str, object], seen: bytes | None, later: int = 0) -> str | None:
        """The tag of what a seat sends; None for bots, and in version 1."""
        people = self.dealer.seen.contributors
        if seat is None or seat not in self.chains or people[seat].away or self.dealer.seen.format < 2:
            return None
        header = self.knows.get(seat, self).dealer.seen.named
        return tag(self.chains[seat].element(people.owed(seat) + later), header, seen, written(line)).hex()

    def open(self, *, renew: bool = True) -> None:
        """Open the throw that is due. A contributor who has used half his chain begins a new one first."""
        position = self.match.position
        to = None if position.audience == EVERYBODY else position.audience
        seat = self.dealer.seen.contributors.contributor(position.thrower)
        if renew and seat is not None and self.dealer.seen.contributors.owed(seat) > ELEMENTS // 2:
            self.new_chain(seat)
        self.lines += self.dealer.open(position.thrower, to)

    def element(self) -> bytes | None:
        """What the contributor to the open throw answers."""
        assert self.dealer.seen.open
        seat = self.dealer.seen.open.contributor
        return None if seat is None else self.chains[seat].element(self.dealer.seen.contributors.owed(seat))

    def draws_for(self) -> ThrowDraws:
        return self.dealer.draws_for(self.element())

    def throw(self) -> None:
        """Throw what is due, from the opening on."""
        if not self.dealer.seen.open:
            self.open()
        assert self.dealer.seen.open
        number, seat, seen = (getattr(self.dealer.seen.open, name) for name in ("number", "contributor", "seen"))
        if seat in self.proofs:
            self.lines.append(self.dealer.prove(seat, self.proofs.pop(seat)))
        draws = self.draws_for()
        element = None if draws.element is None else draws.element.hex()
        tag = self.tag(seat, {"throw": number, "element": element}, seen, 1)
        thrown = self.dealer.throw(draws, [str(move) for move in self.match.throw(draws.draw)], tag)
        self.lines.append(thrown.line)
        if thrown.private is not None:
            self.shows[number] = thrown.private

    def waive(self, *, renew: bool = True) -> None:
        """Open a throw that nobody answers."""
        self.open(renew=renew)
        self.lines.append(self.dealer.waive())

    def away(self, seat: int) -> None:
        self.lines.append(self.dealer.away(seat))

    def back(self, seat: int) -> None:
        self.lines.append(self.dealer.back(seat))

    def undo(self) -> None:
        """Who has just moved takes it back."""
        seat = self.match.events[-1].seat
        self.match.undo()
        tag = self.tag(seat, {"undo": seat, "count": 1}, self.dealer.seen.seen_with())
        self.lines.append(self.dealer.undo(seat, 1, tag))

    def take_back(self, count: int, seat: int = 0) -> Table:
        """The server takes back moves and outcomes in the name of a seat, which does not tag it."""
        kept = self.match.events[: len(self.match.events) - count]
        self.match = self.match.game.match(fed=True)
        for event in kept:
            self.match.play(event.move)
        self.lines.append(self.dealer.undo(seat, count))
        return self

    def owed(self, seat: int) -> int:
        """Which element of its chain a seat gives next."""
        return self.dealer.seen.contributors.owed(seat)

    def new_chain(self, seat: int) -> None:
        self.numbers[seat] += 1
        old, new = self.chains[seat], self.chain(seat, self.numbers[seat])
        tag = self.tag(seat, {"head": seat, "value": new.head.hex()}, None)
        if tag:
            self.proofs[seat] = old.element(self.dealer.seen.contributors.owed(seat))
        else:
            self.signers[seat] = self.signer(seat, self.dealer.seen.contributors[seat].keys + 1)
        self.chains[seat] = new
        self.lines.append(self.dealer.head(seat, new.head, self.signers[seat].key, tag))

    def step(self, choose: Choose = any_move) -> None:
        """The next throw or move."""
        if self.match.position.is_chance:
            self.throw()
        else:
            seat, move = self.match.turn, self.match.play(choose(self.match.position, self._rng))
            tag = self.tag(seat, {"seat": seat, "move": str(move)}, self.dealer.seen.seen_with())
            self.lines.append(self.dealer.move(seat, str(move), tag))

    def play(self, most: int = 10_000, choose: Choose = any_move) -> Table:
        """Play to the end, or so many steps."""
        for _ in range(most):
            if self.match.is_over:
                break
            self.step(choose)
        return self

    def end(self) -> Table:
        position = self.match.position
        result = (position.scores, position.places) if position.is_over else (None, None)
        self.lines += self.dealer.end(self.shows.values(), *result)
        return self

    def seal(self, *seats: int) -> Table:
        """These people sign the end."""
        for seat in seats:
            signature = self.signers[seat].sign(self.dealer.seen.log)
            self.lines.append(written({"seal": seat, "signature": signature.hex()}))
            self.dealer.seen.feed(self.lines[-1])
        return self

    @property
    def transcript(self) -> bytes:
        return "".join(f"{line}\n" for line in self.lines).encode()
