"""The masters of Heckmeck and Barbecue, and the value that they have learned."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from stammtisch import load
from stammtisch.computing import Place
from stammtisch.core.errors import StammtischError
from stammtisch.core.position import Position
from stammtisch.fast.layout import unpack
from stammtisch.games.keeping.bot import win
from stammtisch.games.keeping.checkpoint import draw
from stammtisch.games.keeping.learn import learn
from stammtisch.games.keeping.selfplay import Round, begun, lessons
from stammtisch.games.keeping.strength import strength
from stammtisch.games.keeping.value import Learned, Net, file_of, read, write
from tests.games.heckmeck.positions import W, given
from tests.games.keeping.positions import GAMES, random_position


@pytest.fixture(autouse=True)
def _small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few games tell here how strong a net is, and a generation is shared out all the same."""
    monkeypatch.setattr("stammtisch.games.keeping.learn.MEASURE", 32)
    monkeypatch.setattr("stammtisch.games.keeping.selfplay.PART", 32)


@pytest.mark.parametrize("name", GAMES)
def test_it_makes_legal_moves_in_every_phase_and_under_all_options(name: str) -> None:
    rng = Random(21)
    for _ in range(25):
        position = random_position(name, rng)
        while position.is_chance:
            position = position.play(position.drawn(rng.randrange(6)))
        turn = win(position)
        values = turn.moves(position)
        chosen = position.game.bots["master"].choose(position.view(position.turn), 0)
        assert list(values) == position.legal_moves
        assert values[chosen] == max(values.values())
        assert -1e-9 <= min(values.values()) <= max(values.values()) <= 1 + 1e-9  # they are chances


def test_the_last_tile_is_not_taken_by_one_who_would_lose_by_it() -> None:
    """Taking 21 ends the game with 3 worms against 4; with one more throw the turn may fail and the game go on."""
    position = given(grill=[21], stacks=[[25], [33]], kept={W: 4, 1: 3})
    values = {str(move): value for move, value in win(position).moves(position).items()}
    assert values["take 21"] == 0
    assert str(position.game.bots["master"].choose(position, 0)) == "roll"
    assert str(position.game.bots["one-turn"].choose(position, 0)) == "take 21"
    used_up = given(grill=[21], stacks=[[25], [33]], kept={W: 4, 1: 4})
    assert str(position.game.bots["master"].choose(used_up, 0)) == "take 21"  # it must


def test_who_takes_the_last_tile_wins() -> None:
    """Nobody owns a tile: with a chance p of taking the last one, v = p + (1 − p) · (1 − v) is exact."""
    for tile in (21, 22, 23):
        position = given(grill=[tile])
        p = win(position).for_totals(range(tile, 41)).value(position)
        assert win(position).value(position) == pytest.approx(1 / (2 - p), abs=0.03)


def test_the_last_turn_is_exact() -> None:
    """Taking 22 wins; failing turns it face down, and then nobody has a tile: the win is shared. Nothing is guessed."""
    position = given(grill=[22], flip_without_tile=True)
    turn = win(position)
    p = turn.for_totals(range(22, 41)).value(position)
    assert turn.value(position) == pytest.approx(p + (1 - p) / 2, abs=1e-12)


def test_what_was_learned_is_a_chance_that_rises_with_the_lead() -> None:
    def value(mine: list[int], rival: list[int]) -> float:
        position = given(grill=[n for n in range(21, 37) if n not in mine + rival], stacks=[mine, rival])
        return win(position).value(position)

    assert value([29, 30, 33], [21]) > value([29, 30], [21]) > value([], []) > value([21], [29, 30]) > 0
    assert value([], []) == pytest.approx(0.5, abs=0.05)


@pytest.mark.parametrize("name", GAMES)
def test_the_file_says_what_it_is_for(name: str) -> None:
    game = load(name)
    path = file_of(game)
    with np.load(path) as file:
        about = json.loads(str(file["about"]))
    assert (about["game"], about["version"]) == (name, game.version)
    assert {"players": 2, **about["options"]} == game.options.to_json()
    assert path.stat().st_size <= 1_200_000
    assert all(players in game.options.choices()["players"] for players in read(path, game).nets)


