"""Search: bots and advice for any game, from what a seat may see and nothing else."""

from __future__ import annotations

import pytest

from stammtisch.bots import LEVELS, SearchBot, analyse, decision_seed, redraw
from stammtisch.bots.search import PLAYOUTS, find, values
from stammtisch.core import defaults
from stammtisch.core.game import Bot
from stammtisch.core.match import Match
from tests.games.heckmeck.positions import START, W, given
from tests.helpers import TOY, load

pytestmark = pytest.mark.no_cover


def played(seed: int, *bots: Bot) -> Match:
    match = load(TOY, {"players": len(bots)}).match(seed)
    while not match.is_over:
        match.play(bots[match.turn].choose(match.position.view(match.turn), decision_seed(match)))
    return match


def test_a_game_without_a_thinker_has_bots() -> None:
    bots = load(TOY).bots
    assert list(bots) == ["random", *LEVELS]
    assert (
        bots["beginner"].about
        == "a move that gives away 30 % winning chance tempts it a third as often as the best one"
    )
    assert played(3, bots["beginner"], bots["master"]).events == played(3, bots["beginner"], bots["master"]).events


def test_what_is_hidden_is_not_used() -> None:
    """Positions that look alike to the player to move are alike to the search, even if it is given the whole."""
    position = load(TOY).match(seed=1).position
    view = position.view(position.turn)
    twins = [redraw(view, seed) for seed in range(6)]
    assert len({twin.key() for twin in twins}) > 1
    assert all(analyse(twin) == analyse(position) for twin in twins)


def test_the_same_seed_gives_the_same() -> None:
    view = load(TOY).match(seed=1).position.view(0)
    assert values(view, 100, 1) == values(view, 100, 1) != values(view, 100, 2)
    assert values(view, 100) == values(view, 100)
    assert SearchBot(100).choose(view, 1) == SearchBot(100).choose(view, 1)
    assert set(values(view)) == set(view.legal_moves)


def test_advice_from_playouts() -> None:
    position = load(TOY).match(seed=1).position
    told = analyse(position)
    assert told.seat == position.turn
    assert str(told.unit) == "% winning chance"
    assert told.value == told.best.value == max(choice.value for choice in told.choices)
    assert sum(find(position.view(told.seat)).playouts.values()) == PLAYOUTS
    playouts = find(position.view(told.seat)).playouts[told.best.move]
    win = told.best.figures["win"]
    assert (
        told.sentence(told.best.move) == f"{told.best.move}: wins {100 * win:.0f} % of {playouts:,} trial games, best"
    )
    start = load(TOY).start()
    assert start.is_chance
    assert analyse(start).choices == ()
    assert 0 < analyse(start).value < 100


def test_advice_is_exact_where_little_is_left() -> None:
    """The last two dice of a game: take it or fail."""
    position = START["last tile, two dice, a failed turn ends the game"]
    while position.is_chance:
        position = position.play("5")
    found = find(position.view(0))
    assert not found.playouts
    assert SearchBot().choose(position.view(0), 0) == max(found.moves, key=lambda move: found.moves[move])
    one = given([22], [[21, 25], [23]], {W: 2, 4: 2, 1: 2, 2: 2})
    assert find(one.view(0)).moves == {one.legal_moves[0]: 1.0}


def test_a_game_that_hides_must_deal() -> None:
    game = load(TOY)
    game.rules = type(game.rules)(**{**vars(game.rules), "deal": defaults.deal})
    with pytest.raises(TypeError, match=r"rules has hide but no unseen and deal"):
        values(game.match(seed=1).position.view(0), 10)
