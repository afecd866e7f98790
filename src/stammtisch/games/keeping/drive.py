"""Where the turns of many games may end, what that is worth, and how games have ended (see keeping/lockstep.py).

Rules Python, bound and compiled with the rules. A game's turn_ends.py numbers the ways in which a turn can end,
`ENDS` of them. Column b of an array belongs to the game states[rows[b]], which stands at the start of a turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stammtisch.core.constants import PASS
from stammtisch.games.keeping import CHOOSING, ROLL, SYMBOLS

if TYPE_CHECKING:  # what is expected of the game
    ENDS: int = 0

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
