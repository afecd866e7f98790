"""What must hold of a game's other files (core/contract), or of their defaults."""

from __future__ import annotations

import json
import re
from random import Random
from typing import get_type_hints, is_typeddict
from xml.etree import ElementTree

from stammtisch.bots import LEVELS, analyse
from stammtisch.core.constants import EVERYBODY
from stammtisch.core.contract.drawings import Drawings
from stammtisch.core.contract.lesson import LEARNER, LessonFile, lesson_of
from stammtisch.core.contract.page import Drawn, Page
from stammtisch.core.contract.schemes import Schemes
from stammtisch.core.contract.sheet import Sheet
from stammtisch.core.contract.shown import Shown, shown
from stammtisch.core.contract.solver import Solver
from stammtisch.core.game import Game
from stammtisch.core.match import Match
from stammtisch.core.position import Position
from stammtisch.core.translation import LANGUAGES, speaking
from stammtisch.testing.playing import any_move, greedy_move, play_on
from stammtisch.testing.shape import faults

NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eva", "Fritz", "Gina", "Hans", "Ida", "Jo"]
AMOUNT = "1.2 worms"


def played(game: Game, plies: int = 80) -> Match:
    return play_on(game.match(seed=5), greedy_move, Random(5), plies)


def check_about(game: Game) -> None:
    about = game.about
    assert game.short, "it has no name"
    assert len(about.COLOUR) == 2, "COLOUR is two colours: on a light page and on a dark one"
    for colour in about.COLOUR:
        assert re.fullmatch(r"#[0-9a-f]{6}", colour), f"a COLOUR is written #a1b2c3, not {colour!r}"
    assert len(about.MARK) <= 2, f"MARK is at most two letters, not {about.MARK!r}"
    seats = game.options.choices()["players"]
    assert about.COMPANY == 0 or about.COMPANY in seats, f"COMPANY is {about.COMPANY}, but {seats} can play"
    assert about.MINUTES is None or about.MINUTES > 0, f"MINUTES is {about.MINUTES}"
    assert len(about.LADDER) in (0, len(LEVELS) - 1), f"LADDER has {len(about.LADDER)} shares, but it needs 3"
    assert all(0.5 < share < 1 for share in about.LADDER), f"LADDER has shares above 0.5 and below 1: {about.LADDER}"


def check_text(game: Game) -> None:
    """What happens, in words."""
    match = played(game)
    for count, position in enumerate(match.history):
        names, text, turns = NAMES[: game.players], game.text, match.last_turns_at(count)
        for row in text.rows(position, names):
            assert all(isinstance(cell, str) for cell in (row.label, *row.cells)), f"a row holds more than texts: {row}"
        assert text.picture(position, names, turns), "the picture is empty"
        assert isinstance(text.last_turn(position, turns, names), str), "last_turn must give a text"
        if position.is_chance:
            told = text.tell_chance(position, [position.outcomes[0][0]], names)
            assert told.endswith("."), f"tell_chance gives no sentence: {told!r}"
            if position.audience != EVERYBODY:
                assert "2" in text.tell_hidden(position, 2, names), "tell_hidden must say how many were drawn"
        _check_text_of_moves(position, names)
        for number in text.applies(position):
            assert game.rulebook.cited(number), f"applies names {number}, which is no paragraph of rules.md"


def _check_text_of_moves(position: Position, names: list[str]) -> None:
    text = position.game.text
    for move in position.legal_moves:
        told = text.tell(position, move, names)
        assert names[position.turn] in told, f"tell must name who moves: {told!r}"
        did = text.you_did(position, move, names)
        assert did.endswith("."), f"you_did gives no sentence: {did!r}"
        better = text.better(position, move, AMOUNT, names)
        assert AMOUNT in better, f"better must say by how much: {better!r}"
        assert isinstance(text.leads_to(position, move, names), str), "leads_to must give a text"
        assert text.loses(position, move, names) != "", "loses gives None where nothing is lost"


def check_page(game: Game) -> None:
    """What it gives has the form that it declares, from which the types of its board are made."""
    match = played(game, game.rules.LENGTH)
    end = len(match.events)
    page = game.part(Page)
    declared = get_type_hints(page.figures)["return"] if page.defines("figures") else None
    assert declared is None or is_typeddict(declared), "figures must declare what it gives as a TypedDict"
    for number, count in enumerate([*range(0, end, 7), end]):
        seat = number % game.players
        view, turns = match.history[count].view(seat), match.last_turns_at(count).view(seat)
        found = faults(shown(view, NAMES[: game.players]), Shown)
        if declared:
            found += faults(page.figures(view, turns), declared, "figures")
        for event in (*view.legal_moves, *([[0]] if view.is_chance else [])):
            found += faults(page.drawn(view, event), Drawn | None, "drawn")
        assert not found, found[0]


