"""What a GPU thread does in a vector: the steps of one environment. Bound with a game's rules in cuda_vector.py.

Between launches a state lies as columns of 32-bit words, so that neighbouring threads read neighbouring words; a thread
copies its own into shared memory, or into local memory if it is large, and works there. Of the draws only their number
is kept: they are made anew. Masks and observations of small games are put together in shared memory, too, and written
by all threads of a block side by side. The block is one warp, so nobody waits for another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numba import cuda

from stammtisch.core.constants import OVER, PASS
from stammtisch.fast.drive import choose
from stammtisch.fast.kernels import prefetch
from stammtisch.fast.stepping import (
    ILLEGAL_RANDOM,
    RESET_NEVER,
    RESET_SAME_STEP,
    await_decision,
    episode_seed,
    look_from,
    pay_out,
)

if TYPE_CHECKING:  # what is expected of the game and of cuda_vector.py
    MOVES: int = 0
    HIDES: int = 0
    TILED: int = 0  # are masks and observations put together in shared memory?
    WORDS: int = 0  # of a state
    NUMBER: Any = None  # the kind of number that is observed
    NUMBER_SIZE: int = 0  # its bytes
    STATE: Any = None
    WORKSPACE: Any = None
    BYTE: Any = None
    WORD: Any = None

    def turn(s: Any, o: Any) -> int: ...
    def forbids(s: Any, o: Any, m: int) -> int: ...
    def moves(s: Any, o: Any, out: Any) -> int: ...
    def play(s: Any, o: Any, m: int) -> None: ...


WARP = 32  # threads in a block

# What is asked of the environments.
ASKED_NOTHING = 0
ASKED_STEP = 1  # a step by its action
ASKED_CHOOSE = 2  # steps by the policy
ASKED_BEGIN = 3  # a new game, where it is asked for
ASKED_SAMPLE = 4  # only to say what the policy does

# The rows of `facts`: what is kept of each environment, as 32-bit numbers.
DRAWS_MADE = 0  # how many draws of this turn were made
CHOICES_MADE = 1  # how many draws of the policy
LEGAL_MOVES = 2  # how many legal moves; 0: the game is over; -1: the only one is to pass
SEEN_BY = 3  # whose observation is shown
FACTS_KEPT = 4


def vector_shared(
    words: Any,
    facts: Any,
    start: Any,
    options: Any,
    seed: int,
    count: int,
    limit: int,
    autoreset: int,
    on_illegal: int,
    reward: int,
    asked: int,
    steps: int,
    length: int,
    actions: Any,
    where: Any,
    players: Any,
    masks: Any,
    mask_words: Any,
    seen: Any,
    seen_words: Any,
    final_seen: Any,
    rewards: Any,
    terminated: Any,
    truncated: Any,
    illegal: Any,
    lengths: Any,
    final_lengths: Any,
    episodes: Any,
    finished: Any,
) -> None:
    """For games that are small enough: everything in shared memory, which is nearest."""
    states = cuda.shared.array(WARP, STATE)
    workspaces = cuda.shared.array(WARP, WORKSPACE)
    views = cuda.local.array(1, STATE)
    tile = cuda.shared.array(0, BYTE)
    tile_words = cuda.shared.array(0, WORD)
    tile_numbers = cuda.shared.array(0, NUMBER)
    steps_of_one(
        states,
        workspaces,
        views,
        cuda.threadIdx.x,
        tile,
        tile_words,
        tile_numbers,
        words,
        facts,
        start,
        options[0],
        seed,
        count,
        limit,
        autoreset,
        on_illegal,
        reward,
        asked,
        steps,
        length,
        actions,
        where,
        players,
        masks,
        mask_words,
        seen,
        seen_words,
        final_seen,
        rewards,
        terminated,
        truncated,
        illegal,
        lengths,
        final_lengths,
        episodes,
        finished,
    )


def vector_local(
    words: Any,
    facts: Any,
    start: Any,
    options: Any,
    seed: int,
    count: int,
    limit: int,
    autoreset: int,
    on_illegal: int,
    reward: int,
    asked: int,
    steps: int,
    length: int,
    actions: Any,
    where: Any,
    players: Any,
    masks: Any,
    mask_words: Any,
    seen: Any,
    seen_words: Any,
    final_seen: Any,
    rewards: Any,
    terminated: Any,
    truncated: Any,
    illegal: Any,
    lengths: Any,
    final_lengths: Any,
    episodes: Any,
    finished: Any,
) -> None:
    """For larger games: states and workspaces in local memory; masks and observations are written where they stay."""
    states = cuda.local.array(1, STATE)
    workspaces = cuda.local.array(1, WORKSPACE)
    views = cuda.local.array(1, STATE)
    steps_of_one(
        states,
        workspaces,
        views,
        0,
        masks,
        mask_words,
        seen,
        words,
        facts,
        start,
        options[0],
        seed,
        count,
        limit,
        autoreset,
        on_illegal,
        reward,
        asked,
        steps,
        length,
        actions,
        where,
        players,
        masks,
        mask_words,
        seen,
        seen_words,
        final_seen,
        rewards,
        terminated,
        truncated,
        illegal,
        lengths,
        final_lengths,
        episodes,
        finished,
    )


def steps_of_one(
    states: Any,
    workspaces: Any,
    views: Any,
    at: int,
    tile: Any,
    tile_words: Any,
    tile_numbers: Any,
    words: Any,
    facts: Any,
    start: Any,
    o: Any,
    seed: int,
    count: int,
    limit: int,
    autoreset: int,
    on_illegal: int,
    reward: int,
    asked: int,
    steps: int,
    length: int,
    actions: Any,
    where: Any,
    players: Any,
    masks: Any,
    mask_words: Any,
    seen: Any,
    seen_words: Any,
    final_seen: Any,
    rewards: Any,
    terminated: Any,
    truncated: Any,
    illegal: Any,
    lengths: Any,
    final_lengths: Any,
    episodes: Any,
    finished: Any,
) -> None:
    """One thread: so many steps of environment i. Threads beyond the last environment only help to write."""
    lane = cuda.threadIdx.x
    first = cuda.blockIdx.x * WARP
    i = first + lane
    is_one = i < count
    s = states[at]
    w = workspaces[at]
    for k in range(WORDS):
        s.words[k] = words[k, i]
    rewind_buffer(w.dice, s.turns, facts[DRAWS_MADE, i])
    rewind_buffer(w.choices, 0, facts[CHOICES_MADE, i])
    legal = facts[LEGAL_MOVES, i]
    viewer = facts[SEEN_BY, i]
    player = int(players[i])
    made = int(lengths[i])
    episode = int(episodes[i])
    own = episode_seed(seed, i, episode, count)
    todo = asked if is_one else ASKED_NOTHING
    if asked == ASKED_BEGIN and is_one and where[i if len(where) > 1 else 0] == 0:
        todo = ASKED_NOTHING
    is_choosing = todo == ASKED_CHOOSE
    if todo == ASKED_SAMPLE or (todo == ASKED_STEP and on_illegal == ILLEGAL_RANDOM):
        is_choosing = True
    if legal != 0 and is_choosing:
        moves(s, o, w.legal)
    if todo == ASKED_SAMPLE:
        actions[i] = PASS
        if legal != 0:
            actions[i] = choose(s, o, w.legal, abs(legal), w.choices, own)
        facts[CHOICES_MADE, i] = w.choices.next
    if asked == ASKED_SAMPLE:
        return
    ends = 0
    cuts = 0
    row = i * length
    if TILED:
        row = WARP * MOVES // NUMBER_SIZE + lane * length
    mask_row = lane * MOVES if TILED else i * MOVES
    for _ in range(steps):
        is_end = 0
        is_cut = 0
        is_wrong = 0
        has_moved = False
        is_new = False
        if todo != ASKED_NOTHING:
            for p in range(rewards.shape[1]):
                rewards[i, p] = 0.0
        if todo == ASKED_BEGIN:
            is_new = True
        elif todo != ASKED_NOTHING and legal == 0:
            if autoreset != RESET_NEVER:
                episode += 1
                is_new = True
        elif todo != ASKED_NOTHING:
            action = -1
            if todo == ASKED_STEP:
                action = int(actions[i])
                if not may_act(s, o, legal, action):
                    is_wrong = 1
                    action = -1
            if todo == ASKED_CHOOSE or (is_wrong == 1 and on_illegal == ILLEGAL_RANDOM):
                action = choose(s, o, w.legal, abs(legal), w.choices, own)
            if action >= 0:
                play(s, o, action)
                made += 1
                has_moved = True
        is_open = is_new or has_moved
        while is_open:
            if is_new:
                is_new = False
                own = episode_seed(seed, i, episode, count)
                for k in range(WORDS):
                    s.words[k] = start[k]
                rewind_buffer(w.dice, -1, 0)
                rewind_buffer(w.choices, -1, 0)
                made = 0
            if turn(s, o) < 0:  # two blocks of draws last for a throw, wherever the last one ended
                prefetch(w.dice, own, s.turns)
                prefetch(w.dice, own, s.turns)
            player = await_decision(s, o, w, own)
            is_open = False
            if has_moved and (player == OVER or made >= limit):
                if player == OVER:
                    pay_out(s, o, reward, rewards[i])
                    is_end = 1
                    ends += 1
                else:
                    is_cut = 1
                    cuts += 1
                final_lengths[i] = made
                if autoreset == RESET_SAME_STEP:
                    if length > 0:
                        if HIDES:
                            views[0] = states[at]
                        look_from(s, o, views[0], viewer, final_seen[i * length : (i + 1) * length])
                    episode += 1
                    is_new = True
                    is_open = True
                else:
                    player = OVER
            has_moved = False
        if TILED:
            for k in range(lane, 8 * MOVES, WARP):
                tile_words[k] = 0
        else:
            for k in range(first * MOVES // 4 + lane, (first + WARP) * MOVES // 4, WARP):
                tile_words[k] = 0
        cuda.syncthreads()
        legal = 0
        if is_one and player >= 0:
            viewer = player
            legal = moves(s, o, w.legal)
            for j in range(legal):
                tile[mask_row + w.legal[j]] = 1
            if w.legal[0] == PASS:
                legal = -1
        if is_one and length > 0:
            if HIDES:
                views[0] = states[at]
            look_from(s, o, views[0], viewer, tile_numbers[row : row + length])
        if TILED:
            cuda.syncthreads()
            for k in range(lane, 8 * MOVES, WARP):
                mask_words[first * MOVES // 4 + k] = tile_words[k]
            for k in range(lane, 8 * NUMBER_SIZE * length, WARP):
                seen_words[first * NUMBER_SIZE * length // 4 + k] = tile_words[8 * MOVES + k]
            cuda.syncthreads()
        if todo != ASKED_NOTHING:
            players[i] = player
            terminated[i] = is_end
            truncated[i] = is_cut
            illegal[i] = is_wrong
            lengths[i] = made
    if is_one:
        episodes[i] = episode
        for k in range(WORDS):
            words[k, i] = s.words[k]
        facts[DRAWS_MADE, i] = w.dice.next if w.dice.turn == s.turns else 0
        facts[CHOICES_MADE, i] = w.choices.next
        facts[LEGAL_MOVES, i] = legal
        facts[SEEN_BY, i] = viewer
        if ends > 0:
            cuda.atomic.add(finished, 0, ends)
        if cuts > 0:
            cuda.atomic.add(finished, 1, cuts)


def rewind_buffer(buffer: Any, turn: int, drawn: int) -> None:
    """A buffer from which so many draws of this turn were made. Its next block is made when it is needed."""
    buffer.turn = turn
    buffer.next = drawn
    buffer.blocks = drawn >> 3


def may_act(s: Any, o: Any, legal: int, action: int) -> bool:
    """Is an action legal? To pass is, if nothing else is."""
    if action == PASS:
        return legal == -1
    return legal > 0 and 0 < action < MOVES and forbids(s, o, action) == 0
