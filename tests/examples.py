"""The games that tests of the house take as examples. A test about one game names it; every other asks here."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from stammtisch import games
from stammtisch.bots.named import simple_bots
from stammtisch.core.contract.schemes import Schemes


def has_hidden_hands(name: str) -> bool:
    return hasattr(games.load(name).module, "hide")


def in_order() -> Sequence[str]:
    """All games, as they stand in a list for people."""
    return sorted(games.names(), key=lambda name: (games.load(name).about.ORDER, name))


@cache
def some_moves(name: str, players: int) -> int:
    """How many moves the first player has made after a quarter of a game: much lies on the table, and it goes on."""
    match = games.load(name, {"players": players}).match(seed=1)
    bot = simple_bots(match.game)[-1]
    while not match.is_over:
        match.play(bot.choose(match.position, 0))
    return sum(event.seat == 0 for event in match.events) // 4


TITLES = {name: games.load(name).about.NAME or games.load(name).title for name in in_order()}
"""What people call each game."""
EXAMPLE = games.first()
HIDDEN = next(name for name in TITLES if has_hidden_hands(name))
"""One with hidden hands."""
PRESET = next(iter(games.load(EXAMPLE).part(Schemes).PRESETS))
"""A tournament scheme of the example."""
