"""The simple bots."""

from __future__ import annotations

import pytest

from stammtisch import load
from stammtisch.bots import decision_seed
from tests.games.zatre.positions import given, lay, legal


def test_card_takes_the_most_points() -> None:
    """A second 12 is worth 4; the missing 10 completes the row and brings the bonus."""
    position = given("6@(7,7) 4@(7,8)", [2])
    bot = position.game.bots["card"]
    assert str(bot.choose(position.view(0), 1)) in ("lay 2 7,6", "lay 2 7,9")
    done = lay(position, "2@(7,9)", done=False)
    assert str(bot.choose(done.view(0), 1)) == "done"


def test_card_ends_an_opening_or_goes_on() -> None:
    position = given((), [6, 5, 1])
    bot = position.game.bots["card"]
    while legal(position) != ["done"]:
        position = position.play(bot.choose(position.view(0), 1))
    assert str(bot.choose(position.view(0), 1)) == "done"


@pytest.mark.no_cover
def test_card_beats_random() -> None:
    game = load("zatre")
    wins = 0
    for seed in range(6):
        match = game.match(seed=seed)
        while not match.is_over:
            bot = game.bots["card" if match.turn == seed % 2 else "random"]
            match.play(bot.choose(match.position.view(match.turn), len(match.events)))
        wins += match.places[seed % 2] == 1
    assert wins >= 5


def test_the_levels() -> None:
    """A beginner is no match for chance; what each level is worth, docs/zatre-thinking.md says."""
    game = load("zatre")
    assert list(game.bots) == ["random", "card", "search", "beginner", "regular", "expert", "master"]
    for seed in range(4):
        match = game.match(seed=seed)
        while not match.is_over:
            bot = game.bots["beginner" if match.turn == seed % 2 else "random"]
            match.play(bot.choose(match.position.view(match.turn), decision_seed(match)))
        assert match.places[seed % 2] == 1


def test_a_level_finishes_the_turn_that_it_began() -> None:
    """Whatever tempts it, under other options too: every placement lies in a legal turn, and the game goes on."""
    for options in ({"preset": "amigo", "players": 3}, {"double_incomplete": True, "open_hands": True}):
        match = load("zatre", **options).match(seed=2)
        for name in ["beginner", "regular", "expert", "master"] * 6:
            match.play(match.game.bots[name].choose(match.position.view(match.turn), decision_seed(match)))
        view = match.position.view(match.turn)
        master = match.game.bots["master"]
        assert master.choose(view, 1) == master.choose(view, 2), "it leaves nothing to chance"
