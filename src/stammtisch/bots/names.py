"""Names of bots: at a table each has a first name of its own, beside its level.

A log, a record or a transcript calls a bot "bot beginner Resi": the level that plays, and the name that people read.
The older "bot beginner" and "bot beginner 2" stay what they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import NamedTuple

NAMES = (
    *("Resi", "Otto", "Mila", "Toni", "Vera", "Hugo", "Lena", "Emil", "Nora", "Paul", "Rosa", "Leo"),
    *("Ida", "Karl", "Tina", "Felix", "Olga", "Gino", "Dora", "Viktor", "Zora", "Max", "Lola", "Ivo"),
)
"""Short, and read alike in all our languages. A name may be added; one that was given away stays in its log."""


class Nameplate(NamedTuple):
    """What the name of a bot in a log tells."""

    level: str
    """Which bot plays: a level, or another bot's name."""
    name: str
    """Its first name; empty: it has none, or only a number."""
    number: str
    """The second of its kind, in logs of old: "2"."""


def nameplate(logged: str) -> Nameplate | None:
    """The level and the name of a bot, from what a log calls it; None if it is no bot's."""
    found = re.fullmatch(r"bot ([a-z-]+)(?: (?:(\d+)|(\S.*)))?", logged)
    return Nameplate(found[1], found[3] or "", found[2] or "") if found else None


def logged(level: str, name: str) -> str:
    """What a log calls a bot."""
    return f"bot {level} {name}"


def names_for(table: str, bots: int, taken: Iterable[str] = ()) -> Sequence[str]:
    """The names of so many bots at a table: always the same there, all different, and none that a person there has.

    `taken` are the people's names, in which the first word counts: beside an "Otto K." nobody else is called Otto.
    """
    people = {name.casefold().split()[0] for name in taken if name.strip()}
    start = int.from_bytes(sha256(table.encode()).digest()[:4])
    turned = [NAMES[(start + at) % len(NAMES)] for at in range(len(NAMES))]
    return [name for name in turned if name.casefold() not in people][:bots]
