"""What a game has that says nothing about it: the defaults of the contracts, of a game with rules and a text only."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from types import ModuleType

import pytest

from stammtisch.bots import analyse
from stammtisch.core.contract.advice import Advice, Analysis, Choice, percent
from stammtisch.core.contract.exploit import Exploit
from stammtisch.core.contract.lockstep import LockStep
from stammtisch.core.contract.odds_table import OddsRow, chances_table, exact_percent
from stammtisch.core.contract.page import Page
from stammtisch.core.contract.puzzles import Puzzles
from stammtisch.core.contract.sheet import Sheet
from stammtisch.core.contract.shown import shown
from stammtisch.core.contract.solver import Solver
from stammtisch.core.contract.strategy import Strategy
from stammtisch.core.contract.text import Row, Text, option_in_words, value_in_words, why_in_words
from stammtisch.core.contract.whole_game import WholeGame
from stammtisch.core.errors import BrokenGame
from stammtisch.core.position import Position
from stammtisch.core.unit import POINTS
from tests.helpers import TOY, load

NAMES = ["Ann", "Ben"]


def bare(**more: object) -> Text:
    """Marbles' text, with nothing but what must be said."""
    toy = load(TOY).text
    own = ModuleType("bare.text")
    for name in ("TITLE", "LETTER", "SUMMARY", "OPTIONS", "WHY", "move_name", "outcome_name"):
        setattr(own, name, getattr(toy, name))
    vars(own).update(more)
    return Text(own)


def dealt() -> Position:
    """Somebody's turn to lay a marble."""
    match = load(TOY).match(seed=1)
    assert match.position.legal_moves
    return match.position


def test_a_text_without_what_it_must_say_is_refused() -> None:
    with pytest.raises(BrokenGame, match=r"empty\.text lacks TITLE, LETTER, SUMMARY"):
        Text(ModuleType("empty.text"))


def test_a_part_knows_whether_the_game_has_it() -> None:
    assert bare()
    assert bare().file == "bare.text"
    assert bare().defines("TITLE")
    assert not bare().defines("board")
    assert not load(TOY).part(Sheet)
    assert load(TOY).part(Sheet).file == ""
    assert load(TOY).short == load(TOY).title == "Marbles"


def test_without_a_board_the_fields_of_the_state_are_told() -> None:
    text, position = bare(), dealt()
    rows = text.rows(position, NAMES)
    assert rows[0] == Row("Ann", (POINTS.count(position.scores[0]),), 0)
    told = [name for name in position.state.to_json() if name not in ("turns", "player")]  # the last line has these
    assert [row.label for row in rows[2:]] == [name.replace("_", " ") for name in told]
    *lines, last = text.board(position, NAMES).splitlines()
    assert lines == [f"{row.label}: {', '.join(row.cells)}." for row in rows]
    assert last == f"Turn {position.turns}: {NAMES[position.thrower]}."
    assert text.picture(position, NAMES).splitlines()[0] == f"   {lines[0]}"


def test_the_end_names_the_first_place() -> None:
    match = load(TOY, {"bag": "small"}).match(seed=1)
    while not match.is_over:
        match.play(match.legal_moves[0])
    best = [NAMES[seat] for seat in match.position.winners]
    last = bare().board(match.position, NAMES).splitlines()[-1]
    assert last == f"The game is over. First place: {' and '.join(best)}."


def test_with_a_board_its_lines_are_the_rows() -> None:
    rows = bare(board=lambda *_: "Ann: 3 tiles, 5 points.\nNobody else").rows(dealt(), NAMES)
    assert rows == [Row("Ann", ("3 tiles", "5 points"), 0), Row("", ("Nobody else",))]


def test_moves_and_draws_in_general_words() -> None:
    text, position = bare(), dealt()
    move, me = position.legal_moves[0], NAMES[position.turn]
    assert text.tell(position, move, NAMES) == f"{me}: {move.said}."
    assert text.you_did(position, move, NAMES) == f"You chose: {move.said}."
    assert text.better(position, move, "2 points", NAMES) == f"{move.said.capitalize()} was 2 points better."
    assert text.tell_chance(position, [move], NAMES) == f"{NAMES[position.thrower]} drew {move.said}."
    hidden = text.tell_hidden(position, 2, NAMES)
    assert hidden == f"{NAMES[position.thrower]} drew 2, hidden from the others."
    assert (text.leads_to(position, move, NAMES), text.loses(position, move, NAMES)) == ("", None)
    assert text.applies(position) == []


def test_words_that_a_text_leaves_out() -> None:
    text = bare()
    assert (option_in_words(text, "players"), option_in_words(text, "a_thing")) == ("Number of players", "a thing")
    assert [value_in_words(text, value) for value in (3, "very_small")] == ["3", "very small"]


