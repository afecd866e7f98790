"""The search tree: many tries from what one seat sees of a position. docs/search.md tells the idea.

A try redraws what is hidden, goes down the tree by the moves that did best so far, adds one node, plays on almost at
random and writes what came of it to every move on its way. A node is what the player to move sees there, so nobody
uses what he cannot know.

Rules Python, bound with a game's rules: compiled with NumPy arrays, interpreted with lists in their place. All draws are
those of turn 0, which holds no dice of any game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from stammtisch.core.dice import shake
from stammtisch.core.words import CHANCE, OVER
from stammtisch.fast.drive import Desk, clear

if TYPE_CHECKING:  # what is expected of the game
    MOVES: int = 0
    LENGTH: int = 0

    def turn(s: Any, o: Any) -> int: ...
    def play(s: Any, o: Any, m: int) -> None: ...
    def moves(s: Any, o: Any, out: Any) -> int: ...
    def spread(s: Any, o: Any) -> int: ...
    def outcome(s: Any, o: Any, lot: int) -> int: ...
    def score(s: Any, o: Any, p: int) -> int: ...
    def place(s: Any, o: Any, p: int) -> int: ...
    def hide(s: Any, o: Any, p: int) -> None: ...
    def unseen(s: Any, o: Any, p: int) -> int: ...
    def deal(s: Any, o: Any, p: int, lot: int) -> None: ...


# The three states of a search.
ROOT = 0  # what is searched from: a view or a whole position
GAME = 1  # the try in play
SIGHT = 2  # what its player to move sees

EMPTY = 0  # the key of an empty slot; no state has it
FULL = -1  # there is no room for another node


class Tree(NamedTuple):
    """Rows. A node has one branch for each legal move, side by side in the order of the moves."""

    keys: Any  # by slot of the hash table
    nodes: Any  # by slot: the node
    first: Any  # by node: its first branch
    visits: Any  # by node
    tries: Any  # by branch
    wins: Any  # by branch: what its tries won for the player who made the move
    liked_tries: Any  # by seat and move, wherever it was made
    liked_wins: Any
    branch: Any  # of this try: the branches it went down
    mover: Any  # and who chose them
    line: Any  # of this try: all choices by seat and move, the last ones left out if there are too many
    worth: Any  # of this try, by seat: the share of the first place
    total: Any  # by seat: the worth of all tries
    used: Any  # how many nodes, branches; of this try: how many choices in the tree, choices in all
    drift: Any  # how far the root's lead moved, in all tries


def search(
    states: Any,
    words: Any,
    options: Any,
    desks: Any,
    tree: Tree,
    seat: int,
    hidden: bool,
    seed: int,
    tries: int,
    until: int,
    spur: float,
    trust: float,
) -> None:
    """Make so many tries; try i has the seed `seed + i`. They are cut when turn `until` begins.

    `seat` is whose view the root is, if something is `hidden`. `spur` drives to moves seldom tried; before its own
    tries count, a move counts as much as `trust` tries of the same move elsewhere.
    """
    o, desk = options[0], desks[0]
    start = lead(states[ROOT], o, seat)
    for i in range(tries):
        clear(desk)
        copy_state(states, GAME, ROOT)
        if hidden:
            redraw(states[GAME], o, desk, seat, seed + i)
        tree.used[2] = 0
        tree.used[3] = 0
        descend(states, words, o, desk, tree, seed + i, until, spur, trust)
        play_on(states[GAME], o, desk, tree, seed + i, until)
        judge(states[GAME], o, tree, seat, start, i)
        remember(tree, o)


def redraw(s: Any, o: Any, desk: Desk, seat: int, seed: int) -> None:
    """Put what the seat cannot see into its view."""
    lots = unseen(s, o, seat)
    while lots > 0:
        deal(s, o, seat, shake(desk.dice, seed, 0, lots))
        lots = unseen(s, o, seat)


def descend(
    states: Any, words: Any, o: Any, desk: Desk, tree: Tree, seed: int, until: int, spur: float, trust: float
) -> None:
    """Go down to the first position that is not in the tree, add it, and make a move there."""
    s = states[GAME]
    known = True
    while known:
        count = next_choice(s, o, desk, seed, until)
        if count == 0:
            return
        player = turn(s, o)
        copy_state(states, SIGHT, GAME)
        hide(states[SIGHT], o, player)
        node = find(tree, fingerprint(states, words, SIGHT), count)
        if node == FULL:
            return
        known = tree.visits[node] > 0
        tree.visits[node] += 1
        if known:
            j = best(tree, node, player, o, desk, count, spur, trust)
        else:
            j = likely(tree, player, o, desk, count, seed)
        tree.branch[tree.used[2]] = tree.first[node] + j
        tree.mover[tree.used[2]] = player
        tree.used[2] += 1
        make(s, o, desk, tree, player, j)


def next_choice(s: Any, o: Any, desk: Desk, seed: int, until: int) -> int:
    """Play on to the next position with a choice; how many moves there are, on the desk. 0: the try is over."""
    plies = 0
    while s.turns < until and plies < LENGTH:
        player = turn(s, o)
        if player == OVER:
            return 0
        if player == CHANCE:
            m = outcome(s, o, shake(desk.dice, seed, 0, spread(s, o)))
        else:
            count = moves(s, o, desk.legal)
            if count > 1:
                return count
            m = int(desk.legal[0])
        play(s, o, m)
        plies += 1
    return 0


def find(tree: Tree, key: int, count: int) -> int:
    """The node with this key. A new one, with so many branches, has no visits yet."""
    slot = key & (len(tree.keys) - 1)
    while tree.keys[slot] != key:
        if tree.keys[slot] == EMPTY:
            node = tree.used[0]
            if node == len(tree.first) or tree.used[1] + count > len(tree.tries):
                return FULL
            tree.keys[slot] = key
            tree.nodes[slot] = node
            tree.first[node] = tree.used[1]
            tree.used[0] += 1
            tree.used[1] += count
            return int(node)
        slot = (slot + 1) & (len(tree.keys) - 1)
    return int(tree.nodes[slot])


def best(
    tree: Tree, node: int, player: int, o: Any, desk: Desk, count: int, spur: float, trust: float
) -> int:
    """The branch that did best, or that was tried too seldom to know."""
    chosen, highest = 0, -1.0
    push = spur * tree.visits[node] ** 0.25
    for j in range(count):
        b = tree.first[node] + j
        hope = trust * liking(tree, player, o, desk.legal[j])
        value = (tree.wins[b] + hope) / (tree.tries[b] + trust) + push / (tree.tries[b] + 1) ** 0.5
        if value > highest:
            chosen, highest = j, value
    return chosen


def liking(tree: Tree, player: int, o: Any, m: int) -> float:
    """What a move won for a player on average, wherever he made it."""
    i = player * MOVES + m
    return float((tree.liked_wins[i] + 1 / o.players) / (tree.liked_tries[i] + 1))


def likely(tree: Tree, player: int, o: Any, desk: Desk, count: int, seed: int) -> int:
    """Outside the tree: of two random moves the one that did better elsewhere."""
    one = shake(desk.dice, seed, 0, count)
    other = shake(desk.dice, seed, 0, count)
    if liking(tree, player, o, desk.legal[other]) > liking(tree, player, o, desk.legal[one]):
        return other
    return one


def make(s: Any, o: Any, desk: Desk, tree: Tree, player: int, j: int) -> None:
    """Make the j-th legal move and note it."""
    m = int(desk.legal[j])
    if tree.used[3] < len(tree.line):
        tree.line[tree.used[3]] = player * MOVES + m
        tree.used[3] += 1
    play(s, o, m)


def play_on(s: Any, o: Any, desk: Desk, tree: Tree, seed: int, until: int) -> None:
    """Play until the game is over, or a turn too far ahead begins."""
    count = next_choice(s, o, desk, seed, until)
    choices = 0
    while count > 0 and choices < LENGTH:
        player = turn(s, o)
        make(s, o, desk, tree, player, likely(tree, player, o, desk, count, seed))
        count = next_choice(s, o, desk, seed, until)
        choices += 1


def lead(s: Any, o: Any, p: int) -> int:
    """How far a player is ahead of the best of the others."""
    rival = -(2**30)
    for q in range(o.players):
        if q != p:
            rival = max(rival, score(s, o, q))
    return int(score(s, o, p)) - rival


def judge(s: Any, o: Any, tree: Tree, seat: int, start: int, i: int) -> None:
    """Everybody's share of the first place; of a game that was cut, an estimate from the scores.

    A lead counts by how far tries move a lead: one as large as the average is worth 3 : 1.
    """
    if turn(s, o) == OVER:
        winners = 0
        for p in range(o.players):
            winners += 1 if place(s, o, p) == 1 else 0
        for p in range(o.players):
            tree.worth[p] = 1 / winners if place(s, o, p) == 1 else 0.0
        return
    tree.drift[0] += abs(lead(s, o, seat) - start)
    width = (tree.drift[0] + 1) / (i + 1)
    whole = 0.0
    for p in range(o.players):
        ahead = lead(s, o, p)
        tree.worth[p] = (1 + ahead / (width + abs(ahead))) / 2
        whole += tree.worth[p]
    for p in range(o.players):
        tree.worth[p] /= whole


def remember(tree: Tree, o: Any) -> None:
    """Write the result of this try to its branches and moves."""
    for k in range(tree.used[2]):
        tree.tries[tree.branch[k]] += 1
        tree.wins[tree.branch[k]] += tree.worth[tree.mover[k]]
    for k in range(tree.used[3]):
        tree.liked_tries[tree.line[k]] += 1
        tree.liked_wins[tree.line[k]] += tree.worth[tree.line[k] // MOVES]
    for p in range(o.players):
        tree.total[p] += tree.worth[p]


# ── What differs interpreted, see bots/tries.py ──────────────────────────────────────────────────────────────────────


def copy_state(states: Any, to: int, source: int) -> None:
    states[to] = states[source]


def fingerprint(states: Any, words: Any, i: int) -> int:
    """A state as one number. `words` are the same states as plain rows of ints."""
    key = 1469598103934665603
    for k in range(words.shape[1]):
        key = (key ^ words[i, k]) * 1099511628211  # wraps
        key ^= key >> 32
    return 1 if key == EMPTY else key
