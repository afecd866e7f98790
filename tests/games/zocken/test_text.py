"""Zocken in words and as a picture."""

from __future__ import annotations

from typing import Any

import pytest
from rich.cells import cell_len
from rich.text import Text

from stammtisch import load
from stammtisch.core.contract.text import board_in_words
from stammtisch.core.position import Position
from stammtisch.core.turn import LastTurns, Turn
from stammtisch.games.zocken.facts import finished
from stammtisch.games.zocken.text import (
    applies,
    better,
    board,
    breakdown,
    last_turn,
    leads_to,
    picture,
    tell,
    tell_chance,
    you_did,
)
from tests.games.zocken.positions import ending, finish, given, throw

NAMES = ["Ann", "Ben", "Cid"]


def test_a_turn_is_told_in_parts() -> None:
    turn = ending("1/1-2-3-4-5-6-X/X", matches=3, bets=[1], players=3)
    assert (
        breakdown(turn.start.game, finished(turn), NAMES)
        == "Ann scored 100: series 50, 3 colours 60, 1 end −10. Ben bet and won 50."
    )


@pytest.mark.parametrize(
    ("line", "box", "matches", "options", "words"),
    [
        ("X/1-2-3-4-5-5-6/X", [], 1, {}, "60: series 50, 1 colour 10. Ben and Cid bet and won 30 each."),
        ("1/1-2-3-4-5-X-X/6", [], 0, {}, "30: series 50, 2 ends −20. Ben and Cid bet and lost 20 each."),
        (
            "X/1-2-3-4-5-X-X/X",
            [6, 6],
            2,
            {"colours_need_series": True},
            "−40: no series, 2 colours 0, 2 penalty dice −40. Ben and Cid bet and lost 20 each.",
        ),
        (
            "X/1-2-3-4-5-6-X/X",
            [1],
            0,
            {},
            "−20: no series, 1 penalty die −20. Ben and Cid bet and lost 20 each.",
        ),
    ],
)
def test_other_turns(line: str, box: list[int], matches: int, options: dict[str, object], words: str) -> None:
    turn = ending(line, box, matches, bets=[1, 2], players=3, **options)
    assert breakdown(turn.start.game, finished(turn), NAMES) == f"Ann scored {words}"


def test_bets_against_are_told() -> None:
    """[K5.3]"""
    won = ending("X/1-2-3-4-5-5-6/X", matches=0, bets=[1], against=[2], betting="both", players=3)
    assert breakdown(won.start.game, finished(won), NAMES) == (
        "Ann scored 50: series 50. Ben bet and lost 20. Cid bet against it and won 20."
    )
    lost = ending("X/1-2-3-4-5-5-6/X", matches=1, against=[1, 2], betting="both", players=3)
    assert breakdown(lost.start.game, finished(lost), NAMES) == (
        "Ann scored 60: series 50, 1 colour 10. Ben and Cid bet against it and lost 20 each."
    )
    assert "Bets against by Cid." in board(given("X/1-2-3-4-X-X-X/X", bets=[1], against=[2], players=3), NAMES)
    assert "vs." in picture(given("X/1-2-3-4-X-X-X/X", bets=[1], against=[2], players=3), NAMES)


