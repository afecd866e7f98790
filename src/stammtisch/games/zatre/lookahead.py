"""Looking ahead in Zatre: turns weighed by the own card, and played on with sampled tiles. Compiled, see thinker.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stammtisch.core.dice import draw
from stammtisch.core.words import CHANCE, OVER
from stammtisch.fast.drive import clear, happen
from stammtisch.games.zatre.duties import MOST
from stammtisch.games.zatre.listing import CODES, next_whole_turn, writes
from stammtisch.games.zatre.prospect import prospect, prospect_with, tiles_to_come

if TYPE_CHECKING:  # what is expected of the rules
    from stammtisch.games.zatre.rules import ENDED, Options, State

    def turn(s: State, o: Options) -> int: ...
    def unseen(s: State, o: Options, p: int) -> int: ...
    def deal(s: State, o: Options, p: int, lot: int) -> None: ...
    def lay(s: State, c: int, pips: int) -> None: ...
    def end_turn(s: State, o: Options) -> None: ...
    def end_blocked_turn(s: State, o: Options) -> None: ...
    def score(s: State, o: Options, p: int) -> int: ...
    def cell_of(m: int) -> int: ...
    def pips_of(m: int) -> int: ...


UNKNOWN = -(10**9)


def weigh_turns(states: Any, options: Any, mind: Any, turns: Any, values: Any) -> None:
    """What each of these turns makes of the own card in the end."""
    s, o = states[0], options[0]
    forget(mind[0])
    for i in range(len(turns)):
        values[i] = weigh(s, o, mind[0], turns[i, 0])


def forget(mind: Any) -> None:
    """Another position, other prospects."""
    for code in range(CODES):
        mind.worth[code] = UNKNOWN


def weigh(s: State, o: Options, mind: Any, code: int) -> float:
    """The prospect of the player to move after a turn that writes this; many turns write the same."""
    if mind.worth[code] == UNKNOWN:
        # At the end of the turn, however many of its tiles lie now.
        mind.worth[code] = prospect_with(s, o, code, tiles_to_come(s, o) - (s.most - s.count) / o.players)
    return float(mind.worth[code])


def make_turn(s: State, o: Options, mind: Any) -> None:
    """The player to move makes the turn that is best for his own card; the first of equal ones."""
    if s.most == 0:
        end_blocked_turn(s, o)
        return
    forget(mind)
    best = 1.0 * UNKNOWN
    first = s.count
    while next_whole_turn(s, o, first):
        value = weigh(s, o, mind, writes(s))
        if value > best:
            best = value
            mind.count = s.count
            for i in range(s.count):
                mind.cell[i] = s.laid[i]
                mind.pips[i] = s.board[s.laid[i]]
    if best > UNKNOWN:
        for i in range(first, mind.count):
            lay(s, mind.cell[i], mind.pips[i])
    end_turn(s, o)


def look(s: State, o: Options, desk: Any, mind: Any, p: int, turns: int, seed: int) -> None:
    """Redraw what seat p does not see and let all make so many turns; the tiles come by the seed."""
    clear(desk)
    k = 0
    lots = unseen(s, o, p)
    while lots > 0:
        deal(s, o, p, draw(seed, 0, k, lots))
        k += 1
        lots = unseen(s, o, p)
    player = turn(s, o)
    while player != OVER and (turns > 0 or player == CHANCE):
        if player == CHANCE:
            happen(s, o, desk, seed)
        else:
            make_turn(s, o, mind)
            turns -= 1
        player = turn(s, o)


def look_from(
    states: Any, options: Any, desks: Any, mind: Any, p: int, turns: int, seed: int, samples: int, out: Any
) -> None:
    """Add up the prospects of all seats after so many turns from a view of seat p, over some samples of the tiles."""
    o = options[0]
    for i in range(samples):
        states[1] = states[0]
        s = states[1]
        look(s, o, desks[0], mind[0], p, turns, seed + i)
        tiles = tiles_to_come(s, o)
        for q in range(o.players):
            out[q] += score(s, o, q) if s.phase == ENDED else prospect(s, o, q, tiles)


def end_with(states: Any, options: Any, moves: Any) -> None:
    """The player to move makes this turn: what does not lie yet is laid, and the turn ended."""
    s, o = states[0], options[0]
    for i in range(MOST):
        if moves[i] > 0 and s.board[cell_of(moves[i])] == 0:
            lay(s, cell_of(moves[i]), pips_of(moves[i]))
    end_turn(s, o)
