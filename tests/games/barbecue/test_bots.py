"""The bots of Barbecue."""

from __future__ import annotations

import pytest

from stammtisch import load
from stammtisch.core.contract.advice import Advice
from stammtisch.core.match import Match
from tests.games.barbecue.positions import REACH, given
from tests.games.keeping.laid_dice import W


def play_out(match: Match, seats: list[str]) -> Match:
    while not match.is_over:
        bot = match.game.bots[seats[match.turn]]
        match.play(bot.choose(match.position.view(match.turn), len(match.events)))
    return match


def test_first_stops_as_soon_as_it_wins_something() -> None:
    first = load("barbecue").bots["first"]
    assert str(first.choose(given(kept=REACH[29]), 0)) == "stop"
    assert str(first.choose(given({1: [29, 29]}, kept=REACH[29], deliberate_fail=True), 0)) == "roll"
    assert str(first.choose(given(kept={6: 3}, thrown=[4, 4, W, 1, 1]), 0)) == "keep worm"
    assert str(first.choose(given(kept={W: 3}, thrown=[4, 4, 4, 6, 6]), 0)) == "keep 4"


@pytest.mark.parametrize("name", ["first", "one-turn", "beginner", "expert", "master"])
def test_bots_know_that_a_second_plate_can_be_declined(name: str) -> None:
    """[B3.3] To decline gains nothing in this turn, so only one who looks further might."""
    at = given({0: [29], 1: [31]}, kept={W: 5, 1: 2, 2: 1}, second_plate="may")
    chosen = str(at.game.bots[name].choose(at.view(0), 1))
    assert chosen in (("stop", "decline") if name == "master" else ("stop",))


def test_the_advice_tells_what_declining_is_worth() -> None:
    """[B3.3] It does not fail, and it gains nothing; stopping gains three worms."""
    at = given({0: [29]}, kept={W: 5, 1: 2, 2: 1}, second_plate="may")
    analysis = at.game.part(Advice).analyse(at.view(0))
    found = {str(choice.move): (choice.value, choice.figures["fail"]) for choice in analysis.choices}
    assert found == {"stop": (3.0, 0.0), "decline": (0.0, 0.0)}


def test_first_beats_random() -> None:
    won = 0
    for seed in range(30):
        seats = ["first", "random"] if seed % 2 else ["random", "first"]
        match = play_out(load("barbecue").match(seed=seed), seats)
        won += match.places[seats.index("first")] == 1
    assert won > 20
