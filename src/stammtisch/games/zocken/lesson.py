"""Zocken in two minutes: a row that rises, an end, a die on −20, and bets."""

from __future__ import annotations

from stammtisch.core.contract.lesson import Lesson
from stammtisch.core.translation import say

OPTIONS: dict[str, int] = {"players": 2}


def tell(lesson: Lesson) -> None:
    _row(lesson)
    _trouble(lesson)
    _bet(lesson)
    lesson.scene(
        say("Everybody has five turns. The highest total wins, so roll well, and bet on those who do."),
        "K6.1",
    )


def _row(lesson: Lesson) -> None:
    lesson.scene(
        say("Seven dice in seven colours go one by one into the row. Pick the green one: its space is in the middle."),
        *("K1.2", "K2.1"),
        want="throw green",
    )
    lesson.throw("3")
    lesson.scene(
        say("A 3 suits the middle. A die on the space of its own colour is a match, and matches bring points."),
        *("K3.1", "K4.2"),
        want="place 4",
    )
    lesson.scene(say("Now the red die, whose space is the first."), "K2.1", want="throw red")
    lesson.throw("1")
    lesson.scene(
        say("A 1 to the left of the 3: from now on the numbers may only rise from left to right, or stay equal."),
        "K3.1",
        want="place 1",
    )
    lesson.moves("throw white")
    lesson.throw("6")
    lesson.scene(
        say("White shows 6, the highest number: put it on its own space at the right."), "K4.2", want="place 7"
    )


def _trouble(lesson: Lesson) -> None:
    lesson.moves("bet", told=False)
    lesson.scene(
        say("After the third die the others may bet that you make more than 50 points. Ana did. Roll orange."),
        *("K2.2", "K5.1"),
        want="throw orange",
    )
    lesson.throw("2")
    lesson.moves("place 2", "throw blue")
    lesson.throw("1")
    lesson.scene(
        say(
            "Orange 2 was a match, but a blue 1 fits nowhere in the row. The left end takes it for −10; "
            "it is still part of the series."
        ),
        "K3.2",
        want="place left",
    )
    lesson.moves("throw yellow")
    lesson.throw("1")
    lesson.scene(
        say("Another 1, and the end is taken: it must go to −20. So the 50 points for a complete series are lost."),
        *("K3.3", "K4.1", "K4.3"),
        want="place -20",
    )
    lesson.moves("throw violet")
    lesson.throw("5")
    lesson.scene(
        say("The last die, a violet 5: on its own space it is your fifth match."),
        "K4.2",
        want="place 6",
    )


def _bet(lesson: Lesson) -> None:
    for die, shows, space in (("green", "4", "4"), ("red", "6", "1"), ("white", "1", "7")):
        lesson.moves(f"throw {die}")
        lesson.throw(shows)
        lesson.moves(f"place {space}")
    lesson.scene(
        say(
            "You made 120 points: five matches bring 150, less 10 and 20. Ana won half of that with her bet. Now it "
            "is her turn, and she has three matches already: bet on her."
        ),
        *("K4.2", "K5.1", "K5.2"),
        want="bet",
    )
