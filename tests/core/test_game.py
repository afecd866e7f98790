"""Game, the registry and the public face."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

import stammtisch
from stammtisch import games
from stammtisch.core.errors import ParseError, StammtischError, UnknownGame
from stammtisch.core.game import Move
from tests.helpers import TOY, load


def test_the_face_names_what_it_gives() -> None:
    assert all(hasattr(stammtisch, name) for name in stammtisch.__all__)
    assert sorted(stammtisch.__all__) == stammtisch.__all__


def test_the_catalogue_has_every_registered_game() -> None:
    assert [game.name for game in stammtisch.catalogue()] == games.names()
    assert "heckmeck" in games.names()


def test_an_unknown_game() -> None:
    with pytest.raises(UnknownGame, match="there is no game 'chess'; there are "):
        stammtisch.load("chess")


def test_a_version_that_is_not_known() -> None:
    with pytest.raises(StammtischError, match="heckmeck has rules of version 1; version 2 is not known here"):
        games.load("heckmeck", {}, 2)


def test_an_old_version_stays_playable(monkeypatch: pytest.MonkeyPatch) -> None:
    from stammtisch.games.heckmeck import rules

    monkeypatch.setattr(rules, "VERSION", 2)
    old = ModuleType("stammtisch.games.heckmeck.rules_v1")
    vars(old).update({name: value for name, value in vars(rules).items() if not name.startswith("__")}, VERSION=1)
    old.__package__ = rules.__package__
    monkeypatch.setattr(games, "find_spec", lambda name: name == old.__name__ or None)
    monkeypatch.setitem(sys.modules, old.__name__, old)
    assert games.load("heckmeck").version == 2
    assert games.load("heckmeck", {}, 1).version == 1
    assert games.load("heckmeck", {}, 1) != games.load("heckmeck")
    with pytest.raises(StammtischError, match="version 3 is not known here"):
        games.load("heckmeck", {}, 3)


def test_equal_games_are_interchangeable() -> None:
    assert stammtisch.load("heckmeck") == stammtisch.load("heckmeck", players="2", steal="optional")
    assert hash(stammtisch.load("heckmeck")) == hash(stammtisch.load("heckmeck", players=2))
    assert stammtisch.load("heckmeck") != stammtisch.load("heckmeck", players=3)
    assert stammtisch.load("heckmeck") != "heckmeck"


def test_repr_rebuilds_the_game() -> None:
    game = stammtisch.load("heckmeck", players=3, fast="no_exception", flip_without_tile=True)
    assert eval(repr(game), {"stammtisch": stammtisch}) == game


def test_a_move_is_a_number_that_knows_its_name() -> None:
    move = stammtisch.load("heckmeck").move("take 21")
    assert isinstance(move, Move)
    assert (move, str(move), repr(move)) == (8, "take 21", "Move(8, 'take 21')")


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("tkae 21", "'tkae 21' is no move in Heckmeck am Bratwurmeck; you may mean take 21"),
        ("keep W", "'keep W' is no move in Heckmeck am Bratwurmeck; you may mean keep worm"),
        ("", "'' is no move in Heckmeck am Bratwurmeck; you can type pass, keep 1, .* and 17 more"),
        (25, "25 is no move in Heckmeck am Bratwurmeck; numbers go from 0 to 24"),
        (-1, "-1 is no move"),
        (True, "True is no move"),
        (1.5, "1.5 is no move"),
        (None, "None is no move"),
    ],
)
def test_what_is_no_move_is_not_understood(given: object, reason: str) -> None:
    with pytest.raises(ParseError, match=reason):
        stammtisch.load("heckmeck").move(given)  # type: ignore[arg-type]


@pytest.mark.no_cover  # compiling is three times as slow where it is traced
def test_a_game_has_its_bots_by_name() -> None:
    for name in games.names():
        bots = load(name).bots
        assert bots
        assert all(bot.name == key for key, bot in bots.items())
        view = load(name).match(seed=1).position
        for bot in bots.values():
            assert bot.choose(view.view(view.turn), 3) in view.legal_moves


def test_a_game_without_bots_is_still_a_game() -> None:
    assert load(TOY).title == "Marbles"


def test_a_bare_number_is_no_face_of_a_die() -> None:
    """Outcome 3 of a die is its face 4: who gives 3 may mean either."""
    start = stammtisch.load("heckmeck").start()
    assert str(start.play("3").play("4").outcomes[3][0]) == "4"
    for wrong in range(6):
        with pytest.raises(ParseError, match=rf"{wrong} as a bare number may mean .* give the name as text: '1', '2'"):
            start.play(wrong)
    for kind, _ in start.outcomes:
        assert start.play(kind) == start.play(str(kind))


def test_a_bare_number_will_do_where_no_name_is_a_number() -> None:
    game = load(TOY)
    assert game.start().play(1) == game.start().play("red")


def test_an_outcome_is_no_move_and_a_move_no_outcome() -> None:
    start = stammtisch.load("heckmeck").start()
    with pytest.raises(ParseError, match="'keep 3' is no outcome of this throw"):
        start.play(start.game.moves[3])
    with pytest.raises(ParseError, match="'4' is no move"):
        start.game.move(start.outcomes[3][0])
    with pytest.raises(ParseError, match="'stop' is no move in Heckmeck"):
        start.game.move(stammtisch.load("barbecue").moves[8])
