"""The legal turns that the rules find are those that follow from their wording: compared with brute.py.

This is the most important test of this game. Boards come from play and from growing them wildly, mostly with high
tiles, so that doubles, dead ends and the fallback [Z5.3] come up often; hands are of any size. Every combination of the
options that say what a legal turn is comes up. `python -m tests.soak.zatre_turns` compares more.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement, product
from random import Random

import pytest

from stammtisch.core.position import Position
from stammtisch.games.zatre.duties import A_RUN, ONLY_RUNS
from stammtisch.games.zatre.turns import Placement, legal_turns, placements
from tests.games.zatre import brute
from tests.games.zatre.positions import given, hand, lay, legal, on_board, state
from tests.helpers import OptionSet, any_move, load, option_sets, play_on

pytestmark = pytest.mark.no_cover

OPTIONS = option_sets("zatre")
DUTIES: list[OptionSet] = [
    {"must_score": must_score, "lay": lay, "low_runs": low_runs}
    for must_score, lay, low_runs in product((True, False), ("free", "most"), ("beside", "never"))
]
OPENINGS: list[OptionSet] = [
    {"opening": opening, "opening_cap": cap, "opening_sum": made_by}
    for opening, cap, made_by in product(("ten", "free"), ("total", "per_run"), ("run", "pips"))
]
FEW_SPOTS = 16  # three tiles on more cells than this take the brute force too long


def grown(rng: Random) -> brute.Board:
    """A connected board of any tiles that keeps all runs within 12."""
    board = {brute.CENTRE: rng.randint(1, 6)}
    high = rng.random()
    for _ in range(rng.randint(0, rng.choice([6, 20, 60]))):
        square = rng.choice(brute.neighbours(rng.choice(list(board))))
        pips = rng.choice([4, 5, 6]) if rng.random() < high else rng.randint(1, 6)
        turn = frozenset({(pips, *square)})
        if square not in board and brute.keeps_12(brute.with_turn(board, turn), turn):
            board[square] = pips
    return board


def closed(rng: Random, pips: int) -> brute.Board:
    """A board on which hardly a tile with so many pips fits but on double cells: the fallback is near."""
    board = {brute.CENTRE: rng.randint(1, 6)}
    for _ in range(80):
        turns = brute.placement_sets(board, [pips], opening=False)
        fits = [(r, c) for turn in turns if brute.obeys_5_2(board, turn) for _, r, c in turn]
        if not fits:
            break
        square = rng.choice(sorted(fits))
        high = [n for n in range(1, 7) if brute.keeps_12({**board, square: n}, frozenset({(n, *square)}))]
        board[square] = high[-1] if rng.random() < 0.8 else rng.choice(high)
    return board


def as_board(position: Position) -> brute.Board:
    return {(r, c): pips for pips, r, c in on_board(position)}


def check(position: Position) -> tuple[int, ...]:
    """Compare all turns, and the first placements; the facts of the turn tell what kind of position it was."""
    board, mine = as_board(position), hand(position, position.turn)
    expected = brute.legal_turns(board, mine, position.game.options.to_json())
    found = legal_turns(position)
    assert len(found) == len(set(found))
    assert set(found) == expected, f"{on_board(position)}, hand {mine}, {position.game.options}"
    firsts = {
        f"lay {pips} {r},{c}"
        for turn in expected
        for pips, r, c in turn
        if ((r, c) == brute.CENTRE if not board else any(near in board for near in brute.neighbours((r, c))))
    }
    assert set(legal(position)) == (firsts or {"pass"})
    s = state(position)
    if expected and board:
        assert max(len(turn) for turn in expected) == s.most
    return s.most, s.owed, s.fallback


def follow(position: Position, rng: Random) -> None:
    """After any legal placement the legal turns are those that contain it; `done` makes exactly one of them."""
    expected = brute.legal_turns(as_board(position), hand(position, position.turn), position.game.options.to_json())
    while legal(position) not in (["done"], ["pass"]):
        position = position.play(rng.choice([move for move in position.legal_moves if str(move) != "done"]))
        made = placements(state(position))
        assert set(legal_turns(position)) == {turn for turn in expected if made <= turn}
        assert ("done" in legal(position)) == (made in expected)


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: " ".join(f"{k}={v}" for k, v in options.items()))
def test_positions_of_play(options: dict[str, object]) -> None:
    rng = Random(str(options))
    for _ in range(4):
        match = play_on(load("zatre", options).match(seed=rng.randrange(2**60)), any_move, rng, rng.randrange(300))
        while not match.is_over and state(match.position).count:
            match.play(any_move(match.position, rng))
        s = state(match.position)
        if not match.is_over and (s.held[s.player] < 3 or s.opening or s.spots <= FEW_SPOTS):
            check(match.position)
            follow(match.position, rng)


def check_wild(rng: Random) -> Counter[tuple[int, ...]]:
    """Any board and any hand, as long as the brute force can cope."""
    board = [(pips, r, c) for (r, c), pips in grown(rng).items()]
    most = 5 if state(given(board, [1])).spots <= FEW_SPOTS else 2
    mine = [rng.choice([rng.randint(1, 6), rng.randint(3, 6)]) for _ in range(rng.randint(1, most))]
    return check_duties(board, mine, rng)


def check_closed(rng: Random) -> Counter[tuple[int, ...]]:
    pips = rng.randint(2, 6)
    board = [(n, r, c) for (r, c), n in closed(rng, pips).items()]
    return check_duties(board, [pips] * rng.randint(1, 2), rng)


def check_duties(board: list[Placement], mine: list[int], rng: Random) -> Counter[tuple[int, ...]]:
    """One position under all options; those for the opening must not matter here."""
    kinds: Counter[tuple[int, ...]] = Counter()
    for duties in DUTIES:
        position = given(board, mine, **duties, **rng.choice(OPENINGS))
        kinds[check(position)] += 1
        follow(position, rng)
    return kinds


def test_wild_positions() -> None:
    rng = Random("wild")
    kinds = sum((check_wild(rng) for _ in range(10)), Counter[tuple[int, ...]]())
    assert {1, 2, 3} <= {most for most, _, _ in kinds}
    assert {owed for _, owed, _ in kinds} == {0, A_RUN, ONLY_RUNS}


def test_closed_positions() -> None:
    """[Z5.3] The fallback is met, for one tile and for more."""
    rng = Random("closed")
    kinds = sum((check_closed(rng) for _ in range(25)), Counter[tuple[int, ...]]())
    assert {0, 1, 2} <= {most for most, _, _ in kinds}
    assert sum(number for (_, _, fallback), number in kinds.items() if fallback) >= 25


@pytest.mark.parametrize("options", OPENINGS, ids=lambda options: " ".join(map(str, options.values())))
def test_all_openings(options: OptionSet) -> None:
    """[Z3.3, Z3.4, Z8.2] Every hand of three; the options for later turns must not matter."""
    rng = Random(str(options))
    redrawn = 0
    for mine in combinations_with_replacement(range(1, 7), 3):
        position = given((), mine, **options, **rng.choice(DUTIES))
        redrawn += check(position)[0] == 0
        follow(position, rng)
    assert (redrawn > 0) == (options["opening"] == "ten")


def test_a_turn_may_end_only_when_it_is_complete() -> None:
    """[Z4.3]"""
    position = given("6@(7,7) 4@(7,8)", [1, 2], lay="most")
    assert "done" not in legal(lay(position, "1@(7,9)", done=False))
    assert legal(lay(position, "1@(7,9) 2@(8,7)", done=False)) == ["done"]
