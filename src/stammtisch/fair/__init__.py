"""Fair dice: nobody can choose or predict a throw, and everybody can check it afterwards. See docs/fair-dice.md.

Standard library only; no game, no I/O, no clock. `Dealer` is the server's side of a table, `Chain` and `Signer` a
player's, and `Verifier` anybody's; `Verdict` says what it found in words.
"""

from __future__ import annotations

from stammtisch.fair.chain import Chain, fresh
from stammtisch.fair.deal import check_deal, hash_of_deal, lots_of_deal
from stammtisch.fair.deal_dealer import DealDealer
from stammtisch.fair.dealer import Dealer, Setting, Thrown
from stammtisch.fair.faults import Code, Fault
from stammtisch.fair.report import Report
from stammtisch.fair.seal import Signer
from stammtisch.fair.throw import ThrowDraws
from stammtisch.fair.verdict import Remark, Remarks, Value, Verdict, judged
from stammtisch.fair.verifier import Verifier, verify

__all__ = [
    "Chain",
    "Code",
    "DealDealer",
    "Dealer",
    "Fault",
    "Remark",
    "Remarks",
    "Report",
    "Setting",
    "Signer",
    "ThrowDraws",
    "Thrown",
    "Value",
    "Verdict",
    "Verifier",
    "check_deal",
    "fresh",
    "hash_of_deal",
    "judged",
    "lots_of_deal",
    "verify",
]
