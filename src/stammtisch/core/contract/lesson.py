"""A lesson: a game in a few scenes. The learner sits at seat 0 and makes the decisive moves himself.

A game's lesson is its folder's lesson.py, by `tell(lesson)`: it feeds dice and the others' moves to the match and puts
scenes between them. The match checks every move, so a lesson cannot teach what the rules do not allow.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from stammtisch.core.constants import EVERYBODY
from stammtisch.core.contract.part import Part
from stammtisch.core.game import Game, Move
from stammtisch.core.match import Match
from stammtisch.core.position import Position
from stammtisch.core.seat_names import seat_names

LEARNER = 0


@dataclass(frozen=True)
class Scene:
    """A moment: some words, the position as the learner sees it, and perhaps a move that he is to make."""

    text: str
    """What the learner reads."""
    told: tuple[str, ...]
    """What others have done since the scene before, in words; what he did himself he knows."""
    view: Position
    """The position as the learner sees it."""
    want: str | None
    """The name of the move that he is to make; None: he reads, and goes on."""
    cites: tuple[str, ...]
    """The paragraphs of the rules that the text is about."""


class Lesson:
    """A lesson while it is told: a match that is fed with dice and moves, and the scenes so far."""

    game: Game
    """The game that is taught."""
    match: Match
    """The match that the scenes are moments of."""
    names: list[str]
    """Who plays, the learner first."""
    scenes: list[Scene]
    """The scenes so far."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.match = game.match(fed=True)
        self.names = seat_names(game.players, LEARNER)
        self.scenes = []
        self._told: list[str] = []

    def throw(self, outcomes: str) -> None:
        """Dice fall, or tiles are drawn: their names, with spaces between."""
        before, view = self.match.position, self._view()
        made: list[Move] = []
        for name in outcomes.split():
            assert self.match.position.is_chance, f"nothing is thrown after {made}"
            made.append(self.match.play(name))
        if before.audience not in (EVERYBODY, LEARNER):
            self._told.append(self.game.text.tell_hidden(view, len(made), self.names))
        elif before.thrower != LEARNER:
            self._told.append(self.game.text.tell_chance(view, made, self.names))

    def moves(self, *moves: str, told: bool = True) -> None:
        """Others move; or the learner, where there is nothing to learn from it. `told`: not only by the next scene."""
        for move in moves:
            if self.match.turn != LEARNER and told:
                self._told.append(self.game.text.tell(self._view(), self.game.move(move), self.names))
            self.match.play(move)

    def scene(self, text: str, *cites: str, want: str | None = None) -> None:
        """Words for the learner; he makes the wanted move then."""
        self.scenes.append(Scene(text, tuple(self._told), self._view(), want, cites))
        self._told = []
        if want is not None:
            assert self.match.turn == LEARNER, f"'{want}' is not for the learner to make"
            self.match.play(want)

    def _view(self) -> Position:
        return self.match.position.view(LEARNER)


class LessonFile(Part):
    """lesson.py: a lesson in a few scenes."""

    FILE = "lesson"

    OPTIONS: Mapping[str, object] = {}
    """The options of the game that is told."""
    tell: Callable[[Lesson], None]
    """Tells it, in the language that is spoken."""


def lesson_of(game: Game) -> Lesson:
    """The lesson of a game that has one, in the language that is spoken."""
    own = game.part(LessonFile)
    lesson = Lesson(game.having(own.OPTIONS))
    own.tell(lesson)
    return lesson
