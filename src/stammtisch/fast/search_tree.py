"""The search tree: many playouts from what one seat sees of a position. docs/search.md tells the idea.

A playout redraws what is hidden, goes down the tree by the moves that did best so far, adds one node, plays on almost
at random and writes its result to every move on its way. A node is what the player to move sees there, so nobody uses
what he cannot know.

Rules Python, bound with a game's rules: compiled with NumPy arrays, interpreted with lists in their place. All draws
are those of turn 0, which holds no dice of any game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from stammtisch.core.constants import CHANCE, OVER
from stammtisch.core.dice import draw_next
from stammtisch.fast.drive import Workspace, clear

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
ROOT_STATE = 0  # what is searched from: a view or a whole position
PLAYOUT_STATE = 1  # the playout under way
SEEN_STATE = 2  # what its player to move sees

NO_KEY = 0  # the key of an empty slot; no state has it
NO_ROOM = -1  # there is no room for another node

# What is counted: of the tree, of this playout, of all playouts.
NODES_USED = 0
BRANCHES_USED = 1
BRANCH_STEPS = 2  # choices inside the tree
LINE_STEPS = 3  # choices noted in its line
ALL_CHOICES = 4
ALL_TURNS = 5
ALL_CUT = 6  # playouts that were cut before the end of the game
COUNTS = 7


class Tree(NamedTuple):
    """Rows. A node has one branch for each legal move, side by side in the order of the moves."""

    keys: Any  # by slot of the hash table
    nodes: Any  # by slot: the node
    first: Any  # by node: its first branch
    visits: Any  # by node
    playouts: Any  # by branch
    wins: Any  # by branch: what its playouts won for the player who made the move
    liked_playouts: Any  # by seat and move, wherever it was made
    liked_wins: Any
    branch: Any  # of this playout: the branches it went down
    mover: Any  # and who chose them
    line: Any  # of this playout: all choices by seat and move, the last ones left out if there are too many
    worth: Any  # of this playout, by seat: the share of the first place
    total: Any  # by seat: the worth of all playouts
    counts: Any  # see above
    drift: Any  # how far the root's lead moved, in all playouts


def search_tree(
    states: Any,
    words: Any,
    options: Any,
    workspaces: Any,
    tree: Tree,
    seat: int,
    hidden: bool,
    seed: int,
    playouts: int,
    until: int,
    spur: float,
    trust: float,
) -> None:
    """Make so many playouts; try i has the seed `seed + i`. They are cut when turn `until` begins.

    `seat` is whose view the root is, if something is `hidden`. `spur` drives to moves seldom tried; before its own
    playouts count, a move counts as much as `trust` playouts of the same move elsewhere.
    """
    o, workspace = options[0], workspaces[0]
    start = lead_of(states[ROOT_STATE], o, seat)
    for i in range(playouts):
        clear(workspace)
        copy_state(states, PLAYOUT_STATE, ROOT_STATE)
        if hidden:
            redraw_hidden(states[PLAYOUT_STATE], o, workspace, seat, seed + i)
        tree.counts[BRANCH_STEPS] = 0
        tree.counts[LINE_STEPS] = 0
        descend(states, words, o, workspace, tree, seed + i, until, spur, trust)
        roll_out(states[PLAYOUT_STATE], o, workspace, tree, seed + i, until)
        tree.counts[ALL_TURNS] += states[PLAYOUT_STATE].turns - states[ROOT_STATE].turns
        score_playout(states[PLAYOUT_STATE], o, tree, seat, start)
        backpropagate(tree, o)


def redraw_hidden(s: Any, o: Any, workspace: Workspace, seat: int, seed: int) -> None:
    """Put what the seat cannot see into its view."""
    lots = unseen(s, o, seat)
    while lots > 0:
        deal(s, o, seat, draw_next(workspace.dice, seed, 0, lots))
        lots = unseen(s, o, seat)


def descend(
    states: Any, words: Any, o: Any, workspace: Workspace, tree: Tree, seed: int, until: int, spur: float, trust: float
) -> None:
    """Go down to the first position that is not in the tree, add it, and make a move there."""
    s = states[PLAYOUT_STATE]
    known = True
    while known:
        count = next_choice(s, o, workspace, seed, until)
        if count == 0:
            return
        player = turn(s, o)
        copy_state(states, SEEN_STATE, PLAYOUT_STATE)
        hide(states[SEEN_STATE], o, player)
        node = find_node(tree, fingerprint(states, words, SEEN_STATE), count)
        if node == NO_ROOM:
            return
        known = tree.visits[node] > 0
        tree.visits[node] += 1
        if known:
            j = best_branch(tree, node, player, o, workspace, count, spur, trust)
        else:
            j = likely_branch(tree, player, o, workspace, count, seed)
        tree.branch[tree.counts[BRANCH_STEPS]] = tree.first[node] + j
        tree.mover[tree.counts[BRANCH_STEPS]] = player
        tree.counts[BRANCH_STEPS] += 1
        make_choice(s, o, workspace, tree, player, j)


def next_choice(s: Any, o: Any, workspace: Workspace, seed: int, until: int) -> int:
    """Play on to the next position with a choice; how many moves there are, on the workspace. 0: the try is over."""
    plies = 0
    while s.turns < until and plies < LENGTH:
        player = turn(s, o)
        if player == OVER:
            return 0
        if player == CHANCE:
            m = outcome(s, o, draw_next(workspace.dice, seed, 0, spread(s, o)))
        else:
            count = moves(s, o, workspace.legal)
            if count > 1:
                return count
            m = int(workspace.legal[0])
        play(s, o, m)
        plies += 1
    return 0


def find_node(tree: Tree, key: int, count: int) -> int:
    """The node with this key. A new one, with so many branches, has no visits yet."""
    slot = key & (len(tree.keys) - 1)
    while tree.keys[slot] != key:
        if tree.keys[slot] == NO_KEY:
            node = tree.counts[NODES_USED]
            if node == len(tree.first) or tree.counts[BRANCHES_USED] + count > len(tree.playouts):
                return NO_ROOM
            tree.keys[slot] = key
            tree.nodes[slot] = node
            tree.first[node] = tree.counts[BRANCHES_USED]
            tree.counts[NODES_USED] += 1
            tree.counts[BRANCHES_USED] += count
            return int(node)
        slot = (slot + 1) & (len(tree.keys) - 1)
    return int(tree.nodes[slot])


def best_branch(
    tree: Tree, node: int, player: int, o: Any, workspace: Workspace, count: int, spur: float, trust: float
) -> int:
    """The branch that did best, or that was tried too seldom to know."""
    chosen, highest = 0, -1.0
    push = spur * tree.visits[node] ** 0.25
    for j in range(count):
        b = tree.first[node] + j
        hope = trust * liking(tree, player, o, workspace.legal[j])
        value = (tree.wins[b] + hope) / (tree.playouts[b] + trust) + push / (tree.playouts[b] + 1) ** 0.5
        if value > highest:
            chosen, highest = j, value
    return chosen


def liking(tree: Tree, player: int, o: Any, m: int) -> float:
    """What a move won for a player on average, wherever he made it."""
    i = player * MOVES + m
    return float((tree.liked_wins[i] + 1 / o.players) / (tree.liked_playouts[i] + 1))


def likely_branch(tree: Tree, player: int, o: Any, workspace: Workspace, count: int, seed: int) -> int:
    """Outside the tree: of two random moves the one that did better elsewhere."""
    one = draw_next(workspace.dice, seed, 0, count)
    other = draw_next(workspace.dice, seed, 0, count)
    if liking(tree, player, o, workspace.legal[other]) > liking(tree, player, o, workspace.legal[one]):
        return other
    return one


def make_choice(s: Any, o: Any, workspace: Workspace, tree: Tree, player: int, j: int) -> None:
    """Make the j-th legal move and note it."""
    m = int(workspace.legal[j])
    tree.counts[ALL_CHOICES] += 1
    if tree.counts[LINE_STEPS] < len(tree.line):
        tree.line[tree.counts[LINE_STEPS]] = player * MOVES + m
        tree.counts[LINE_STEPS] += 1
    play(s, o, m)


def roll_out(s: Any, o: Any, workspace: Workspace, tree: Tree, seed: int, until: int) -> None:
    """Play until the game is over, or a turn too far ahead begins."""
    count = next_choice(s, o, workspace, seed, until)
    choices = 0
    while count > 0 and choices < LENGTH:
        player = turn(s, o)
        make_choice(s, o, workspace, tree, player, likely_branch(tree, player, o, workspace, count, seed))
        count = next_choice(s, o, workspace, seed, until)
        choices += 1


def lead_of(s: Any, o: Any, p: int) -> int:
    """How far a player is ahead of the best of the others."""
    rival = -(2**30)
    for q in range(o.players):
        if q != p:
            rival = max(rival, score(s, o, q))
    return int(score(s, o, p)) - rival


def score_playout(s: Any, o: Any, tree: Tree, seat: int, start: int) -> None:
    """Everybody's share of the first place; of a game that was cut, an estimate from the scores.

    A lead counts by how far playouts move a lead: one as large as the average is worth 3 : 1.
    """
    if turn(s, o) == OVER:
        winners = 0
        for p in range(o.players):
            winners += 1 if place(s, o, p) == 1 else 0
        for p in range(o.players):
            tree.worth[p] = 1 / winners if place(s, o, p) == 1 else 0.0
        return
    tree.drift[0] += abs(lead_of(s, o, seat) - start)
    tree.counts[ALL_CUT] += 1
    width = (tree.drift[0] + 1) / tree.counts[ALL_CUT]
    whole = 0.0
    for p in range(o.players):
        ahead = lead_of(s, o, p)
        tree.worth[p] = (1 + ahead / (width + abs(ahead))) / 2
        whole += tree.worth[p]
    for p in range(o.players):
        tree.worth[p] /= whole


def backpropagate(tree: Tree, o: Any) -> None:
    """Write the result of this try to its branches and moves."""
    for k in range(tree.counts[BRANCH_STEPS]):
        tree.playouts[tree.branch[k]] += 1
        tree.wins[tree.branch[k]] += tree.worth[tree.mover[k]]
    for k in range(tree.counts[LINE_STEPS]):
        tree.liked_playouts[tree.line[k]] += 1
        tree.liked_wins[tree.line[k]] += tree.worth[tree.line[k] // MOVES]
    for p in range(o.players):
        tree.total[p] += tree.worth[p]


# ── What differs interpreted, see bots/playouts.py ────────────────────────────────────────────────────────────────────


def copy_state(states: Any, to: int, source: int) -> None:
    states[to] = states[source]


def fingerprint(states: Any, words: Any, i: int) -> int:
    """A state as one number. `words` are the same states as plain rows of ints."""
    key = 1469598103934665603
    for k in range(words.shape[1]):
        key = (key ^ words[i, k]) * 1099511628211  # wraps
        key ^= key >> 32
    return 1 if key == NO_KEY else key
