"""A whole game for two, solved: the chance of winning from every position between two turns, exactly.

That is possible where few positions can come: on a small grill, or near the end of a game. All of them are listed
first. Then every turn is solved for the chances after its ends, and what that way to play is worth is found, in turn,
until nothing changes; to find that costs far less than to solve a turn.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from stammtisch.core.contract.whole_game import Tick
from stammtisch.core.errors import OptionError, StammtischError
from stammtisch.core.game import Game
from stammtisch.core.position import Position
from stammtisch.fast.compiler import jit
from stammtisch.fast.layout import pack
from stammtisch.games.keeping import ENDED
from stammtisch.games.keeping.lockstep import Ahead, LockStep, Weigh
from stammtisch.games.keeping.odds import before_turn
from stammtisch.games.keeping.solve import _FLAGS, _outlook, _solve
from stammtisch.games.keeping.table import Graph
from stammtisch.games.keeping.together import WEIGHS

MOST = 300_000
"""Positions that are listed before a game is said to be too large: they take a gigabyte, and an hour."""
PRECISION = 1e-12
"""By which a chance may still change at the end."""
SWEEPS = 1000
ROUNDS = 100_000
"""Of all positions, to find what a way to play is worth."""


class Positions(NamedTuple):
    """All positions between two turns that can come, and what the ends of their turns lead to."""

    numbers: dict[bytes, int]
    states: Any
    found: Any
    """found[i, worm, total]: the bits of the ends that may be chosen there (keeping/drive.py)."""
    allowed: Any
    """allowed[i, worm, total]: may one stop early there?"""
    after: Any
    """after[i, end]: the position after an end of its turn, or -1 if the game is over or that end is impossible."""
    won: Any
    """won[i, end]: what the mover has won, if the game is over."""
    same: Any
    """same[i, end]: does the mover move again? Else it is his rival's turn."""


