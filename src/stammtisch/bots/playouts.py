"""Playouts: a game is played on many times from a view, to learn what its moves are worth.

The tree that they grow is fast/search_tree.py. It runs compiled; interpreted it does the same, slower, for rules that
Numba cannot compile.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numba.core.errors import NumbaError

from stammtisch.bots.redraw import is_hidden
from stammtisch.core.bind import bind
from stammtisch.core.dice import draw
from stammtisch.core.game import Game, Move
from stammtisch.core.position import Position
from stammtisch.core.record import Record
from stammtisch.fast import drive, search_tree
from stammtisch.fast.compiler import compile_rules
from stammtisch.fast.layout import pack, pack_options, workspace_dtype

SPUR = 0.3
TRUST = 2.0
AHEAD = 4  # choices that a playout should look ahead, in whole turns
BRANCHES = 64  # room in the tree, for each playout
LINE = 4096  # choices of one playout that are remembered


@dataclass(frozen=True)
class MovePlayouts:
    """One move: its playouts, and the share of first places that they won."""

    playouts: int
    win: float


@dataclass(frozen=True)
class Playouts:
    """All of them: by legal move, and for every seat the share of first places."""

    moves: Mapping[Move, MovePlayouts]
    win: tuple[float, ...]


def run_playouts(view: Position, playouts: int, seed: int, *, compiled: bool = True) -> Playouts:
    """So many playouts from a view, or from a position that hides nothing. The same seed gives the same."""
    engine = engine_of(view.game, compiled=compiled)
    turns = engine.turns_ahead()
    rows = engine.grow(view, playouts, seed, turns)
    while rows.drift[0] == 0 and rows.counts[search_tree.ALL_CUT] > 0 and turns < view.game.rules.LENGTH:
        turns *= 2  # no score has moved yet, so nothing was learnt
        rows = engine.grow(view, playouts, seed, turns)
    win = tuple(float(each) / playouts for each in rows.total)
    if len(view.legal_moves) == 1:
        return Playouts({view.legal_moves[0]: MovePlayouts(playouts, win[view.turn])}, win)
    return Playouts({move: _move_playouts(rows, j, win[view.turn]) for j, move in enumerate(view.legal_moves)}, win)


def _move_playouts(rows: search_tree.Tree, branch: int, usual: float) -> MovePlayouts:
    """The root's branches are the first. Few playouts prove little: they are mixed with what the position is worth."""
    playouts, wins = int(rows.playouts[branch]), float(rows.wins[branch])
    return MovePlayouts(playouts, (wins + TRUST * usual) / (playouts + TRUST))


class Engine:
    """A game's rules bound with the tree, interpreted."""

    def __init__(self, game: Game) -> None:
        self.game = game
        replace = {"copy_state": _copy_state, "fingerprint": _fingerprint}
        self.rules = bind(game.module, drive, search_tree, replace=replace)
        self.options: Any = [game.options]

    def workspaces(self) -> Any:
        """One, new for each search: engines are shared, also by threads."""
        return [self.rules.Workspace(self.game.rules.MOVES)]

    def ints(self, length: int) -> Any:
        return [0] * length

    def floats(self, length: int) -> Any:
        return [0.0] * length

    def states(self, root: Record) -> tuple[Any, Any]:
        """The root and room for two more; and the same as rows of ints, where that is needed."""
        return [root, root, root], ()

    def grow(self, view: Position, playouts: int, seed: int, turns: int) -> search_tree.Tree:
        """A tree grown by so many playouts, which are cut after so many turns."""
        rows = self._rows(playouts)
        seat = max(view.turn if view.viewer is None else view.viewer, 0)
        until = view.turns + turns
        states = self.states(view.state)
        given = (rows, seat, is_hidden(view), _own_seed(seed), playouts, until, SPUR, TRUST)
        self.rules.search_tree(*states, self.options, self.workspaces(), *given)
        return rows

    @cache  # noqa: B019  # engines are kept anyway
    def turns_ahead(self) -> int:
        """In how many turns players of this game have enough choices, on average."""
        counts = self.grow(self.game.start(), 64, 0, 8).counts
        return max(1, round(AHEAD * int(counts[search_tree.ALL_TURNS]) / max(1, int(counts[search_tree.ALL_CHOICES]))))

    def _rows(self, playouts: int) -> search_tree.Tree:
        """An empty tree."""
        slots = 1 << (2 * playouts).bit_length()
        branches = BRANCHES * playouts + self.game.rules.MOVES
        choices = self.game.players * self.game.rules.MOVES
        return search_tree.Tree(
            keys=self.ints(slots),
            nodes=self.ints(slots),
            first=self.ints(playouts),
            visits=self.ints(playouts),
            playouts=self.ints(branches),
            wins=self.floats(branches),
            liked_playouts=self.ints(choices),
            liked_wins=self.floats(choices),
            branch=self.ints(playouts + 1),
            mover=self.ints(playouts + 1),
            line=self.ints(LINE),
            worth=self.floats(self.game.players),
            total=self.floats(self.game.players),
            counts=self.ints(search_tree.COUNTS),
            drift=self.floats(1),
        )


class CompiledEngine(Engine):
    """The same compiled, with arrays in the place of lists."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rules = compile_rules(game.module, drivers=(drive, search_tree))
        self.options = pack_options(game.options)

    def workspaces(self) -> Any:
        return np.zeros(1, workspace_dtype(self.game.rules.MOVES))

    def ints(self, length: int) -> Any:
        return np.zeros(length, np.int64)

    def floats(self, length: int) -> Any:
        return np.zeros(length)

    def states(self, root: Record) -> tuple[Any, Any]:
        packed = np.repeat(pack(root), 3)
        return packed, packed.view(np.int32).reshape(3, -1)


@cache
def engine_of(game: Game, *, compiled: bool) -> Engine:
    """The engine of a game: compiled, if that is wanted and can be done."""
    if compiled:
        engine = CompiledEngine(game)
        try:
            engine.grow(game.start(), 1, 0, 1)
        except NumbaError:
            return Engine(game)
        return engine
    return Engine(game)


def _own_seed(seed: int) -> int:
    """Where the playouts of a search begin: 2**32 seeds that no search with another seed is likely to share."""
    return (draw(seed, 0, 1, 2**15) << 15 | draw(seed, 0, 2, 2**15)) << 32


def _copy_state(states: Any, to: int, source: int) -> None:
    states[to] = states[source].copy()


def _fingerprint(states: Any, words: Any, i: int) -> int:
    return hash(states[i].key()) or 1
