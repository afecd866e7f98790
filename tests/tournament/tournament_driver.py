"""A tournament as tests run it: players, results that the game allows, and somebody who enters them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from stammtisch.tournament import (
    Confirmed,
    Entered,
    Event,
    EventData,
    Line,
    Result,
    Scheme,
    Seeded,
    SeededNumbers,
    Tournament,
    sheet_of,
)

NOW = "2026-05-02T19:00:00Z"
ORGANISER = "Olga"


class TournamentDriver:
    """A tournament and its organiser; results are drawn by lot from a seed of their own."""

    def __init__(self, given: Mapping[str, Any], players: int, seed: str = "7") -> None:
        self.tournament = Tournament.opened("Cup", Scheme.read(given), by=ORGANISER, at=NOW)
        self.luck = SeededNumbers(seed, "luck", 0)
        for number in range(1, players + 1):
            self.do(Entered(f"Player {number}"))
        self.do(Seeded(seed))

    def do(self, what: EventData, by: str = ORGANISER) -> Event:
        return self.tournament.apply(what, by=by, at=NOW)

    @property
    def scheme(self) -> Scheme:
        return self.tournament.progress.scheme

    def draw(self) -> list[list[int]]:
        self.do(self.tournament.draw())
        return self.seats()

    def seats(self) -> list[list[int]]:
        last = self.tournament.progress.last
        assert last
        return [list(table.seats) for table in last.tables]

    def lines(self, seats: Sequence[int]) -> tuple[Line, ...]:
        """A result that could be."""
        if len(seats) == 1:
            return (Line(seats[0], 0),)
        options = self.scheme.options_for(max(len(seats), 2))
        drawn = sheet_of(self.scheme.game).sample(len(seats), self.luck.below, options)
        return tuple(Line(player, score, mark) for player, (score, mark) in zip(seats, drawn, strict=True))

    def play(self, tables: Iterable[int] | None = None) -> None:
        """Results for the tables of the last round, entered by a player and confirmed by the organiser."""
        last = self.tournament.progress.last
        assert last
        for at, table in enumerate(last.tables, 1):
            if table.seats and not table.result and (tables is None or at in tables):
                self.do(Result(last.number, at, self.lines(table.seats)), by="a player")
                self.do(Confirmed(last.number, at))

    def play_rounds(self) -> None:
        """All preliminary rounds that are left."""
        while len(self.tournament.progress.rounds) < self.scheme.rounds:
            self.draw()
            self.play()

    def finish(self) -> None:
        """The final, if there is one, and the end."""
        if self.tournament.progress.has_final:
            self.do(self.tournament.cut())
            while self.tournament.progress.phase != "done":
                self.draw()
                self.play()
        self.do(self.tournament.close())

    def enter(self, number: int, table: int, **scores: tuple[int, int]) -> None:
        """A result by seats: `enter(1, 1, a=(7, 29), b=(5, 26))` in the order of the seats."""
        seats = self.tournament.progress.table(number, table).seats
        lines = [Line(player, *each) for player, each in zip(seats, scores.values(), strict=True)]
        self.do(Result(number, table, tuple(lines)))
