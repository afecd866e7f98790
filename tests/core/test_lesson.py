"""Lessons: others are told of, what is hidden stays hidden, and a lesson cannot do what the rules do not allow."""

from __future__ import annotations

from types import ModuleType

import pytest

from stammtisch.core.contract.lesson import Lesson, LessonFile, lesson_of
from stammtisch.core.contract.part import Part
from tests.helpers import load


def tell(lesson: Lesson) -> None:
    lesson.throw("white red")
    lesson.throw("white white")
    lesson.scene("Lay the red one.", "2.1", want="lay red")
    lesson.throw("red")
    lesson.moves("lay white")
    lesson.throw("blue")
    lesson.moves("lay white")
    lesson.throw("red")
    lesson.moves("lay white", told=False)
    lesson.scene("That is all.")


def test_a_lesson_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    file = ModuleType("mine")
    vars(file).update(tell=tell, OPTIONS={"repeat": True})
    key: tuple[type[Part], str] = (LessonFile, "tests.toy")
    monkeypatch.setitem(Part._loaded, key, LessonFile(file))
    lesson = lesson_of(load("toy"))
    first, last = lesson.scenes
    assert lesson.game.options.to_json()["repeat"] is True
    assert first.told == ("Ana drew 2, hidden from the others.",)
    assert (first.want, first.cites) == ("lay red", ("2.1",))
    assert last.told == ("Ana: lay white.", "Ana drew 1, hidden from the others.")
    with pytest.raises(AssertionError, match="nothing is thrown after"):
        lesson.throw("white blue")


def test_a_lesson_tells_what_others_throw_openly() -> None:
    lesson = Lesson(load("heckmeck"))
    lesson.throw("1 1 1 2 2 2 3 3")
    lesson.moves("keep 3", "roll")
    lesson.throw("1 1 1 2 3 3")
    lesson.moves("keep 1", "roll")
    lesson.throw("1 3 3")
    lesson.moves("pass")
    lesson.throw("1 1 1 2 2 2 3 3")
    lesson.scene("Ana has thrown.")
    assert lesson.scenes[0].told[-1].startswith("Ana ")
    with pytest.raises(AssertionError, match="not for the learner"):
        lesson.scene("Keep one.", want="keep 1")
