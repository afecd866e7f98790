"""Finished games in a database, without a server: for tests of statistics, and to look at their pages.

python -m tests.server.finished_games DIR 400     # so many games of every kind, into DIR/stammtisch.db
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random

from stammtisch import games
from stammtisch.core.position import Position
from stammtisch.server.storage.entities import Guest, TableSummary, add_guest, put_master, put_table_summary
from stammtisch.server.storage.log import Row, Write
from stammtisch.server.storage.store import Store
from stammtisch.server.storage.writer import LogWriter
from tests.helpers import greedy_move
from tests.server.log_rows import writing
from tests.server.table_driver import MASTER, TableDriver

Mind = Callable[[Position, int], str]
"""Who decides for a seat, from its view and a seed."""

LONG = 40  # minutes: of games that take longer, only every tenth is played
LEVELS = ("beginner", "regular", "expert", "master")


def greedy(view: Position, seed: int) -> str:
    return str(greedy_move(view, Random(seed)))


def level(name: str) -> Mind:
    return lambda view, seed: str(view.game.bots[name].choose(view, seed))


def play(driver: TableDriver, workers: Sequence[Mind], seed: int) -> TableDriver:
    """Play a game to its end."""
    rng, table = Random(seed), driver.table
    while not table.is_over:
        if driver.contribute():
            continue
        position = table.playing.position
        move = workers[position.turn](position.view(position.turn), rng.getrandbits(60))
        if table.bot_to_move:
            table.bot_moves(move, table.seq, driver.now)
            driver.written()
        else:
            driver.move(position.turn, move)
    return driver


class FinishedGames:
    """Games that end one after the other, in a database."""

    def __init__(self, store: Store, writer: LogWriter) -> None:
        self._store = store
        self._writer = writer
        self.now = 1_700_000_000_000
        self.tables: list[str] = []

    def meet(self, *people: str, programs: Sequence[str] = ()) -> None:
        """People whose ids are their names, filled up to what ids look like."""
        for name in people:
            known = Guest(identity(name), name, name in programs, self.now)
            self._writer.submit(Write(also=[add_guest(known)])).result(30)

    def driver(
        self, game: str, seats: Sequence[str], options: Mapping[str, bool | int | str] | None = None
    ) -> TableDriver:
        """A table where people by their names, and bots as "bot:regular", have sat down."""
        plans = [seat.removeprefix("bot:") if seat.startswith("bot:") else "person" for seat in seats]
        driver = TableDriver(game, plans, options, name=f"table-{len(self.tables):08d}")
        driver.now = self.now
        for p in driver.people:
            driver.table.sit(p, identity(seats[p]), seats[p], driver.chains[p].head.hex(), self.now)
        if not driver.people:
            driver.table.start_by_itself(self.now)
        driver.written()
        return driver

    def ends(self, driver: TableDriver) -> list[Row]:
        """Write a game that is over, as the server would."""
        table, at = driver.table, self.now
        self.now += 60_000
        index = TableSummary(
            table.name, table.game.name, len(table.seats), False, table.status, at, at, at, False, "{}"
        )
        also = [put_master(table.name, MASTER), put_table_summary(index)]
        self._writer.submit(Write(driver.rows, also)).result(30)
        self.tables.append(table.name)
        return driver.rows


def identity(name: str) -> str:
    return name.encode().hex().ljust(32, "0")


def main(folder: Path, count: int) -> None:
    people = {"Ana": "master", "Björn": "expert", "Cem": "regular", "Dora": "beginner"}
    folder.mkdir(parents=True, exist_ok=True)
    store = Store(f"sqlite:///{folder}/stammtisch.db")
    rng = Random(1)
    with writing(store) as writer:
        finished = FinishedGames(store, writer)
        finished.meet(*people)
        for number in range(count):
            for name in games.names():
                about = games.load(name).about
                if (about.MINUTES or 0) > LONG and number % 10:
                    continue
                players = 2 + number % 2
                seats = rng.sample([*people, *(f"bot:{each}" for each in LEVELS)], players)
                workers = [level(people.get(each) or each.removeprefix("bot:")) for each in seats]
                finished.ends(play(finished.driver(name, seats), workers, number))
            print(number + 1, end="\r", flush=True)
    store.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
