"""The tips of the books: each figure is computed anew, and stands in the book of every language."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import resources
from itertools import combinations_with_replacement
from math import comb

import numpy as np
import pytest

from stammtisch import load
from stammtisch.core.position import Position
from stammtisch.core.translation import LANGUAGES, printed, speaking
from stammtisch.games.barbecue import solve as barbecue_solve
from stammtisch.games.barbecue.rules import HIGHEST
from stammtisch.games.heckmeck import solve as heckmeck_solve
from stammtisch.games.keeping import WORM
from stammtisch.games.keeping.solved import Turn
from stammtisch.games.keeping.strategy import after_first
from stammtisch.games.zatre import solve as zatre_solve
from stammtisch.games.zatre.turns import legal_turns
from stammtisch.games.zocken import solve as zocken_solve
from stammtisch.games.zocken.facts import state as zocken_state
from stammtisch.games.zocken.solve_tables import PARTS
from stammtisch.games.zocken.strategy import after_three
from tests.games.zatre.cards import written
from tests.games.zatre.positions import TOTAL
from tests.games.zatre.positions import given as tiles

Figures = tuple[list[str], list[str], list[str]]
"""The figures of the three tips, as English writes them."""

TIPS = 6
"""Where the section of the tips stands in a book."""


def of_100(chance: float) -> str:
    return f"{100 * chance:.0f}"


def at_least(turn: Turn, start: Position, total: int) -> float:
    """The best chance of this total or more, with a worm."""
    return turn.for_totals(range(total, turn.table.totals)).value(start)


def heckmeck() -> Figures:
    """Eight dice, the whole grill, and no rival's tile in sight."""
    start = load("heckmeck").start()
    turn = heckmeck_solve.turn(start)
    four_worms = turn.with_failure(-4.0)
    return (
        [f"{after_first(turn, WORM, 2):.1f}", f"{after_first(turn, 0, 2):.1f}"],
        [of_100(at_least(turn, start, total)) for total in (21, 25, 29)],
        [of_100(turn.outlook(start).fail), of_100(four_worms.outlook(start).fail)],
    )


def barbecue() -> Figures:
    """Eight dice and the empty grill."""
    start = load("barbecue").start()
    turn = barbecue_solve.turn(start)
    sixes = turn.table.points.index(6)
    return (
        [f"{after_first(turn, sixes, 3):.1f}", f"{after_first(turn, 0, 3):.1f}"],
        [of_100(at_least(turn, start, total)) for total in (HIGHEST + 1, 23, 29)],
        [of_100(turn.for_totals([total]).value(start)) for total in (25, 33)],
    )


def zocken() -> Figures:
    start = load("zocken").start()
    first = {str(move): value for move, value in zocken_solve.values(start).items()}
    best = max(first.values())
    assert {move for move, value in first.items() if value > best - 1e-9} == {"throw orange", "throw violet"}
    for face, _ in start.play("throw orange").outcomes:
        placed = zocken_solve.values(start.play("throw orange").play(face))
        assert str(zocken_solve.best(placed)) == "place 2"  # its own colour
    row_alone = np.zeros(PARTS)
    row_alone[:, 0, 0] = 1
    solver = zocken_solve.solver(start.game)
    without_ends = float(solver.solve_parts(row_alone)[solver.number(zocken_state(start))])
    won = sum(chance for score, chance in zocken_solve.distribution(start).items() if score > 50)
    gain = sum(chance * zocken_solve.values(position)[position.check("bet")] for position, chance in after_three(start))
    return (
        [f"{best:.0f}", f"{first['throw green']:.0f}"],
        [of_100(zocken_solve.worth(start, "series")), of_100(without_ends)],
        [of_100(won), f"{gain:.0f}"],
    )


def zatre() -> Figures:
    """The card by section 6 of the rules; what the next player can do, and who can open, counted over all hands."""
    row = [((1, 0, 0), 0), ((0, 1, 0), 0), ((0, 0, 1), 0)]
    assert lengthened("6@(7,7) 6@(7,8)") == 0
    hands = zatre_solve.opening_hands(load("zatre"))
    every = sum(ways for ways, _ in hands.values())
    two = sum(ways for hand, (ways, _) in hands.items() if opens_with_two(hand))
    opening = sum(ways for ways, opens in hands.values() if opens)
    return (
        [str(written(turns).scores[0]) for turns in (row, [*row, ((0, 0, 0), 1)], [((0, 0, 1), 0)] * 3)],
        [of_100(lengthened(board)) for board in ("6@(7,7) 4@(7,8)", "6@(7,7) 5@(7,8)")],
        [of_100(two / every), of_100(opening / every)],
    )


def lengthened(board: str) -> float:
    """The chance that two tiles of those not on the board can be laid so that the run on the board grows."""
    bag = [TOTAL[k] - board.count(f"{k + 1}@") for k in range(len(TOTAL))]
    ways = 0
    for a, b in combinations_with_replacement(range(len(bag)), 2):
        turns = legal_turns(tiles(board, [a + 1, b + 1]))
        if any((row, column) in ((7, 6), (7, 9)) for turn in turns for _, row, column in turn):
            ways += comb(bag[a], 2) if a == b else bag[a] * bag[b]
    return ways / comb(sum(bag), 2)


def opens_with_two(hand: tuple[int, ...]) -> bool:
    """Do the rules allow an opening with two of these three tiles?"""
    return any(len(turn) == 2 for turn in legal_turns(tiles(hand=hand)))


@pytest.mark.parametrize("figures", [heckmeck, barbecue, zocken, zatre], ids=lambda game: game.__name__)
def test_the_tips_of_a_book(figures: Callable[[], Figures]) -> None:
    found = figures()
    for language in LANGUAGES:
        page = book(figures.__name__, language)
        if page is None:
            continue
        tips = re.split(r"^- ", re.split(r"^## ", page, flags=re.MULTILINE)[TIPS], flags=re.MULTILINE)[1:]
        assert len(tips) == 3
        for tip, wanted in zip(tips, found, strict=True):
            with speaking(language):
                told = [printed(figure) for figure in wanted]
            numbers = re.findall(r"\d+(?:[.,]\d+)?", tip)
            assert set(told) <= set(numbers), f"{language}: {told} in {tip}"


def book(game: str, language: str) -> str | None:
    name = "book.md" if language == "en" else f"book.{language}.md"
    page = resources.files(f"stammtisch.games.{game}") / name
    return page.read_text("utf-8") if page.is_file() else None
