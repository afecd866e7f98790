"""Anything in any order: what is refused changes nothing, and what is taken can be read again [C2.3]."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from stammtisch.core.errors import TournamentError
from stammtisch.tournament import (
    Announced,
    Closed,
    Confirmed,
    Corrected,
    Cut,
    Drawn,
    Dropped,
    Entered,
    EventData,
    Line,
    Moved,
    NoShow,
    Opened,
    Renamed,
    Result,
    Returned,
    Seeded,
    Swapped,
    Tournament,
    Undrawn,
)
from tests.tournament.tournament_driver import NOW, TournamentDriver

PEOPLE = ["Olga", "Ann", "Ben"]


class Chaos:
    """Somebody who presses every button, sometimes the right one."""

    def __init__(self, driver: TournamentDriver, seed: int) -> None:
        self.driver, self.tournament, self.random = driver, driver.tournament, Random(seed)

    def number(self, most: int) -> int:
        return self.random.randint(0 if self.random.random() < 0.03 else 1, most + (self.random.random() < 0.03))

    def lines(self, number: int, table: int) -> tuple[Line, ...]:
        rounds = self.tournament.progress.drawn
        try:
            seats = list(rounds[number - 1].tables[table - 1].seats)
        except IndexError:
            seats = [1, 2, 3]
        lines = list(self.driver.lines(seats)) if seats else []
        if lines and self.random.random() < 0.1:
            lines[0] = Line(self.number(20), self.random.randint(-2, 45), self.random.choice([None, 0, 29, 99]))
        if lines and self.random.random() < 0.05:
            lines[-1] = Line(lines[-1].player, 0, 0, out=True)
        return tuple(lines)

    def event_data(self) -> EventData:
        progress, pick = self.tournament.progress, self.random.choice
        player, other = self.number(len(progress.players)), self.number(len(progress.players))
        number = len(progress.drawn) if self.random.random() < 0.9 else self.number(5)
        table = self.number(len(progress.last.tables) if progress.last else 1)
        follows: list[Callable[[], EventData]] = [self.tournament.draw, self.tournament.cut, self.tournament.close]
        made: list[Any] = [
            lambda: pick(follows)(),
            lambda: Result(number, table, self.lines(number, table)),
            lambda: Confirmed(number, table),
            lambda: pick(
                [
                    Entered(f"Player {self.random.randint(1, 60)}"),
                    Renamed(player, pick(["X", "", "Player 2"])),
                    Dropped(player),
                    Returned(player),
                    NoShow(number, player),
                    Moved(number, player, table),
                    Swapped(number, player, other),
                    Undrawn(number),
                    Corrected(number, table, self.lines(number, table)),
                    Seeded("another"),
                    Announced("Hello"),
                    Drawn(number, ((1, 2, 3),)),
                    Cut((1, 2)),
                    Closed((1, 2)),
                    Opened("Again", progress.scheme),
                ]
            ),
        ]
        return self.random.choices(made, [1, 6, 6, 3])[0]()  # type: ignore[no-any-return]


@pytest.mark.parametrize("seed", range(4))
def test_anything_in_any_order(seed: int) -> None:
    schemes: list[dict[str, Any]] = [
        {"preset": "heckmeck_classic", "rounds": 1 + seed % 2},
        {"game": "zocken", "rounds": 2, "final_games": 3, "final_size": 3},
        {"game": "barbecue", "rounds": 2, "final_size": 0, "pairing": "random"},
    ]
    driver = TournamentDriver(schemes[seed % 3], 13, seed=str(seed))
    chaos, refused, taken = Chaos(driver, seed), 0, 0
    for _ in range(400):
        before = driver.tournament.view()
        try:
            driver.tournament.apply(chaos.event_data(), by=chaos.random.choice(PEOPLE), at=NOW)
            taken += 1
        except TournamentError:
            assert driver.tournament.view() == before
            refused += 1
    assert taken > 30
    assert refused > 30
    assert Tournament.read(driver.tournament.to_jsonl()).view() == driver.tournament.view()
