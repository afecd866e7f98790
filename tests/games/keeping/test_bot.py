"""OneTurnBot: the best public policy, in both games."""

from __future__ import annotations

import subprocess
import sys

import pytest

from stammtisch import load
from tests.games.barbecue.positions import given as barbecue
from tests.games.heckmeck.positions import Symbol, W, given
from tests.games.keeping.positions import GAMES

pytestmark = pytest.mark.no_cover

DICE: dict[Symbol, int] = {W: 4, 3: 2, 1: 1}
"""27 with one die left."""


def test_a_stolen_tile_counts_for_more_the_fewer_rivals_there_are() -> None:
    """With 27: steal it, take 24 from the grill, or throw the last die for 29, 31 or 32 with three worms each."""
    bot = load("heckmeck").bots["one-turn"]
    grill = [24, 29, 30, 31, 32]
    assert str(bot.choose(given(grill, [[25], [27]], DICE), 0)) == "take 27"
    # 2, 4 and 5 win 3 worms, half of the throws fail: 0.5 · 3 − 0.5 · 2 is less than the worm of 24
    assert str(bot.choose(given(grill, [[25]], DICE), 0)) == "take 24"
    assert str(bot.choose(given(grill, kept=DICE), 0)) == "roll"  # nothing to lose: 1.5 against 1


def test_barbecue_counts_what_a_rival_loses() -> None:
    bot = load("barbecue").bots["one-turn"]
    assert str(bot.choose(barbecue({1: [27]}, kept=DICE), 0)) == "stop"
    closed = {0: [27, 27], 1: [29, 29]}
    assert str(bot.choose(barbecue(closed, kept=DICE), 0)) == "roll"  # it must


@pytest.mark.parametrize("name", GAMES)
def test_one_turn_beats_first(name: str) -> None:
    game = load(name)
    won = 0
    for seed in range(40):
        seats = ["one-turn", "first"] if seed % 2 else ["first", "one-turn"]
        match = game.match(seed=seed)
        while not match.is_over:
            match.play(game.bots[seats[match.turn]].choose(match.position.view(match.turn), 0))
        won += match.places[seats.index("one-turn")] == 1
    assert won >= 24


def test_a_list_of_bots_loads_nothing_heavy() -> None:
    code = (
        "import sys, stammtisch\n"
        "for game in stammtisch.catalogue(): list(game.bots)\n"
        "print([m for m in ('numpy', 'numba') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "[]\n"
