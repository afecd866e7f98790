"""Nothing of a position can be changed, nor what it was made from; copies and pickles are the same position."""

from __future__ import annotations

import copy
import pickle
from random import Random
from typing import Any

import pytest

import stammtisch
from stammtisch.core.position import Position
from tests.helpers import GAMES, any_move, load, play_on

GAME = stammtisch.load("heckmeck")


@pytest.mark.parametrize("name", ["state", "turn", "game", "viewer", "_state", "_key", "anything"])
def test_no_attribute_can_be_set_or_deleted(name: str) -> None:
    position = GAME.start()
    with pytest.raises(AttributeError, match=r"cannot be changed; play\(move\) gives the next one"):
        setattr(position, name, 1)
    with pytest.raises(AttributeError, match="cannot be changed"):
        delattr(position, name)


def test_its_state_can_be_read_only() -> None:
    position = GAME.start()
    key, state = position.key(), position.state
    kept: Any = getattr(state, "kept")  # noqa: B009
    changes: list[Any] = [
        lambda: setattr(state, "player", 1),
        lambda: delattr(state, "player"),
        lambda: kept.__setitem__(0, 1),
        lambda: kept.__delitem__(0),
        lambda: kept.__iadd__([1]),
        lambda: kept.__imul__(2),
        lambda: kept.append(1),
        lambda: kept.extend([1]),
        lambda: kept.insert(0, 1),
        lambda: kept.pop(),
        lambda: kept.remove(0),
        lambda: kept.clear(),
        lambda: kept.sort(),
        lambda: kept.reverse(),
    ]
    for change in changes:
        with pytest.raises(TypeError, match=r"change a copy of it, as state.copy\(\) gives one"):
            change()
    assert position.key() == key
    assert kept == [0] * 6
    assert position.state is state
    assert state.frozen() is state


def test_a_copy_of_its_state_can_be_changed() -> None:
    position = GAME.start()
    own: Any = position.state.copy()
    assert own == position.state
    own.kept[0] = 3
    own.player = 1
    assert own != position.state
    assert position == GAME.start()
    assert Position.unchecked(GAME, own) != position


def test_the_state_it_was_made_from_is_not_its_own() -> None:
    state: Any = GAME.start().state.copy()
    position = Position.unchecked(GAME, state)
    state.player = 1
    state.kept[0] = 8
    assert position == GAME.start()


@pytest.mark.parametrize("name", GAMES)
def test_copies_and_pickles_are_the_same_position(name: str) -> None:
    match = play_on(load(name).match(seed=1), any_move, Random(1), 8)
    for position in (match.position, match.position.view(1)):
        assert copy.copy(position) is position
        assert copy.deepcopy(position) is position
        again = pickle.loads(pickle.dumps(position))
        assert again == position
        assert again.legal_moves == position.legal_moves
        assert pickle.loads(pickle.dumps(position.state)) == position.state
        with pytest.raises(TypeError):
            pickle.loads(pickle.dumps(position.state)).player = 1
        for row in (row for row in vars(position.state).values() if isinstance(row, list)):
            again = pickle.loads(pickle.dumps(row))
            assert (type(again), again) == (type(row), row)
    replayed = pickle.loads(pickle.dumps(match))
    assert replayed.history == match.history
    assert [str(event.move) for event in replayed.events] == [str(event.move) for event in match.events]
    replayed.play(replayed.legal_moves[0])
    match.play(match.legal_moves[0])
    assert replayed.position == match.position, "the dice go on as they would have"
