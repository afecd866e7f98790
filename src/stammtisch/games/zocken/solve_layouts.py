"""Layouts: the dice on the slots, as far as they can still matter. Rules Python, bound with the rules.

Two boards are one layout if every later die has the same choices on them:

- a falling row is a rising one with 7 − v for v, and a board read from right to left is one read from left to right;
- in a row with a direction a value matters only beside an empty slot: no other die can ever meet it;
- as long as all dice show the same, the direction is open, and a 5 is as good as a 2.

So a board has four readings. Its normal form rises, or shows at most 3, and is mirrored if that makes its key smaller.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stammtisch.games.zocken.rules import DICE, EMPTY, FACES, FALLING, LEFT, OPEN, PLACE, PLACING, RIGHT, SLOTS

if TYPE_CHECKING:  # what is expected of the rules

    def moves(s: Any, o: Any, out: Any) -> int: ...
    def direction(s: Any) -> int: ...


HIDDEN = FACES + 1  # stands for a value that no die can meet
DIGIT = 3  # bits of a slot in a key


def lay(s: Any, row: Any) -> int:
    """Put these values on the slots; how many dice they are."""
    taken = 0
    for slot in range(SLOTS):
        s.slots[slot] = row[slot]
        taken += 1 if row[slot] != EMPTY else 0
    s.direction = direction(s)
    return taken


def is_upside_down(s: Any) -> bool:
    """Does the normal form show 7 − v for v?"""
    if s.direction != OPEN:
        return bool(s.direction == FALLING)
    for slot in range(SLOTS):
        if 2 * s.slots[slot] > FACES + 1:
            return True
    return False


def is_hidden(s: Any, slot: int) -> bool:
    """Has this die no empty slot beside it? Nothing comes from beyond the ends."""
    if s.direction == OPEN:
        return False
    return bool((slot == LEFT or s.slots[slot - 1] != EMPTY) and (slot == RIGHT or s.slots[slot + 1] != EMPTY))


def look(s: Any) -> int:
    """The key of the layout twice, plus 1 if it is seen in the mirror."""
    turned = is_upside_down(s)
    key = 0
    other = 0
    for slot in range(SLOTS):
        value = s.slots[slot]
        if value == EMPTY:
            continue
        image = value
        if is_hidden(s, slot):
            value = HIDDEN
            image = HIDDEN
        else:
            if turned:
                value = FACES + 1 - value
            image = value if s.direction == OPEN else FACES + 1 - value  # the mirror image of a rising row falls
        key |= value << DIGIT * slot
        other |= image << DIGIT * (RIGHT - slot)
    if s.direction == OPEN:
        key |= 1 << DIGIT * SLOTS
        other |= 1 << DIGIT * SLOTS
    return 2 * other + 1 if other < key else 2 * key


def normalise(rows: Any, states: Any, codes: Any) -> None:
    """Turn boards into their normal forms; what `look` has seen goes to `codes`."""
    s = states[0]
    for i in range(len(rows)):
        lay(s, rows[i])
        codes[i] = look(s)
        mirrored = codes[i] & 1
        turned = is_upside_down(s)
        if mirrored and s.direction != OPEN:
            turned = not turned
        for slot in range(SLOTS):
            value = s.slots[RIGHT - slot if mirrored else slot]
            rows[i, slot] = FACES + 1 - value if turned and value != EMPTY else value


def ask_rules(rows: Any, states: Any, options: Any, out: Any, legal: Any) -> None:
    """legal[board, dice on −20, face]: the bits of the slots 0 … 8 and −20 where the rules allow a die."""
    s = states[0]
    s.phase = PLACING
    for i in range(len(rows)):
        taken = lay(s, rows[i])
        for box in range(DICE - taken):
            s.box = box
            s.placed = taken + box
            for face in range(FACES):
                s.shows[s.die] = face + 1
                for k in range(moves(s, options[0], out)):
                    legal[i, box, face] |= 1 << (out[k] - PLACE)
