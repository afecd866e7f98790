"""Late in a game for two the master looks further than its own turn: as far as that is told, it is exact."""

from __future__ import annotations

import numpy as np
import pytest

import stammtisch
from stammtisch.core.contract.whole_game import WholeGame
from stammtisch.games.keeping.deeper import further
from stammtisch.games.keeping.lockstep import LockStep
from stammtisch.games.keeping.value import Net
from stammtisch.games.keeping.whole_game import Small

pytestmark = pytest.mark.no_cover


def test_how_far() -> None:
    """Far where few turns follow, and not at all where many do."""
    assert [further(ends) for ends in (1, 2, 3, 4, 5, 8, 9, 17)] == [8, 6, 4, 3, 2, 2, 2, 0]


@pytest.mark.parametrize(("name", "tiles"), [("heckmeck", (21, 25, 29)), ("barbecue", (33,))])
def test_what_is_found_is_what_so_many_turns_lead_to(name: str, tiles: tuple[int, ...]) -> None:
    """The same by another way: all positions at once, from one generation of turns to the next."""
    game = stammtisch.load(name, players=2)
    solver = game.part(WholeGame)
    assert solver.smaller
    small = solver.listed(solver.smaller(game, tiles), lambda _, __: None)
    assert isinstance(small, Small)
    step, p = LockStep(game), small.positions
    rng = np.random.default_rng(3)
    facts = step.compiled.facts(2)
    net = Net(*(rng.normal(0, 0.3, shape).astype(np.float32) for shape in ((facts, 8), (9, 4), (5,))))

    def weighed(weigh: object) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
        assert callable(weigh)
        worth = np.zeros(p.won.shape)
        for begin in range(0, len(small), step.batch):
            part = slice(begin, begin + step.batch)
            ahead = step.ahead(p.states[part])
            rows = np.arange(len(ahead.possible))
            weigh(p.states[part], step.options, rows, rows >= 0, ahead.afters, ahead.possible, worth[part])
        return worth

    generations = [weighed(step.guesses(net))]
    for _ in range(8):
        values = np.empty(len(small))
        for begin in range(0, len(small), step.batch):
            part = slice(begin, begin + step.batch)
            values[part] = step.turns(step.ahead(p.states[part]), generations[-1][part])[-1]
        onward = np.where(p.same, values[p.after], 1 - values[p.after])
        generations.append(np.where(p.after < 0, generations[0], onward))
    found = weighed(step.chances(net))
    for i, state in enumerate(p.states):
        possible = step.ahead(p.states[i : i + 1]).possible[0]
        assert found[i] == pytest.approx(generations[further(int(possible).bit_count())][i], abs=1e-5), state