def test_a_file_that_is_damaged_or_for_other_rules_is_refused(tmp_path: Path) -> None:
    game = load("heckmeck")
    path = tmp_path / "value.npz"
    good = file_of(game).read_bytes()

    def refusal(data: bytes | None, of: Any = game) -> str:
        path.unlink(missing_ok=True)
        if data is not None:
            path.write_bytes(data)
        with pytest.raises(StammtischError) as caught:
            read(path, of)
        return str(caught.value)

    assert "cannot be read" in refusal(None)
    assert "cannot be read" in refusal(b"")
    assert "cannot be read" in refusal(good[: len(good) // 2])
    assert "cannot be read" in refusal(good[:5000] + bytes([good[5000] ^ 1]) + good[5001:])
    assert "for version 1 of heckmeck, not for 1 of barbecue" in refusal(good, load("barbecue"))
    newer = load("heckmeck")
    newer.version = 2
    assert "for version 1 of heckmeck, not for 2 of heckmeck" in refusal(good, newer)
    nets, taught = read(file_of(game), game)
    first, second, third = nets[2]
    for bad in (
        Net(first[1:], second, third),
        Net(first, second[1:], third),
        Net(first, second, third[1:]),
        Net(first * np.nan, second, third),
    ):
        write(path, game, Learned({**nets, 2: bad}, taught))
        assert "for 2 players is damaged" in refusal(path.read_bytes())
    del nets[7]
    write(path, game, Learned(nets, taught))
    assert "for 7 players is damaged" in refusal(path.read_bytes())


@pytest.mark.no_cover
def test_the_same_seed_learns_the_same_and_writes_the_same_file(tmp_path: Path) -> None:
    game = load("heckmeck")
    files = []
    for number, seed in enumerate((5, 5, 6)):
        path = tmp_path / f"{number}.npz"
        net, _ = learn(game, 192, seed, generation=64)
        write(path, game, Learned({2: net}, {2: {"games": 192, "seed": 5}}))
        files.append(path.read_bytes())
    assert files[0] == files[1] != files[2]


@pytest.mark.no_cover
def test_a_net_does_not_depend_on_where_it_was_learned_or_whether_learning_was_broken_off(tmp_path: Path) -> None:
    """On one process; on two; and broken off after every generation."""
    game = load("barbecue")

    def learned(**given: Any) -> tuple[Net, list[Any]]:
        return learn(game, 192, 5, generation=64, **given)

    class Broken(Exception):
        pass

    def break_off(done: int, of: int, point: object) -> None:
        if point and done < of:
            raise Broken

    here, curve = learned()
    there, other = learned(workers=2)
    assert curve == other
    assert [point.games for point in curve] == [64, 128, 192]
    for _ in range(2):
        with pytest.raises(Broken):
            learned(keep=tmp_path, tell=break_off)
    resumed, again = learned(keep=tmp_path)
    assert again == curve
    for arrays in zip(here, there, resumed, strict=True):
        assert np.array_equal(arrays[0], arrays[1])
        assert np.array_equal(arrays[0], arrays[2])
    with pytest.raises(StammtischError, match="keeps another learning"):
        learn(game, 192, 6, generation=64, keep=tmp_path)
    draw(game, {2: curve}, tmp_path / "curve.svg")
    assert "games against itself" in (tmp_path / "curve.svg").read_text("utf-8")


@pytest.mark.no_cover
def test_a_rival_can_be_learned_to_be_beaten() -> None:
    """From nothing, against a bot that looks no further than its turn: better than at first."""
    game = load("barbecue")
    few, _ = learn(game, 128, 5, generation=64, rival="one-turn")
    more, _ = learn(game, 1024, 5, generation=256, rival="one-turn")
    here = Place(None, 1)
    share = [strength(here, game, net, "one-turn", 1024, 5, further=False)[0] for net in (few, more)]
    assert share[0] + 0.1 < share[1]
    told: list[tuple[int, int]] = []
    _, margin = strength(here, game, more, "one-turn", 1, 5, further=False, tell=lambda *each: told.append(each))
    assert np.isfinite(margin)
    assert told == [(1, 1)]


@pytest.mark.parametrize("name", GAMES)
def test_some_games_begin_late_and_in_what_may_be(name: str) -> None:
    """The check of positions from outside finds no fault in them."""
    game = load(name, players=3)
    states = begun(game, np.arange(200))
    start = game.start().state
    late = [Position(game, unpack(game.module.State, state)) for state in states]
    late = [position for position in late if position.state != start]
    assert 30 < len(late) < 90
    for position in late:
        assert game.position(position.to_text()) == position


def test_a_lesson_is_what_the_next_turn_tells_and_what_came_later() -> None:
    """One game of two players and five turns; seat 0 takes the last."""
    values = [0.5, 0.4, 0.7, 0.2, 0.9]
    rounds = [
        Round(np.array([value]), np.arange(going), np.zeros((going, 1)), np.zeros(going))
        for value, going in zip(values, (1, 1, 1, 1, 0), strict=True)
    ]
    won = np.array([[1.0, 0.0]])
    last = 0.5 * 0.9 + 0.5 * 1  # of seat 0, before its last turn; and it won
    after_3 = 1 - last  # of seat 1, as the turn of its rival tells it
    after_2 = 1 - (0.5 * 0.2 + 0.5 * after_3)
    after_1 = 1 - (0.5 * 0.7 + 0.5 * after_2)
    after_0 = 1 - (0.5 * 0.4 + 0.5 * after_1)
    assert lessons(rounds, won, 0.5).chances == pytest.approx([after_0, after_1, after_2, after_3])
    # Where only seat 0 learns, its own next turns tell it.
    assert lessons(rounds, won, 0.5, seat=0).chances == pytest.approx([0.5 * 0.7 + 0.5 * last, last])
