"""Seats: who sits at the table — people by name, and bots."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from stammtisch.bots import bot_named
from stammtisch.core.errors import OptionError
from stammtisch.core.game import Bot, Game

ME = "me"
_NAME = re.compile(r"[^\W_][\w .'-]{0,23}")


@dataclass(frozen=True)
class Seat:
    """A place at the table; its name is the one in the record, from which a resumed match knows its bots again."""

    name: str
    bot: Bot | None = None


def seat_people(game: Game, names: Sequence[str]) -> list[Seat]:
    """Seats from names such as me, bot (a beginner), first, bot:first or ext:COMMAND; others are people."""
    met: Counter[str] = Counter()
    seats = []
    for name in names:
        bot = bot_named(game, name)
        if bot is None and not _NAME.fullmatch(name.strip()):
            raise OptionError(
                f"'{name}' is no name for a player; use up to 24 letters, digits, spaces, dots and hyphens"
            )
        plain = f"bot {shown(bot.name)}" if bot else name.strip()
        met[plain] += 1
        seats.append(Seat(plain if met[plain] == 1 else f"{plain} {met[plain]}", bot))
    return seats


def default_names(players: int) -> list[str]:
    """One person against bots."""
    return [ME] + ["bot"] * (players - 1)


def labels(seats: Sequence[Seat]) -> list[str]:
    """Names as the screen shows them: "me" reads badly in sentences, so a single person of that name is You."""
    alone = sum(seat.bot is None for seat in seats) == 1
    return ["You" if alone and seat.name == ME else seat.name for seat in seats]


def shown(name: str) -> str:
    """A name from a record that anybody may have written: no control characters, no markup."""
    return "".join(letter for letter in name if letter.isprintable()).translate({ord("["): "(", ord("]"): ")"})
