"""Zatre in two minutes: an opening, a turn with a double cell, and a row of the card that counts double."""

from __future__ import annotations

from stammtisch.core.contract.lesson import Lesson
from stammtisch.core.translation import say

OPTIONS: dict[str, int] = {"players": 2}


def tell(lesson: Lesson) -> None:
    _opening(lesson)
    _double_cell(lesson)
    lesson.scene(
        say(
            "Your first row is complete: 1, 2 and 4 points and a bonus of 3 make 10, and its cross doubles them to 20. "
            "So fill all three columns, not only the 12s."
        ),
        *("Z1.3", "Z6.3"),
    )
    lesson.scene(
        say(
            "The game ends when the bag is empty and nobody can lay a tile. What is left in your hand is subtracted, "
            "and the highest total wins."
        ),
        *("Z7.1", "Z7.3"),
    )


def _opening(lesson: Lesson) -> None:
    lesson.throw("6 3")
    lesson.throw("3 4 5")
    lesson.throw("2 6")
    lesson.scene(
        say(
            "You drew the higher tile, so you start, with the tiles 3, 4 and 5. The first one goes on the centre: "
            "lay the 5."
        ),
        *("Z3.1", "Z3.3"),
        want="lay 5 7,7",
    )
    lesson.scene(
        say("Every other tile goes next to one on the board. Lay the 4 to its left: together they add up to 9."),
        *("Z2.1", "Z4.1"),
        want="lay 4 7,6",
    )
    lesson.scene(
        say("A run of tiles scores if it adds up to 10, 11 or 12, and no run may exceed 12. The 3 makes it 12."),
        *("Z4.2", "Z4.5"),
        want="lay 3 7,8",
    )
    lesson.scene(
        say(
            "A 12 is worth 4 points, an 11 is worth 2 and a 10 is worth 1. The centre is a double cell, so you get a "
            "cross too. Until you are done, you can take tiles back."
        ),
        *("Z4.3", "Z5.1", "Z6.2"),
        want="done",
    )
    lesson.throw("4 6")


def _double_cell(lesson: Lesson) -> None:
    lesson.moves("lay 2 8,8", "lay 6 9,8", "done")
    lesson.throw("1 5")
    lesson.scene(
        say(
            "You drew two new tiles; nobody else sees them. Ana made an 11 downwards, through a double cell: 2 points "
            "and a cross for her. Whoever can make a run of 10, 11 or 12 must do so. Apart from that you lay as many "
            "of your tiles as you like, but at least one."
        ),
        *("Z2.3", "Z4.3", "Z4.4", "Z4.7"),
    )
    lesson.scene(
        say("Lay the 4 on the double cell above your first 4. That is allowed only if a run through it scores."),
        "Z5.2",
        want="lay 4 6,6",
    )
    lesson.scene(
        say("Now the 6 beside it: 10 across with the 4, and 11 down with the 5 in the centre. One tile, two runs."),
        "Z4.5",
        want="lay 6 6,7",
    )
    lesson.scene(
        say("A 10, an 11 and a cross: each goes into the next free box of its column on your card."),
        *("Z6.1", "Z6.2"),
        want="done",
    )