def test_moves_are_told() -> None:
    position = load("zocken", players=3).start()
    assert tell(position, position.check("throw green"), NAMES) == "Ann picked the green die."
    thrown = position.play("throw green")
    assert tell_chance(thrown, [4], NAMES) == "Ann rolled green 5."
    placing = thrown.play("5")
    told = {name: tell(placing, placing.check(name), NAMES) for name in ("place left", "place 4", "place 5")}
    assert told == {
        "place left": "Ann placed green 5 on the left end.",
        "place 4": "Ann placed green 5 on 4, a match.",
        "place 5": "Ann placed green 5 on 5.",
    }
    betting = given("X/1-2-X-4-X-X-X/X", players=3)
    assert tell(betting, betting.check("bet"), NAMES) == "Ben bet on Ann."
    assert tell(betting, betting.check("no bet"), NAMES) == "Ben did not bet on Ann."
    both = given("X/1-2-X-4-X-X-X/X", players=3, betting="both")
    assert tell(both, both.check("bet against"), NAMES) == "Ben bet against Ann."
    assert you_did(both, both.check("bet against"), NAMES) == "You bet against Ann."
    assert better(both, both.check("bet against"), "5 points", NAMES) == "Betting against Ann was 5 points better."
    last = given("X/5-5-4-3-3-X-X/X", box=[6], thrown=4, die="white", players=3)
    assert tell(last, last.check("place -20"), NAMES) == (
        "Ann placed white 4 on −20. Ann scored −40: no series, 2 penalty dice −40."
    )


@pytest.mark.parametrize(
    ("position", "move", "words"),
    [
        (given(), "throw red", "matches on space 1 with 1 to 6"),
        (given("X/X-3-X-5-X-X-X/X", die="yellow"), "throw yellow", "matches on space 3 with 3 to 5"),
        (given("X/X-3-X-4-X-X-X/X", die="yellow"), "throw yellow", "matches on space 3 with 3 or 4"),
        (given("3/X-X-5-X-X-X-X/X", die="yellow"), "throw yellow", "its space 3 is taken"),
        (given("X/3-X-X-X-X-X-X/X", box=[1], cascade=True), "throw white", "it must go to −20 too"),
        (given(thrown=3, die="red"), "place 1", "a match; then the row has room for 1 to 6"),
        (given(thrown=3, die="red"), "place 2", "orange, no match; then the row has room for 1 to 6"),
        (given("X/2-X-X-X-X-X-X/X", thrown=4), "place right", "−10; then the row has room for 2 to 4"),
        (
            given("1/2-3-4-5-6-X-X/X", thrown=6, die="white"),
            "place 7",
            "the turn ends with 50: series 50, 1 colour 10, 1 end −10",
        ),
        (given("X/3-3-X-X-X-X-3/X", thrown=4, bets=[]), "place left", "−10; then the row has room for 3"),
        (given("2/X-X-X-X-X-X-4/X", thrown=1, bets=[]), "place -20", "−20, and no series this turn"),
        (given("2/X-X-X-X-X-X-4/X", box=[1], thrown=1), "place -20", "−20"),
        (
            given("X/1-2-X-4-X-X-X/X", matches=2),
            "bet",
            "wins half the points if there are more than 50, otherwise loses 20; so far 30",
        ),
        (given("X/1-2-X-4-X-X-X/X", bet_wins_at="from_50"), "no bet", "nothing won, nothing lost"),
        (
            given("X/1-2-X-4-X-X-X/X", matches=2, betting="both"),
            "bet against",
            "wins 20 if there are 50 points or fewer, otherwise loses 20; so far 30",
        ),
        (
            given("X/1-2-X-4-X-X-X/X", matches=2, betting="both", bet_wins_at="from_50"),
            "bet against",
            "wins 20 if there are fewer than 50 points, otherwise loses 20; so far 30",
        ),
        (
            given("X/X-2-X-X-X-X-X/X", [3, 4], betting="both", cascade=True),
            "bet against",
            "wins 20 in any case: the turn cannot bring enough any more; so far −40",
        ),
    ],
)
def test_what_a_move_leads_to(position: Position, move: str, words: str) -> None:
    assert leads_to(position, position.check(move), NAMES) == words


