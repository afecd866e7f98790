"""Lessons: every one, in every language, can be played as it is told, and cites the rules as they are."""

from __future__ import annotations

import pytest

from stammtisch import games
from stammtisch.core.contract.lesson import LEARNER, Lesson, lesson_of
from stammtisch.core.errors import IllegalMove
from stammtisch.core.translation import LANGUAGES, speaking
from tests.helpers import load

MOVES = {
    "heckmeck": {"keep worm", "roll", "take 22", "take 25", "pass"},
    "barbecue": {"keep worm", "roll", "stop"},
    "zocken": {"place 4", "place left", "place -20", "bet"},
    "zatre": {"lay 5 7,7", "lay 6 6,7", "done"},
}
"""What the learner does himself: the decisive moves of each game."""


def test_every_game_has_a_lesson() -> None:
    assert sorted(MOVES) == games.names()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", MOVES)
def test_a_lesson_can_be_played_and_cites_the_rules(name: str, language: str) -> None:
    with speaking(language):
        lesson = lesson_of(games.load(name))
        book = lesson.game.rulebook
    assert 8 <= len(lesson.scenes) <= 14
    assert {scene.want for scene in lesson.scenes} >= MOVES[name]
    for scene in lesson.scenes:
        assert scene.cites
        assert all(book.cited(cite) for cite in scene.cites)
        assert scene.view.viewer == LEARNER
        assert len(set(scene.told)) == len(scene.told)
        assert not any(lesson.names[LEARNER] in told for told in scene.told)  # no language could say that right
        assert scene.want is None or scene.want in map(str, scene.view.legal_moves)
    assert lesson.scenes[-1].want is None
    assert len({scene.text for scene in lesson.scenes}) == len(lesson.scenes)


@pytest.mark.parametrize("name", MOVES)
def test_a_lesson_shows_the_same_in_all_languages(name: str) -> None:
    shown = []
    for language in LANGUAGES:
        with speaking(language):
            shown.append([(scene.view, scene.want, scene.cites) for scene in lesson_of(games.load(name)).scenes])
    assert all(each == shown[0] for each in shown)


def test_the_sums_that_lessons_tell_are_true() -> None:
    """What the texts say of points, against the match."""
    heckmeck, barbecue, zocken, zatre = (
        lesson_of(games.load(name)).match for name in ("heckmeck", "barbecue", "zocken", "zatre")
    )
    assert heckmeck.scores == [1, 2]  # 22 is left, Ana has 26
    assert barbecue.scores == [2 + 3 + 3, 0]
    assert zocken.scores == [120, 60]
    assert zatre.scores == [20, 2]


def test_a_lesson_cannot_teach_what_is_not_allowed() -> None:
    lesson = Lesson(load("heckmeck", {"players": 2}))
    lesson.throw("1 1 3 4 4 5 worm worm")
    with pytest.raises(IllegalMove):
        lesson.scene("Take what is not there.", "H2.2", want="keep 2")
    with pytest.raises(AssertionError, match="nothing is thrown"):
        lesson.throw("1")
