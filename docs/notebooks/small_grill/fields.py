"""What the fields say: as in Heckmeck, with other numbers of dice, symbols and tiles."""

from __future__ import annotations

from dataclasses import replace

from small_grill.rules import DICE, HIGHEST, LOWEST, TILES
from small_grill.text import SYMBOLS
from stammtisch.core.contract.fields import BySeat
from stammtisch.games.heckmeck import fields

NUMBERS = [str(number) for number in range(LOWEST, HIGHEST + 1)]

FIELDS = {
    **fields.FIELDS,
    "dice": replace(fields.FIELDS["dice"], high=DICE),
    "thrown": replace(fields.FIELDS["thrown"], high=DICE, labels=SYMBOLS),
    "kept": replace(fields.FIELDS["kept"], high=DICE, labels=SYMBOLS),
    "lies": replace(fields.FIELDS["lies"], labels=NUMBERS),
    "below": replace(fields.FIELDS["below"], high=TILES - 1, labels=NUMBERS),
    "top": replace(fields.FIELDS["top"], high=TILES - 1, by_seat=BySeat(2)),
}
