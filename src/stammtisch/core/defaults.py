"""What a game does unless its rules file says otherwise.

A rules file may define any of these itself; `bind` then takes the game's own. Rules Python, like the rules files.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stammtisch.core.constants import EVERYBODY, PASS

if TYPE_CHECKING:  # what is expected of the game
    MOVES: int = 0

    def forbids(s: Any, o: Any, m: int) -> int: ...
    def outcomes(s: Any, o: Any) -> int: ...


THROWS = 0  # the most throws that there can be at any CHANCE, see core/throws.py; 0: as many as there are outcomes


def setup(s: Any, o: Any) -> None:
    """Nothing to prepare: the declared initial values are the start."""


def sees(s: Any, o: Any) -> int:
    """Chance is open to all."""
    return EVERYBODY


def hide(s: Any, o: Any, p: int) -> None:
    """Nothing is hidden."""


def unseen(s: Any, o: Any, p: int) -> int:
    """Of a view of seat p: how many equally likely lots there are for the next hidden thing; 0: nothing is missing."""
    return 0


def deal(s: Any, o: Any, p: int, lot: int) -> None:
    """Put the next hidden thing into a view of seat p, by lot. Searches redraw what they cannot see so.

    When nothing is missing any more, the view is a whole state that seat p cannot tell from the true one.
    """


def moves(s: Any, o: Any, out: Any) -> int:
    """Write all legal moves to `out`, in ascending order; how many there are."""
    count = 0
    for m in range(1, MOVES):
        if forbids(s, o, m) == 0:
            out[count] = m
            count += 1
    if count == 0:
        out[0] = PASS
        count = 1
    return count


def weight(s: Any, o: Any, m: int) -> int:
    """At CHANCE: how many lots an outcome gets. All are equally likely."""
    return 1


def exchangeable(s: Any, o: Any) -> int:
    """At CHANCE: how many outcomes, from this one on, make one throw. Each stands alone.

    In which order the outcomes of a throw come must change neither their probability nor the position after them, and
    who sees them, and how many kinds there are, must stay the same until the last one.
    """
    return 1


def spread(s: Any, o: Any) -> int:
    """At CHANCE: how many equally likely lots there are."""
    return outcomes(s, o)


def outcome(s: Any, o: Any, lot: int) -> int:
    """At CHANCE: the outcome that a lot stands for."""
    return lot
