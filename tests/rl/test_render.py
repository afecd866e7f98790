"""Pictures: every game can be drawn, always in the same size, and shows nothing that is hidden."""

from __future__ import annotations

import numpy as np
import pytest

from stammtisch.rl.gymnasium import StammtischEnv
from stammtisch.rl.picture import picture
from tests.examples import HIDDEN
from tests.rl.games import GAMES, load, most_seats


@pytest.mark.parametrize("name", GAMES)
def test_pictures_of_a_game_have_one_size_and_differ(name: str) -> None:
    env = StammtischEnv(most_seats(name), opponents="self", render_mode="rgb_array")
    _, info = env.reset(seed=3)
    drawn = [env.render()]
    for _ in range(5):
        _, _, terminated, _, info = env.step(int(info["action_mask"].nonzero()[0][-1]))
        drawn.append(env.render())
        if terminated:
            break
    assert {(each.shape, each.dtype) for each in drawn} == {(drawn[0].shape, np.dtype(np.uint8))}
    assert len({each.tobytes() for each in drawn}) > 1
    assert len(np.unique(drawn[0].reshape(-1, 3), axis=0)) > 10


@pytest.mark.parametrize("name", GAMES)
def test_what_the_board_shows_has_room(name: str) -> None:
    game = most_seats(name)
    match = game.match(seed=4)
    most = 0
    while not match.is_over and len(match.events) < 400:
        view = match.position.view(match.turn)
        names = [f"seat {p}" for p in range(game.players)]
        most = max(most, game.text.picture(view, names).count("\n") + 1)
        match.play(match.legal_moves[len(match.events) % len(match.legal_moves)])
    assert most <= max(17, 10 + game.players)


def test_it_shows_what_the_viewer_may_see() -> None:
    position = load(HIDDEN).match(seed=1).position
    other = load(HIDDEN).match(seed=2).position
    assert not np.array_equal(picture(position.view(0)), picture(position.view(1)))
    assert picture(position.view(-1)).shape == picture(other.view(-1)).shape


def test_the_board_in_words_is_that_of_the_seat() -> None:
    env = StammtischEnv(load(HIDDEN), seat=1, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == str(env.episode.position.view(1))
    assert StammtischEnv(load(HIDDEN)).render_mode is None
