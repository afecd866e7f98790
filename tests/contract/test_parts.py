"""What the house asks of every game besides its rules (core/contract), of those that say it and one that does not."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import get_type_hints, is_typeddict

import pytest

from stammtisch.bots import analyse
from stammtisch.core.constants import EVERYBODY
from stammtisch.core.contract.advice import Advice
from stammtisch.core.contract.lesson import LEARNER, LessonFile, lesson_of
from stammtisch.core.contract.page import Drawn, Page
from stammtisch.core.contract.schemes import Schemes
from stammtisch.core.contract.sheet import Sheet
from stammtisch.core.contract.shown import Shown, shown
from stammtisch.core.contract.solver import Solver
from stammtisch.core.contract.strategy import Strategy
from stammtisch.core.contract.text import option_in_words, value_in_words, why_in_words
from stammtisch.core.match import Match
from tests.contract.shape import faults
from tests.helpers import GAMES, TOY, any_move, greedy_move, load, play_on

NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eva", "Fritz"]
LEVELS = ["beginner", "regular", "expert", "master"]


def played(name: str, plies: int = 80) -> Match:
    return play_on(load(name).match(seed=5), greedy_move, Random(5), plies)


@pytest.mark.parametrize("name", GAMES)
def test_about(name: str) -> None:
    game = load(name)
    about = game.about
    assert game.short
    assert len(about.COLOUR) == 2
    assert all(re.fullmatch(r"#[0-9a-f]{6}", colour) for colour in about.COLOUR)
    assert len(about.MARK) <= 2
    assert about.COMPANY == 0 or about.COMPANY in game.options.choices()["players"]
    assert about.MINUTES is None or about.MINUTES > 0
    assert len(about.LADDER) in (0, len(LEVELS) - 1)
    assert all(0.5 < share < 1 for share in about.LADDER)


@pytest.mark.parametrize("name", GAMES)
def test_text_of_options_and_refusals(name: str) -> None:
    game = load(name)
    for option, choices in game.options.choices().items():
        assert option_in_words(game.text, option)
        assert all(value_in_words(game.text, value) for value in choices)
    assert all(why_in_words(game.text, code) for code in game.text.WHY)
    assert game.text.SCORE.title
    assert game.text.SCORE.count(2) != game.text.SCORE.count(3)


@pytest.mark.parametrize("name", GAMES)
def test_text_of_what_happens(name: str) -> None:
    history = played(name).history
    seen = 0
    for position in history:
        names, text = NAMES[: position.game.players], position.game.text
        for row in text.rows(position, names):
            assert all(isinstance(cell, str) for cell in (row.label, *row.cells))
        assert text.picture(position, names)
        if position.is_chance:
            outcome = position.outcomes[0][0]
            assert text.tell_chance(position, [outcome], names).endswith(".")
            if position.audience != EVERYBODY:
                assert "2" in text.tell_hidden(position, 2, names)
        for move in position.legal_moves:
            assert names[position.turn] in text.tell(position, move, names)
            assert text.you_did(position, move, names).endswith(".")
            assert "1.2 worms" in text.better(position, move, "1.2 worms", names)
            assert isinstance(text.leads_to(position, move, names), str)
            assert text.loses(position, move, names) != ""
            seen += 1
        assert all(position.game.rulebook.cited(number) for number in text.applies(position))
    assert seen


@pytest.mark.parametrize("name", GAMES)
def test_page(name: str) -> None:
    """What it gives has the form that it declares, from which the types of its board are made."""
    history = played(name, load(name).rules.LENGTH).history
    page = load(name).part(Page)
    declared = get_type_hints(page.figures)["return"]
    assert is_typeddict(declared) == page.defines("figures") == (name != TOY)
    for number, position in enumerate([*history[::7], history[-1]]):
        view = position.view(number % position.game.players)
        assert not faults(shown(view, NAMES[: view.game.players]), Shown)
        assert not is_typeddict(declared) or not faults(page.figures(view), declared)
        for move in view.legal_moves:
            assert not faults(page.drawn(view, move), Drawn | None)
        if view.is_chance:
            assert not faults(page.drawn(view, [0]), Drawn | None)
    assert history[-1].is_over


@pytest.mark.parametrize("name", GAMES)
def test_sheet(name: str) -> None:
    """Ends that could be are no faults, and neither is the end of a real game."""
    game = load(name)
    sheet, dice, names = game.part(Sheet), Random(3), NAMES[: game.players]
    assert sheet.MARK or not (sheet.NEEDED or sheet.MARKS_ADD_UP)
    lines = [sheet.sample(game.players, dice.randrange, game.options) for _ in range(20)]
    end = played(name, game.rules.LENGTH).position
    assert end.is_over
    marks = [sheet.mark(end.state, p) for p in range(game.players)]
    lines.append(list(zip(end.scores, marks, strict=True)))
    for each in lines:
        assert len(each) == game.players
        scores, marks = [score for score, _ in each], [mark for _, mark in each]
        assert sheet.NEGATIVE or min(scores) >= 0
        assert sheet.fault(names, scores, marks, game.options) == ""
        assert sheet.doubt(names, scores, marks, game.options) == ""


@pytest.mark.parametrize("name", GAMES)
def test_schemes(name: str) -> None:
    for title, preset in load(name).part(Schemes).PRESETS.items():
        assert title.startswith(f"{name}_")
        assert preset.title
        assert preset.about.endswith(".")
        assert preset.values


@pytest.mark.parametrize("name", GAMES)
def test_lesson(name: str) -> None:
    game = load(name)
    if not game.part(LessonFile):
        assert name == TOY
        return
    lesson = lesson_of(game)
    assert any(scene.want for scene in lesson.scenes)
    assert all(scene.view.viewer == LEARNER for scene in lesson.scenes)


@pytest.mark.parametrize("name", GAMES)
def test_bots(name: str) -> None:
    game = load(name)
    assert "random" in game.bots
    assert list(game.bots)[-4:] == LEVELS
    for title, bot in game.bots.items():
        assert bot.name == title
        assert bot.about


@pytest.mark.no_cover
@pytest.mark.parametrize("name", GAMES)
def test_advice(name: str) -> None:
    position = played(name, 9).position
    found = analyse(position)
    assert sorted(choice.move for choice in found.choices) == list(position.legal_moves)
    assert [each.value for each in found.choices] == sorted((each.value for each in found.choices), reverse=True)
    assert all(found.sentence(choice.move) for choice in found.choices)
    assert bool(load(name).part(Advice)) == (name != TOY)


@pytest.mark.no_cover
@pytest.mark.parametrize("name", GAMES)
def test_odds(name: str) -> None:
    game = load(name)
    solver = game.part(Solver)
    if not solver:
        assert name == TOY
        return
    position = play_on(game.match(seed=11), any_move, Random(11), 25).position
    odds = solver.odds(game.start())
    assert json.dumps(odds)
    assert solver.odds_text(odds)
    assert solver.odds_here(position) != {}


@pytest.mark.parametrize("name", GAMES)
def test_strategy(name: str, tmp_path: Path) -> None:
    """What a page says and shows is the site's business; here, who has one."""
    strategy = load(name).part(Strategy)
    assert strategy.defines("strategy") == (name != TOY)
    assert strategy or strategy.strategy(tmp_path) == ""
