"""What people see in a position of Zatre: hands, choices, cards, lines of tiles and what a turn brings."""

from __future__ import annotations

from dataclasses import dataclass

from stammtisch.core.position import Position
from stammtisch.core.translation import say, say_n
from stammtisch.core.turn import LastTurns
from stammtisch.games.zatre.board import DOWN, EMPTY, KINDS, ROOM, TEN
from stammtisch.games.zatre.card import COLUMNS, SEATS
from stammtisch.games.zatre.duties import ONLY_RUNS, PIPS
from stammtisch.games.zatre.rules import LAY, LAYING, State, cell_of


def state(position: Position) -> State:
    assert isinstance(position.state, State)
    return position.state


def square(c: int) -> tuple[int, int]:
    """The row and column of a cell."""
    return c // DOWN - 1, c % DOWN


def tile_at(pips: int, c: int) -> str:
    row, column = square(c)
    return say("{tile} at {row},{column}", tile=pips, row=row, column=column)


def hand(position: Position, p: int) -> list[int] | None:
    """The pips in a player's hand, in ascending order; None if the viewer cannot see them."""
    s = state(position)
    pips = [k + 1 for k in range(KINDS) for _ in range(s.hand[p * KINDS + k])]
    return pips if len(pips) == s.held[p] else None


def choices(position: Position) -> dict[int, list[int]]:
    """The cells on which a tile may be laid now, with the pips that it may have."""
    found: dict[int, list[int]] = {}
    for m in position.legal_moves:
        if m >= LAY:
            found.setdefault(position.game.rules.cell_of(m), []).append(position.game.rules.pips_of(m))
    return found


def laid_last(turns: LastTurns | None) -> list[int]:
    """The cells of the tiles that the turn laid whose player was done last, in ascending order.

    He is done before he draws: until then the tiles are those of the turn before.
    """
    if turns is None:
        return []
    is_done = any(event.move < LAY for event in turns.now.decisions)
    turn = turns.now if is_done else turns.before
    return sorted(cell_of(event.move) for event in turn.decisions if event.move >= LAY) if turn else []


def lines(s: State, step: int) -> list[tuple[int, list[int]]]:
    """All lines of adjacent tiles across or down, single tiles too: the first cell, and the pips."""
    found = []
    for c in range(DOWN, ROOM - DOWN):
        if s.board[c] > EMPTY and s.board[c - step] <= EMPTY:
            end = c
            while s.board[end] > EMPTY:
                end += step
            found.append((c, s.board[c:end:step]))
    return found


@dataclass(frozen=True)
class Card:
    """A player's score card: the boxes of the columns 10, 11 and 12 from the top, and the number of crosses."""

    boxes: tuple[list[int], ...]
    crosses: int


def card(position: Position, p: int) -> Card:
    s, rules, o = state(position), position.game.rules, position.game.options
    tops = [rules.first_box(o, column, p) for column in range(COLUMNS)]
    return Card(tuple(s.box[top : top + s.filled[i * SEATS + p]] for i, top in enumerate(tops)), s.crosses[p])


@dataclass(frozen=True)
class Result:
    """What the tiles laid so far in a turn make: tens, elevens and twelves, crosses, and points on the card."""

    runs: tuple[int, ...]
    crosses: int
    points: int

    def __str__(self) -> str:
        """ "12, 2 × 10, one cross"; empty if it is nothing."""
        parts = [f"{n} × {TEN + i}" if n > 1 else str(TEN + i) for i, n in enumerate(self.runs) if n][::-1]
        if self.crosses:
            parts.append(say_n(self.crosses, "one cross", "{n} crosses"))
        return ", ".join(parts)


def result(position: Position) -> Result:
    """What this turn would bring if it ended now."""
    s, rules, o = state(position).copy(), position.game.rules, position.game.options
    before = rules.score(s, o, s.player)
    made = rules.new_runs(s)
    runs = tuple((made >> 3 * column) & 7 for column in range(COLUMNS))
    crosses = rules.new_crosses(s)
    rules.write_card(s, o)
    return Result(runs, crosses, rules.score(s, o, s.player) - before)


def duty(position: Position) -> str:
    """What the player to move has to do, as far as the viewer may know; empty if there is nothing to say."""
    s = state(position)
    if s.phase != LAYING or not s.most:
        return ""
    if s.least == s.most:
        tasks = [say_n(s.most, "lay one tile", "lay {n} tiles")]
    elif s.most == 2:
        tasks = [say("lay one or two tiles")]
    else:
        tasks = [say("lay one to three tiles") if s.least == 1 else say("lay two or three tiles")]
    if s.owed:
        tasks.append(say("10–12 pips in all") if s.owed == PIPS else say("a run of 10–12"))
    if s.owed == ONLY_RUNS:
        tasks.append(say("no run below 10"))
    if s.fallback and not s.opening:
        tasks.append(say("crosses not needed"))
    return ", ".join(tasks)
