"""Heckmeck in two minutes: a tile from the grill, a stolen one, and a turn that fails."""

from __future__ import annotations

from stammtisch.core.contract.lesson import Lesson
from stammtisch.core.translation import say

OPTIONS: dict[str, int] = {"players": 2}


def tell(lesson: Lesson) -> None:
    _first_tile(lesson)
    _stolen_tile(lesson)
    _failed_turn(lesson)
    lesson.scene(
        say("The game is over when no tile is left face up on the grill. Whoever has the most worms wins."),
        *("H5.1", "H5.2"),
    )


def _first_tile(lesson: Lesson) -> None:
    lesson.throw("1 1 3 4 4 5 worm worm")
    lesson.scene(
        say("You have rolled your eight dice. Set aside all dice of one symbol: take the worms, you will need them."),
        "H2.2",
        want="keep worm",
    )
    lesson.scene(
        say("A worm counts 5 points, so you have 10. Roll the other six dice again."),
        *("H1.2", "H2.4"),
        want="roll",
    )
    lesson.throw("2 4 4 4 5 worm")
    lesson.scene(
        say(
            "Each symbol can be set aside only once a turn, so you cannot take the worm again. The three 4s are "
            "worth the most."
        ),
        "H2.2",
        want="keep 4",
    )
    lesson.scene(
        say(
            "You have 22 points and at least one worm: enough for tile 22 on the grill. You could roll again for a "
            "higher one, but take this one."
        ),
        *("H3.1", "H3.2"),
        want="take 22",
    )


def _stolen_tile(lesson: Lesson) -> None:
    lesson.throw("1 2 3 5 5 5 worm worm")
    lesson.moves("keep 5", "roll")
    lesson.throw("1 2 3 worm worm")
    lesson.moves("keep worm", "take 25")
    lesson.throw("1 2 3 5 5 worm worm worm")
    lesson.scene(
        say(
            "Ana took tile 25 with its two worms. It is on top of her stack, so anyone who gets exactly 25 can steal "
            "it. It is your turn: set aside the three worms."
        ),
        "H3.3",
        want="keep worm",
    )
    lesson.scene(say("You have 15 points. Two 5s would make it 25: roll again."), "H2.4", want="roll")
    lesson.throw("1 2 3 5 5")
    lesson.scene(say("There they are. A 5 and a worm count the same but are different symbols."), "H1.2", want="keep 5")
    lesson.scene(
        say("Exactly 25: take the tile from Ana's stack. Only the top tile of a stack can be stolen."),
        *("H3.3", "H3.7"),
        want="take 25",
    )


def _failed_turn(lesson: Lesson) -> None:
    lesson.throw("1 2 3 3 worm worm worm worm")
    lesson.moves("keep worm", "roll")
    lesson.throw("1 2 3 3")
    lesson.moves("keep 3", "take 26")
    lesson.throw("1 2 3 4 4 4 4 5")
    lesson.scene(
        say("Ana took tile 26. You rolled no worm this time, but four 4s are tempting."),
        "H2.2",
        want="keep 4",
    )
    lesson.scene(say("You cannot take anything without a worm, so you have to roll again."), "H3.1", want="roll")
    lesson.throw("1 4 5 5")
    lesson.scene(say("Still no worm. Set aside the 5s: 26 points, and two dice left."), "H2.2", want="keep 5")
    lesson.scene(say("26 points are worth nothing without a worm. One more roll, with two dice."), "H3.1", want="roll")
    lesson.throw("4 5")
    lesson.scene(
        say(
            "A 4 and a 5, and you already have both: the turn has failed. Your top tile, 25, goes back to the grill, "
            "and the highest tile there is turned face down for good."
        ),
        *("H2.3", "H4.1", "H4.2"),
        want="pass",
    )
