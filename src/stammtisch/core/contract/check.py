"""Check: what every position of a game has in form, in whatever way it came about.

A position from outside is refused with the first fault that `check` finds; see core/position_reading.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from stammtisch.core.contract.part import Part


class Check(Part):
    """check.py: what every position of the game has in form."""

    FILE = "check"

    DERIVED: tuple[str, ...] = ()
    """The fields that `derive` works out. A position's text leaves them out."""

    def check(self, s: Any, o: Any) -> Iterable[str]:
        """A sentence for each thing that is wrong with a whole state: the field, what it says, what would be right."""
        return ()

    def derive(self, s: Any) -> None:
        """Work out the derived fields of a state from the others."""