@pytest.mark.parametrize(
    ("position", "paragraphs"),
    [
        (given(), ["2.1", "4.2"]),
        (given("X/1-2-X-4-X-X-X/X"), ["5.1", "5.2"]),
        (given("X/1-2-X-4-X-X-X/X", betting="both"), ["5.1", "5.2", "5.3"]),
        (given(thrown=3), ["3.1", "3.2"]),
        (given(thrown=3, ends_from=4), ["3.1", "3.5"]),
        (given("X/5-5-4-3-3-X-X/X", thrown=4), ["3.1", "3.3"]),
        (given("X/5-5-4-3-3-X-X/X", thrown=6), ["3.1", "3.2", "3.3"]),
        (given("X/5-5-4-X-X-X-X/X", box=[6], thrown=6, cascade=True), ["3.4"]),
    ],
)
def test_the_rules_that_apply(position: Position, paragraphs: list[str]) -> None:
    assert applies(position) == paragraphs


def test_the_board_can_be_read_aloud() -> None:
    position = given(
        "1/X-2-X-X-5-X-X/X", box=[6], thrown=4, matches=1, bets=[1, 2], players=3, scores=[60, -20, 0], die="white"
    )
    assert board(position, NAMES).splitlines() == [
        "Round 1 of 5, turn 1. Ann rolls.",
        "Row: 1 red: empty; 2 orange: orange 2, a match; 3 yellow: empty; 4 green: empty; 5 blue: yellow 5; "
        "6 violet: empty; 7 white: empty.",
        "Left end: red 1. Right end: empty. On −20: green 6.",
        "Rolled: white 4.",
        "Still in hand: blue and violet.",
        "Bets by Ben and Cid.",
        "Ann: 60 points.",
        "Ben: −20 points.",
        "Cid: 0 points.",
    ]


def test_the_board_after_the_end() -> None:
    turn = ending("X/1-2-3-4-5-5-6/X", player=1, turns=10, scores=[40, 0])
    after = turn.after()
    assert last_turn(after, LastTurns(turn), NAMES) == "Last turn: Ben scored 50: series 50."
    assert board(after, NAMES).splitlines() == [
        "Ann: 40 points.",
        "Ben: 50 points.",
        "The game is over. First place: Ben.",
    ]


def test_the_turn_before_is_told_before_the_board() -> None:
    turn = ending("X/1-2-3-4-5-5-6/X", bets=[1], players=3)
    after = turn.after()
    told = board_in_words(after.game.text, after, NAMES, LastTurns(Turn(after), turn))
    assert told == f"Last turn: Ann scored 50: series 50. Ben bet and lost 20.\n{board(after, NAMES)}"
    assert board_in_words(after.game.text, after, NAMES, LastTurns(Turn(after))) == board(after, NAMES)


@pytest.mark.parametrize("players", [2, 3, 8])
def test_the_picture_fits_80_columns(players: int) -> None:
    names = [f"A very long name, no {p + 1:2}" for p in range(players)]
    options: Any = {"players": players, "penalty_box": "free", "rounds": 10}
    everything = given("X/1-2-3-4-X-X-X/X", box=[6, 6], thrown=3, matches=4, bets=range(1, players), **options)
    in_the_box = given("1/X-X-X-X-X-X-X/X", box=[6, 6, 6, 6, 6], thrown=3, **options)
    betting = given("1/X-X-X-X-X-X-X/1", box=[6], **options)
    falling = given(**options).play("throw white")
    end = finish("1/1-2-3-4-5-5-X/X", player=players - 1, turns=10 * players, **options)
    for position in (everything, in_the_box, betting, falling, end, given(**options)):
        shown = Text.from_markup(picture(position, names)).plain
        assert all(cell_len(line) <= 80 for line in shown.splitlines()), shown
        assert len(shown.splitlines()) <= 10


def test_the_picture_shows_matches_and_choices_without_colour() -> None:
    position = throw(given("X/X-3-X-X-X-X-X/X", matches=1), "white", 3)
    shown = Text.from_markup(picture(position, NAMES)).plain
    assert "match" in shown
    assert "▲3" in shown
    assert "○ white 3" in shown
    assert [f"‹{label}›" in shown for label in ("left", 1, 2, 3, "right")] == [True, True, False, True, True]