class Small:
    """A game for two from one position on, small enough to be listed whole."""

    def __init__(self, start: Position, tick: Tick = lambda _, __: None, most: int = MOST) -> None:
        if start.game.players != 2:
            raise StammtischError(f"a whole game is solved for two players, not for {start.game.players}")
        self.game: Game = start.game
        self.start = before_turn(start)
        self._lockstep = LockStep(self.game)
        self.positions = self._list(tick, most)

    def __len__(self) -> int:
        return len(self.positions.states)

    def number(self, position: Position) -> int:
        """Of the position before the turn that a position is in."""
        found = self.positions.numbers.get(_key(pack(before_turn(position).state)))
        if found is None:
            raise StammtischError("this position cannot come in the game that was solved")
        return found

    def _list(self, tick: Tick, most: int) -> Positions:
        step = self._lockstep
        start = pack(self.start.state)
        states, index = [start[0]], {_key(start): 0}
        rows: dict[str, list[Any]] = {name: [] for name in ("found", "allowed", "after", "won", "same")}
        begin = 0
        while begin < len(states):
            batch = np.array(states[begin : begin + step.batch], start.dtype)
            ahead = step.ahead(batch)
            over = ahead.afters["phase"] == ENDED
            after = np.full(over.shape, -1, np.int64)
            won = np.zeros(over.shape)
            for b, end in zip(*np.nonzero(ahead.possible[:, None] >> np.arange(over.shape[1]) & 1), strict=True):
                if over[b, end]:
                    won[b, end] = step.results(ahead.afters[b, end : end + 1])[0, batch["player"][b]]
                    continue
                state = ahead.afters[b, end].copy()
                state["turns"] = 1
                key = state.tobytes()
                if key not in index:
                    index[key] = len(states)
                    states.append(state)
                after[b, end] = index[key]
            rows["found"].append(np.moveaxis(ahead.found, 2, 0))
            rows["allowed"].append(np.moveaxis(ahead.allowed, 2, 0))
            rows["after"].append(after)
            rows["won"].append(won)
            rows["same"].append(ahead.afters["player"] == batch["player"][:, None])
            begin += len(batch)
            tick("positions listed", begin)
            if len(states) > most:
                raise StammtischError(
                    f"more than {most} positions can come from here: too many to solve the whole game. "
                    "A smaller grill has fewer"
                )
        arrays = {name: np.concatenate(each) for name, each in rows.items()}
        return Positions(index, np.array(states, start.dtype), **arrays)

    # ── What bots do ─────────────────────────────────────────────────────────────────────────────────────────────────

    def policy(self, bot: str) -> Any:
        """chosen[i, end]: how likely each end of each turn is, if this bot makes it."""
        if bot not in WEIGHS:
            raise OptionError(f"how '{bot}' plays cannot be told exactly; that can be told of {' and '.join(WEIGHS)}")
        step, p = self._lockstep, self.positions
        weigh = WEIGHS[bot](step)
        chosen = np.empty(p.won.shape)
        for begin in range(0, len(self), step.batch):
            some = slice(begin, begin + step.batch)
            ahead = step.ahead(p.states[some])
            chosen[some] = ends_chosen(step, ahead, weighed(step, weigh, p.states[some], ahead))
        return chosen

    # ── Exact values ─────────────────────────────────────────────────────────────────────────────────────────────────

    def solve(self, rival: Any = None, tick: Tick = lambda _, __: None) -> Solved:
        """The chances of whoever is to move, if both play as well as can be; or, with the policy of a `rival`, those of
        whoever plays best against it, by the positions at which he is to move himself, and at which it is."""
        g, p = self._lockstep.table.graph, self.positions
        ours = np.full(len(self), 0.5)
        theirs = ours if rival is None else ours.copy()
        chosen = np.empty(p.won.shape)
        for sweep in range(1, SWEEPS + 1):
            _improve(g, p.found, p.allowed, p.after, p.won, p.same, ours, theirs, chosen)
            last = ours.copy()
            for _ in range(ROUNDS):
                changed = _evaluate(p.after, p.won, p.same, chosen, ours, theirs)
                if rival is not None:
                    changed = max(changed, _evaluate(p.after, p.won, p.same, rival, theirs, ours))
                if changed < PRECISION / 10:
                    break
            moved = float(np.abs(ours - last).max())
            tick("improvements", sweep)
            if moved < PRECISION:
                return Solved(self, ours, theirs, chosen)
        raise StammtischError(f"the chances still change by {moved:.1e} after {SWEEPS} improvements")


def weighed(step: LockStep, weigh: Weigh, states: Any, ahead: Ahead) -> Any:
    """worth[i, end] to who makes these turns, at most a batch, and weighs so."""
    rows, worth = np.arange(len(states)), np.zeros((len(states), step.compiled.ENDS))
    weigh(states, step.options, rows, rows >= 0, ahead.afters, ahead.possible, worth)
    return worth


def ends_chosen(step: LockStep, ahead: Ahead, worth: Any) -> Any:
    """chosen[i, end]: how likely each end of these turns is, played as well as can be for such worths."""
    chosen = np.empty(worth.shape)
    found, allowed = (np.ascontiguousarray(np.moveaxis(each, 2, 0)) for each in (ahead.found, ahead.allowed))
    _improve_all(step.table.graph, found, allowed, worth, chosen)
    return chosen


class Solved(NamedTuple):
    """What a whole game is worth."""

    small: Small
    ours: Any
    """ours[i]: the chance of winning of whoever is to move in position i."""
    theirs: Any
    """The same for the rival, where he is to move. It is the same array if both play best."""
    chosen: Any
    """chosen[i, end]: how likely each end of the turn is."""

    def chance(self, position: Position) -> float:
        """Of whoever is to move, in the position before the turn that this one is in."""
        return float(self.ours[self.small.number(position)])

    def regret(self, policy: Any) -> tuple[float, float]:
        """What a turn played so gives away, if all that follows is perfect: on the mean of all positions, and
        at most."""
        p = self.small.positions
        after = np.where(p.same, self.ours[p.after], 1 - self.ours[p.after])
        lost = self.ours - (policy * np.where(p.after < 0, p.won, after)).sum(1)
        return float(lost.mean()), float(lost.max())

    def answer(self, position: Position) -> float:
        """Of whoever plays best, if it is decided by lot who begins here."""
        i = self.small.number(position)
        return float(self.ours[i] + 1 - self.theirs[i]) / 2


