"""PettingZoo: its own tests pass for every game, and a game through it is the match with the same seed and moves."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test, state_test
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

from stammtisch.core.errors import IllegalMove, OptionError, ParseError, StammtischError, UnknownGame
from stammtisch.core.places import win_shares
from stammtisch.rl.pettingzoo import env, parallel_env, raw_env
from tests.examples import EXAMPLE, HIDDEN
from tests.rl.games import GAMES, TURNS, load, most_seats

# The library warns of every environment whose observation is a dict, save its own.
DICTS = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be gymnasium.spaces.box:UserWarning",
)


@pytest.mark.parametrize("observation", ["integers", "tensor"])
@pytest.mark.parametrize("name", GAMES)
def test_the_librarys_own_tests_pass(name: str, observation: str) -> None:
    game = most_seats(name)
    api_test(env(game, mask="info", observation=observation, turns=TURNS, render_mode="ansi"), num_cycles=50)
    seed_test(lambda: env(game, observation=observation, turns=TURNS), num_cycles=20)
    parallel_api_test(parallel_env(game, observation=observation, turns=TURNS), num_cycles=50)
    # These draw actions without looking at the mask.
    blind: dict[str, Any] = {"observation": observation, "illegal": "random", "turns": TURNS}
    state_test(env(game, **blind), parallel_env(game, **blind))
    parallel_seed_test(lambda: parallel_env(game, **blind), 10)


@DICTS
@pytest.mark.parametrize("name", GAMES)
def test_they_pass_with_the_mask_beside_the_observation(name: str) -> None:
    api_test(env(load(name), turns=TURNS), num_cycles=50)


@pytest.mark.parametrize("name", GAMES)
def test_it_is_rendered(name: str) -> None:
    def made(render_mode: str) -> Any:
        """It asks everybody for a mode that shows a window."""
        return env(load(name), render_mode=None if render_mode == "human" else render_mode)

    render_test(made)


def test_a_whole_game_passes() -> None:
    """With its own end, and not cut off."""
    api_test(env(load("toy"), mask="info"), num_cycles=200)


@pytest.mark.parametrize("name", GAMES)
def test_it_is_the_match_with_the_same_seed_and_moves(name: str) -> None:
    game = most_seats(name)
    match = game.match(seed=11)
    each = env(game, turns=TURNS)
    each.reset(seed=11)
    for agent in each.agent_iter():
        seen, _, terminated, truncated, info = each.last()
        if terminated or truncated:
            each.step(None)
            continue
        seat = each.possible_agents.index(agent)
        assert seat == match.turn
        assert seen["observation"].tolist() == match.position.observation(seat)
        assert [m for m, legal in enumerate(info["action_mask"]) if legal] == list(map(int, match.legal_moves))
        assert each.unwrapped.state().tolist() == game.observation.of(match.position.state, 0)
        move = match.legal_moves[len(match.events) % len(match.legal_moves)]
        match.play(move)
        each.step(int(move))
    episode = each.unwrapped.episode
    assert match.history[episode.plies] == episode.position


def play(each: Any, seed: int, actions: int = 10**6) -> dict[str, float]:
    """The sums of all rewards, where everybody plays the first legal move."""
    each.reset(seed=seed)
    sums = dict.fromkeys(each.agents, 0.0)
    for agent in each.agent_iter(actions):
        _, reward, terminated, truncated, info = each.last()
        sums[agent] += reward
        each.step(None if terminated or truncated else int(info["action_mask"].argmax()))
    return sums


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("reward", ["win", "share", "score"])
def test_rewards_sum_up_to_what_the_end_is_worth(name: str, reward: str) -> None:
    each = env(load(name), reward=reward, turns=40)
    sums = play(each, seed=3)
    position = each.unwrapped.episode.position
    shares = win_shares(position.places)
    wanted = {"win": [2 * share - 1 for share in shares], "share": shares, "score": position.scores}
    assert list(sums.values()) == wanted[reward]


def test_a_limit_of_turns_truncates() -> None:
    each = env(load(EXAMPLE), turns=3)
    play(each, seed=1)
    episode = each.unwrapped.episode
    assert (episode.is_truncated, episode.is_terminated, episode.position.turns) == (True, False, 4)


def test_without_a_seed_games_differ_and_follow_from_the_seed_before() -> None:
    first, second = env(load(EXAMPLE)), env(load(EXAMPLE))
    seeds = []
    for each in (first, second):
        each.reset(seed=5)
        for _ in range(3):
            seeds.append(each.unwrapped.episode.seed)
            each.reset()
    assert seeds[:3] == seeds[3:]
    assert seeds[0] == 5
    assert len(set(seeds)) == 3


def test_who_is_not_to_move_can_only_pass() -> None:
    each = parallel_env(load(EXAMPLE))
    seen, infos = each.reset(seed=1)
    assert seen["player_1"]["action_mask"].tolist() == [1] + [0] * (len(each.terms.game.moves) - 1)
    assert infos["player_0"]["action_mask"][0] == 0
    with pytest.raises(StammtischError, match=r"it is the turn of player_0, but no action of it is among those"):
        each.step({"player_1": 0})
    assert each.step({"player_0": int(infos["player_0"]["action_mask"].argmax()), "player_1": 99})[2] == {
        "player_0": False,
        "player_1": False,
    }


def test_an_illegal_action_says_why() -> None:
    each = env(load(EXAMPLE))
    each.reset(seed=1)
    with pytest.raises(IllegalMove, match=r"is not allowed, because .*; the legal moves are: "):
        each.step(len(each.unwrapped.terms.game.moves) - 1)
    with pytest.raises(ParseError, match=r"^1000 is no move in .*; numbers go from 0 to "):
        each.step(1000)
    with pytest.raises(ParseError, match=r"is no move in"):
        each.step([1.0, 2.0])


def test_an_illegal_action_can_lose() -> None:
    each = env(most_seats(EXAMPLE), illegal="lose")
    each.reset(seed=1)
    each.step(1000)
    rewards = [each.last()[1]]
    assert all(each.terminations.values())
    assert rewards == [-1.0]
    wrapped = TerminateIllegalWrapper(raw_env(load(EXAMPLE)), illegal_reward=-1)
    wrapped.reset(seed=1)
    wrapped.step(0)
    assert all(wrapped.terminations.values())


def test_forced_moves_can_be_skipped() -> None:
    each = env(load(HIDDEN), skip_forced=True, turns=20)
    each.reset(seed=2)
    for _ in each.agent_iter():
        _, _, terminated, truncated, info = each.last()
        ended = terminated or truncated
        assert ended or info["action_mask"].sum() > 1
        each.step(None if ended else int(info["action_mask"].nonzero()[0][-1]))


def test_it_begins_at_any_position() -> None:
    match = load(EXAMPLE, {"players": 3}).match(seed=7)
    for _ in range(30):
        match.play(match.legal_moves[-1])
    for start in (match.position, match.position.to_text(), match.position.to_json()):
        each = env(EXAMPLE, start=start)
        each.reset(seed=1)
        assert each.unwrapped.episode.position == match.position


def test_an_environment_can_be_copied_to_another_process() -> None:
    each = parallel_env(load(EXAMPLE))
    each.reset(seed=1)
    copy = pickle.loads(pickle.dumps(each))
    assert copy.episode.position == each.episode.position


@pytest.mark.parametrize(
    ("given", "error", "why"),
    [
        ({"players": 99}, OptionError, r"^players cannot be 99; it must be a number from 2 to "),
        ({"reward": "gold"}, OptionError, r"^reward cannot be 'gold'; it must be win, share or score$"),
        ({"observation": "pixels"}, OptionError, r"^observation cannot be 'pixels'; it must be integers or tensor$"),
        ({"mask": 1}, OptionError, r"^mask cannot be 1; it must be info or observation$"),
        ({"illegal": None}, OptionError, r"^illegal cannot be None; it must be error, lose or random$"),
        ({"skip_forced": 1}, OptionError, r"^skip_forced cannot be 1; it must be False or True$"),
        ({"turns": -1}, OptionError, r"^turns must be a whole number, and 0 for no limit, not -1$"),
        ({"render_mode": "human"}, OptionError, r"^render_mode cannot be 'human'; it must be ansi or rgb_array$"),
        ({"colour": "red"}, OptionError, r"^there is no option 'colour'; this game has players, "),
        ({"start": "nonsense"}, ParseError, r"."),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(given: dict[str, Any], error: type[StammtischError], why: str) -> None:
    with pytest.raises(error, match=why):
        env(EXAMPLE, **given)


def test_other_starts_and_seeds_and_games_are_refused() -> None:
    with pytest.raises(UnknownGame, match=r"^there is no game 'ludo'; there are "):
        env("ludo")
    start = load(EXAMPLE, {"players": 3}).start()
    with pytest.raises(OptionError, match=r"^the start is a position of .*, not of "):
        env(EXAMPLE, players=2, start=start)
    with pytest.raises(OptionError, match=r"^the start must be a whole position"):
        env(EXAMPLE, start=start.view(0))
    each = env(EXAMPLE)
    for seed in (-1, 2**63, 1.5):
        with pytest.raises(OptionError, match=r"^a seed must be a whole number from 0 to 2\*\*63 - 1, not "):
            each.reset(seed=seed)


def test_after_the_end_a_step_is_refused() -> None:
    each = raw_env(load("toy"))
    play(each, seed=1)
    with pytest.raises(StammtischError, match=r"^the episode is over; reset\(\) begins the next one$"):
        each.step(0)
    parallel = parallel_env(load("toy"))
    assert parallel.step({}) == ({}, {}, {}, {}, {})
