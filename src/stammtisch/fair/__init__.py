"""Fair dice: nobody can choose or predict a throw, and everybody can check it afterwards. See docs/fair-dice.md.

Standard library only; no game, no I/O, no clock. `Dealer` is the server's side of a table, `Chain` a player's, and
`Verifier` anybody's.
"""

from __future__ import annotations

from stammtisch.fair.chain import Chain, fresh
from stammtisch.fair.dealer import Dealer, Setting, Thrown
from stammtisch.fair.faults import Code, Fault
from stammtisch.fair.throw import ThrowDraws
from stammtisch.fair.verifier import Report, Verifier, verify

__all__ = [
    "Chain",
    "Code",
    "Dealer",
    "Fault",
    "Report",
    "Setting",
    "ThrowDraws",
    "Thrown",
    "Verifier",
    "fresh",
    "verify",
]
