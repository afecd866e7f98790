"""The loops of a vector on a CPU: all environments, step by step. Bound and compiled with a game's rules.

Each worker has a run of neighbouring environments, so that no two write to the same lines of memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from numba import prange

from stammtisch.core.constants import OVER
from stammtisch.fast.drive import choose, clear
from stammtisch.fast.stepping import (
    ILLEGAL_RANDOM,
    RESET_NEVER,
    RESET_SAME_STEP,
    await_decision,
    episode_seed,
    is_listed_move,
    look_from,
    pay_out,
)

if TYPE_CHECKING:  # what is expected of the game
    MOVES: int = 0
    HIDES: int = 0

    def moves(s: Any, o: Any, out: Any) -> int: ...
    def play(s: Any, o: Any, m: int) -> None: ...


INLINED = ("fill_mask", "show_seat", "begin_episode")
PARALLEL = ("step_all_parallel", "sample_all_parallel")


class Worlds(NamedTuple):
    """All arrays of a vector, with one entry or row for each environment unless something else is said."""

    states: Any
    workspaces: Any
    views: Any  # by worker: what is looked at, where something is hidden
    start: Any  # one: the state that games begin from
    options: Any  # one
    counts: Any  # how many legal moves there are; 0: the game is over, and no other has begun
    players: Any
    masks: Any
    observations: Any
    final_observations: Any
    rewards: Any
    terminated: Any
    truncated: Any
    illegal: Any
    lengths: Any
    final_lengths: Any
    episodes: Any
    finished: Any  # by worker: games that came to their end, and those that were cut


class Ways(NamedTuple):
    """What a vector was asked to do."""

    seed: int
    limit: int
    autoreset: int
    on_illegal: int
    reward: int
    observed: int
    final_observed: int


def fill_mask(mask: Any, legal: Any, count: int) -> None:
    """1 for each legal move."""
    for m in range(MOVES):
        mask[m] = 0
    for j in range(count):
        mask[legal[j]] = 1


def show_seat(worlds: Worlds, i: int, d: int, s: Any, o: Any, p: int, out: Any) -> None:
    """Write what seat p sees of environment i."""
    if HIDES:
        worlds.views[d] = worlds.states[i]
    look_from(s, o, worlds.views[d], p, out)


def begin_episode(worlds: Worlds, i: int) -> None:
    """Put a new game into environment i."""
    worlds.states[i] = worlds.start[0]
    clear(worlds.workspaces[i])
    worlds.lengths[i] = 0


def step_some(d: int, workers: int, worlds: Worlds, ways: Ways, steps: int, actions: Any, asked: Any) -> None:
    """Worker d: so many steps of each of its environments.

    `asked` says what is to be done with each environment: 0 nothing, 1 a step by its action, 2 a step by the policy,
    3 a new game. It has one entry for all, or one for each.
    """
    o = worlds.options[0]
    count = len(worlds.states)
    for i in range(d * count // workers, (d + 1) * count // workers):
        s = worlds.states[i]
        w = worlds.workspaces[i]
        todo = asked[i] if len(asked) > 1 else asked[0]
        if todo == 0:
            continue
        seed = episode_seed(ways.seed, i, worlds.episodes[i], count)
        for _ in range(steps):
            legal = worlds.counts[i]
            action = -1
            worlds.terminated[i] = 0
            worlds.truncated[i] = 0
            worlds.illegal[i] = 0
            for p in range(worlds.rewards.shape[1]):
                worlds.rewards[i, p] = 0.0
            mover = worlds.players[i]
            fresh = True
            if todo == 3:
                begin_episode(worlds, i)
            elif legal == 0:
                if ways.autoreset == RESET_NEVER:
                    break
                worlds.episodes[i] += 1
                seed = episode_seed(ways.seed, i, worlds.episodes[i], count)
                begin_episode(worlds, i)
            else:
                if todo == 1:
                    action = actions[i]
                    if not is_listed_move(w.legal, legal, action):
                        worlds.illegal[i] = 1
                        action = -1
                if todo == 2 or (action < 0 and ways.on_illegal == ILLEGAL_RANDOM):
                    action = choose(s, o, w.legal, legal, w.choices, seed)
                if action < 0:
                    continue
                play(s, o, action)
                worlds.lengths[i] += 1
                fresh = False
            player = await_decision(s, o, w, seed)
            if not fresh and (player == OVER or worlds.lengths[i] >= ways.limit):
                if player == OVER:
                    pay_out(s, o, ways.reward, worlds.rewards[i])
                    worlds.terminated[i] = 1
                    worlds.finished[d, 0] += 1
                else:
                    worlds.truncated[i] = 1
                    worlds.finished[d, 1] += 1
                worlds.final_lengths[i] = worlds.lengths[i]
                if ways.autoreset != RESET_SAME_STEP:
                    worlds.counts[i] = 0
                    worlds.players[i] = OVER
                    for m in range(MOVES):
                        worlds.masks[i, m] = 0
                    if ways.observed:
                        show_seat(worlds, i, d, s, o, mover, worlds.observations[i])
                    continue
                if ways.final_observed:
                    show_seat(worlds, i, d, s, o, mover, worlds.final_observations[i])
                worlds.episodes[i] += 1
                seed = episode_seed(ways.seed, i, worlds.episodes[i], count)
                begin_episode(worlds, i)
                player = await_decision(s, o, w, seed)
            legal = moves(s, o, w.legal)
            worlds.counts[i] = legal
            worlds.players[i] = player
            fill_mask(worlds.masks[i], w.legal, legal)
            if ways.observed:
                show_seat(worlds, i, d, s, o, player, worlds.observations[i])


def step_all(workers: int, worlds: Worlds, ways: Ways, steps: int, actions: Any, asked: Any) -> None:
    """Steps of all environments, on one core."""
    for d in range(workers):
        step_some(d, workers, worlds, ways, steps, actions, asked)


def step_all_parallel(workers: int, worlds: Worlds, ways: Ways, steps: int, actions: Any, asked: Any) -> None:
    """Steps of all environments, on all cores."""
    for d in prange(workers):
        step_some(d, workers, worlds, ways, steps, actions, asked)


def sample_some(d: int, workers: int, worlds: Worlds, ways: Ways, actions: Any) -> None:
    """Worker d: what the policy does in each of its environments."""
    o = worlds.options[0]
    count = len(worlds.states)
    for i in range(d * count // workers, (d + 1) * count // workers):
        w = worlds.workspaces[i]
        actions[i] = 0
        if worlds.counts[i] > 0:
            seed = episode_seed(ways.seed, i, worlds.episodes[i], count)
            actions[i] = choose(worlds.states[i], o, w.legal, worlds.counts[i], w.choices, seed)


def sample_all(workers: int, worlds: Worlds, ways: Ways, actions: Any) -> None:
    """What the policy does everywhere, on one core."""
    for d in range(workers):
        sample_some(d, workers, worlds, ways, actions)


def sample_all_parallel(workers: int, worlds: Worlds, ways: Ways, actions: Any) -> None:
    """What the policy does everywhere, on all cores."""
    for d in prange(workers):
        sample_some(d, workers, worlds, ways, actions)


def first_illegal(worlds: Worlds, actions: Any) -> int:
    """The first environment whose action is illegal, or -1."""
    for i in range(len(worlds.states)):
        if worlds.counts[i] > 0 and not is_listed_move(worlds.workspaces[i].legal, worlds.counts[i], actions[i]):
            return i
    return -1
