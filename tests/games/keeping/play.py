"""Whole turns played in the engine by a solved turn's own choices."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from statistics import fmean, stdev
from typing import Any

from stammtisch.core.constants import CHANCE, PASS
from stammtisch.core.position import Position
from stammtisch.games.keeping import KEEP, ROLL, SYMBOLS
from stammtisch.games.keeping.solved import Turn


@dataclass(frozen=True)
class Played:
    gain: float
    gain_error: float
    """Standard error of the gain."""
    fail: float


def play_turns(turn: Turn, position: Position, turns: int, rng: Random) -> Played:
    """Play the position's turn so many times; the player's gain is what his score says afterwards."""
    rules, o = position.game.rules, position.game.options
    start: Any = position.state
    chosen: dict[tuple[object, ...], int] = {}
    gains, failed = [], 0
    for _ in range(turns):
        s = start.copy()
        while s.turns == start.turns and (mover := rules.turn(s, o)) >= CHANCE:
            if mover == CHANCE:
                rules.play(s, o, rng.randrange(SYMBOLS))
                continue
            key = (s.phase, *s.thrown, *s.kept)
            if key not in chosen:
                chosen[key] = int(turn.choose(Position.unchecked(position.game, s.copy())))
            failed += _fails(rules, s, o, chosen[key])
            rules.play(s, o, chosen[key])
        gains.append(rules.score(s, o, start.player) - rules.score(start, o, start.player))
    return Played(fmean(gains), stdev(gains) / turns**0.5, failed / turns)


def _fails(rules: Any, s: Any, o: Any, m: int) -> bool:
    """The move ends the turn and wins nothing."""
    if KEEP <= m <= ROLL:
        return False
    return m == PASS or not (rules.is_valid(s, o) if hasattr(rules, "is_valid") else rules.can_take(s, o))
