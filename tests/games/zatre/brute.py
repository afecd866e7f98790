"""The legal turns of Zatre straight from the wording of the rules: slow, obvious, and without a line of rules.py.

A board is a dictionary (row, column) → pips; a turn is a set of (pips, row, column).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

Square = tuple[int, int]
Board = dict[Square, int]
Turn = frozenset[tuple[int, int, int]]

# 1.1
MAP = """\
    ..D D..
 D...........D
 .D.........D.
 ..D.......D..
....D.....D....
.....D...D.....
D.....D.D.....D
 ......C......
D.....D.D.....D
.....D...D.....
....D.....D....
 ..D.......D..
 .D.........D.
 D...........D
    ..D D..
"""
MARKS = {(r, c): mark for r, line in enumerate(MAP.splitlines()) for c, mark in enumerate(line) if mark != " "}
DOUBLES = {square for square, mark in MARKS.items() if mark in "DC"}
(CENTRE,) = (square for square, mark in MARKS.items() if mark == "C")


def neighbours(square: Square) -> list[Square]:
    r, c = square
    return [near for near in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)) if near in MARKS]


def run_through(board: Board, square: Square, dr: int, dc: int) -> list[Square]:
    """2.1: the maximal line of adjacent tiles through a tile, in one direction; a run if it is longer than one."""
    r, c = square
    while (r - dr, c - dc) in board:
        r, c = r - dr, c - dc
    line = []
    while (r, c) in board:
        line.append((r, c))
        r, c = r + dr, c + dc
    return line


def with_turn(board: Board, turn: Turn) -> Board:
    return {**board, **{(r, c): pips for pips, r, c in turn}}


def placement_sets(board: Board, hand: Sequence[int], opening: bool) -> set[Turn]:
    """4.1, 4.3: all sets of one to three placements that can be laid one by one next to tiles on the board.

    3.3: the opening's first tile goes to the centre.
    """
    return find_placement_sets(frozenset(board.items()), tuple(sorted(hand)), opening)


@lru_cache(1)  # one position is asked for under many options
def find_placement_sets(tiles: frozenset[tuple[Square, int]], hand: tuple[int, ...], opening: bool) -> set[Turn]:
    board = dict(tiles)
    found: set[Turn] = set()
    step: set[tuple[Turn, tuple[int, ...]]] = {(frozenset(), hand)}
    for number in range(min(3, len(hand))):
        after = set()
        for turn, rest in step:
            now = with_turn(board, turn)
            for square in MARKS:
                if square in now:
                    continue
                first = opening and number == 0
                if square == CENTRE if first else any(near in now for near in neighbours(square)):
                    for pips in set(rest):
                        left = list(rest)
                        left.remove(pips)
                        longer = turn | {(pips, *square)}
                        if keeps_12(with_turn(board, longer), longer):  # sums only grow, so it can be asked here
                            after.add((longer, tuple(left)))
        step = after
        found |= {turn for turn, _ in step}
    return found


def new_sums(board: Board, turn: Turn) -> list[int]:
    """2.2: the sums of the runs that contain a tile of this turn; `board` includes the turn."""
    return [sum(board[square] for square in run) for run in new_runs(board, turn)]


def new_runs(board: Board, turn: Turn) -> set[tuple[Square, ...]]:
    lines = [run_through(board, (r, c), dr, dc) for _, r, c in turn for dr, dc in ((0, 1), (1, 0))]
    return {tuple(line) for line in lines if len(line) >= 2}


def keeps_12(board: Board, turn: Turn) -> bool:
    """4.2"""
    return all(pips <= 12 for pips in new_sums(board, turn))


def is_scoring(board: Board, turn: Turn) -> bool:
    """4.4"""
    return any(10 <= pips <= 12 for pips in new_sums(with_turn(board, turn), turn))


def crosses(board: Board, turn: Turn) -> list[Square]:
    """5.1: the double cells of this turn that earn a cross."""
    after = with_turn(board, turn)
    good = [run for run in new_runs(after, turn) if 10 <= sum(after[square] for square in run) <= 12]
    return [(r, c) for _, r, c in turn if (r, c) in DOUBLES and any((r, c) in run for run in good)]


def obeys_5_2(board: Board, turn: Turn) -> bool:
    return len(crosses(board, turn)) == sum((r, c) in DOUBLES for _, r, c in turn)


def keep(turns: set[Turn], wanted: Callable[[Turn], bool]) -> set[Turn]:
    return set(filter(wanted, turns))


def legal_turns(board: Board, hand: Sequence[int], options: Mapping[str, object]) -> set[Turn]:
    """4.3, and for an empty board 3.3 or 8.2."""
    opening = not board
    turns = placement_sets(board, hand, opening)
    if opening and options["opening"] == "free":
        return keep(turns, lambda turn: len(turn) == 3)
    if opening:
        if options["opening_cap"] == "total":
            turns = keep(turns, lambda turn: sum(pips for pips, _, _ in turn) <= 12)
        turns = keep(turns, lambda turn: len(turn) >= 2)
        if options["opening_sum"] == "pips":
            return keep(turns, lambda turn: 10 <= sum(pips for pips, _, _ in turn) <= 12)
        return keep(turns, lambda turn: is_scoring(board, turn))
    turns = keep(turns, lambda turn: obeys_5_2(board, turn)) or turns
    if options["must_score"]:
        scoring = keep(turns, lambda turn: is_scoring(board, turn))
        if options["low_runs"] == "never":
            scoring = keep(scoring, lambda turn: min(new_sums(with_turn(board, turn), turn)) >= 10) or scoring
        turns = scoring or turns
    if options["lay"] == "free":
        return turns
    most = max(map(len, turns), default=0)
    return keep(turns, lambda turn: len(turn) == most)


def is_dead(board: Board) -> bool:
    """7.2"""
    for square in MARKS:
        if square not in board and any(near in board for near in neighbours(square)):
            turn = frozenset({(1, *square)})
            if keeps_12(with_turn(board, turn), turn):
                return False
    return True


def result(board: Board, turn: Turn) -> tuple[int, int, int, int]:
    """4.5, 5.1: tens, elevens, twelves and crosses that a turn makes."""
    sums = new_sums(with_turn(board, turn), turn)
    return sums.count(10), sums.count(11), sums.count(12), len(crosses(board, turn))
