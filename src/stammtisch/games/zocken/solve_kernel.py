"""The loops of the solver. Bound with the rules and compiled: what is legal, the rules say.

A state of a turn is what can still matter, see solve_states.py:

    layout   the dice on the slots, up to symmetry and without values that no later die can meet
    hand     bits of the row spaces that are empty and whose own die is in hand: these can still match
    idle     dice in hand that cannot match any more, for their space is taken; one is as good as another
    matches  so far; the states that differ only in it lie side by side in every table: a `block`

The tables have one entry a layout: `base` where its states begin, `kind` its row spaces taken (7 bits) and, above them,
its ends taken; `legal` by dice on −20 and value: bits of slots 0 … 8 and −20; `follow` by value and slot: the layout
that follows, twice, plus 1 if it is seen in the mirror. `offset` leads from a kind and a hand to the first state,
`bits` are the number of ones of a hand and its mirror image.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stammtisch.games.zocken.rules import BOX, DICE, FACES, PLACE, PLACING, ROW, SLOTS

if TYPE_CHECKING:  # what is expected of the rules

    def moves(s: Any, o: Any, out: Any) -> int: ...
    def direction(s: Any) -> int: ...


ONES = 0
MIRROR = 1
ROW_BITS = 127
IDLE = DICE  # instead of a colour: any die that cannot match
WORST = -(10**9)  # below every utility
TIE = 10**9  # choices that differ by less than 1 / TIE are equal, and the first of them is made


def ask_rules(rows: Any, states: Any, options: Any, out: Any, legal: Any) -> None:
    """Fill `legal` for layouts given by the values on their slots."""
    s = states[0]
    s.phase = PLACING
    for i in range(len(rows)):
        taken = 0
        for slot in range(SLOTS):
            s.slots[slot] = rows[i, slot]
            taken += 1 if rows[i, slot] > 0 else 0
        s.direction = direction(s)
        for box in range(DICE - taken):
            s.box = box
            s.placed = taken + box
            for face in range(FACES):
                s.shows[s.die] = face + 1
                for k in range(moves(s, options[0], out)):
                    legal[i, box, face] |= 1 << (out[k] - PLACE)


def first_state(layout: int, hand: int, idle: int, base: Any, kind: Any, offset: Any, bits: Any) -> int:
    """The number of the state with no match so far."""
    most = bits[ONES, kind[layout] & ROW_BITS]  # matches there can be, less one for every idle die
    return int(base[layout] + offset[kind[layout], hand] + idle * (2 * most + 3 - idle) // 2)


def landing(
    layout: int, hand: int, idle: int, die: int, face: int, slot: int,
    base: Any, kind: Any, follow: Any, offset: Any, bits: Any,
) -> int:  # fmt: skip
    """The number of the state, counted as by `first_state`, when this die with this face has gone to this slot."""
    picked = 0
    if die == IDLE:
        idle -= 1
    else:
        picked = 1 << die
    hand &= ~picked
    if slot == BOX:
        return first_state(layout, hand, idle, base, kind, offset, bits)
    own = (1 << slot) >> ROW & ROW_BITS  # the space taken, as a bit; none for an end
    matches = 1 if own & picked else 0
    if hand & own:
        hand ^= own
        idle += 1
    code = follow[layout, face, slot]
    if code & 1:
        hand = bits[MIRROR, hand]
    return first_state(code >> 1, hand, idle, base, kind, offset, bits) + matches


def list_blocks(base: Any, kind: Any, bits: Any, blocks: Any) -> int:
    """Write (layout, hand, idle) of every block, those with fewer dice in hand first; how many there are."""
    count = 0
    for left in range(DICE + 1):
        for layout in range(len(base)):
            free = ROW_BITS & ~kind[layout]
            most = bits[ONES, kind[layout] & ROW_BITS]
            if left + most + (kind[layout] >> DICE) > DICE:
                continue
            hand = free
            while hand >= 0:  # all subsets of `free`
                idle = left - bits[ONES, hand]
                if 0 <= idle <= most:
                    if count < len(blocks):
                        blocks[count, 0] = layout
                        blocks[count, 1] = hand
                        blocks[count, 2] = idle
                    count += 1
                hand = (hand - 1) & free if hand > 0 else -1
    return count


def throw_value(
    layout: int, hand: int, idle: int, die: int, width: int, box: int,
    base: Any, kind: Any, legal: Any, follow: Any, offset: Any, bits: Any, values: Any, top: Any, mean: Any,
) -> None:  # fmt: skip
    """mean[m]: the value of throwing this die with m matches so far."""
    for m in range(width):
        mean[m] = 0.0
    for face in range(FACES):
        for m in range(width):
            top[m] = WORST
        for slot in range(BOX + 1):
            if legal[layout, box, face] >> slot & 1:
                at = landing(layout, hand, idle, die, face, slot, base, kind, follow, offset, bits)
                for m in range(width):
                    top[m] = max(top[m], values[at + m])
        for m in range(width):
            mean[m] += top[m]
    for m in range(width):
        mean[m] /= FACES


def can_throw(hand: int, idle: int, die: int) -> bool:
    """Is this die in hand, or an idle one?"""
    return idle > 0 if die == IDLE else (hand >> die & 1) > 0


def backward(
    blocks: Any, base: Any, kind: Any, legal: Any, follow: Any, offset: Any, bits: Any,
    utility: Any, values: Any, top: Any, mean: Any,
) -> None:  # fmt: skip
    """values[i]: the greatest expected utility[matches, ends, dice on −20] of a finished turn from state i."""
    for i in range(len(blocks)):
        layout, hand, idle = blocks[i]
        most = bits[ONES, kind[layout] & ROW_BITS]
        ends = kind[layout] >> DICE
        left = bits[ONES, hand] + idle
        box = DICE - left - most - ends
        at = first_state(layout, hand, idle, base, kind, offset, bits)
        width = most + 1 - idle
        for m in range(width):
            values[at + m] = utility[m, ends, box] if left == 0 else WORST
        for die in range(IDLE + 1):
            if can_throw(hand, idle, die):
                throw_value(
                    layout, hand, idle, die, width, box, base, kind, legal, follow, offset, bits, values, top, mean
                )
                for m in range(width):
                    values[at + m] = max(values[at + m], mean[m])


def forward(
    blocks: Any, base: Any, kind: Any, legal: Any, follow: Any, offset: Any, bits: Any,
    values: Any, mass: Any, finished: Any, top: Any, means: Any,
) -> None:  # fmt: skip
    """Let the probability in `mass` flow along the best choices; finished[matches, ends, dice on −20] takes it up."""
    for i in range(len(blocks) - 1, -1, -1):
        layout, hand, idle = blocks[i]
        most = bits[ONES, kind[layout] & ROW_BITS]
        ends = kind[layout] >> DICE
        left = bits[ONES, hand] + idle
        box = DICE - left - most - ends
        at = first_state(layout, hand, idle, base, kind, offset, bits)
        width = most + 1 - idle
        known = False
        for m in range(width):
            if mass[at + m] == 0.0:
                continue
            if left == 0:
                finished[m, ends, box] += mass[at + m]
                continue
            if not known:
                for die in range(IDLE + 1):
                    throw = means[die]
                    for k in range(width):
                        throw[k] = WORST
                    if can_throw(hand, idle, die):
                        throw_value(
                            layout, hand, idle, die, width, box,
                            base, kind, legal, follow, offset, bits, values, top, throw,
                        )  # fmt: skip
                known = True
            best = 0
            for die in range(1, IDLE + 1):
                if means[die, m] > means[best, m] + 1 / TIE:
                    best = die
            for face in range(FACES):
                to = -1
                for slot in range(BOX + 1):
                    if legal[layout, box, face] >> slot & 1:
                        there = m + landing(layout, hand, idle, best, face, slot, base, kind, follow, offset, bits)
                        if to < 0 or values[there] > values[to] + 1 / TIE:
                            to = there
                mass[to] += mass[at + m] / FACES
