"""What holds in every position of every match: tiles are conserved, sums and spots fit the board, cards keep order."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from stammtisch import load
from stammtisch.core.match import Match
from stammtisch.core.position import Position
from stammtisch.games.zatre.board import KINDS
from stammtisch.games.zatre.rules import ENDED, LAYING, LOTS
from tests.games.zatre import brute
from tests.games.zatre.positions import TOTAL, card, neighbour_sums, on_board, state


@st.composite
def matches(draw: st.DrawFn) -> Match:
    choices = load("zatre").options.choices()
    options = {name: draw(st.sampled_from(values), label=name) for name, values in choices.items()}
    match = load("zatre", **options).match(seed=draw(st.integers(0, 2**63 - 1), label="seed"))
    picks = draw(st.lists(st.integers(0, 10**6), max_size=200), label="picks")
    for pick in picks:
        if match.is_over:
            break
        match.play(match.legal_moves[pick % len(match.legal_moves)])
    return match


def check_tiles(position: Position) -> None:
    """[Z1.2] Every tile is in the bag, in a hand or on the board; lots are out only while lots are drawn."""
    s = state(position)
    for p in range(8):
        assert sum(s.hand[p * KINDS : (p + 1) * KINDS]) == s.held[p]
    assert s.left == sum(s.bag)
    if s.phase != LOTS:
        everywhere = [s.bag[k] + sum(s.hand[k::KINDS]) + s.board.count(k + 1) for k in range(KINDS)]
        assert everywhere == TOTAL


def check_board(position: Position) -> None:
    """[Z4.2] No run above 12; the sums beside every cell and the spots are those of the board."""
    s = state(position)
    board = {(r, c): pips for pips, r, c in on_board(position)}
    assert brute.keeps_12(board, frozenset((pips, r, c) for (r, c), pips in board.items()))
    for c, pips in enumerate(s.board):
        if pips >= 0:
            expected = neighbour_sums(s, c) if pips == 0 else (0, 0)
            assert (s.beside[c], s.beside[len(s.board) + c]) == expected
    spots = [c for c, pips in enumerate(s.board) if pips == 0 and any(s.beside[c :: len(s.board)])]
    spots = [c for c in spots if max(s.beside[c :: len(s.board)]) < 12]
    assert s.spot == (spots if board else s.spot[:1]) + [0] * (len(s.spot) - s.spots)
    assert all(n == 0 for n in s.next), "the search must leave its scratch row as it found it"


def check_turn(position: Position) -> None:
    s = state(position)
    assert s.laid[: s.count] == sorted(s.laid[: s.count])
    assert not any(s.laid[s.count :])
    if s.phase == LAYING:
        assert s.drawing == 0
    else:
        assert (s.count, s.most, s.least, s.owed, s.fallback) == (0, 0, 0, 0, 0)
    assert (s.drawing > 0) == (s.phase in (1, 2))
    if s.phase != ENDED:
        assert s.passes < position.game.players


def check_cards(position: Position) -> None:
    """[Z6.1, Z6.2] No gaps; boxes hold multiples of 1, 2 and 4; at most one cross a double cell."""
    crosses = 0
    for p in range(position.game.players):
        *columns, mine = card(position, p)
        crosses += mine
        for points, boxes in zip((1, 2, 4), columns, strict=True):
            assert all(n > 0 and n % points == 0 for n in boxes)
    assert crosses <= sum((r, c) in brute.DOUBLES for _, r, c in on_board(position)) <= 33


@settings(max_examples=40)
@given(matches())
def test_every_position_keeps_the_books(match: Match) -> None:
    for position in (*match.history[::7], match.position):
        check_tiles(position)
        check_board(position)
        check_turn(position)
        check_cards(position)


@settings(max_examples=15)
@given(matches())
def test_what_a_turn_writes_is_what_the_wording_says(match: Match) -> None:
    """[Z4.5, Z5.1, Z6.2] Every `done` of the match, against brute.py."""
    for event, before, after in zip(match.events, match.history, match.history[1:], strict=False):
        if str(event.move) != "done":
            continue
        laid = frozenset(each for each in on_board(before) if _cell(each) in state(before).laid)
        old = {(r, c): pips for pips, r, c in on_board(before) if _cell((pips, r, c)) not in state(before).laid}
        *runs, crosses = brute.result(old, laid)
        *columns, old_crosses = card(before, event.seat)
        *longer, new_crosses = card(after, event.seat)
        for points, number, boxes, more in zip((1, 2, 4), runs, columns, longer, strict=True):
            assert more == [*boxes, *([points * number] if number else [])]
        assert new_crosses == old_crosses + crosses


def _cell(placement: tuple[int, int, int]) -> int:
    return 16 * (placement[1] + 1) + placement[2]
