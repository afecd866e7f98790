"""What the page shows of Zatre besides the state: the board by rows, sums of runs, hands, cards and what is to be done.

Cells are named "row,column" as in the names of moves. All of it follows from the position that is given, so a view
gives away nothing that its viewer may not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from stammtisch.core.contract.page import Drawn
from stammtisch.core.game import Move
from stammtisch.core.position import Position
from stammtisch.core.turn import LastTurns
from stammtisch.games.zatre.board import ACROSS, CENTRE, DOWN, EMPTY, KINDS, MAP, ROOM, SIDE, TEN, TWELVE
from stammtisch.games.zatre.card import COLUMNS
from stammtisch.games.zatre.duties import ONLY_RUNS, PIPS, owes_score
from stammtisch.games.zatre.facts import card, hand, laid_last, lines, square, state
from stammtisch.games.zatre.figures import Card, CardRow, Duty, Figures, Phase, Run, Spot
from stammtisch.games.zatre.rules import LAYING, LOTS, NOT_YET, OUT, State

PHASES: tuple[Phase, ...] = ("lots", "dealing", "drawing", "laying", "ended")
NAMES = tuple(f"{square(c)[0]},{square(c)[1]}" for c in range(ROOM))
MARKS = ".123456 "  # what lies on a cell: nothing, a tile, or it is none (-1)
SPOTS = tuple(c for c in range(ROOM) if State().board[c] == EMPTY)  # all cells


def figures(position: Position, turns: LastTurns | None = None) -> Figures:
    s, seats, last = state(position), range(position.game.players), laid_last(turns)
    seen = [hand(position, p) for p in seats]
    cards = [_card(position, p) for p in seats]
    used = max(len(each["rows"]) for each in cards)
    return {
        "phase": PHASES[s.phase],
        "opening": s.opening == 1,
        "map": MAP,
        "rows": ["".join(map(MARKS.__getitem__, s.board[c : c + SIDE])) for c in range(DOWN, ROOM - DOWN, DOWN)],
        "scoring": (TEN, TWELVE),
        "runs": _runs(s, last),
        "fresh": [NAMES[c] for c in s.laid[: s.count]],
        "last": [NAMES[c] for c in last],
        "hands": seen,
        "held": s.held[: len(seats)],
        "lots": [_lot(s, p) for p in seats],
        "bag": s.left,
        "duty": _duty(s),
        "spots": _spots(s) if s.phase == LAYING and position.viewer in (None, s.player) else {},
        "bonuses": [position.game.rules.bonus(row) for row in range(max(used + 1, 8))],
        "cards": cards,
        "left": [sum(pips or []) for pips in seen] if position.is_over else None,
    }


def _duty(s: State) -> Duty | None:
    """What a turn still owes [Z4.3]."""
    if s.phase != LAYING or not s.most:
        return None
    return {
        "least": s.least,
        "most": s.most,
        "score": owes_score(s),
        "pips": s.owed == PIPS,
        "only": s.owed == ONLY_RUNS,
        "free": s.fallback == 1,
    }


def _lot(s: State, p: int) -> int | None:
    return None if s.phase != LOTS or s.lot[p] == OUT else max(s.lot[p], NOT_YET)


def _runs(s: State, last: Sequence[int]) -> list[Run]:
    fresh = s.laid[: s.count]
    found: list[Run] = []
    for step in (ACROSS, DOWN):
        for start, pips in lines(s, step):
            if len(pips) > 1:
                cells = range(start, start + step * len(pips), step)
                made = 2 if any(c in cells for c in fresh) else 1 if any(c in cells for c in last) else 0
                found.append((*square(start), len(pips), int(step == DOWN), sum(pips), made))
    return found


def _spots(s: State) -> dict[str, Spot]:
    mine = [k + 1 for k in range(KINDS) if s.hand[s.player * KINDS + k]]
    found: dict[str, Spot] = {}
    for c in SPOTS:
        across, down = s.beside[c], s.beside[ROOM + c]
        if across or down or (c == CENTRE and s.opening and not s.count):
            left, right = (_reach(s, c, -ACROSS), _reach(s, c, ACROSS)) if across else (0, 0)
            above, below = (_reach(s, c, -DOWN), _reach(s, c, DOWN)) if down else (0, 0)
            sums = {p: (across and across + p, down and down + p) for p in mine}
            found[NAMES[c]] = {"reach": (left, right, above, below), "sums": sums}
    return found


def _reach(s: State, c: int, step: int) -> int:
    """How many tiles lie in a line beside cell c."""
    tiles = 0
    while s.board[c + step * (tiles + 1)] > EMPTY:
        tiles += 1
    return tiles


def _card(position: Position, p: int) -> Card:
    s, rules, o = state(position), position.game.rules, position.game.options
    before = mine = card(position, p)
    if s.count and p == s.player:
        s = s.copy()
        rules.write_card(s, o)
        mine = card(Position.unchecked(position.game, s), p)
    rows: list[CardRow] = []
    for row, (*boxes, cross) in enumerate(zip_longest(*mine.boxes, range(mine.crosses))):
        bonus = 0 if None in boxes else rules.bonus(row)
        points = rules.row_points(s, o, p, row)
        rows.append(
            {
                "cross": cross is not None,
                "boxes": boxes,
                "bonus": bonus,
                "doubled": points > sum(filter(None, boxes)) + bonus,
                "points": points,
            }
        )
    fresh = [] if mine is before else [len(before.boxes[i]) for i in range(COLUMNS)]
    total = sum(each["points"] for each in rows)
    gain = total - rules.score(position.state, o, p) if mine is not before else 0
    return {"rows": rows, "total": total, "gain": gain, "fresh": [*fresh, before.crosses] if fresh else None}


def drawn(before: Position, event: Sequence[int] | Move) -> Drawn | None:
    """In the log: tiles from the bag, as tiles; lots and what is laid are told."""
    if isinstance(event, Move) or state(before).phase == LOTS:
        return None
    return {"pieces": ["bag", *(f"stone {kind + 1}" for kind in event)], "told": False}
