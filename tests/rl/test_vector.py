"""The VectorEnv: what it declares, and that it plays the games of a Vector."""

from __future__ import annotations

import numpy as np
import pytest

from stammtisch.core.errors import OptionError
from tests.examples import EXAMPLE
from tests.helpers import TOY, load

gymnasium = pytest.importorskip("gymnasium")

from stammtisch.rl import environment_id  # noqa: E402
from stammtisch.rl.vector import MODES, StammtischVectorEnv  # noqa: E402


@pytest.mark.parametrize("autoreset", list(MODES))
def test_a_short_loop(autoreset: str) -> None:
    envs = StammtischVectorEnv(load(TOY, {"players": 3}), 5, autoreset=autoreset)
    assert envs.metadata["autoreset_mode"] is MODES[autoreset]
    seen, infos = envs.reset(seed=3)
    ended = np.zeros(5, np.bool_)
    for _ in range(40):
        assert envs.observation_space.contains(seen)
        movers = infos["seat"]
        playing = movers >= 0
        assert infos["action_mask"][playing].any(axis=1).all()
        seen, rewards, terminated, truncated, infos = envs.step(envs.sample())
        assert rewards[playing].tolist() == [infos["rewards"][i, movers[i]] for i in np.flatnonzero(playing)]
        assert not (rewards[~terminated] != 0).any()
        assert not truncated.any()
        if autoreset == "same_step":
            assert ("final_obs" in infos) == bool(terminated.any())
            assert (infos["seat"] >= 0).all()
        ended |= terminated
        if autoreset == "disabled" and terminated.any():
            seen, infos = envs.reset(options={"reset_mask": terminated})
            assert (infos["seat"] >= 0).all()
    assert ended.all()


def test_next_step_shows_the_end_first() -> None:
    envs = StammtischVectorEnv(load(TOY), 1)
    envs.reset(seed=1)
    terminated = np.array([False])
    while not terminated[0]:
        _, _, terminated, _, infos = envs.step(envs.sample())
    assert infos["seat"].tolist() == [-2]
    assert not infos["action_mask"].any()
    _, rewards, terminated, _, infos = envs.step(np.array([99]))  # whatever the action is
    assert (rewards[0], terminated[0], infos["illegal"][0]) == (0, False, False)
    assert infos["seed"].tolist() == [2]


def test_the_same_seed_gives_the_same_games() -> None:
    one, other = (StammtischVectorEnv(load(TOY), 4) for _ in range(2))
    assert (one.reset(seed=5)[0] == other.reset(seed=5)[0]).all()
    for _ in range(10):
        actions = one.sample()
        assert (one.step(actions)[0] == other.step(actions)[0]).all()
    with pytest.raises(OptionError, match="one whole number for all"):
        one.reset(seed=[1, 2, 3, 4])  # type: ignore[arg-type]


def test_gymnasium_makes_it_by_its_id() -> None:
    game = load(EXAMPLE, {"players": 3})
    envs = gymnasium.make_vec(environment_id(game), num_envs=4, players=3, autoreset="same_step")
    assert isinstance(envs.unwrapped, StammtischVectorEnv)
    assert envs.metadata["autoreset_mode"] is MODES["same_step"]
    seen, _ = envs.reset(seed=5)
    assert seen.tolist() == [game.match(seed=5 + i).position.observation(0) for i in range(4)]
    with pytest.raises(OptionError, match="no option"):
        gymnasium.make_vec(environment_id(game), num_envs=4, colour="red")
