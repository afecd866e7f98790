"""The graph of a turn: its states, merged where the same can come of them.

Two blocks of states are alike if the same choices lead from them to blocks that are alike; with all dice placed, if
they score the same. Which ones are alike is found from the last die backwards, by signs of 64 bits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from stammtisch.core.bind import Rules
from stammtisch.games.zocken.rules import BOX, DICE, FACES
from stammtisch.games.zocken.solve_kernel import IDLE, ONES, ROW_BITS
from stammtisch.games.zocken.solve_states import BITS, OFFSET, States

Level = tuple[Any, Any, Any, Any]
"""First nodes, throws, faces and targets: see solve_climb.py."""


@dataclass(frozen=True)
class Graph:
    """All nodes, by level: the number of dice in hand. Tables have one entry a node, those of level 0 first."""

    begin: Any
    """The first node of every level, and behind them how many there are."""
    levels: tuple[Level, ...]
    """Those from 1 on: what leads from them to the level below. Their nodes are counted from the start of the level."""
    ends: tuple[Any, ...]
    """For every node of level 0: matches, ends, dice on −20."""
    node: Any
    """By the numbers of states: the node."""


def build(rules: Rules, states: States, points: Any) -> Graph:
    """Merge all states under some options; points: what a turn scores by matches, ends and dice on −20."""
    blocks, base, kind, legal, follow = states.tables[:5]
    most, ends = BITS[ONES, kind[blocks[:, 0]] & ROW_BITS], kind[blocks[:, 0]] >> DICE
    idle = blocks[:, 2]
    left = BITS[ONES, blocks[:, 1]] + idle
    state = base[blocks[:, 0]] + OFFSET[kind[blocks[:, 0]], blocks[:, 1]] + idle * (2 * most + 3 - idle) // 2
    width = most + 1 - idle
    node = np.zeros(states.count, np.int32)
    tables = (base, kind, legal, follow, OFFSET, BITS, node)
    signs = np.zeros(IDLE + 1, np.int64)  # of the throws of one block
    begin, levels = [0], []
    for dice in range(DICE + 1):
        some = slice(*np.searchsorted(left, [dice, dice + 1]))
        if dice == 0:
            box = DICE - most[some] - ends[some]
            found = np.unique(points[:, ends[some], box].T, axis=0, return_inverse=True)[1].ravel()
        else:
            found, sizes = np.zeros(len(left[some]), np.int64), np.zeros((len(left[some]), 2), np.int32)
            rules.sign_blocks(
                blocks[some], *tables, signs, *_room(IDLE + 1, (IDLE + 1) * FACES * (BOX + 1)), found, sizes
            )
        alike, which = _first_of_each(found)
        widest = np.zeros(len(alike), np.int64)
        np.maximum.at(widest, which, width[some])
        first = np.concatenate([[0], np.cumsum(widest)]).astype(np.int32)
        if dice == 0:
            parts = ends[some][alike], box[alike]
            finished = tuple(np.repeat(each, widest) for each in parts)
            matches = np.arange(first[-1]) - np.repeat(first[:-1], widest)
        else:
            throw = np.concatenate([[0], np.cumsum(sizes[alike, 0])]).astype(np.int32)
            room = _room(int(throw[-1]), int(sizes[alike, 1].sum()))
            rules.write_choices(blocks[some][alike], *tables, signs, *room)
            levels.append((first, throw, *room))
        for m in range(DICE + 1):
            has = width[some] > m
            node[state[some][has] + m] = first[which[has]] + m
        begin.append(begin[-1] + int(first[-1]))
    offsets = np.array(begin[:-1])
    for m in range(DICE + 1):
        has = width > m
        node[state[has] + m] += offsets[left[has]].astype(np.int32)
    return Graph(np.array(begin), tuple(levels), (matches, *finished), node)


def _first_of_each(signs: Any) -> tuple[Any, Any]:
    """Where each sign comes first, ascending; and for every one its number in this list."""
    _, first, which = np.unique(signs, return_index=True, return_inverse=True)
    order = np.argsort(first)
    return first[order], np.argsort(order)[which]


def _room(throws: int, targets: int) -> tuple[Any, Any]:
    """For the faces of so many throws, and their targets; a throw like another is written and then forgotten."""
    return np.zeros(FACES * (throws + 1) + 1, np.int32), np.zeros(targets + FACES * (BOX + 1), np.int32)
