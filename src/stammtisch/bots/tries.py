"""Tries: what is known of a view's moves after so many games played on from it. The tree itself is fast/tree.py."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
from numba.core.errors import NumbaError

from stammtisch.bots.redraw import is_hidden
from stammtisch.core.bind import Rules, bind
from stammtisch.core.dice import draw
from stammtisch.core.game import Game, Move
from stammtisch.core.position import Position
from stammtisch.fast import drive, tree
from stammtisch.fast.compiler import compile_rules
from stammtisch.fast.layout import desk_dtype, pack, pack_options

ROUNDS = 2  # a try is cut after so many turns of everybody
SPUR = 0.3
TRUST = 4.0
BRANCHES = 64  # room in the tree, for each try
LINE = 4096  # choices of one try that are remembered


@dataclass(frozen=True)
class Tried:
    """One move: its tries, and the share of first places that they won."""

    tries: int
    win: float


@dataclass(frozen=True)
class Tries:
    """All of them: for each legal move, and for every seat the share of first places."""

    moves: Mapping[Move, Tried]
    win: tuple[float, ...]


def make_tries(
    view: Position, tries: int, seed: int, *, compiled: bool = True, rounds: int = ROUNDS, spur: float = SPUR, trust: float = TRUST
) -> Tries:
    """So many tries from a view, or from a position that hides nothing. The same seed gives the same."""
    game = view.game
    rules = _compiled(game.module) if compiled else None
    rows = _rows(game, tries, compiled=rules is not None)
    if rules is None:
        rules = _interpreted(game.module)
        states: Any = [view.state.copy(), view.state, view.state]
        words: Any = ()
        options: Any = [game.options]
        desks: Any = [rules.Desk(rules.MOVES)]
    else:
        states = np.repeat(pack(view.state), 3)
        words = states.view(np.int32).reshape(3, -1)
        options = pack_options(game.options)
        desks = np.zeros(1, desk_dtype(rules.MOVES))
    until = int(getattr(view.state, "turns")) + rounds * game.players  # noqa: B009  # every State has it
    seat = view.turn if view.viewer is None else view.viewer
    rules.search(
        states, words, options, desks, rows, max(seat, 0), is_hidden(view), own_seed(seed), tries, until, spur, trust
    )
    total = tuple(float(each) / tries for each in rows.total)
    if len(view.legal_moves) == 1:
        return Tries({view.legal_moves[0]: Tried(tries, total[view.turn])}, total)
    return Tries({move: _tried(rows, j, total[view.turn], trust) for j, move in enumerate(view.legal_moves)}, total)


def _tried(rows: tree.Tree, branch: int, even: float, trust: float) -> Tried:
    """Few tries prove little: they are mixed with what the position is worth."""
    tries, wins = int(rows.tries[branch]), float(rows.wins[branch])
    return Tried(tries, (wins + trust * even) / (tries + trust))


def own_seed(seed: int) -> int:
    """Where the tries of a search begin: 2**32 seeds that no search with another seed is likely to share."""
    return (draw(seed, 0, 1, 2**15) << 15 | draw(seed, 0, 2, 2**15)) << 32


def _rows(game: Game, tries: int, *, compiled: bool) -> tree.Tree:
    """An empty tree."""

    def ints(length: int) -> Any:
        return np.zeros(length, np.int64) if compiled else [0] * length

    def floats(length: int) -> Any:
        return np.zeros(length) if compiled else [0.0] * length

    slots = 1 << (2 * tries).bit_length()
    branches = BRANCHES * tries + game.rules.MOVES
    choices = game.players * game.rules.MOVES
    return tree.Tree(
        keys=ints(slots),
        nodes=ints(slots),
        first=ints(tries),
        visits=ints(tries),
        tries=ints(branches),
        wins=floats(branches),
        liked_tries=ints(choices),
        liked_wins=floats(choices),
        branch=ints(tries + 1),
        mover=ints(tries + 1),
        line=ints(LINE),
        worth=floats(game.players),
        total=floats(game.players),
        used=ints(4),
        drift=floats(1),
    )


@cache
def _compiled(rules: ModuleType) -> Rules | None:
    """The tree and a game's rules, compiled; None if Numba cannot, as may be with rules still being written."""
    return compile_rules(rules, drivers=(drive, tree))


@cache
def _interpreted(rules: ModuleType) -> Rules:
    return bind(rules, drive, tree, replace={"copy_state": _copy_state, "fingerprint": _fingerprint})


def _copy_state(states: Any, to: int, source: int) -> None:
    states[to] = states[source].copy()


def _fingerprint(states: Any, words: Any, i: int) -> int:
    return hash(states[i].key()) or 1
