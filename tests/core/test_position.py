"""Position and its legal moves: immutable, hashable, readable, and careful with what comes from outside."""

from __future__ import annotations

from functools import reduce
from random import Random
from typing import Any

import pytest

import stammtisch
from stammtisch.core.errors import IllegalMove, OptionError, ParseError, StammtischError, UnknownGame
from stammtisch.core.position import Position
from tests.helpers import TOY, any_move, load, play_on

GAME = stammtisch.load("heckmeck", players=3)
THROWN = reduce(Position.play, ["1", "4", "4", "5", "5", "5", "worm", "worm"], GAME.start())


def test_playing_gives_a_new_position() -> None:
    key = THROWN.key()
    after = THROWN.play("keep 4")
    assert THROWN.key() == key
    assert after != THROWN
    assert after == THROWN.play(4)
    assert hash(after) == hash(THROWN.play(4))
    assert len({after, THROWN, THROWN.play("Keep  4")}) == 2


def test_a_view_is_of_a_seat_that_there_is() -> None:
    assert [THROWN.view(seat).viewer for seat in range(-1, 3)] == [-1, 0, 1, 2]
    for nobody in (-2, 3):
        with pytest.raises(OptionError, match=f"there is no seat {nobody}; seats go from 0 to 2, and -1 only watches"):
            THROWN.view(nobody)


def test_why_not_by_name_and_by_number() -> None:
    assert THROWN.why_not("keep 4") == THROWN.why_not(4) == 0
    assert THROWN.why_not("keep 2") == THROWN.why_not(2) == 202


def test_a_position_is_printed_as_its_board() -> None:
    assert str(THROWN) == GAME.text.board(THROWN, ["seat 0", "seat 1", "seat 2"])


def test_game_options_and_viewer_belong_to_a_position() -> None:
    start = GAME.start()
    assert start != stammtisch.load("heckmeck", players=3, steal="forced").start()
    assert start != start.view(0)
    assert start.view(0) != start.view(1)
    assert start != start.key()


def test_legal_moves_are_a_sequence() -> None:
    legal = THROWN.legal_moves
    assert repr(legal) == "[keep 1, keep 4, keep 5, keep worm]"
    assert len(legal) == 4
    assert str(legal[-1]) == "keep worm"
    assert [str(move) for move in legal[1:3]] == ["keep 4", "keep 5"]
    assert legal == [1, 4, 5, 6]
    assert legal != [1, 4]
    assert legal != 1


def test_in_takes_a_move_a_number_or_a_text() -> None:
    legal: Any = THROWN.legal_moves
    assert legal[0] in legal
    assert 4 in legal
    assert "keep 4" in legal
    assert " KEEP  4" in legal
    assert 2 not in legal
    assert "keep 2" not in legal
    assert "nonsense" not in legal


def test_a_short_repr_evaluates() -> None:
    assert repr(GAME.start()) == "stammtisch.position('stammtisch/1 heckmeck/1 players=3')"
    assert eval(repr(THROWN)) == THROWN
    assert eval(repr(THROWN.view(1))) == THROWN.view(1)
    assert eval(repr(GAME)) == GAME


def test_a_long_position_tells_who_may_do_what() -> None:
    match = play_on(stammtisch.load("zatre", open_hands=True).match(seed=1), any_move, Random(1), 60)
    legal = ", ".join(map(str, match.legal_moves))
    assert repr(match.position) == f"<Position of zatre, 2 players: seat {match.turn} may {legal}>"
    assert GAME.start().expects == "a throw"
    toy = play_on(load(TOY).match(seed=1), any_move, Random(1), 200)
    assert toy.position.expects == f"over, scores {toy.scores}"


def test_a_digest_is_the_same_everywhere() -> None:
    assert load(TOY).start().digest() == "abbc38c7806ac1bb"
    assert THROWN.digest() != GAME.start().digest()


def test_a_position_says_which_game_it_is() -> None:
    written = THROWN.to_json()
    assert THROWN.to_show() == written["state"]
    assert stammtisch.position(written) == THROWN
    assert GAME.position(written) == THROWN
    assert GAME.position({"state": written["state"]}) == THROWN


