"""The states of a turn, and where throws lead from them. Rules Python, bound with the rules; what is legal, the rules
have been asked.

A state of a turn is what can still matter, see solve_states.py:

    layout   the dice on the slots, up to symmetry and without values that no later die can meet
    hand     bits of the row spaces that are empty and whose own die is in hand: these can still match
    idle     dice in hand that cannot match any more, for their space is taken; one is as good as another
    matches  so far; the states that differ only in it lie side by side in every table: a `block`

The tables have one entry a layout: `base` where its states begin, `kind` its row spaces taken (7 bits) and, above them,
its ends taken; `legal` by dice on −20 and value: bits of slots 0 … 8 and −20; `follow` by value and slot: the layout
that follows, twice, plus 1 if it is seen in the mirror. `offset` leads from a kind and a hand to the first state,
`bits` are the number of ones of a hand and its mirror image.

Many blocks are alike: the same choices lead from them to states that are alike. `sign_blocks` finds out which, and
`write_choices` writes down what can be chosen, once for all that are alike (solve_graph.py).
"""

from __future__ import annotations

from typing import Any

from stammtisch.games.zocken.rules import BOX, DICE, FACES, ROW

ONES = 0
MIRROR = 1
ROW_BITS = 127
INLINED = ("first_state", "landing", "mixed", "list_choices")  # see fast/compiler.py
IDLE = DICE  # instead of a colour: any die that cannot match


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


def can_throw(hand: int, idle: int, die: int) -> bool:
    """Is this die in hand, or an idle one?"""
    return idle > 0 if die == IDLE else (hand >> die & 1) > 0


def dice_on_box(layout: int, hand: int, idle: int, kind: Any, bits: Any) -> int:
    """How many of the seven lie on −20."""
    return int(DICE - bits[ONES, hand] - idle - bits[ONES, kind[layout] & ROW_BITS] - (kind[layout] >> DICE))


def mixed(x: int) -> int:
    """A number of 64 bits that depends on all bits of x; it may overflow."""
    x = (x ^ (x >> 30)) * 0x3F58476D1CE4E5B9
    x = (x ^ (x >> 27)) * 0x14D049BB133111EB
    return x ^ (x >> 31)


def list_choices(
    layout: int, hand: int, idle: int,
    base: Any, kind: Any, legal: Any, follow: Any, offset: Any, bits: Any, node: Any,
    signs: Any, thrown: int, count: int, face: Any, target: Any,
) -> tuple[int, int, int]:  # fmt: skip
    """What can be chosen in a block: its throws, one of each kind, are written behind the `thrown` in `face`, and their
    targets, each once for a face, behind the `count` in `target`. How many these are then, and a sign of them all.

    The sign is the same for the same choices in another order. `node` must be known of all states with fewer dice.
    """
    box = dice_on_box(layout, hand, idle, kind, bits)
    before = thrown
    whole = 0
    for die in range(IDLE + 1):
        if not can_throw(hand, idle, die):
            continue
        begin = count
        sign = 0
        for v in range(FACES):
            start = count
            face[FACES * thrown + v] = start
            some = 0
            for slot in range(BOX + 1):
                if legal[layout, box, v] >> slot & 1:
                    to = node[landing(layout, hand, idle, die, v, slot, base, kind, follow, offset, bits)]
                    new = True
                    for k in range(start, count):
                        if target[k] == to:
                            new = False
                    if new:
                        target[count] = to
                        count += 1
                        some += mixed(to + 1)
            sign += mixed(some)
        sign = mixed(sign)
        new = True
        for k in range(thrown - before):
            if signs[k] == sign:
                new = False
        if new:
            signs[thrown - before] = sign
            whole += mixed(sign)
            thrown += 1
        else:
            count = begin
    return thrown, count, whole


def sign_blocks(
    blocks: Any, base: Any, kind: Any, legal: Any, follow: Any, offset: Any, bits: Any, node: Any,
    signs: Any, face: Any, target: Any, found: Any, sizes: Any,
) -> None:  # fmt: skip
    """found[i]: the sign of block i; sizes[i]: how many throws and targets it has. The rest is scratch."""
    for i in range(len(blocks)):
        layout, hand, idle = blocks[i]
        sizes[i, 0], sizes[i, 1], found[i] = list_choices(
            layout, hand, idle, base, kind, legal, follow, offset, bits, node, signs, 0, 0, face, target
        )


def write_choices(
    blocks: Any, base: Any, kind: Any, legal: Any, follow: Any, offset: Any, bits: Any, node: Any,
    signs: Any, face: Any, target: Any,
) -> None:  # fmt: skip
    """All throws of the blocks, one block after the other; face[6 · throw + v]: the first target of its face v."""
    thrown = 0
    count = 0
    for i in range(len(blocks)):
        layout, hand, idle = blocks[i]
        thrown, count, _ = list_choices(
            layout, hand, idle, base, kind, legal, follow, offset, bits, node, signs, thrown, count, face, target
        )
    face[FACES * thrown] = count
