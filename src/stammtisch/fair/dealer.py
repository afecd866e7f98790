"""Dealer: throws the dice of a table. It is made from a master secret and the table's lines, and from nothing else.

So after a crash the same lines give the same dealer and the same dice. It does no I/O and knows no clock: every method
gives the lines to be written. They must be on disk before anybody sees them.

    dealer.open(by=0)                      the throw of seat 0 is due: who contributes is fixed now
    draws = dealer.draws_for(element)            the contributor's element came; nothing is written yet
    draws.draw(6), draws.draw(6)               one draw for each outcome of the run
    dealer.throw(draws, ["2", "worm"])       the line with dice and proof (a hidden throw: two lines, see Thrown)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from stammtisch.fair.chain import RESERVE
from stammtisch.fair.faults import Code, Fault
from stammtisch.fair.lines import Line, written
from stammtisch.fair.lines import setting as hashed
from stammtisch.fair.merkle import LEAVES, Tree, secret, tree_of
from stammtisch.fair.throw import ThrowDraws, lots
from stammtisch.fair.verifier import Opened, Verifier


@dataclass(frozen=True)
class Setting:
    """What a table plays; `heads` and `keys` have None for every seat without a person.

    If a client does not give the key of its seal, the table has none, and a transcript of version 1.
    """

    table: str
    game: str
    version: int
    options: Mapping[str, bool | int | str]
    seats: Sequence[str]
    heads: Sequence[bytes | None]
    keys: Sequence[bytes | None] = ()
    deal: str = ""
    """The name of the deal whose dice it plays with; empty: it has dice of its own."""

    @property
    def format(self) -> int:
        """The version of the transcript."""
        heads, keys = ([each is None for each in some] for some in (self.heads, self.keys))
        return 2 if heads == keys else 1


@dataclass(frozen=True)
class Thrown:
    """A throw as it is written. `private` is the `show` line of a hidden one: it goes to the seat that may see it at
    once, and becomes part of the transcript at the end."""

    line: str
    private: str | None = None


class Dealer:
    def __init__(self, master: bytes, lines: Iterable[str], tree: Tree | None = None) -> None:
        """Go on from a table's lines; `start` gives the first."""
        self._master = master
        self._tree = tree  # the one in use; it can always be made again
        self._last_secret = (0, b"")  # of a throw, by its number
        self.seen = Verifier()
        """What a player who reads along knows."""
        for line in lines:
            self.seen.feed(line)
        if self.seen.header:
            self._tree_of(0)

    @classmethod
    def resumed(cls, master: bytes, lines: Sequence[tuple[Line, str]]) -> Dealer:
        """Go on from lines that this very dealer wrote, parsed and as text: what he checked then is not checked again.

        Thousands of tables must be ready soon after a restart. The master secret is checked with the next throw.
        """
        dealer = cls(master, ())
        dealer.seen.follow(lines)
        return dealer

    @classmethod
    def start(cls, master: bytes, setting: Setting) -> tuple[Dealer, str]:
        """A dealer for a new table, and its header line."""
        header: dict[str, object] = {
            "fair": setting.format,
            "table": setting.table,
            "game": setting.game,
            "version": setting.version,
            "options": dict(setting.options),
            "seats": list(setting.seats),
            "heads": [None if head is None else head.hex() for head in setting.heads],
            **({"keys": [None if key is None else key.hex() for key in setting.keys]} if setting.format > 1 else {}),
            "dice": "shared" if any(setting.heads) else "server",
        }
        tree = Tree(master, setting.table, hashed(header), 0)
        dealer = cls(master, (), tree)
        return dealer, dealer._write({**header, "root": tree.root.hex()})

    def open(self, by: int, to: int | None = None) -> list[str]:
        """A throw of seat `by` is due, seen by everybody or by seat `to` only. Its contributor is in `seen.open`.

        A Fault: everybody is away, or the contributor must begin a new chain first. Nothing is written then.
        """
        number = self.seen.throws + 1
        contributor = self.seen.contributors.contributor(self.seen.seat(by))
        self.seen.seat(to or 0)
        self.seen.contributors.check_reserve(contributor, number)
        lines = []
        tree, place = tree_of(number)
        if place >= LEAVES - RESERVE and self.seen.report.roots == tree + 1:
            lines.append(self._write({"next": tree + 1, "root": self._new_tree(tree + 1).root.hex()}))
        lines.append(self._write({"open": number, "by": by, "to": to, "from": contributor}))
        return lines

    def draws_for(self, element: bytes | None) -> ThrowDraws:
        """The draws of the open throw; a wrong element is a Fault. Shaking again gives the same."""
        self.seen.check_element(element)
        due = self._waiting
        opened = Opened(due.number, due.by, due.to, due.contributor, element)
        return ThrowDraws(self.seen.key(self._secret(due), opened), element)

    def throw(self, draws: ThrowDraws, names: Sequence[str], tag: str | None = None) -> Thrown:
        """Write what a draws gave, with the outcomes' names and the contributor's tag."""
        waiting = self._waiting
        number = waiting.number
        line = {"throw": number, "element": None if draws.element is None else draws.element.hex(), "of": draws.of}
        opened = self._proven(waiting, draws.lots, names)
        if waiting.to is None:
            if len(names) != len(draws.lots):
                raise Fault(Code.LOTS, "ranges, lots and their names differ in number", number)
            return Thrown(self.seen.write({**line, **opened, **self._tag(tag)}, proven=True))
        self.seen.check_shown(opened, replace(waiting, element=draws.element, of=draws.of))  # not only at the end
        return Thrown(self._write({**line, **self._tag(tag)}), written({"show": number, **opened}))

    def show(self, number: int, names: Sequence[str]) -> str:
        """The `private` line of a hidden throw once more: all but the names follows from the master secret."""
        opened = self.seen.unshown[number]
        drawn = lots(self.seen.key(self._secret(opened), opened), opened.of)
        return written({"show": number, **self._proven(opened, drawn, names)})

    def waive(self) -> str:
        """Give the open throw up, because its contributor does not answer. Its number and his element are burnt."""
        return self._write({"waive": self._waiting.number})

    def move(self, seat: int, name: str, tag: str | None = None) -> str:
        return self._write({"seat": seat, "move": name, **self._tag(tag)})

    def undo(self, seat: int, count: int, tag: str | None = None) -> str:
        """A seat takes the last moves back, and the throws among them. What was thrown since is thrown anew."""
        return self._write({"undo": seat, "count": count, **self._tag(tag)})

    def head(self, seat: int, head: bytes, key: bytes | None = None, tag: str | None = None) -> str:
        """A seat begins a new chain, from its next contribution on. A tag vouches for it; else it brings a new key."""
        keys = {"key": key.hex()} if key is not None and self.seen.format > 1 else {}
        return self._write({"head": seat, "value": head.hex(), **(self._tag(tag) or keys)})

    def prove(self, seat: int, element: bytes) -> str:
        """The next element of the seat's chain before: the tag of its new head is checked with it."""
        return self._write({"prove": seat, "element": element.hex()})

    def away(self, seat: int) -> str:
        return self._write({"away": seat})

    def back(self, seat: int) -> str:
        return self._write({"back": seat})

    def end(
        self, shows: Iterable[str], scores: Sequence[int] | None = None, places: Sequence[int] | None = None
    ) -> list[str]:
        """Open every hidden throw and close the transcript; without scores the game is left unfinished."""
        lines = list(shows)
        for line in lines:
            self.seen.feed(line)
        end: dict[str, object] = {"end": "unfinished" if scores is None else "over"}
        if scores is not None:
            end |= {"scores": list(scores), "places": list(places or [])}
        lines.append(self._write(end))
        return [*lines, self._write({"log": self.seen.log.hex()})]

    def _tag(self, tag: str | None) -> Line:
        """Tables that began before there were tags go on without."""
        return {"tag": tag} if tag is not None and self.seen.format > 1 else {}

    @property
    def _table(self) -> str:
        return str(self.seen.header["table"])

    @property
    def _waiting(self) -> Opened:
        if self.seen.open is None:
            raise ValueError("no throw is open")
        return self.seen.open

    def _proven(self, opened: Opened, drawn: Sequence[int], names: Sequence[str]) -> dict[str, object]:
        """What a throw gave, with its secret and the way to the root."""
        path = self._tree_of(tree_of(opened.number)[0]).path(opened.number)
        return {
            "lots": drawn,
            "are": list(names),
            "secret": self._secret(opened).hex(),
            "proof": [each.hex() for each in path],
        }

    def _secret(self, opened: Opened) -> bytes:
        if self._last_secret[0] != opened.number:
            self._last_secret = opened.number, secret(self._master, self._table, opened.number)
        return self._last_secret[1]

    def _tree_of(self, number: int) -> Tree:
        if self._tree is None or self._tree.number != number:
            self._tree = self._new_tree(number)
            if self._tree.root != self.seen.root(number):
                raise ValueError("these lines were written with another master secret")
        return self._tree

    def _new_tree(self, number: int) -> Tree:
        return Tree(self._master, self._table, self.seen.setting, number)

    def _write(self, line: Line) -> str:
        return self.seen.write(line)
