"""A table as a server would run it, without the server: a match, a dealer, and people with their chains."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from random import Random

from stammtisch.core.constants import EVERYBODY
from stammtisch.fair import Chain, Dealer, Setting, ThrowDraws
from stammtisch.fair.chain import ELEMENTS
from tests.helpers import Choose, any_move, load


def a_secret(words: object) -> bytes:
    """A secret that is the same in every run."""
    return Random(repr(words)).randbytes(32)


class Table:
    """Plays with given secrets; `lines` is what everybody saw, `shows` what single seats saw besides."""

    def __init__(
        self, game: str, people: Collection[int], *, seed: int = 0, options: Mapping[str, object] | None = None
    ) -> None:
        self.match = load(game, options).match(fed=True)
        self.master = a_secret(("master", seed))
        self.seed = seed
        self.name = f"{game}-{seed}"
        self.chains = {seat: self.chain(seat) for seat in people}
        self.numbers = dict.fromkeys(people, 0)
        names = [f"Person {p}" if p in people else f"bot {p}" for p in range(self.match.game.players)]
        heads = [self.chains[p].head if p in people else None for p in range(len(names))]
        played = self.match.game
        setting = Setting(self.name, played.name, played.version, played.options.to_json(), names, heads)
        self.dealer, header = Dealer.start(self.master, setting)
        self.lines = [header]
        self.shows: dict[int, str] = {}
        self._rng = Random(seed)

    def chain(self, seat: int, number: int = 0) -> Chain:
        return Chain(a_secret((self.seed, seat)), self.name, seat, number)

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
        number, draws = self.dealer.seen.open.number, self.draws_for()
        thrown = self.dealer.throw(draws, [str(move) for move in self.match.throw(draws.draw)])
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
        self.lines.append(self.dealer.undo(seat, 1))

    def new_chain(self, seat: int) -> None:
        self.numbers[seat] += 1
        self.chains[seat] = self.chain(seat, self.numbers[seat])
        self.lines.append(self.dealer.head(seat, self.chains[seat].head))

    def step(self, choose: Choose = any_move) -> None:
        """The next throw or move."""
        if self.match.position.is_chance:
            self.throw()
        else:
            seat, move = self.match.turn, self.match.play(choose(self.match.position, self._rng))
            self.lines.append(self.dealer.move(seat, str(move)))

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

    @property
    def transcript(self) -> bytes:
        return "".join(f"{line}\n" for line in self.lines).encode()
