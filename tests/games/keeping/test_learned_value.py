"""The masters of Heckmeck and Barbecue, and the value that they have learned."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from stammtisch import load
from stammtisch.core.errors import StammtischError
from stammtisch.games.keeping.bot import win
from stammtisch.games.keeping.learn import Round, learn, lessons
from stammtisch.games.keeping.value import Learned, Net, file_of, read, write
from tests.games.heckmeck.positions import W, given
from tests.games.keeping.positions import GAMES, random_position


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
    assert path.stat().st_size <= 200_000
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
    first, second = nets[2]
    for bad in (Net(first[1:], second), Net(first, second[1:]), Net(first * np.nan, second)):
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
        write(path, game, Learned({2: learn(game, 192, seed, generation=64)}, {2: {"games": 192, "seed": 5}}))
        files.append(path.read_bytes())
    assert files[0] == files[1] != files[2]


@pytest.mark.no_cover
def test_a_net_does_not_depend_on_where_its_games_were_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """In parts on two processes, or all of a generation together."""
    together = learn(load("heckmeck"), 192, 5, generation=64)
    monkeypatch.setattr("stammtisch.games.keeping.learn.PART", 24)
    apart = learn(load("heckmeck"), 192, 5, generation=64, workers=2)
    assert all(np.array_equal(one, other) for one, other in zip(together, apart, strict=True))


def test_a_lesson_is_the_value_of_the_next_own_turn_and_what_came_later() -> None:
    """One game of two players and five turns; seat 0 takes the last."""
    values = [0.5, 0.4, 0.7, 0.2, 0.9]
    rounds = [
        Round(np.array([value]), np.arange(going), np.zeros((going, 1)), np.zeros(going))
        for value, going in zip(values, (1, 1, 1, 1, 0), strict=True)
    ]
    _, _, taught = lessons(rounds, np.array([[1.0, 0.0]]), later=0.5)
    last_of_0 = 0.5 * 0.9 + 0.5 * 1  # before his last turn, and he won
    assert taught == pytest.approx([0.5 * 0.7 + 0.5 * last_of_0, 0.5 * 0.2 + 0.5 * 0, last_of_0, 0])