def check_sheet(game: Game) -> None:
    """Ends that could be are no faults, and neither is the end of a real game."""
    sheet, rng, names = game.part(Sheet), Random(3), NAMES[: game.players]
    assert sheet.MARK or not (sheet.NEEDED or sheet.MARKS_ADD_UP), "NEEDED and MARKS_ADD_UP want a MARK"
    lines = [sheet.sample(game.players, rng.randrange, game.options) for _ in range(20)]
    end = played(game, game.rules.LENGTH).position
    assert end.is_over
    marks = [sheet.mark(end.state, p) for p in range(game.players)]
    lines.append(list(zip(end.scores, marks, strict=True)))
    for each in lines:
        assert len(each) == game.players, f"sample gives {len(each)} lines for {game.players} players"
        scores, marks = [score for score, _ in each], [mark for _, mark in each]
        assert sheet.NEGATIVE or min(scores) >= 0, f"NEGATIVE is false, but a game can end with {scores}"
        for fault in (sheet.fault, sheet.doubt):
            found = fault(names, scores, marks, game.options)
            assert found == "", f"scores {scores} with marks {marks} could be, but it says: {found}"


def check_schemes(game: Game) -> None:
    for title, preset in game.part(Schemes).PRESETS.items():
        assert title.startswith(f"{game.name}_"), f"the name of a scheme begins with {game.name}_, not {title!r}"
        assert preset.title, f"{title} has no title"
        assert preset.about.endswith("."), f"what {title} is about is no sentence: {preset.about!r}"
        assert preset.values, f"{title} fixes nothing"


def check_lesson(game: Game) -> None:
    if game.part(LessonFile):
        lesson = lesson_of(game)
        assert any(scene.want for scene in lesson.scenes), "the learner never makes a move"
        assert all(scene.view.viewer == LEARNER for scene in lesson.scenes)


def check_book(game: Game) -> None:
    """If it has a book.md, that is whole in every language: five steps, three tips, drawings that there are."""
    drawings = game.part(Drawings).DRAWINGS
    for wanted in LANGUAGES:
        with speaking(wanted):
            if game.book is None:
                assert not drawings, "drawings.py is there, but no book.md"
                return
            whose = f"the book in {LANGUAGES[wanted]}"
            sections = {section.key: section for section in game.book.sections}
            for section in game.book.sections:
                words = [piece for piece in section.pieces() if isinstance(piece, str)]
                assert words, f"{whose} says nothing under '{section.title}'"
                assert "](drawing:" not in "".join(words), f"{whose}: a drawing needs words and a line of its own"
            steps, tips = _items(r"\d+\.", sections["turn"].text), _items("[-*]", sections["tips"].text)
            assert steps == 5, f"{whose} has a turn of {steps} steps, but it must be five"
            assert tips == 3, f"{whose} has {tips} tips, but they must be three"
            for image in game.book.images:
                assert image.name in drawings, f"{whose} shows '{image.name}', which drawings.py does not have"
                ElementTree.fromstring(drawings[image.name]().svg(image.label))


def _items(mark: str, text: str) -> int:
    """How many items of a list there are in a text."""
    return len(re.findall(rf"^{mark} ", text, re.MULTILINE))


def check_bots(game: Game) -> None:
    assert "random" in game.bots
    assert tuple(game.bots)[-4:] == LEVELS, f"the last bots must be {', '.join(LEVELS)}, not {', '.join(game.bots)}"
    position = next(each for each in played(game).history if each.turn >= 0)
    for name, bot in game.bots.items():
        assert bot.name == name, f"the bot {name} calls itself {bot.name}"
        assert bot.about, f"the bot {name} does not say how it plays"
        if getattr(bot, "instant", False):
            move = bot.choose(position.view(position.turn), 1)
            assert move in position.legal_moves, f"the bot {name} chooses {move}, which is not legal"


def check_advice(game: Game) -> None:
    """At a decision, and at an open throw."""
    history = played(game, 9).history
    decisions = [each for each in history if each.turn >= 0]
    throws = [each for each in history if each.is_chance and each.audience == EVERYBODY]
    for position in (*decisions[-1:], *throws[-1:]):
        found = analyse(position)
        values = [each.value for each in found.choices]
        moves = sorted(choice.move for choice in found.choices)
        assert moves == list(position.legal_moves), f"advice is about {moves}, but {position.legal_moves} are legal"
        assert values == sorted(values, reverse=True), f"the best choice comes first, but the values are {values}"
        assert all(found.sentence(choice.move) for choice in found.choices)


def check_odds(game: Game) -> None:
    solver = game.part(Solver)
    if solver:
        position = play_on(game.match(seed=11), any_move, Random(11), 25).position
        odds = solver.odds(game.start())
        assert json.dumps(odds)
        solver.odds_text(odds)
        assert solver.odds_here(position) != {}, "odds_here gives None where there is nothing to add"
