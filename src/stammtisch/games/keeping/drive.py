"""Whole turns of many games, played by the values of their turns (see keeping/lockstep.py).

Rules Python, bound and compiled with the rules. A game's turn_ends.py numbers the ways in which a turn can end,
`ENDS` of them. Column b of an array belongs to the game states[rows[b]], which stands at the start of a turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stammtisch.core.constants import CHANCE, OVER, PASS
from stammtisch.fast.drive import clear, happen
from stammtisch.games.keeping import CHOOSING, KEEP, KEEPING, ROLL, SYMBOLS
from stammtisch.games.keeping.tempted import HEAT, tempted_move
from stammtisch.games.keeping.throw_on import throw_on

if TYPE_CHECKING:  # what is expected of the game
    ENDS: int = 0
    POINTS: tuple[int, ...] = ()

    def turn(s: Any, o: Any) -> int: ...
    def play(s: Any, o: Any, m: int) -> None: ...
    def moves(s: Any, o: Any, out: Any) -> int: ...
    def score(s: Any, o: Any, p: int) -> int: ...
    def place(s: Any, o: Any, p: int) -> int: ...
    def end_of(s: Any, o: Any, m: int) -> int: ...


FAILED = 0  # the first of the ENDS in both games


def look_ahead(
    states: Any, options: Any, rows: Any, workspaces: Any, samples: Any, probes: Any,
    afters: Any, possible: Any, found: Any, allowed: Any,
) -> None:  # fmt: skip
    """Ask the rules where each turn may end and how. `samples` has dice to set aside for every total.

    afters[b, e] becomes the state after end e if bit e of possible[b] is set; the bits of found[worm, total, b] are the
    ends that a player may choose between who stops there, and allowed[worm, total, b] is whether he may stop early. The
    last two come empty.
    """
    o = options[0]
    legal = workspaces[0].legal
    kept, left, worm, total, early = samples
    probe = probes[0]
    for b in range(len(rows)):
        probes[0] = states[rows[b]]
        probe.phase = CHOOSING
        possible[b] = 0
        end_turn(probe, o, PASS, afters, possible, b, FAILED)
        for k in range(len(left)):
            for symbol in range(SYMBOLS):
                probe.kept[symbol] = kept[k, symbol]
            probe.dice = left[k]
            ends = 0
            for j in range(moves(probe, o, legal)):
                m = legal[j]
                if m != ROLL:
                    end = end_of(probe, o, m)
                    ends |= 1 << end
                    if not possible[b] >> end & 1:
                        end_turn(probe, o, m, afters, possible, b, end)
            if ends:
                found[worm[k], total[k], b] = ends
                if early[k]:
                    allowed[worm[k], total[k], b] = True


def end_turn(probe: Any, o: Any, m: int, afters: Any, possible: Any, b: int, end: int) -> None:
    """Note where this end leads. (A function of its own, so that the rules are compiled into it once.)"""
    possible[b] |= 1 << end
    afters[b, end] = probe
    play(afters[b, end], o, m)


def weigh_gains(states: Any, options: Any, rows: Any, mine: Any, afters: Any, possible: Any, worth: Any) -> None:
    """worth[b, end] for one who wants to gain on his average rival, where mine[b]."""
    o = options[0]
    for b in range(len(rows)):
        if mine[b]:
            s = states[rows[b]]
            for end in range(ENDS):
                if possible[b] >> end & 1:
                    worth[b, end] = gain(s, afters[b, end], o, s.player)


def gain(before: Any, after: Any, o: Any, p: int) -> float:
    """What a player gains on his average rival: what he takes from one of them counts 1 + 1/(players − 1) times.

    It is written as the solvers of single turns have it (each game's solve.py), and so equal to the last bit.
    """
    stolen = 1 + 1 / (o.players - 1)
    rivals = 0
    for q in range(o.players):
        if q != p:
            rivals += score(after, o, q) - score(before, o, q)
    return float(score(after, o, p) - score(before, o, p) - (stolen - 1) * rivals)


def share(s: Any, o: Any, p: int) -> float:
    """What a player has won when the game is over: 1, or his part of a shared first place."""
    if place(s, o, p) != 1:
        return 0.0
    first = 0
    for q in range(o.players):
        if place(s, o, q) == 1:
            first += 1
    return 1.0 / first


def set_goals(found: Any, worth: Any, ends: Any, fail: Any) -> None:
    """What each end is worth, as the solver wants it: the best of what may be chosen there."""
    for b in range(len(fail)):
        fail[b] = worth[b, FAILED]
    for w in range(ends.shape[0]):
        for t in range(ends.shape[1]):
            for b in range(len(fail)):
                bits = found[w, t, b]
                best = worth[b, FAILED]
                if bits:
                    best = -1e30
                    for end in range(ENDS):
                        if bits >> end & 1 and worth[b, end] > best:
                            best = worth[b, end]
                ends[w, t, b] = best


def play_turns(
    states: Any, options: Any, rows: Any, workspaces: Any, seeds: Any, index: Any, graph: Any, values: Any, ends: Any,
    worth: Any, scratch: Any, grades: Any, plies: Any, made: Any,
) -> None:  # fmt: skip
    """Play each turn by its values; made[b] are the moves, and −1 after the last.

    The player of column b has the grade grades[b] (keeping/tempted.py). plies[rows[b]] are the moves and outcomes that
    its game has had.
    """
    o = options[0]
    workspace = workspaces[0]
    legal = workspace.legal
    made[:] = -1
    for b in range(len(rows)):
        s = states[rows[b]]
        number = s.turns
        clear(workspace)
        done = 0
        while s.turns == number and turn(s, o) != OVER:
            if turn(s, o) == CHANCE:
                happen(s, o, workspace, seeds[rows[b]])
            else:
                count = moves(s, o, legal)
                m = int(legal[0])
                if count > 1:
                    if grades[b, HEAT] > 0:
                        list_values(s, o, legal, count, index, graph, values, worth, b, scratch)
                        m = tempted_move(
                            s, o, legal, count, scratch[2], worth[b, FAILED], grades[b], seeds[rows[b]], plies[rows[b]]
                        )
                    else:
                        m = best_move(s, o, legal, count, index, values, ends, worth, b)
                made[b, done] = m
                play(s, o, m)
                done += 1
            plies[rows[b]] += 1


def set_aside_so_far(s: Any) -> tuple[int, int]:
    """The set of symbols used, and the total."""
    used = 0
    points = 0
    for symbol in range(SYMBOLS):
        if s.kept[symbol]:
            used |= 1 << symbol
            points += s.kept[symbol] * POINTS[symbol]
    return used, points


def best_move(s: Any, o: Any, legal: Any, count: int, index: Any, values: Any, ends: Any, worth: Any, b: int) -> int:
    """The best move by the values of column b. Of equally good ones: stop, or set the first symbol aside."""
    best = int(legal[0])
    used, points = set_aside_so_far(s)
    if s.phase == KEEPING:
        most = -1e30
        for j in range(count):
            symbol = legal[j] - KEEP
            n = s.thrown[symbol]
            value = values[index[used | 1 << symbol, s.dice - n, points + n * POINTS[symbol]], b]
            if value > most:
                most = value
                best = int(legal[j])
        return best
    if legal[0] == ROLL and values[index[used, s.dice, points], b] > ends[used >> (SYMBOLS - 1), points, b]:
        return ROLL
    high = -1e30
    for j in range(count):
        if legal[j] != ROLL:
            value_of_end = worth[b, end_of(s, o, legal[j])]
            if value_of_end > high:
                high = value_of_end
                best = int(legal[j])
    return best


def list_values(
    s: Any, o: Any, legal: Any, count: int, index: Any, graph: Any, values: Any, worth: Any, b: int, scratch: Any
) -> None:
    """scratch[2, j]: what legal[j] is worth by the values of column b."""
    used, points = set_aside_so_far(s)
    for j in range(count):
        m = legal[j]
        if m == ROLL:
            state = index[used, s.dice, points]
            scratch[2, j] = throw_on(graph, values[:, b], worth[b, FAILED], state, scratch[0], scratch[1])
        elif m < ROLL:
            n = s.thrown[m - KEEP]
            state = index[used | 1 << (m - KEEP), s.dice - n, points + n * POINTS[m - KEEP]]
            scratch[2, j] = values[state, b]
        else:
            scratch[2, j] = worth[b, end_of(s, o, m)]


def results(states: Any, options: Any, shares: Any) -> None:
    """shares[i, p]: what seat p has won in game i."""
    for i in range(len(states)):
        for p in range(shares.shape[1]):
            shares[i, p] = share(states[i], options[0], p)


def standings(states: Any, options: Any, scores: Any, places: Any) -> None:
    """scores[i, p] and places[i, p] of seat p in game i."""
    for i in range(len(states)):
        for p in range(scores.shape[1]):
            scores[i, p] = score(states[i], options[0], p)
            places[i, p] = place(states[i], options[0], p)
