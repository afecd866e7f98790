"""A toy game with what other games bring along: hidden hands, and more moves than there are keys."""

from __future__ import annotations

import stammtisch
from stammtisch import games
from tests.terminal.lots import rules, text


def load(players: int = 2) -> stammtisch.Game:
    return stammtisch.Game("lots", rules, text, {"players": players}, games.common_bots)
