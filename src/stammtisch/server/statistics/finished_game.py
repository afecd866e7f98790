"""A finished game as statistics count it: who sat where and came in which place, and all its dice and draws."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from stammtisch.core.game import Game
from stammtisch.core.places import win_shares
from stammtisch.core.record import Record
from stammtisch.server.statistics.chance import Chance
from stammtisch.server.storage.log import Row
from stammtisch.server.table.sentences import Step
from stammtisch.server.table.state import TableState

Unrated: TypeAlias = Literal["alone", "taken_back", "stand_in", "hinted", "closed", "unreadable"]
"""Why a game moves no rating: all seats were the same one's, a throw was taken back, a simpler bot played for one that
failed, somebody looked at hints, the operator closed the table, or its log cannot be read."""


@dataclass(frozen=True)
class FinishedSeat:
    """Somebody at a seat: a guest, or a bot of the server by its name."""

    guest: str
    """Empty: a bot of the server."""
    bot: str
    """Empty: a guest."""
    place: int
    """From 1. Who was not there at the end, or had given up, comes after all who were."""
    points: float
    """1 for the first place, shared by those who share it."""
    stayed: bool
    """Nobody ever played for him: all decisions of this seat are his."""

    @property
    def who(self) -> tuple[str, str]:
        return self.guest, self.bot


@dataclass(frozen=True)
class FinishedGame:
    table: str
    game: str
    players: int
    at: int
    """When it ended: milliseconds since 1970."""
    played_out: bool
    seats: list[FinishedSeat]
    """Nobody, if the operator closed the table: then nobody has a place."""
    unrated: Unrated | None
    chances: dict[int, Chance]
    """By the number of outcomes. The kinds of chance of a game differ in it."""


def finished_game(table: str, rows: Sequence[Row]) -> FinishedGame:
    """What is counted of a game, from its log."""
    steps, table_state = TableState.retraced(table, rows)
    assert table_state.result is not None
    at = next(row.at for row in rows if row.kind == "result")
    left = {json.loads(row.payload)["away"] for row in rows if row.kind == "away"}
    order = [
        (seat.away or seat.resigned, place)
        for seat, place in zip(table_state.seats, table_state.result["places"], strict=True)
    ]
    places = [1 + sum(other < mine for other in order) for mine in order]
    shares = win_shares(places)
    closed = table_state.result["reason"] == "closed"
    seats = [
        FinishedSeat(
            guest=seat.guest or "",
            bot="" if seat.guest else seat.bot,
            place=places[p],
            points=shares[p],
            stayed=p not in left,
        )
        for p, seat in enumerate(table_state.seats)
        if not closed
    ]
    unrated: Unrated | None = None
    if closed:
        unrated = "closed"
    elif len({sat.who for sat in seats}) < 2:
        unrated = "alone"
    elif any(row.payload.startswith('{"undo"') and row.cid is None for row in rows):  # what was asked for and granted
        unrated = "taken_back"
    elif table_state.stood_in:
        unrated = "stand_in"
    elif table_state.hinted:
        unrated = "hinted"
    return FinishedGame(
        table,
        table_state.game.name,
        len(table_state.seats),
        at,
        table_state.result["reason"] == "played",
        seats,
        unrated,
        {} if table_state.opened.deal else chances(table_state.game, steps),  # many tables have the same dice
    )


def chances(game: Game, steps: Iterable[Step]) -> dict[int, Chance]:
    """Every die that fell and every tile that was drawn, also those that were taken back."""
    found: dict[int, Chance] = {}
    rules, o = game.rules, game.options
    for step in steps:
        if step.row.kind not in ("throw", "show"):
            continue
        fallen = json.loads(step.row.payload).get("are")
        if fallen is None:
            continue  # hidden; a "show" follows
        assert step.position is not None
        state = step.position.state.copy()
        for name in fallen:
            kinds = rules.outcomes(state, o)
            outcome = int(game.outcome(name, kinds))
            found.setdefault(kinds, Chance.of(kinds)).saw(outcome, shares(game, state, kinds))
            rules.play(state, o, outcome)
    return found


def shares(game: Game, state: Record, kinds: int) -> list[float]:
    """The probability of each outcome, as the rules have it."""
    if not is_drawn(game):
        return [1 / kinds] * kinds
    spread = game.rules.spread(state, game.options)
    return [game.rules.weight(state, game.options, m) / spread for m in range(kinds)]


def is_drawn(game: Game) -> bool:
    """Is its chance a bag and not a die?"""
    return game.defines("weight")
