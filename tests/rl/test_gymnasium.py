"""Gymnasium: its checker passes for every game; bots, policies and the agent itself play the other seats."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import stammtisch
from stammtisch.bots import decision_seed
from stammtisch.core.errors import IllegalMove, OptionError, StammtischError
from stammtisch.rl import StammtischEnv, environment_id, register_all
from tests.examples import EXAMPLE
from tests.rl.games import GAMES, TURNS, load, most_seats, registered


@pytest.mark.parametrize("mask", ["info", "observation"])
@pytest.mark.parametrize("observation", ["integers", "tensor"])
@pytest.mark.parametrize("name", GAMES)
def test_the_checker_finds_nothing(name: str, observation: str, mask: str) -> None:
    # It draws actions without looking at the mask.
    env = gymnasium.make(registered(name), observation=observation, mask=mask, illegal="random", render_mode="ansi")
    check_env(env.unwrapped)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_against_bots_is_the_match_of_the_same_seed(name: str) -> None:
    game = most_seats(name)
    env = StammtischEnv(game, opponents="random", seat=1, turns=TURNS, skip_forced=False)
    seen, info = env.reset(seed=21)
    match, bot = game.match(seed=21), game.bots["random"]
    ended = False
    while not ended:
        while match.turn != 1:
            match.play(bot.choose(match.position.view(match.turn), decision_seed(match)))
        assert env.episode.position == match.position
        assert seen.tolist() == match.position.observation(1)
        move = match.legal_moves[0]
        assert info["action_mask"][move] == env.action_masks()[move] == 1
        match.play(move)
        seen, reward, terminated, truncated, info = env.step(np.int64(move))
        ended = terminated or truncated
    assert reward == info["rewards"][1]


def test_all_games_are_registered_once() -> None:
    register_all()
    for game in stammtisch.catalogue():
        spec = gymnasium.spec(environment_id(game))
        assert spec.kwargs == {"game": game.name}
    with pytest.raises(gymnasium.error.NameNotFound):
        gymnasium.make("stammtisch/Ludo-v1")


def test_sub_environments_run_side_by_side() -> None:
    envs = gymnasium.make_vec(registered(EXAMPLE), num_envs=2, vectorization_mode="sync", illegal="random")
    seen, infos = envs.reset(seed=3)
    assert seen.shape == (2, len(load(EXAMPLE).observation))
    assert infos["seed"].tolist() == [3, 4]
    for _ in range(5):
        seen, _, _, _, infos = envs.step(envs.action_space.sample())
    assert infos["action_mask"].shape == (2, len(load(EXAMPLE).moves))


def play(env: Any, seed: int) -> tuple[list[int], float]:
    """The seats that were asked, and the sum of the rewards, where the agent plays the first legal move."""
    _, info = env.reset(seed=seed)
    seats, total, ended = [], 0.0, False
    while not ended:
        seats.append(info["seat"])
        _, reward, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
        total += reward
        ended = terminated or truncated
    return seats, total


def test_the_seat_is_drawn_by_the_seed_or_given() -> None:
    env = StammtischEnv(load(EXAMPLE), turns=2)
    seats = [play(env, seed)[0][0] for seed in range(12)]
    assert set(seats) == {0, 1}
    assert seats == [play(env, seed)[0][0] for seed in range(12)]
    assert {play(StammtischEnv(load(EXAMPLE), seat=1, turns=2), seed)[0][0] for seed in range(5)} == {1}


def test_against_itself_it_plays_all_seats() -> None:
    env = StammtischEnv(load("toy"), opponents="self", reward="score")
    seats, total = play(env, 1)
    assert set(seats) == {0, 1}
    assert total == sum(env.episode.position.scores)


def test_bots_policies_and_lists_of_them_are_opponents() -> None:
    asked = []

    def policy(observation: Any, mask: Any) -> int:
        asked.append((observation.shape, mask.sum()))
        return int(mask.argmax())

    game = load(EXAMPLE, {"players": 3})
    env = StammtischEnv(game, opponents=[policy, game.bots["random"]], seat=2, turns=6)
    play(env, 5)
    assert {shape for shape, _ in asked} == {(len(game.observation),)}
    play(StammtischEnv(game, opponents=policy, turns=3), 5)


def test_a_level_plays() -> None:
    play(StammtischEnv(load(EXAMPLE), opponents="beginner", turns=4), 5)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"seat": 2}, r"^seat cannot be 2; it must be a number from 0 to 1, or None$"),
        ({"opponents": "nobody"}, r"^.* has no bot 'nobody'; it has "),
        ({"opponents": 3}, r"^an opponent must be the name of a bot, a bot or a function, not 3$"),
        ({"opponents": ["random", "random"]}, r"^with 2 players there must be 1 opponents, not 2$"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(given: dict[str, Any], why: str) -> None:
    with pytest.raises(OptionError, match=why):
        gymnasium.make(registered(EXAMPLE), **given)


def test_illegal_actions() -> None:
    env = StammtischEnv(load(EXAMPLE), seat=0)
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match=r"; the legal moves are: "):
        env.step(0)
    env = StammtischEnv(load(EXAMPLE), seat=0, illegal="lose")
    env.reset(seed=1)
    assert env.step(0)[1:4] == (-1.0, True, False)
    with pytest.raises(StammtischError, match=r"^the episode is over; reset\(\) begins the next one$"):
        env.step(0)


def test_an_agent_that_is_never_asked_is_told_so() -> None:
    env = StammtischEnv(load("toy"), seat=1, turns=1)
    with pytest.raises(StammtischError, match=r"^from this start the agent was never asked for a move, in 1000 games$"):
        env.reset(seed=1)
