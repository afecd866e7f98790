"""Parts of the states: all that a turn can come to from one of them, or all early ones. Rules Python, bound with the
rules. The tables are those of solve_kernel.py.

After the third die so few states can follow that a solve takes milliseconds.
"""

from __future__ import annotations

from typing import Any

from stammtisch.games.zocken.rules import BOX, DICE, FACES
from stammtisch.games.zocken.solve_kernel import IDLE, ONES, ROW_BITS, can_throw, first_state, landing


def reach(
    blocks: Any, base: Any, kind: Any, legal: Any, follow: Any, offset: Any, bits: Any, met: Any, part: Any,
) -> None:  # fmt: skip
    """Mark in `met` all states that follow from those marked there, and in `part` their blocks."""
    for i in range(len(blocks) - 1, -1, -1):
        layout, hand, idle = blocks[i]
        most = bits[ONES, kind[layout] & ROW_BITS]
        at = first_state(layout, hand, idle, base, kind, offset, bits)
        width = most + 1 - idle
        for m in range(width):
            if met[at + m]:
                part[i] = True
        if not part[i]:
            continue
        box = DICE - bits[ONES, hand] - idle - most - (kind[layout] >> DICE)
        for die in range(IDLE + 1):
            if not can_throw(hand, idle, die):
                continue
            for face in range(FACES):
                for slot in range(BOX + 1):
                    if legal[layout, box, face] >> slot & 1:
                        to = landing(layout, hand, idle, die, face, slot, base, kind, follow, offset, bits)
                        for m in range(width):
                            if met[at + m]:
                                met[to + m] = True


def early(
    blocks: Any, base: Any, kind: Any, offset: Any, bits: Any, least: int, met: Any,
) -> None:  # fmt: skip
    """Mark in `met` all states with at least so many dice in hand."""
    for i in range(len(blocks)):
        layout, hand, idle = blocks[i]
        if bits[ONES, hand] + idle >= least:
            at = first_state(layout, hand, idle, base, kind, offset, bits)
            for m in range(bits[ONES, kind[layout] & ROW_BITS] + 1 - idle):
                met[at + m] = True