def _key(state: Any) -> bytes:
    one = state[0].copy()
    one["turns"] = 1
    found: bytes = one.tobytes()
    return found


def _weigh(after: Any, won: Any, same: Any, ours: Any, theirs: Any, i: int, worth: Any) -> None:
    """What the ends of turn i are worth to who makes it. `ours`: chances when he is to move; `theirs`: his rival's."""
    for end in range(len(worth)):
        j = after[i, end]
        if j < 0:
            worth[end] = won[i, end]
        else:
            worth[end] = ours[j] if same[i, end] else 1.0 - theirs[j]


def _choose(
    g: Graph, found: Any, allowed: Any, worth: Any, values: Any, reach: Any, ends: Any, stops: Any, likely: Any,
    chosen: Any,
) -> None:  # fmt: skip
    """Solve one turn for these worths of its ends; chosen[end] becomes how likely each is."""
    for w in range(found.shape[0]):
        for t in range(found.shape[1]):
            bits = found[w, t]
            best = worth[0]
            if bits:
                best = -np.inf
                for end in range(len(worth)):
                    if bits >> end & 1 and worth[end] > best:
                        best = worth[end]
            ends[w, t] = best
            stops[w, t] = best if allowed[w, t] and t else -np.inf
            likely[w, t] = 0.0
    _solve(g, ends, stops, worth[0], values)
    reach[:] = 0.0
    reach[len(values) - 1] = 1.0
    chosen[:] = 0.0
    chosen[0] = _outlook(g, values, stops, worth[0], reach, likely)
    for w in range(found.shape[0]):
        for t in range(found.shape[1]):
            if likely[w, t] > 0.0:
                bits = found[w, t]
                best, which = -np.inf, 0
                for end in range(len(worth)):
                    if bits >> end & 1 and worth[end] > best:
                        best, which = worth[end], end
                chosen[which] += likely[w, t]


def _improve(
    g: Graph, found: Any, allowed: Any, after: Any, won: Any, same: Any, ours: Any, theirs: Any, chosen: Any
) -> None:
    """The best play of every turn for these chances."""
    n = len(g.throw)
    values, reach = np.empty(n), np.empty(n)
    shape = found.shape[1:]
    ends, stops, likely = np.empty(shape), np.empty(shape), np.empty(shape)
    worth = np.empty(chosen.shape[1])
    for i in range(len(ours)):
        _weigh(after, won, same, ours, theirs, i, worth)
        _choose(g, found[i], allowed[i], worth, values, reach, ends, stops, likely, chosen[i])


def _improve_all(g: Graph, found: Any, allowed: Any, worth: Any, chosen: Any) -> None:
    """The play of every turn by these worths of its ends."""
    n = len(g.throw)
    values, reach = np.empty(n), np.empty(n)
    shape = found.shape[1:]
    ends, stops, likely = np.empty(shape), np.empty(shape), np.empty(shape)
    for i in range(len(worth)):
        _choose(g, found[i], allowed[i], worth[i], values, reach, ends, stops, likely, chosen[i])


def _evaluate(after: Any, won: Any, same: Any, chosen: Any, ours: Any, theirs: Any) -> Any:
    """What this play is worth, once through all positions; by how much anything has changed."""
    changed = 0.0
    for i in range(len(ours) - 1, -1, -1):
        mean = 0.0
        for end in range(chosen.shape[1]):
            likely = chosen[i, end]
            if likely > 0.0:
                j = after[i, end]
                if j < 0:
                    mean += likely * won[i, end]
                else:
                    mean += likely * (ours[j] if same[i, end] else 1.0 - theirs[j])
        changed = max(changed, abs(mean - ours[i]))
        ours[i] = mean
    return changed


_weigh = jit(_weigh, **_FLAGS)
_choose = jit(_choose, **_FLAGS)
_improve = jit(_improve, **_FLAGS)
_improve_all = jit(_improve_all, **_FLAGS)
_evaluate = jit(_evaluate, **_FLAGS)
