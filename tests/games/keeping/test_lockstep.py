"""Games in lock step are the games that the same bots play in a match."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from stammtisch import load
from stammtisch.games.keeping import ENDED
from stammtisch.games.keeping.bot import gain, win
from stammtisch.games.keeping.lockstep import LockStep, Weigh
from stammtisch.games.keeping.value import learned

pytestmark = pytest.mark.no_cover

TIE = 2e-5  # float32 sees no difference between moves whose values are as near as this

TABLES: list[tuple[str, dict[str, object], int, dict[str, Any]]] = [  # game, options, games, how they are played
    ("heckmeck", {}, 2, {}),
    ("heckmeck", {}, 1, {"batch": 1}),
    ("heckmeck", {}, 2, {"exact": True}),
    ("heckmeck", {"players": 4, "lower": "any", "steal": "forced"}, 3, {"exact": True}),
    ("heckmeck", {"players": 3, "fast": "returned_down", "flip_without_tile": True}, 5, {"exact": True}),
    ("barbecue", {}, 3, {"exact": True}),
    ("barbecue", {"players": 3, "plates": "ten_then_fail", "deliberate_fail": True}, 4, {}),
]


def played(lockstep: LockStep, weighs: list[Weigh], seating: Any, seeds: Any) -> tuple[list[list[int]], Any]:
    """The moves of every game, and the final states."""
    states = lockstep.start(len(seeds))
    moves: list[list[int]] = [[] for _ in seeds]
    rows = np.arange(len(seeds))
    while len(rows):
        for some in np.split(rows, range(lockstep.batch, len(rows), lockstep.batch)):
            _, made = lockstep.step(states, some, weighs, seating[some, states["player"][some]], seeds)
            for row, new in zip(some, made.tolist(), strict=True):
                moves[row] += [move for move in new if move >= 0]
        rows = rows[states["phase"][rows] != ENDED]
    return moves, states


@pytest.mark.parametrize(("name", "options", "games", "how"), TABLES)
def test_lockstep_equals_play_move_for_move(
    name: str, options: dict[str, object], games: int, how: dict[str, Any]
) -> None:
    """Both bots sit at the table. In float64 all moves are equal; in float32, where one differs, it is as good."""
    game = load(name, **options)
    lockstep = LockStep(game, **how)
    weighs = [lockstep.gains, lockstep.chances(learned(game))]
    seating = np.add.outer(np.arange(games), np.arange(game.players)) % len(weighs)
    moves, states = played(lockstep, weighs, seating, 1000 + np.arange(games))
    other = total = 0
    for i in range(games):
        match = game.match(seed=1000 + i)
        for move in moves[i]:
            turn = (gain, win)[seating[i, match.turn]](match.position)
            worth = turn.moves(match.position)
            best = turn.choose(match.position)
            assert worth[best] - worth[game.moves[move]] < TIE
            other += best != move
            total += 1
            match.play(move)
        assert match.is_over
        assert list(lockstep.results(states)[i] > 0) == [place == 1 for place in match.places]
    assert other <= (0 if how else total / 100)
