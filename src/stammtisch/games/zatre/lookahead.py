"""Looking ahead in Zatre: turns weighed by the own card, and played on with sampled tiles. Compiled, see thinker.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stammtisch.core.constants import CHANCE, OVER, PASS
from stammtisch.core.dice import draw, draw_next
from stammtisch.fast.drive import clear
from stammtisch.games.zatre.board import EMPTY
from stammtisch.games.zatre.duties import MOST, is_legal_turn
from stammtisch.games.zatre.listing import next_whole_turn, writes
from stammtisch.games.zatre.prospect import prospect, prospect_with, tiles_to_come

if TYPE_CHECKING:  # what is expected of the rules
    from stammtisch.games.zatre.rules import DONE, ENDED, Options, State

    def turn(s: State, o: Options) -> int: ...
    def unseen(s: State, o: Options, p: int) -> int: ...
    def deal(s: State, o: Options, p: int, lot: int) -> None: ...
    def lay(s: State, c: int, pips: int) -> None: ...
    def play(s: State, o: Options, m: int) -> None: ...
    def spread(s: State, o: Options) -> int: ...
    def outcome(s: State, o: Options, lot: int) -> int: ...
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
    for i in range(mind.codes):
        mind.worth[mind.code[i]] = UNKNOWN
    mind.codes = 0


def weigh(s: State, o: Options, mind: Any, code: int) -> float:
    """The prospect of the player to move after a turn that writes this; many turns write the same."""
    if mind.worth[code] == UNKNOWN:
        # At the end of the turn, however many of its tiles lie now, and as if it laid the most: a tile that is kept is
        # still to come for everybody.
        mind.code[mind.codes] = code
        mind.codes += 1
        mind.worth[code] = prospect_with(s, o, code, tiles_to_come(s, o) - (s.most - s.count) / o.players)
    return float(mind.worth[code])


def lay_best(s: State, o: Options, mind: Any) -> None:
    """Lay the turn that is best for the own card, the first of equal ones; nothing, if all its tiles lie already.

    What a turn writes, it writes without its last tile too if that makes no run. So where any number of tiles may be
    laid such turns are passed over, unless nothing can be written at all.
    """
    first = s.count
    useful = s.least == 1 and first == 0
    lay_best_of(s, o, mind, useful)
    if useful and mind.count == 0:
        lay_best_of(s, o, mind, False)


def lay_best_of(s: State, o: Options, mind: Any, useful: bool) -> None:
    """The same, of all turns, or of those whose last tile makes a run."""
    forget(mind)
    first = s.count
    mind.count = first
    best = weigh(s, o, mind, writes(s)) if is_legal_turn(s) else 1.0 * UNKNOWN
    while next_whole_turn(s, o, first, useful):
        value = weigh(s, o, mind, writes(s))
        if value > best:
            best = value
            mind.count = s.count
            for i in range(s.count):
                mind.cell[i] = s.laid[i]
                mind.pips[i] = s.board[s.laid[i]]
    for i in range(first, mind.count):
        lay(s, mind.cell[i], mind.pips[i])


def deal_all(s: State, o: Options, p: int, seed: int) -> None:
    """Redraw all that seat p does not see."""
    k = 0
    lots = unseen(s, o, p)
    while lots > 0:
        deal(s, o, p, draw(seed, 0, k, lots))
        k += 1
        lots = unseen(s, o, p)


def lay_turn(s: State, moves: Any) -> None:
    """Lay the tiles of this turn that do not lie yet."""
    for i in range(MOST):
        if moves[i] > 0 and s.board[cell_of(moves[i])] == EMPTY:
            lay(s, cell_of(moves[i]), pips_of(moves[i]))


def go_on(s: State, o: Options, workspace: Any, mind: Any, laid: bool, turns: int, seed: int) -> None:
    """Everybody makes the turn that is best for his card, so many turns in all; the tiles come by the seed.

    `laid`: of the first one the tiles lie already. (One call of `play` for all: compiling takes long enough.)
    """
    clear(workspace)
    player = turn(s, o)
    while player != OVER and (turns > 0 or player == CHANCE):
        m = PASS
        if player == CHANCE:
            m = outcome(s, o, draw_next(workspace.dice, seed, s.turns, spread(s, o)))
        else:
            if s.most > 0:
                if not laid:
                    lay_best(s, o, mind)
                m = DONE
            laid = False
            turns -= 1
        play(s, o, m)
        player = turn(s, o)


def look(
    states: Any,
    options: Any,
    workspaces: Any,
    mind: Any,
    p: int,
    moves: Any,
    turns: int,
    seed: int,
    prospects: Any,
) -> None:
    """From the view of seat p in states[0]: so many turns, first this one if any is given, with several samples of the
    tiles; prospects[i] are those of all seats after the i-th."""
    o = options[0]
    for i in range(len(prospects)):
        states[1] = states[0]
        s = states[1]
        deal_all(s, o, p, seed + i)  # before the turn ends, for what follows may depend on the rivals' hands [Z8.3]
        lay_turn(s, moves)
        go_on(s, o, workspaces[0], mind[0], moves[0] > 0, turns, seed + i)
        tiles = tiles_to_come(s, o)
        for q in range(o.players):
            prospects[i, q] = score(s, o, q) if s.phase == ENDED else prospect(s, o, q, tiles)
