"""Unit: what figures count, such as worms or points, in the forms that languages need."""

from __future__ import annotations

from dataclasses import dataclass

from stammtisch.core.translation import printed, say, say_n, to_say, to_say_n


@dataclass(frozen=True)
class Unit:
    """What figures count, such as worms or points. `str(unit)` is its name in the language that is spoken."""

    name: str
    """ "worms"."""
    part: str
    """ "{amount} worms", for 0.5: many languages have a form of their own for it."""
    whole: tuple[str, str]
    """ "{n} worm" and "{n} worms"."""
    heading: str = ""
    """ "Worms", over a column; empty: its name."""

    def __str__(self) -> str:
        return say(self.name)

    @property
    def title(self) -> str:
        """ "Worms", over a column."""
        return say(self.heading or self.name)

    def count(self, n: int) -> str:
        """ "2 worms"."""
        return say_n(n, *self.whole)

    def amount(self, number: str) -> str:
        """ "0.5 worms", from a number that is rounded already."""
        return self.count(int(number)) if number.isdecimal() else say(self.part, amount=printed(number))


POINTS = Unit(to_say("points"), to_say("{amount} points"), to_say_n("{n} point", "{n} points"), to_say("Points"))
