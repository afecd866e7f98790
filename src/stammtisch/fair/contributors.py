"""Contributors: the people who contribute to a table's dice — who is next, and how far each chain has been used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stammtisch.fair.chain import ELEMENTS, RESERVE, before
from stammtisch.fair.faults import Code, Fault


@dataclass
class Contributor:
    """A seat with a person."""

    newest: bytes  # the newest element that was shown; at first the head
    number: int = 0  # of his chain at this table
    used: int = 0  # elements that are gone, with the burnt ones
    burnt: int = 0  # elements after the newest shown one that waived throws took with them
    away: bool = False


class Contributors:
    def __init__(self, table: str, heads: Sequence[str | None]) -> None:
        self._table = table
        self._seats = len(heads)
        self._people = {seat: Contributor(bytes.fromhex(head)) for seat, head in enumerate(heads) if head is not None}

    def __bool__(self) -> bool:
        return bool(self._people)

    def __iter__(self) -> Iterator[int]:
        """The seats with people."""
        return iter(self._people)

    def __getitem__(self, seat: int) -> Contributor:
        return self._people[seat]

    def contributor(self, by: int) -> int | None:
        """Who contributes to a throw of a seat: its person; for a bot or an absent one the next person clockwise."""
        if not self._people:
            return None
        for step in range(self._seats):
            seat = (by + step) % self._seats
            if seat in self._people and not self._people[seat].away:
                return seat
        raise Fault(Code.CONTRIBUTOR, "everybody is away, so nobody can contribute to a throw")

    def owed(self, seat: int) -> int:
        """Which element of its present chain a seat gives next, from 1."""
        return self._people[seat].used + 1

    def check_reserve(self, seat: int | None, throw: int) -> None:
        """May this seat contribute, or must it begin a new chain first?"""
        if seat is not None and ELEMENTS - self._people[seat].used <= RESERVE:
            raise Fault(Code.RESERVE, f"{named(seat)} must begin a new chain by now", throw)

    def check_element(self, seat: int | None, element: bytes | None, throw: int) -> None:
        """Is this the next element of the seat's chain? Where nobody contributes, there is none."""
        if seat is None:
            if element is not None:
                raise Fault(Code.ELEMENT, "nobody contributes to this throw, but it has an element", throw)
            return
        contributor, found = self._people[seat], element
        if found is not None:
            for _ in range(contributor.burnt + 1):
                found = before(self._table, seat, contributor.number, found)
        if found != contributor.newest:
            raise Fault(Code.ELEMENT, f"this is not the next element of the chain of {named(seat)}", throw)

    def use(self, seat: int, element: bytes) -> None:
        contributor = self._people[seat]
        contributor.newest, contributor.used, contributor.burnt = element, contributor.used + 1, 0

    def burn(self, seat: int) -> None:
        """A throw was waived: an element that may have been sent for it must not serve for another."""
        self._people[seat].used += 1
        self._people[seat].burnt += 1

    def begin(self, seat: int, head: bytes) -> None:
        """A new chain, from the seat's next contribution on."""
        old = self._person(seat)
        self._people[seat] = Contributor(head, old.number + 1, away=old.away)

    def mark(self, seat: int, *, away: bool) -> None:
        contributor = self._person(seat)
        if contributor.away == away:
            raise Fault(Code.ORDER, f"{named(seat)} is {'away' if away else 'here'} already")
        contributor.away = away

    def _person(self, seat: int) -> Contributor:
        if seat not in self._people:
            raise Fault(Code.ORDER, f"no person with a chain sits at {named(seat)}")
        return self._people[seat]


def named(seat: int | None) -> str:
    return "nobody" if seat is None else f"seat {seat}"
