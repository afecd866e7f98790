"""What a seat sees, as numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

import stammtisch
from stammtisch.core.contract.fields import Fields
from stammtisch.core.errors import OptionError, StammtischError
from stammtisch.core.observation import Observation
from stammtisch.testing import fields
from tests.helpers import GAMES, TOY, load


@pytest.mark.parametrize("name", GAMES)
def test_every_number_has_a_name_and_a_range(name: str) -> None:
    game = load(name)
    seen = game.observation
    row, tensor = game.start().observation(0), game.start().tensor(0)
    assert len(seen) == len(row) == len(seen.names) == len(seen.low) == len(seen.high)
    assert len(set(seen.names)) == len(seen.names)
    assert len(tensor) == len(set(seen.tensor_names))
    for seat in range(game.players):
        fields.check_range(game.start(), seat)


def test_whoever_looks_is_seat_0() -> None:
    game = load("heckmeck", {"players": 3})
    start = game.start()
    assert [start.observation(seat)[0] for seat in range(3)] == [0, 2, 1]
    state = start.state.copy()
    state.lies[0], state.top[1] = 1, 0  # type: ignore[attr-defined]
    position = stammtisch.core.position.Position(game, state)
    at = [game.observation.names.index(name) for name in ("lies[21]", "top[seat 0]", "top[seat 1]", "top[seat 2]")]
    assert [[position.observation(seat)[i] for i in at] for seat in range(3)] == [
        [1, -1, 0, -1],
        [0, 0, -1, -1],
        [2, -1, -1, 0],
    ]


def test_a_category_has_a_number_for_each_of_its_values() -> None:
    game = load("heckmeck")
    names = game.observation.tensor_names
    tensor = dict(zip(names, game.start().tensor(1), strict=True))
    assert (tensor["player = 0"], tensor["player = 1"]) == (0, 1)
    assert tensor["lies[36] = -1"] == 1
    assert tensor["dice"] == 1
    assert tensor["kept[worm]"] == 0


def test_a_row_may_be_shared_out_among_those_who_play() -> None:
    for players in (2, 7):
        names = load("zatre", {"players": players}).observation.names
        boxes = [name for name in names if name.startswith("box[")]
        assert len(boxes) == 3 * players * (240 // players)
        assert boxes[0] == "box[0, seat 0, 0]"
        assert boxes[-1] == f"box[2, seat {players - 1}, {240 // players - 1}]"


def test_what_is_hidden_is_not_observed() -> None:
    game = load(TOY)
    position = game.match(seed=1).position
    at = [i for i, name in enumerate(game.observation.names) if name.startswith("hand[seat 1")]
    assert sum(position.observation(0)[i] for i in at) == 0
    assert sum(position.observation(1)[game.observation.names.index(name)] for name in _own()) == 2
    assert position.view(0).observation(0) == position.observation(0)


def _own() -> list[str]:
    return [f"hand[seat 0, {colour}]" for colour in ("white", "red", "blue")]


def test_a_table_tells_every_field() -> None:
    game = load("heckmeck")
    table = game.observation.table().splitlines()
    assert len(table) == len(game.observation.fields)
    assert table[0] == "        0  player         0 … 1      whose turn it is"
    assert table[3].startswith("      3–8  thrown ")


def test_nobody_else_looks() -> None:
    position = load("heckmeck").start()
    for seat in (-1, 2):
        with pytest.raises(OptionError, match=f"there is no seat {seat} that could look; seats go from 0 to 1"):
            position.observation(seat)
    with pytest.raises(OptionError, match="this is what seat 1 sees; seat 0 sees something else"):
        position.view(1).observation(0)


def test_a_state_that_is_not_described_is_not_observed() -> None:
    old = stammtisch.games.load("zocken", version=1)
    with pytest.raises(StammtischError, match=r"Zocken, version 1, cannot be observed: .* mean: last_thrower"):
        Observation(old)


def test_a_game_without_the_file_has_none(tmp_path: Path) -> None:
    assert not Fields(None)
    assert Fields(None).FIELDS == {}
    assert Fields(None).scores(load(TOY).options) is None
    assert load(TOY).part(Fields).scores(load(TOY).options) == (-6, 10)
