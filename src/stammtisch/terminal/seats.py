"""Seats: who sits at the table — people by name, and bots."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from stammtisch.bots import LEVELS, bot_named
from stammtisch.bots.names import logged, nameplate, names_for
from stammtisch.core.errors import OptionError
from stammtisch.core.game import Bot, Game

ME = "me"
_NAME = re.compile(r"[^\W_][\w .'-]{0,23}")


@dataclass(frozen=True)
class Seat:
    """A place at the table; its name is the one in the record, from which a resumed match knows its bots again."""

    name: str
    bot: Bot | None = None


def seat_people(game: Game, names: Sequence[str], table: str | None = None) -> list[Seat]:
    """Seats from names such as me, bot (a beginner), first, bot:first or ext:COMMAND; others are people.

    At a new table, known by its seed, bots of the four levels get names of their own. In a record they are written
    down, as in "bot beginner Resi"; at a table from an older record nobody gets a name later.
    """
    met: Counter[str] = Counter()
    seats = []
    taken = [plate.name if (plate := nameplate(name.strip())) else name for name in names]
    for name, new in zip(names, names_for(table or "", len(names), taken), strict=True):
        bot = bot_named(game, name)
        if bot is None and not _NAME.fullmatch(name.strip()):
            raise OptionError(
                f"'{name}' is no name for a player; use up to 24 letters, digits, spaces, dots and hyphens"
            )
        plain = name.strip()
        plate = nameplate(plain)
        if bot and not (plate and plate.name):
            named = table is not None and bot.name in LEVELS
            plain = logged(bot.name, new) if named else f"bot {cleaned(bot.name)}"
        met[plain] += 1
        seats.append(Seat(plain if met[plain] == 1 else f"{plain} {met[plain]}", bot))
    return seats


def default_names(players: int) -> list[str]:
    """One person against bots."""
    return [ME] + ["bot"] * (players - 1)


def labels(seats: Sequence[Seat]) -> list[str]:
    """Names as the screen shows them: "me" reads badly in sentences, so a single person of that name is You."""
    alone = sum(seat.bot is None for seat in seats) == 1
    return ["You" if alone and seat.name == ME else called(seat.name) for seat in seats]


def introduced(seats: Sequence[Seat]) -> str:
    """Everybody with the level of the bots that have names: "You, Resi (beginner)". Nothing, if none has."""
    plates = [nameplate(seat.name) for seat in seats]
    if not any(plate and plate.name for plate in plates):
        return ""
    return ", ".join(
        f"{label} ({plate.level})" if plate and plate.name else label
        for label, plate in zip(labels(seats), plates, strict=True)
    )


def called(name: str) -> str:
    """What people call somebody of this name in a record: a bot by its own name, if it has one."""
    plate = nameplate(name)
    return plate.name if plate and plate.name else name


def shown(name: str) -> str:
    """A name from a record that anybody may have written, as people call him."""
    return called(cleaned(name))


def cleaned(name: str) -> str:
    """No control characters, no markup."""
    return "".join(letter for letter in name if letter.isprintable()).translate({ord("["): "(", ord("]"): ")"})
