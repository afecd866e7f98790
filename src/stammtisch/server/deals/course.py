"""The course of a deal: the lead of a seat after each turn, at somebody's table and in the best line.

The best line is the one that the master plays at this seat with the same dice, against the same bots.
"""

from __future__ import annotations

from stammtisch import games
from stammtisch.bots.levels import MASTER
from stammtisch.bots.seeds import seed_in_deal
from stammtisch.core.match import Match
from stammtisch.server.deals.results import lead
from stammtisch.server.live.workers import when_ready
from stammtisch.server.protocol.deals import DealCourse
from stammtisch.server.storage.store import Store
from stammtisch.server.study.asked import reader
from stammtisch.server.study.history import played
from stammtisch.server.table.state import TableState


def course(database: str, game: str, seed: int, seats: tuple[str, ...], table: str | None) -> tuple[bytes, ...]:
    """In a worker: a DealCourse. `seats`: the bots, and one that is empty, of whom this is told."""
    seat = seats.index("")
    best = leads(best_line(game, seed, seats), seat)
    mine = [] if table is None else leads(_match(reader(database), table), seat)
    return (DealCourse(mine=mine, best=best).model_dump_json().encode(),)


def best_line(game: str, seed: int, seats: tuple[str, ...]) -> Match:
    """The match of a deal in which the master plays at the empty seat. The bots choose as they do at the tables."""
    loaded = games.load(game, {"players": len(seats)})
    when_ready(loaded)
    bots = [loaded.bots[name or MASTER] for name in seats]
    match = loaded.match(seed)
    while not match.is_over:
        position = match.position
        chosen = seed_in_deal(seed, position.turns, match.turn, len(match.last_turns.now.events))
        legal = position.legal_moves
        match.play(legal[0] if len(legal) == 1 else bots[match.turn].choose(position.view(match.turn), chosen))
    return match


def leads(match: Match, seat: int) -> list[float]:
    """After each turn of the game, those of the others included."""
    found: dict[int, float] = {}
    for before, position in zip(match.history, match.history[1:], strict=False):
        found[before.turns] = lead(position.scores, seat)
    return list(found.values())


def _match(store: Store, table: str) -> Match:
    rows = store.rows(table)
    _, state = TableState.retraced(table, rows)
    return played(state, rows)