def test_reasons_that_a_text_leaves_out() -> None:
    text, position = bare(), dealt()
    a_pass, move = position.game.moves[:2]
    assert (text.why(position, move, 201), text.passing(position)) == ("", 0)
    assert why_in_words(text, position, move, 201) == "there is no such marble in the hand"
    assert why_in_words(text, position, move, 999) == "the rules forbid it"
    assert why_in_words(text, position, a_pass, 0) == "you can pass only when you have no other move"


def test_without_figures_the_rows_are_shown() -> None:
    position = dealt()
    page = position.game.part(Page)
    assert (page.figures(position), page.drawn(position, position.legal_moves[0])) == ({}, None)
    rows, scores = position.game.text.rows(position, NAMES), [POINTS.count(score) for score in position.scores]
    assert shown(position, NAMES) == {
        "rows": [{"label": row.label, "cells": list(row.cells)} for row in rows if row.seat is None],
        "seats": [[cell for cell in rows[p].cells if cell != scores[p]] for p in range(2)],
    }


def test_a_sheet_believes_everything() -> None:
    game = load(TOY)
    sheet = game.part(Sheet)
    assert sheet.fault(NAMES, [1, 2], [0, 0], game.options) == sheet.doubt(NAMES, [1, 2], [0, 0], game.options) == ""
    assert sheet.mark(dealt().state, 0) == 0
    assert sheet.sample(2, lambda n: n - 1, game.options) == [(99, 0), (99, 0)]


def test_a_game_without_a_solver_and_without_a_strategy(tmp_path: Path) -> None:
    solver = load(TOY).part(Solver)
    assert (solver.odds_here(dealt()), solver.odds_text({}), solver.odds_plot) == (None, None, None)
    assert load(TOY).part(Strategy).strategy(tmp_path) == ""


# ── Advice ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_every_move_in_a_sentence() -> None:
    moves = load(TOY).moves[:4]
    values = (3.0, 3.0, 2.999, 1.75)
    choices = tuple(Choice(move, value, "luck", {"win": 0.5}) for move, value in zip(moves, values, strict=True))
    found = Analysis(1, 3.0, POINTS, choices)
    said = ["best", "equally good", "almost as good", "gives away 1.2 points"]
    assert [found.sentence(move) for move in moves] == [
        f"{m.said}: luck, {words}" for m, words in zip(moves, said, strict=True)
    ]
    assert found.amount(12.6) == "13 points"
    assert found.unit.title == "Points"
    alone = Analysis(1, 3.0, POINTS, choices[:1])
    assert alone.to_json() == {
        "seat": 1,
        "value": 3.0,
        "unit": "points",
        "choices": [
            {
                "move": str(moves[0]),
                "value": 3.0,
                "figures": {"win": 0.5},
                "sentence": f"{moves[0].said}: luck, the only move",
            }
        ],
    }


@pytest.mark.parametrize(
    ("chance", "said"), [(0, "0 %"), (0.001, "less than 1 %"), (0.5, "50 %"), (0.999, "more than 99 %"), (1, "100 %")]
)
def test_never_and_always_are_said_of_nothing_else(chance: float, said: str) -> None:
    assert percent(chance) == said


def test_where_a_game_gives_no_advice_a_search_does() -> None:
    position = dealt()
    view = position.view(position.turn)
    assert not position.game.part(Advice)
    found = analyse(view)
    assert {choice.move for choice in found.choices} == set(view.legal_moves)
    assert found.seat == position.turn


def test_a_game_that_cannot_be_solved_to_its_end_says_so() -> None:
    assert not load(TOY).part(WholeGame)


def test_a_game_whose_bots_play_one_game_at_a_time_says_so() -> None:
    assert not load(TOY).part(LockStep).BOTS


def test_a_game_whose_bots_nobody_can_learn_to_beat_says_so() -> None:
    assert not load(TOY).part(Exploit).BOTS


def test_what_a_turn_is_worth_to_a_puzzle_unless_its_game_says_so() -> None:
    own = load(TOY).part(Puzzles)
    assert not own
    assert [own.worth([6, 1, 3], seat) for seat in range(3)] == [4, Fraction(-7, 2), Fraction(-1, 2)]
    assert own.worth([6], 0) == 6
    assert own.play_on is None
    assert own.is_small(load(TOY).start())


def test_odds_as_a_table() -> None:
    assert [exact_percent(chance) for chance in (0.0, 0.0004, 0.1234, 1.0)] == [
        "0.0 %", "less than 0.1 %", "12.3 %", "100.0 %",
    ]  # fmt: skip
    table = chances_table("Ends", ("Total", "Chance"), {"fails": 0.25, "21": 0.5})
    assert list(table.rows) == [OddsRow("fails", ("25.0 %",), 0.5), OddsRow("21", ("50.0 %",), 1.0)]
    assert chances_table("Nothing", ("Total", "Chance"), {}).rows == []
    assert list(load(TOY).part(Solver).odds_tables({})) == []
