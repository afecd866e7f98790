"""What the page is given agrees with the rules in every position, and tells nobody what is not his to know."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from stammtisch import load
from stammtisch.core.constants import CHANCE, PASS, SPECTATOR
from stammtisch.core.match import Match
from stammtisch.core.position import Position
from stammtisch.games.zatre.board import ACROSS, DOWN, MAP, SIDE, cell_at, run
from stammtisch.games.zatre.card import bonus
from stammtisch.games.zatre.duties import owes_score
from stammtisch.games.zatre.facts import choices, result, square
from stammtisch.games.zatre.figures import Figures
from stammtisch.games.zatre.page import figures
from stammtisch.games.zatre.rules import DONE
from tests.games.zatre.positions import SIXES, given, hand, lay, legal, on_board, state

LINE = "6@(7,7) 4@(7,8)"


def random_play(seed: int, **options: object) -> Match:
    """A game in which all is chosen by lot."""
    lots, match = Random(seed), load("zatre", **options).match(fed=True)
    while not match.is_over:
        position = match.position
        if position.is_chance:
            kinds, weights = zip(*position.outcomes, strict=True)
            move = lots.choices(kinds, [float(weight) for weight in weights])[0]
        else:
            move = lots.choice(position.legal_moves)
        match.play(move)
    return match


def cell(name: str) -> int:
    row, column = map(int, name.split(","))
    return cell_at(row, column)


@pytest.mark.parametrize(
    "options",
    [{"players": 2}, {"players": 4, "preset": "amigo"}, {"players": 3, "double_incomplete": True, "open_hands": True}],
    ids=str,
)
def test_figures_agree_with_the_rules(options: dict[str, Any]) -> None:
    match = random_play(7, **options)
    last: list[int] = []
    for count, position in enumerate(match.history):
        if count and match.events[count - 1].seat != CHANCE and match.events[count - 1].move in (PASS, DONE):
            before = state(match.history[count - 1])
            last = before.laid[: before.count]
        seen = figures(position, match.last_turns_at(count))
        assert list(map(cell, seen["last"])) == last
        assert json.loads(json.dumps(seen))["map"] == list(MAP)
        check_board(position, seen)
        check_runs(position, seen)
        check_spots(position, seen)
        check_cards(position, seen)
        s = state(position)
        assert seen["bag"] == s.left
        assert seen["hands"] == [hand(position, p) for p in range(position.game.players)]
        assert (seen["duty"] is None) == (position.turn < 0 or "pass" in legal(position))
        assert seen["duty"] is None or seen["duty"]["score"] == owes_score(s)


def check_board(position: Position, seen: Figures) -> None:
    drawn = [
        (int(mark), r, c) for r, line in enumerate(seen["rows"]) for c, mark in enumerate(line) if mark in "123456"
    ]
    assert drawn == on_board(position)
    assert all(
        (a == " ") == (b == " ")
        for line, row in zip(MAP, seen["rows"], strict=True)
        for a, b in zip(line, row, strict=True)
    )
    s = state(position)
    assert list(map(cell, seen["fresh"])) == s.laid[: s.count]


def check_runs(position: Position, seen: Figures) -> None:
    """Each run once, with the sum that the rules find from any of its tiles."""
    s, covered = state(position), {ACROSS: 0, DOWN: 0}
    for row, column, length, down, total, made in seen["runs"]:
        step = DOWN if down else ACROSS
        cells = [cell_at(row, column) + step * n for n in range(length)]
        covered[step] += length
        assert length > 1
        assert {run(s, c, step) for c in cells} == {total}
        assert (made == 2) == any(c in s.laid[: s.count] for c in cells)
        assert made == 2 or (made == 1) == any(c in map(cell, seen["last"]) for c in cells)
    for step in (ACROSS, DOWN):
        tiles = [cell_at(r, c) for _, r, c in on_board(position)]
        assert covered[step] == sum(s.board[c - step] > 0 or s.board[c + step] > 0 for c in tiles)


def check_spots(position: Position, seen: Figures) -> None:
    """Wherever a tile may be laid it makes the sums that are shown."""
    s, rules = state(position).copy(), position.game.rules
    for c, kinds in choices(position).items():
        row, column = square(c)
        left, right, above, below = seen["spots"][f"{row},{column}"]["reach"]
        for pips in kinds:
            after = state(position.play(f"lay {pips} {row},{column}"))
            across, down = seen["spots"][f"{row},{column}"]["sums"][pips]
            assert across == (run(after, c, ACROSS) if left + right else 0)
            assert down == (run(after, c, DOWN) if above + below else 0)
            assert max(across, down) <= 12
    for name, spot in seen["spots"].items():
        assert s.board[cell(name)] == 0
        assert set(spot["sums"]) == set(hand(position, s.player))
        for pips, sums in spot["sums"].items():
            assert rules.forbids_tile(s, position.game.options, cell(name), pips) == 402 or max(sums) <= 12


def check_cards(position: Position, seen: Figures) -> None:
    """The total of a card is the score, with what this turn would add if it ended now."""
    s, o = state(position), position.game.options
    for p, card in enumerate(seen["cards"]):
        assert card["total"] == sum(row["points"] for row in card["rows"])
        if position.is_over:
            assert seen["left"]
            assert position.scores[p] == card["total"] - seen["left"][p]
            continue
        gain = result(position).points if s.count and p == s.player else 0
        assert (card["total"], card["gain"]) == (position.scores[p] + gain, gain)
        assert (card["fresh"] is not None) == (s.count > 0 and p == s.player)
        assert len(seen["bonuses"]) > len(card["rows"])
        if not s.count:
            assert sum(row["cross"] for row in card["rows"]) == s.crosses[p]
        for row, each in enumerate(card["rows"]):
            complete = None not in each["boxes"]
            assert each["bonus"] == (bonus(row) if complete else 0)
            plain = sum(box or 0 for box in each["boxes"]) + each["bonus"]
            assert each["points"] == plain * (1 + each["doubled"])
            assert not each["doubled"] or each["cross"]
            assert s.count or each["points"] == position.game.rules.row_points(s, o, p, row)


def test_what_this_turn_writes_is_told_apart() -> None:
    """[Z6.2] A ten and a cross, in the first free boxes."""
    position = lay(given("4@(7,7) 3@(7,8)", [5, 2], [[1, 1]]), "5@(8,8) 2@(9,8)", done=False)
    card = figures(position)["cards"][0]
    assert card["rows"] == [{"cross": True, "boxes": [1, None, None], "bonus": 0, "doubled": False, "points": 1}]
    assert card["fresh"] == [0, 0, 0, 0]
    done = figures(position.play("done"))["cards"][0]
    assert (done["rows"], done["fresh"], done["gain"]) == (card["rows"], None, 0)


def test_a_turn_that_needs_no_more_runs() -> None:
    """[Z4.4] Once it is made, nothing is owed."""
    position = given(LINE, [1, 2], [[3, 4]])
    owed = {"least": 1, "most": 2, "score": True, "pips": False, "only": False, "free": False}
    assert figures(position)["duty"] == owed
    duty = figures(lay(position, "1@(7,9)", done=False))["duty"]
    assert duty
    assert duty["score"] is False


def test_the_first_tile_goes_to_the_centre() -> None:
    """[Z3.3] It makes no run yet."""
    assert figures(given((), [6, 6, 1], [[1, 1]]))["spots"] == {
        "7,7": {"reach": (0, 0, 0, 0), "sums": {1: (0, 0), 6: (0, 0)}}
    }


def test_a_cell_that_is_too_full_is_shown_as_such() -> None:
    """Somebody may try it and learn why not."""
    seen = figures(given(LINE, [6, 1], [[3, 4]]))
    assert seen["spots"]["7,9"] == {"reach": (2, 0, 0, 0), "sums": {1: (11, 0), 6: (16, 0)}}


def test_others_learn_nothing_of_a_hand() -> None:
    """[Z2.3] Whatever the rivals hold, a viewer is given the same."""
    able = given(SIXES, [1, 1], [[2, 6]])
    blocked = given(SIXES, [2, 6], [[2, 6]], bag=[*[1] * 21])
    for position in (able, blocked):
        seen = figures(position.view(1))
        assert seen["hands"] == [None, [2, 6]]
        assert (seen["spots"], seen["duty"], seen["held"]) == ({}, None, [2, 2])
    assert legal(blocked) == ["pass"]
    other = given(SIXES, [1, 3], [[2, 6]])
    assert figures(able.view(1)) == figures(other.view(1))


def test_a_spectator_sees_no_hand() -> None:
    for position in random_play(3, players=3).history:
        seen = figures(position.view(SPECTATOR))
        if not position.is_over:
            s = state(position)
            assert [pips or None for pips in seen["hands"]] == [None, None, None]
            assert seen["held"] == s.held[:3]
            assert seen["spots"] == {}


def test_lots_are_open() -> None:
    """[Z3.1] Who is out has none; who has still to draw has 0."""
    position = load("zatre", players=3).start().play("5")
    assert figures(position)["lots"] == [5, 0, 0]
    tied = position.play("5").play("3")
    assert figures(tied)["lots"] == [0, 0, None]
    assert figures(given(LINE, [1], [[1]]))["lots"] == [None, None]


def test_all_rows_of_the_board_are_given() -> None:
    rows = figures(given(LINE, [1], [[1]]))["rows"]
    assert [len(row) for row in rows] == [SIDE] * SIDE
