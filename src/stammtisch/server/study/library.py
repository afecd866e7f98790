"""The library: games, their rules and their lessons, in a language. Nobody has to sit at a table to read here."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import fields
from functools import lru_cache
from html import escape

from markdown_it import MarkdownIt

from stammtisch import games
from stammtisch.bots.levels import LEVELS
from stammtisch.core.book import BookSection as Written
from stammtisch.core.book import Image
from stammtisch.core.contract.drawings import Drawings
from stammtisch.core.contract.lesson import LessonFile, Scene, lesson_of
from stammtisch.core.contract.sheet import Sheet
from stammtisch.core.contract.text import option_in_words, value_in_words
from stammtisch.core.game import Game
from stammtisch.core.options import plain
from stammtisch.core.translation import LANGUAGES, say, speaking
from stammtisch.server.protocol.page import MoveChoice
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.protocol.study import (
    BookSection,
    Colour,
    GameShown,
    LessonShown,
    LevelShown,
    OptionShown,
    Paragraph,
    RulesShown,
    SceneShown,
    SceneView,
    Section,
)
from stammtisch.server.table.own_page import figures
from stammtisch.server.table.page import choices
from stammtisch.tournament import ties_of

_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")


@lru_cache(maxsize=len(LANGUAGES))
def shown_games(language: str) -> list[GameShown]:
    with speaking(language):
        return [_shown(the_game(name)) for name in games.names()]


def the_game(name: str) -> Game:
    """A game with its defaults."""
    if name not in games.names():
        raise Refusal("no_game", "there is no such game")
    return games.load(name)


def _shown(game: Game) -> GameShown:
    text, about, players = game.text, game.about, game.options.choices()["players"]
    return GameShown(
        game=game.name,
        title=game.title,
        summary=say(text.SUMMARY),
        least=players[0],
        most=players[-1],
        letter=text.LETTER,
        score=list(text.SCORE.whole),
        options=_options(game),
        levels=[LevelShown(name=name, about=game.bots[name].about) for name in LEVELS],
        name=game.short,
        order=about.ORDER,
        unit=str(text.SCORE),
        heading=text.SCORE.title,
        negative=game.part(Sheet).NEGATIVE,
        ties=ties_of(game.name),
        colour=Colour(light=about.COLOUR[0], dark=about.COLOUR[1]),
        mark=about.MARK or game.short[:1],
        picture=about.PICTURE or game.name,
        company=about.COMPANY or players[0],
        minutes=about.MINUTES,
        lesson=bool(game.part(LessonFile)),
    )


def _options(game: Game) -> list[OptionShown]:
    defaults, found = {each.name: each.default for each in fields(game.options)}, []
    for name, values in game.options.choices().items():
        if name != "players":
            found.append(
                OptionShown(
                    name=name,
                    about=option_in_words(game.text, name),
                    kind="bool" if isinstance(values[0], bool) else "number" if type(values[0]) is int else "choice",
                    choices=[plain(value) for value in values],
                    said=[value_in_words(game.text, plain(value)) for value in values],
                    default=plain(defaults[name]),
                )
            )
    return found


_KEY = re.compile(r"`(\w+)`")


@lru_cache(maxsize=32)
def shown_rules(name: str, language: str) -> RulesShown:
    game = the_game(name)
    with speaking(language):
        book = game.rulebook
        texts = {number: in_words(game, text) for number, text in book.items()}
        told = [_told(game, section) for section in game.book.sections] if game.book else None
    sections = [
        Section(
            number=section,
            title=unmarked(title),
            paragraphs=[
                Paragraph(number=f"{book.letter}{number}", html=_markdown.render(text))
                for number, text in texts.items()
                if number.partition(".")[0] == section
            ],
        )
        for section, title in book.sections.items()
    ]
    shown = [section for section in sections if section.paragraphs]
    return RulesShown(title=game.title, sections=shown, book=told)


def _told(game: Game, section: Written) -> BookSection:
    html = "".join(
        drawn(game, piece) if isinstance(piece, Image) else _markdown.render(piece) for piece in section.pieces()
    )
    return BookSection(key=section.key, title=unmarked(section.title), html=html)


def drawn(game: Game, image: Image) -> str:
    """A drawing as SVG; if the game has none of this name, what it would show in words."""
    draw = game.part(Drawings).DRAWINGS.get(image.name)
    return f"<figure>{draw().svg(image.label)}</figure>" if draw else f"<p>{escape(image.label)}</p>"


@lru_cache(maxsize=32)
def shown_lesson(name: str, language: str) -> LessonShown:
    if not the_game(name).part(LessonFile):
        raise Refusal("no_lesson", "this game has no lesson")
    with speaking(language):
        lesson = lesson_of(the_game(name))
        return LessonShown(
            title=lesson.game.title,
            players=lesson.game.players,
            names=lesson.names,
            options=lesson.game.options.to_json(),
            scenes=[_scene(scene, lesson.names) for scene in lesson.scenes],
        )


def _scene(scene: Scene, names: Sequence[str]) -> SceneShown:
    view = scene.view
    return SceneShown(
        text=scene.text,
        told=list(scene.told),
        want=scene.want,
        cites=list(scene.cites),
        view=SceneView(
            turn=view.turn,
            state=view.state.to_json(),
            scores=view.scores,
            legal=[str(move) for move in view.legal_moves] if scene.want else [],
        ),
        choices=[MoveChoice(**each) for each in choices(view, names)] if scene.want else [],
        figures=figures(view, names),
        aloud=view.game.text.board(view, names),
    )


def in_words(game: Game, text: str) -> str:
    """A paragraph as players read it: with the names of options, of their values and of moves in the place of keys."""
    names = {**game.text.VALUES, **game.text.OPTIONS}

    def named(key: re.Match[str]) -> str:
        if key[1] in names:
            return f"*{say(names[key[1]])}*"
        return next((f"*{move.said}*" for move in game.moves if str(move) == key[1]), key[0])

    return _KEY.sub(named, text)


def unmarked(text: str) -> str:
    """A paragraph without the marks of Markdown, for where it is quoted."""
    (block,) = _markdown.parseInline(text)
    return "".join(each.content if each.type != "softbreak" else " " for each in block.children or ())