@pytest.mark.parametrize(
    ("change", "kind", "reason"),
    [
        ({"game": None}, ParseError, "gives its 'game'"),
        ({"version": None}, ParseError, "gives its 'version'"),
        ({"options": None}, ParseError, "gives its 'options'"),
        ({"options": 5}, ParseError, "options must be an object"),
        ({"options": {"players": 9}}, OptionError, "players cannot be 9"),
        ({"game": "chess"}, UnknownGame, "there is no game 'chess'; there are .*heckmeck"),
        ({"game": []}, UnknownGame, "there is no game"),
        ({"version": 99}, StammtischError, "version 99 is not known here"),
        ({"version": "1.x"}, StammtischError, "version '1.x' is not known here"),
        ({"state": None}, ParseError, "must be an object with 'game', 'version', 'options' and 'state'"),
        ({"viewer": 3}, ParseError, "viewer must be a seat from 0 to 2, -1 for a spectator, or null, not 3"),
        ({"viewer": True}, ParseError, "viewer must be a seat"),
        ({"viewer": []}, ParseError, "viewer must be a seat"),
    ],
)
def test_a_position_of_the_wrong_kind_is_refused(
    change: dict[str, Any], kind: type[StammtischError], reason: str
) -> None:
    written = {name: value for name, value in (THROWN.to_json() | change).items() if value is not None}
    with pytest.raises(kind, match=reason):
        stammtisch.position(written)


def test_what_is_no_object_is_refused() -> None:
    nonsense: list[Any] = [[], None, 5]
    for wrong in nonsense:
        with pytest.raises(ParseError, match="a position must be an object"):
            stammtisch.position(wrong)
        with pytest.raises(ParseError, match="a position must be an object"):
            GAME.position(wrong)


def test_a_position_of_other_options_is_refused() -> None:
    with pytest.raises(ParseError, match=r"the position's options is .*'players': 3.*, but this game's is"):
        stammtisch.load("heckmeck").position(THROWN.to_json())


@pytest.mark.parametrize(
    "change",
    [
        {"player": 99},
        {"player": 3},
        {"player": -3},
        {"phase": 1, "falling": 0, "player": 99},
        {"lies": [99] * 16, "phase": 2, "kept": [0, 0, 0, 0, 0, 5]},
    ],
)
def test_numbers_that_do_not_fit_are_refused_at_once(change: dict[str, Any]) -> None:
    for position in (GAME.start(), THROWN):
        written = position.to_json()
        written["state"] |= change
        with pytest.raises(ParseError, match="cannot come about in Heckmeck am Bratwurmeck"):
            stammtisch.position(written)


def test_a_view_from_outside_is_asked_but_not_played_on() -> None:
    """Without the rivals' hands the bag may be empty where somebody should draw from it."""
    match = play_on(load(TOY).match(seed=2), any_move, Random(2), 30)
    for position in match.history:
        for viewer in range(2):
            view = position.view(viewer)
            assert load(TOY).position(view.to_json()) == view
    written = match.position.view(0).to_json()
    written["state"] |= {"player": 7, "phase": 1}
    with pytest.raises(ParseError, match="cannot come about in Marbles"):
        load(TOY).position(written)


def test_a_finished_position_comes_back() -> None:
    match = load(TOY).match(seed=1)
    while not match.is_over:
        match.play(match.legal_moves[0])
    again: Position = load(TOY).position(match.position.to_json())
    assert again.is_over
    assert again.scores == match.scores


def test_a_view_plays_on_as_a_view() -> None:
    view = THROWN.view(2)
    assert view.play("keep 4").viewer == 2


def test_a_game_without_a_paragraph_about_passing() -> None:
    with pytest.raises(
        IllegalMove, match=r"^you can pass only when .*; the legal moves are: lay red, lay blue$"
    ) as refused:
        load(TOY).match(1).position.play("pass")
    assert (refused.value.paragraph, refused.value.reason) == ("", "you can pass only when you have no other move")
