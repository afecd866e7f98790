"""About: what a game looks like in a list of games."""

from __future__ import annotations

from stammtisch.core.contract.part import Part


class About(Part):
    """about.py: what the game looks like in a list of games."""

    FILE = "about"

    NAME: str = ""
    """What people call it for short; empty: its title."""
    ORDER: int = 100
    """Where it stands in a list for people: lower numbers first, then by name."""
    COLOUR: tuple[str, str] = ("#4d5a66", "#b4c2cf")
    """Its colour on a light and on a dark page, each readable as text there."""
    MARK: str = ""
    """One or two letters or a symbol, where there is no room for a picture; empty: the first letter of its name."""
    PICTURE: str = ""
    """The picture that a page shows of it, by name; empty: the one that has the name of the game, if there is one."""
    COMPANY: int = 0
    """How many sit down if nobody says how many; 0: as few as can play."""
    MINUTES: int | None = None
    """About how long a game takes; None: nobody says."""
    LADDER: tuple[float, ...] = ()
    """What share of games of two each level of its bots wins against the one below it; empty: not measured."""
