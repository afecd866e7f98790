"""A table of a deal as a server would run it, without the server."""

from __future__ import annotations

from random import Random

from stammtisch.core.constants import CHANCE, EVERYBODY
from stammtisch.fair import DealDealer, Setting
from stammtisch.fair.deal import key_of_deal
from stammtisch.fair.deal_dealer import opening_line
from tests.fair.table import a_secret
from tests.helpers import any_move, load


class DealTable:
    """A person at seat 0, and bots; `lines` is what everybody saw."""

    def __init__(self, game: str, options: dict[str, object] | None = None, *, seed: int = 0) -> None:
        played = load(game, options)
        self.match = played.match(fed=True)
        self.key = key_of_deal(a_secret(("deals", seed)), f"2026-01-01-{game}")
        names = ["person", *(f"bot {p}" for p in range(1, played.players))]
        nobody = [None] * played.players
        name, options_json = f"{game}-{seed}", played.options.to_json()
        setting = Setting(name, played.name, played.version, options_json, names, nobody, deal=f"2026-01-01-{game}")
        self.dealer, header = DealDealer.start(self.key, setting)
        self.lines = [header]
        self.shows: dict[int, str] = {}
        self._rng = Random(seed)

    def step(self) -> None:
        """The throw that is due, or a move at random."""
        match, position = self.match, self.match.position
        if not position.is_chance:
            seat = match.turn
            move = match.play(any_move(position, self._rng), seat)
            self.lines.append(self.dealer.move(seat, str(move)))
            return
        to = None if position.audience == EVERYBODY else position.audience
        self.lines += self.dealer.open(position.thrower, to)
        draws = self.dealer.draws_at(position.turns, match.drawn)
        outcomes = match.throw(draws.draw, of_turn=True)
        thrown = self.dealer.throw(draws, [str(each) for each in outcomes])
        self.lines.append(thrown.line)
        if thrown.private is not None:
            number = self.dealer.seen.throws
            self.shows[number] = self.dealer.show(number, [str(each) for each in outcomes])

    def undo(self) -> None:
        """The last move, which must be one."""
        event = self.match.events[-1]
        assert event.seat != CHANCE
        self.match.undo()
        self.lines.append(self.dealer.undo(event.seat, 1))

    def play(self, steps: int = 100_000) -> DealTable:
        while steps and not self.match.is_over:
            self.step()
            steps -= 1
        return self

    def end(self, *, opened: bool = True) -> DealTable:
        shows = [self.shows[number] for number in sorted(self.shows)]
        scores = (self.match.scores, self.match.places) if self.match.is_over else ()
        self.lines += self.dealer.end(shows, *scores)
        self.lines += [opening_line(self.key)] if opened else []
        return self

    @property
    def transcript(self) -> bytes:
        return "".join(f"{line}\n" for line in self.lines).encode()
