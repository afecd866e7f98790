"""Barbecue in two minutes: a plate on an empty place, a plate of Ana's, and snails."""

from __future__ import annotations

from stammtisch.core.contract.lesson import Lesson
from stammtisch.core.translation import say

OPTIONS: dict[str, int] = {"players": 2}


def tell(lesson: Lesson) -> None:
    _first_plate(lesson)
    _taken_place(lesson)
    _snails(lesson)
    lesson.scene(
        say(
            "A second plate of yours on a place earns its worms again and closes it. The game ends when a snail is "
            "needed and none is left. Each worm is one point, each snail three."
        ),
        *("B3.3", "B5.3", "B6.2"),
    )


def _first_plate(lesson: Lesson) -> None:
    lesson.throw("1 2 3 4 6 6 6 worm")
    lesson.scene(
        say(
            "You have rolled your eight dice. Set aside all dice of one symbol; each symbol can be used once a turn. "
            "Start with the 6s."
        ),
        "B2.1",
        want="keep 6",
    )
    lesson.scene(say("That makes 18 points. Roll the other five dice again."), "B2.1", want="roll")
    lesson.throw("1 3 4 worm worm")
    lesson.scene(
        say("Now take the worms. They count 5 each, and without a worm no result is valid."),
        *("B1.2", "B2.2"),
        want="keep worm",
    )
    lesson.scene(
        say("28 points, and place 28 on the grill is empty. Stop to put your plate there and take its two worms."),
        "B3.1",
        want="stop",
    )


def _taken_place(lesson: Lesson) -> None:
    lesson.throw("1 2 3 6 6 6 6 worm")
    lesson.moves("keep 6", "roll")
    lesson.throw("1 2 4 worm")
    lesson.moves("keep worm", "stop")
    lesson.throw("1 2 3 4 6 6 6 6")
    lesson.scene(
        say("Ana put a plate on 29 and got three worms for it. Maybe you can reach 29 too: set aside the 6s."),
        "B3.1",
        want="keep 6",
    )
    lesson.scene(say("24 points, and no worm yet: roll again."), "B2.2", want="roll")
    lesson.throw("1 2 3 worm")
    lesson.scene(say("A worm makes it 29."), "B1.2", want="keep worm")
    lesson.scene(
        say("Stop here: Ana gives you three worms and takes her plate back, and yours goes there instead."),
        "B3.2",
        want="stop",
    )


def _snails(lesson: Lesson) -> None:
    lesson.throw("1 1 1 1 1 1 2 3")
    lesson.moves("keep 1", "roll")
    lesson.throw("1 1")
    lesson.moves("pass")
    lesson.throw("1 2 6 6 6 6 worm worm")
    lesson.scene(
        say(
            "Ana rolled nothing new, so her turn failed: a snail now sits on 36, the highest empty place. It is your "
            "turn, and here are the 6s again."
        ),
        *("B2.1", "B5.2"),
        want="keep 6",
    )
    lesson.scene(say("24 points with four dice left: roll again."), "B2.1", want="roll")
    lesson.throw("1 worm worm worm")
    lesson.scene(say("Three worms make it 39, higher than any place."), "B4.1", want="keep worm")
    lesson.scene(
        say("With more than 36 you take a snail from the supply. It is worth three points: stop."),
        *("B1.3", "B4.1"),
        want="stop",
    )
