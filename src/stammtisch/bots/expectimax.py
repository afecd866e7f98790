"""Expectimax: looks at every way a game can go on from a position. Every player makes the best move for himself.

What counts is the share of the first place. With more than two players this is max-n: everybody wants his own share,
and of equal moves takes the first. All hands lie open: this is for positions that hide nothing, or for what would be
known if they did not. A throw is looked at as a whole, whatever its order (core/throws.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from stammtisch.core.constants import CHANCE, EVERYBODY, OVER
from stammtisch.core.game import Game, Move
from stammtisch.core.places import win_shares
from stammtisch.core.position import Position
from stammtisch.core.record import Key, Record
from stammtisch.core.throws import count_multisets

DEEPEST = 100  # plies; each takes five calls, and Python allows about a thousand
Shares = tuple[float, ...]
"""Every seat's share of the first place."""


class TooLarge(Exception):
    """There is more to look at than was allowed."""


@dataclass(frozen=True)
class Solution:
    win: Shares
    moves: Mapping[Move, Shares]
    """What each legal move leads to; none at a throw."""


def solve(
    position: Position, states: int, *, depth: int | None = None, width: float = 1.0, secrets: bool = True
) -> Solution | None:
    """What a position is worth to everybody, and every move in it; None if that takes more than so many states.

    Exact, unless a `depth` in plies cuts it: then a lead of `width` points is taken to be worth 3 : 1. Without
    `secrets`, a position from which not all see all throws is refused like one that is too large.
    """
    tree = _Tree(position.game, states, width, secrets=secrets)
    left = DEEPEST if depth is None else depth
    try:
        moves = {move: tree.shares(position.play(move).state.copy(), left - 1, depth) for move in position.legal_moves}
        seat = position.turn
        if not moves:
            return Solution(tree.shares(position.state.copy(), left, depth), {})
        return Solution(max(moves.values(), key=lambda shares: shares[seat]), moves)
    except TooLarge:
        return None


@dataclass
class _Tree:
    game: Game
    states: int
    width: float
    secrets: bool = field(kw_only=True)
    known: dict[tuple[Key, int], Shares] = field(default_factory=dict)
    seen: int = 0
    """States, those in the middle of throws included."""

    def shares(self, s: Record, left: int, depth: int | None) -> Shares:
        """What a state is worth with so many plies left to look ahead."""
        rules, o = self.game.rules, self.game.options
        mover = rules.turn(s, o)
        if mover == OVER:
            return tuple(win_shares([rules.place(s, o, p) for p in range(self.game.players)]))
        if left == 0:
            if depth is None:
                raise TooLarge
            return estimate([rules.score(s, o, p) for p in range(self.game.players)], self.width)
        key = (s.key(), 0 if depth is None else left)
        if key not in self.known:
            if mover == CHANCE and not self._is_open(s):
                raise TooLarge
            self._see(1)
            self.known[key] = ()  # counts from now on; no state comes back to itself, for turns are counted
            self.known[key] = self._thrown(s, left, depth) if mover == CHANCE else self._chosen(s, mover, left, depth)
        return self.known[key]

    def _see(self, more: int) -> None:
        self.seen += more
        if self.seen > self.states:
            raise TooLarge

    def _is_open(self, s: Record) -> bool:
        return self.secrets or self.game.rules.sees(s, self.game.options) == EVERYBODY

    def _thrown(self, s: Record, left: int, depth: int | None) -> Shares:
        rules, o = self.game.rules, self.game.options
        size, kinds = rules.exchangeable(s, o), rules.outcomes(s, o)
        whole = [0.0] * self.game.players
        if size > left:  # the last plies: one outcome at a time
            lots = rules.spread(s, o)
            for m in range(kinds):
                ways = rules.weight(s, o, m)
                if ways:
                    _add(whole, ways / lots, self._after(s, m, left, depth))
            return tuple(whole)
        self._see(sum(count_multisets(kinds, fallen) for fallen in range(1, size)))
        for number in range(rules.count_throws(s, o)):
            after = s.copy()
            ways, lots = rules.play_throw(after, o, number)
            if ways:
                _add(whole, ways / lots, self.shares(after, left - size, depth))
        return tuple(whole)

    def _chosen(self, s: Record, mover: int, left: int, depth: int | None) -> Shares:
        out = [0] * self.game.rules.MOVES
        legal = out[: self.game.rules.moves(s, self.game.options, out)]
        return max((self._after(s, m, left, depth) for m in legal), key=lambda shares: shares[mover])

    def _after(self, s: Record, m: int, left: int, depth: int | None) -> Shares:
        after = s.copy()
        self.game.rules.play(after, self.game.options, m)
        return self.shares(after, left - 1, depth)


def _add(whole: list[float], chance: float, shares: Shares) -> None:
    for p, share in enumerate(shares):
        whole[p] += chance * share


def estimate(scores: Sequence[int], width: float) -> Shares:
    """In a game that is not over, what a lead over the best of the others is worth. As in fast/search_tree.py."""
    leads = [mine - max(rival for q, rival in enumerate(scores) if q != p) for p, mine in enumerate(scores)]
    hopes = [(1 + lead / (width + abs(lead))) / 2 for lead in leads]
    return tuple(hope / sum(hopes) for hope in hopes)
