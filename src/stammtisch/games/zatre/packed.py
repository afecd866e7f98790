"""A position of Zatre as compiled thinking has it, and what it is asked there."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from stammtisch.core.bind import Rules
from stammtisch.core.position import Position
from stammtisch.fast import drive
from stammtisch.fast.compiler import compile_rules
from stammtisch.fast.layout import pack, pack_options, workspace_dtype
from stammtisch.games.zatre import endgame, listing, lookahead, prospect, rules
from stammtisch.games.zatre.duties import MOST
from stammtisch.games.zatre.listing import CODES
from stammtisch.games.zatre.lookahead import UNKNOWN

ROUNDS = 2
"""So many times is everybody's turn after the one that is looked at."""

_ROOM = 4096  # turns
_MIND = np.dtype(
    [
        ("worth", np.float64, (CODES,)),
        ("codes", np.int32),
        ("code", np.int32, (CODES,)),
        ("count", np.int32),
        ("cell", np.int32, (MOST,)),
        ("pips", np.int32, (MOST,)),
    ],
    align=True,
)


@cache
def compiled() -> Rules:
    return compile_rules(rules, drivers=(drive, listing, prospect, lookahead, endgame))


class Packed:
    """A packed view and what compiled thinking needs beside it."""

    def __init__(self, view: Position) -> None:
        self.rules = compiled()
        self.states = np.repeat(pack(view.state, kind=rules.State), 2)
        self.options = pack_options(view.game.options)
        self.workspaces = np.zeros(1, workspace_dtype(view.game.rules.MOVES))
        self.mind = np.zeros(1, _MIND)
        self.mind["worth"] = UNKNOWN
        self.players = view.game.players

    def turns(self) -> Any:
        """All legal turns: what each writes, and its moves."""
        turns = np.zeros((_ROOM, 1 + MOST), np.int32)
        found = self.rules.list_turns_of(self.states, self.options, turns)
        if found > len(turns):
            turns = np.zeros((found, 1 + MOST), np.int32)
            self.rules.list_turns_of(self.states, self.options, turns)
        return turns[:found]

    def weigh(self, turns: Any) -> Any:
        """What each turn makes of the own card in the end."""
        values = np.zeros(len(turns))
        self.rules.weigh_turns(self.states, self.options, self.mind, turns, values)
        return values

    def look(self, seat: int, moves: Any, seed: int, samples: int) -> Any:
        """All seats' prospects after a turn and ROUNDS more of everybody, for each of so many samples of the tiles."""
        return self._played(seat, moves, ROUNDS * self.players + (moves[0] > 0), seed, samples)

    def play_out(self, seat: int, moves: Any, seed: int, games: int) -> Any:
        """All seats' final scores after a turn, or from here if no moves are given, in so many games."""
        return self._played(seat, moves, rules.LENGTH, seed, games)

    def _played(self, seat: int, moves: Any, turns: int, seed: int, samples: int) -> Any:
        found = np.zeros((samples, self.players))
        self.rules.look(self.states, self.options, self.workspaces, self.mind, seat, moves, turns, seed, found)
        return found
