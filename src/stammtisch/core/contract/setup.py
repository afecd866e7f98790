"""Setup: how a position is set up by hand. Labelled groups of controls, and how what is chosen becomes a State.

A game without a setup.py has a control for each field of its State, by what its fields.py tells (core/field_setup.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from stammtisch.core import field_setup
from stammtisch.core.contract.part import Part

if TYPE_CHECKING:
    from stammtisch.core.game import Game


@dataclass(frozen=True)
class Control:
    """Something that a person can choose."""

    key: str
    """Its name for programs."""
    label: str
    """What it is about, in words; "": it fills a gap in a table, and nothing can be chosen here."""
    value: int
    """What is chosen now."""


@dataclass(frozen=True)
class Group:
    """Controls that belong together: all of them have the same choices, or are numbers."""

    title: str
    """What they are about, in words."""
    controls: Sequence[Control]
    """In the order in which they are shown."""
    choices: Sequence[tuple[int, str]] = ()
    """The values that each of them can have, in words; none: they are numbers."""
    low: int = 0
    """The lowest number."""
    high: int = 0
    """The highest."""
    columns: int = 0
    """So many stand in a line, as they lie on the table; 0: as many as there is room for."""
    paint: bool = False
    """There are many of them: one picks a choice, and then the controls that get it."""


class Setup(Part):
    """setup.py: how a position is set up by hand."""

    FILE = "setup"

    def groups(self, game: Game, s: Any, names: Sequence[str]) -> list[Group]:
        """What can be chosen, with what the state says now. `names` are those of the seats."""
        return field_setup.groups(game, s, names)

    def apply(self, game: Game, s: Any, chosen: Mapping[str, int]) -> None:
        """Write into the state what was chosen by the keys of controls, and whatever follows from it.

        Only what differs from the state is in `chosen`. It need not make a position that can come about.
        """
        field_setup.apply(game, s, chosen)

    def fault(self, game: Game, s: Any, names: Sequence[str]) -> str:
        """What is wrong with the state, as people say it; "": nothing that is not left to check.py."""
        return ""
