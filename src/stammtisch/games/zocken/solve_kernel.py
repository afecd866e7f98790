"""The loops of the solver. Rules Python, bound with the rules: what is legal, the rules have been asked.

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

from typing import Any

from stammtisch.games.zocken.rules import BOX, DICE, FACES, ROW

ONES = 0
MIRROR = 1
ROW_BITS = 127
IDLE = DICE  # instead of a colour: any die that cannot match
WORST = -(10**9)  # below every utility
TIE = 10**9  # choices that differ by less than 1 / TIE are equal, and the first of them is made


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
    base: Any, kind: Any, legal: Any, follow: Any, offset: Any, bits: Any, values: Any, many: int, top: Any, mean: Any,
) -> None:  # fmt: skip
    """mean[m]: the value of throwing this die with m matches so far. With `many` tables, `width` is so many times as
    large: what differs only in table and matches lies side by side."""
    for m in range(width):
        mean[m] = 0.0
    for face in range(FACES):
        for m in range(width):
            top[m] = WORST
        for slot in range(BOX + 1):
            if legal[layout, box, face] >> slot & 1:
                at = many * landing(layout, hand, idle, die, face, slot, base, kind, follow, offset, bits)
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
    utility: Any, values: Any, many: int, top: Any, mean: Any,
) -> None:  # fmt: skip
    """values[many · i + k]: the greatest expected utility[ends, dice on −20, many · matches + k] of a finished turn,
    from state i. Several tables at once cost little more than one."""
    for i in range(len(blocks)):
        layout, hand, idle = blocks[i]
        most = bits[ONES, kind[layout] & ROW_BITS]
        ends = kind[layout] >> DICE
        left = bits[ONES, hand] + idle
        box = DICE - left - most - ends
        at = many * first_state(layout, hand, idle, base, kind, offset, bits)
        width = many * (most + 1 - idle)
        for m in range(width):
            values[at + m] = utility[ends, box, m] if left == 0 else WORST
        for die in range(IDLE + 1):
            if can_throw(hand, idle, die):
                throw_value(
                    layout, hand, idle, die, width, box,
                    base, kind, legal, follow, offset, bits, values, many, top, mean,
                )  # fmt: skip
                for m in range(width):
                    values[at + m] = max(values[at + m], mean[m])


def play_best(
    layout: int, hand: int, idle: int, box: int, width: int,
    base: Any, kind: Any, legal: Any, follow: Any, offset: Any, bits: Any,
    values: Any, top: Any, means: Any, to: Any,
) -> None:  # fmt: skip
    """to[m, face]: the state that the best throw and its best placement lead to from m matches; the first of equals."""
    for die in range(IDLE + 1):
        for m in range(width):
            means[die, m] = WORST
        if can_throw(hand, idle, die):
            throw_value(
                layout, hand, idle, die, width, box,
                base, kind, legal, follow, offset, bits, values, 1, top, means[die],
            )  # fmt: skip
    for m in range(width):
        die = 0
        for other in range(1, IDLE + 1):
            if means[other, m] > means[die, m] + 1 / TIE:
                die = other
        for face in range(FACES):
            best = -1
            for slot in range(BOX + 1):
                if legal[layout, box, face] >> slot & 1:
                    at = m + landing(layout, hand, idle, die, face, slot, base, kind, follow, offset, bits)
                    if best < 0 or values[at] > values[best] + 1 / TIE:
                        best = at
            to[m, face] = best


def forward(
    blocks: Any, base: Any, kind: Any, legal: Any, follow: Any, offset: Any, bits: Any,
    values: Any, mass: Any, finished: Any, top: Any, means: Any, to: Any,
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
        some = 0.0
        for m in range(width):
            some += mass[at + m]
        if some == 0.0:
            continue
        if left > 0:
            play_best(layout, hand, idle, box, width, base, kind, legal, follow, offset, bits, values, top, means, to)
        for m in range(width):
            if left == 0:
                finished[m, ends, box] += mass[at + m]
            else:
                for face in range(FACES):
                    mass[to[m, face]] += mass[at + m] / FACES


def appraise(
    blocks: Any, base: Any, kind: Any, legal: Any, follow: Any, offset: Any, bits: Any,
    values: Any, utility: Any, found: Any, many: int, top: Any, means: Any, to: Any,
) -> None:  # fmt: skip
    """found[many · i + k]: the expected utility[ends, dice on −20, many · matches + k] from state i, if the thrower
    plays by `values`."""
    for i in range(len(blocks)):
        layout, hand, idle = blocks[i]
        most = bits[ONES, kind[layout] & ROW_BITS]
        ends = kind[layout] >> DICE
        left = bits[ONES, hand] + idle
        box = DICE - left - most - ends
        at = first_state(layout, hand, idle, base, kind, offset, bits)
        width = most + 1 - idle
        if left > 0:
            play_best(layout, hand, idle, box, width, base, kind, legal, follow, offset, bits, values, top, means, to)
        for m in range(width):
            for k in range(many):
                total = 0.0
                if left == 0:
                    total = utility[ends, box, many * m + k]
                else:
                    for face in range(FACES):
                        total += found[many * to[m, face] + k] / FACES
                found[many * (at + m) + k] = total
