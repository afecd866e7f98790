"""Verdict: what a verifier says of a game, in three values: right, right but …, or wrong.

*Right but* names everything that is allowed and that a server could have misused, or that nobody can prove any more.
The page's verifier gives the same verdict (web/src/fair/verdict.ts), in its own words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from stammtisch.fair.faults import Fault
from stammtisch.fair.verifier import Verifier, verify

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: nothing in it is taken for something else when it is read aloud."""


class Value(StrEnum):
    """The three values of a verdict."""

    RIGHT = "right"
    RIGHT_BUT = "right but"
    WRONG = "wrong"


class Remarks(StrEnum):
    """What can be remarked about a game whose dice are right, in the order in which it is told."""

    VERSION = "version"
    """A transcript of version 1: it has no tags and no seals."""
    DEAL = "deal"
    """The dice are those of a deal: the server knew them before, and nobody vouches for the moves."""
    SEALED = "sealed"
    """Throws that nobody can check until the deal has closed and its seed is opened."""
    ALONE = "alone"
    """Throws to which nobody but the server contributed."""
    TAKEN_BACK = "taken back"
    """How often somebody took back more than moves of his own: throws, or moves of others."""
    WAIVED = "waived"
    """Throws that waited for this seat and were given up."""
    REPLACED = "replaced"
    """New chains for which this seat's old one does not vouch."""
    AWAY = "away"
    """How often this seat was marked away."""
    UNTAGGED = "untagged"
    """Moves of this seat that are not proven to be its person's."""
    UNSEALED = "unsealed"
    """The person at this seat has not signed the end."""
    UNFINISHED = "unfinished"
    """The game was ended before it was over."""


@dataclass(frozen=True)
class Remark:
    """Something about a game that is right."""

    code: Remarks
    """What it is."""
    seat: int | None
    """Whom it concerns; None: the whole table."""
    count: int
    """How often."""


@dataclass(frozen=True)
class Verdict:
    """What is to be said of a game, or of a game so far."""

    remarks: tuple[Remark, ...]
    """Empty if all is right, or if something is wrong."""
    code: str
    """A short code for the lines so far: two players who have the same one have seen the same game."""
    fault: Fault | None = None
    """What is wrong."""

    @property
    def value(self) -> Value:
        if self.fault:
            return Value.WRONG
        return Value.RIGHT_BUT if self.remarks else Value.RIGHT

    @classmethod
    def of(cls, seen: Verifier, fault: Fault | None = None) -> Verdict:
        """The verdict on what a verifier has read; `fault` is what it found wrong."""
        return cls(() if fault else tuple(remarks(seen)), short_code(seen.log), fault)


def judged(data: bytes) -> Verdict:
    """The verdict on a whole transcript."""
    seen = Verifier()
    try:
        verify(data, seen)
    except Fault as fault:
        return Verdict.of(seen, fault)
    return Verdict.of(seen)


def short_code(log: bytes) -> str:
    """The first 60 bits of a hash, in three groups of four letters and digits."""
    number = int.from_bytes(log[:8], "big") >> 4
    letters = "".join(LETTERS[number >> shift & 31] for shift in range(55, -1, -5))
    return "-".join(letters[at : at + 4] for at in (0, 4, 8))


def remarks(seen: Verifier) -> Iterator[Remark]:
    """In the order of their codes, and of seats. What may still be proven is remarked only after the end."""
    if not seen.header:
        return
    signs = seen.format > 1
    people = [(seat, seen.contributors[seat]) for seat in seen.contributors]
    if not signs:
        yield Remark(Remarks.VERSION, None, 1)
    if seen.deal:
        yield Remark(Remarks.DEAL, None, 1)
        if not seen.deal.opened:
            yield Remark(Remarks.SEALED, None, seen.report.throws)
    if seen.report.alone:
        yield Remark(Remarks.ALONE, None, seen.report.alone)
    if seen.report.taken_back:
        yield Remark(Remarks.TAKEN_BACK, None, seen.report.taken_back)
    counted = {
        Remarks.WAIVED: [each.marks.waived for _, each in people],
        Remarks.REPLACED: [each.marks.replaced + (seen.over and each.old is not None) for _, each in people],
        Remarks.AWAY: [each.marks.away for _, each in people],
    }
    if signs:
        tagged = [each.tags[-1].moves if each.tags and not seen.over else 0 for _, each in people]
        old = [each.old.tags[-1].moves if each.old and not seen.over else 0 for _, each in people]
        counted[Remarks.UNTAGGED] = [
            each.marks.moves - max(each.marks.vouched, *may_be)
            for (_, each), *may_be in zip(people, tagged, old, strict=True)
        ]
        counted[Remarks.UNSEALED] = [int(seen.over and not each.marks.sealed) for _, each in people]
    for code, counts in counted.items():
        for (seat, _), count in zip(people, counts, strict=True):
            if count:
                yield Remark(code, seat, count)
    if seen.ended == "unfinished":
        yield Remark(Remarks.UNFINISHED, None, 1)


def sentence(remark: Remark, who: str) -> str:
    """A remark in words for a player; `who` is the name of the seat."""
    one, many = remark.count == 1, f"{remark.count:,}"
    match remark.code:
        case Remarks.VERSION:
            return (
                "This is a transcript of version 1: the players have not signed it, so it cannot show whether their "
                "moves or chains were replaced, or whether all saw the same game."
            )
        case Remarks.DEAL:
            return (
                "All tables of this deal have the same dice. The server knew them before the game, and nothing proves "
                "who made the moves."
            )
        case Remarks.SEALED:
            return (
                f"{'1 throw' if one else f'{many} throws'} cannot be checked before the deal has closed and its seed "
                "is opened."
            )
        case Remarks.ALONE:
            throws = "1 throw" if one else f"{many} throws"
            return f"Nobody but the server contributed to {throws}: it could have chosen these dice."
        case Remarks.TAKEN_BACK:
            times = "Once" if one else f"{many} times"
            return f"{times} somebody took back dice or moves of others. If not everybody agreed, the server cheated."
        case Remarks.WAIVED:
            throws = "1 throw that waited for {} was" if one else f"{many} throws that waited for {{}} were"
            return f"{throws.format(who)} given up. If {who} did answer, the server cheated."
        case Remarks.REPLACED:
            chains = "1 new chain" if one else f"{many} new chains"
            return f"Nothing proves that {who} began {chains}. If {who} used no other device, the server cheated."
        case Remarks.AWAY:
            times = "once" if one else f"{many} times"
            return f"A bot took over for {who} {times}. If {who} was there, the server cheated."
        case Remarks.UNTAGGED:
            return f"Nothing proves that {who} made {'1 move' if one else f'{many} moves'}."
        case Remarks.UNSEALED:
            return f"The end was not signed by {who}, so nothing proves that {who} saw the same game."
        case _:
            return "The game was ended before it was over."
