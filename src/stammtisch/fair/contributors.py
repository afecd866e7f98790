"""Contributors: the people who contribute to a table's dice — who is next, how far each chain has been used, and what
each of them vouches for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from stammtisch.fair import seal
from stammtisch.fair.chain import ELEMENTS, RESERVE, before
from stammtisch.fair.faults import Code, Fault
from stammtisch.fair.tags import Tag, tag


@dataclass
class Marks:
    """What a verdict says of a person, in numbers; it outlives his chains."""

    waived: int = 0
    """Throws that waited for him and were given up."""
    away: int = 0
    """How often he was marked away."""
    replaced: int = 0
    """New chains for which no old one vouches, and none can any more."""
    moves: int = 0
    """Moves that he made himself, and took back."""
    vouched: int = 0
    """So many of them, from the first on, are proven to be his: by a tag whose key was shown, or by his seal."""
    sealed: bool = False
    """He has signed the end."""


@dataclass
class Contributor:
    """A seat with a person, and his present chain."""

    newest: bytes  # the newest element that was shown; at first the head
    number: int = 0  # of his chain at this table
    used: int = 0  # elements that are gone, with the burnt ones
    burnt: int = 0  # elements after the newest shown one that waived throws took with them
    away: bool = False
    key: bytes | None = None  # what his seal is checked with: the one in the header, or that of another device
    keys: int = 0  # how many the seat had before this one
    tags: list[Tag] = field(default_factory=list)  # those whose keys were not shown yet
    old: Contributor | None = None  # his chain before, until it is proven that he began this one
    marks: Marks = field(default_factory=Marks)


class Contributors:
    def __init__(
        self, table: str, heads: Sequence[str | None], keys: Sequence[str | None] = (), header: bytes = b""
    ) -> None:
        """`keys` are those of the seals, if the transcript has them; `header` is the hash of the header line."""
        self._table = table
        self._header = header
        self._seats = len(heads)
        self._people = {seat: Contributor(bytes.fromhex(head)) for seat, head in enumerate(heads) if head is not None}
        for seat, key in enumerate(keys):
            if key is not None:
                self._people[seat].key = bytes.fromhex(key)
        self._checked: tuple[int, int, int, bytes] | None = None  # the last element that was found right

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
        """Is this the next element of the seat's chain, and the key of its tags? Where nobody contributes, there is
        none."""
        if seat is None:
            if element is not None:
                raise Fault(Code.ELEMENT, "nobody contributes to this throw, but it has an element", throw)
            return
        contributor = self._people[seat]
        this = (seat, contributor.number, contributor.used, element or b"")
        if self._checked != this:
            self._check(seat, contributor, element, throw)
            self._checked = this

    def _check(self, seat: int, chain: Contributor, element: bytes | None, throw: int = 0) -> None:
        trail = [element or b""]
        for _ in range(chain.burnt + 1):
            trail.append(before(self._table, seat, chain.number, trail[-1]))
        if trail[-1] != chain.newest:
            raise Fault(Code.ELEMENT, f"this is not the next element of the chain of {named(seat)}", throw)
        for each in chain.tags:
            if tag(trail[chain.used + 1 - each.index], self._header, each.seen, each.text) != each.value:
                raise Fault(Code.TAG, f"{named(seat)} did not send line {each.line}, or saw another game", throw)

    def use(self, seat: int, element: bytes) -> None:
        contributor = self._people[seat]
        contributor.newest, contributor.used, contributor.burnt = element, contributor.used + 1, 0
        self._vouch(contributor, contributor.marks)

    def burn(self, seat: int) -> None:
        """A throw was waived: an element that may have been sent for it must not serve for another."""
        self._people[seat].used += 1
        self._people[seat].burnt += 1
        self._people[seat].marks.waived += 1

    def moved(self, seat: int) -> None:
        """A move of this seat. What a bot does for somebody who is away is not his."""
        if seat in self._people and not self._people[seat].away:
            self._people[seat].marks.moves += 1

    def add_tag(self, seat: int | None, line: int, value: str, seen: bytes | None, text: str) -> None:
        """What this seat has sent carries a tag. It is checked when the chain's next element is shown."""
        contributor = self._person(seat)
        contributor.tags.append(
            Tag(line, contributor.used + 1, bytes.fromhex(value), seen, text, contributor.marks.moves)
        )

    def begin(self, seat: int, head: bytes, key: bytes | None = None, *, tagged: bool = False) -> None:
        """A new chain, from the seat's next contribution on. If the head was tagged, the old chain vouches for it, as
        soon as its key is shown.

        The key of the seal then stays: after the game everybody knows what such a tag is made with.
        """
        old = self._person(seat)
        old.marks.replaced += (not tagged) + (old.old is not None)
        old.old = None
        new = Contributor(head, old.number + 1, away=old.away, marks=old.marks)
        new.key, new.keys = (old.key, old.keys) if tagged else (key, old.keys + 1)
        new.old = old if tagged else None
        self._people[seat] = new

    def prove(self, seat: int, element: bytes | None, *, check: bool = True) -> None:
        """The next element of the chain before: it proves that the same person began the present one."""
        contributor = self._person(seat)
        if contributor.old is None:
            raise Fault(Code.ORDER, f"{named(seat)} has nothing to prove")
        if check:
            self._check(seat, contributor.old, element)
        self._vouch(contributor.old, contributor.marks)
        contributor.old = None

    def seal(self, seat: int, signature: bytes, log: bytes) -> None:
        """The person signs the end: he vouches for the whole game."""
        contributor = self._person(seat)
        if contributor.marks.sealed:
            raise Fault(Code.ORDER, f"{named(seat)} has signed the end already")
        if seal.key_of(self._table, seat, contributor.keys, log, signature) != contributor.key:
            raise Fault(Code.SEAL, f"{named(seat)} has not signed the end of this game")
        contributor.marks.sealed, contributor.marks.vouched = True, contributor.marks.moves

    def mark(self, seat: int, *, away: bool) -> None:
        contributor = self._person(seat)
        if contributor.away == away:
            raise Fault(Code.ORDER, f"{named(seat)} is {'away' if away else 'here'} already")
        contributor.away = away
        contributor.marks.away += away

    def _vouch(self, chain: Contributor, marks: Marks) -> None:
        for each in chain.tags:
            marks.vouched = max(marks.vouched, each.moves)
        chain.tags.clear()

    def _person(self, seat: int | None) -> Contributor:
        if seat is None or seat not in self._people:
            raise Fault(Code.ORDER, f"no person with a chain sits at {named(seat)}")
        return self._people[seat]


def named(seat: int | None) -> str:
    return "nobody" if seat is None else f"seat {seat}"
