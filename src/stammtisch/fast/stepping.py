"""One environment of a vector: what happens between two decisions. Rules Python, for CPU and GPU alike.

`o` are a game's options, `s` is its state, `w` its Workspace (drive.py): the legal moves of whoever must decide, and
the draws of this game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stammtisch.core.constants import CHANCE
from stammtisch.core.dice import SEED_MASK
from stammtisch.fast.drive import happen

if TYPE_CHECKING:  # what is expected of the game
    HIDES: int = 0

    def turn(s: Any, o: Any) -> int: ...
    def score(s: Any, o: Any, p: int) -> int: ...
    def place(s: Any, o: Any, p: int) -> int: ...
    def hide(s: Any, o: Any, p: int) -> None: ...
    def observe(s: Any, o: Any, p: int, out: Any) -> None: ...


INLINED = ("episode_seed", "await_decision", "is_listed_move", "fill_mask", "look_from", "pay_out", "observe", "hide")

# What happens to a game that is over.
RESET_SAME_STEP = 0  # the next one begins at once: the step that ends a game shows the first decision of the next
RESET_NEXT_STEP = 1  # the next step begins it, whatever action it is given
RESET_NEVER = 2  # nothing, until it is reset

# What an illegal action does. Each is reported.
ILLEGAL_STANDS = 0  # nothing: the same player has to decide again
ILLEGAL_RANDOM = 1  # a random legal move is made

# What a game pays at its end.
PAY_SHARES = 0  # the first place counts 1, shared by those who have it
PAY_MARGINS = 1  # the own score less the mean of the others


def episode_seed(seed: int, i: int, episode: int, count: int) -> int:
    """The seed of a game: environment i of `count` plays its episodes with every count-th seed."""
    return (seed + i + episode * count) & SEED_MASK


def await_decision(s: Any, o: Any, w: Any, seed: int) -> int:
    """Let chance happen until somebody must decide; who that is, or OVER."""
    player = turn(s, o)
    while player == CHANCE:
        happen(s, o, w, seed)
        player = turn(s, o)
    return player


def is_listed_move(legal: Any, count: int, action: int) -> bool:
    """Is an action among the first `count` moves? They are in ascending order."""
    low = 0
    high = count
    while low < high:
        middle = (low + high) >> 1
        if legal[middle] < action:
            low = middle + 1
        else:
            high = middle
    return low < count and legal[low] == action


def pay_out(s: Any, o: Any, kind: int, rewards: Any) -> None:
    """What a finished game is worth to each seat."""
    if kind == PAY_MARGINS:
        total = 0
        for p in range(o.players):
            total += score(s, o, p)
        for p in range(o.players):
            own = score(s, o, p)
            rewards[p] = own - (total - own) / (o.players - 1)
        return
    winners = 0
    for p in range(o.players):
        rewards[p] = 0.0
        if place(s, o, p) == 1:
            rewards[p] = 1.0
            winners += 1
    for p in range(o.players):
        rewards[p] /= winners


def look_from(s: Any, o: Any, view: Any, p: int, out: Any) -> None:
    """What seat p sees, as numbers. `view` is a copy of the state, for rules that hide something of it."""
    if HIDES:
        hide(view, o, p)
        observe(view, o, p, out)
    else:
        observe(s, o, p, out)
