"""Verifier: reads a transcript line by line and believes nothing. It knows no game: every draw carries its range.

A client feeds it each line as it comes; a finished transcript goes through `verify`. The Dealer has one too and feeds
it what he writes, so that he cannot write what a player would refuse.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from stammtisch.fair.chain import RESERVE
from stammtisch.fair.contributors import Contributors, named
from stammtisch.fair.deal import WIDEST, DealtThrows
from stammtisch.fair.faults import Code, Fault
from stammtisch.fair.lines import SHAPES, Line, check, kind, read, setting, written
from stammtisch.fair.merkle import LEAVES, climb, tree_of
from stammtisch.fair.report import Report
from stammtisch.fair.tags import untagged
from stammtisch.fair.throw import lots, throw_key

UNSEEN = ("head", "prove")
"""Lines for which only their own tags and the seals vouch: a head may come at any time, and others' moves go on."""
OUTCOME = -1
PERSON = "person"
"""The name of a seat where a person sits. Such a seat must have a head; from version 2 on, no other may."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A throw whose circumstances are fixed, and then its element and ranges."""

    number: int
    by: int
    to: int | None
    contributor: int | None
    element: bytes | None = None
    of: list[int] = field(default_factory=list)
    seen: bytes = b""
    """The hash of what was seen up to its opening: for this the contributor vouches."""
    turn: int = 0
    """Of a deal: in which turn it fell, and how many draws the turn had before."""
    index: int = 0


class Verifier:
    """Reads a transcript line by line, and believes nothing.

    `feed` takes each line as it comes; `verify` checks a whole transcript. It knows no game: whether the moves are
    legal, `stammtisch.verify` says.
    """

    report: Report
    """What was found so far, in numbers."""
    header: Line
    """The first line."""
    open: Opened | None
    """The throw that waits for its contributor."""
    unshown: dict[int, Opened]
    """Hidden throws that were not shown yet, by number."""
    over: bool
    """Was the last line read?"""
    contributors: Contributors
    """Who contributes to which throw."""
    throws: int
    """How many numbers of throws were given out."""
    setting: bytes
    """The hash of the header without the server's commitment."""
    named: bytes
    """The hash of the header line."""
    deal: DealtThrows | None
    """The throws so far, if the dice are those of a deal."""

    def __init__(self) -> None:
        self.report = Report()
        self.header = {}
        self.open = None
        self.unshown = {}
        self.over = False
        self.contributors = Contributors("", [])
        self.throws = 0
        self._own = False  # this line was checked when it was written
        self._showing = False
        self._ended: str | None = None
        self._roots: list[bytes] = []
        self._lines = 0
        self._log = hashlib.sha256()
        self._seen = hashlib.sha256()
        self._given_up: int | None = None  # the seat whose throw was waived by the line before
        self._played: list[int] = []  # who made each move; chance made its outcomes
        self.setting = b""
        self.named = b""
        self.deal = None

    @property
    def format(self) -> int:
        """The version of the transcript."""
        found: int = self.header["fair"]
        return found

    @property
    def ended(self) -> str | None:
        """How the game ended; None: it goes on."""
        return self._ended

    @property
    def log(self) -> bytes:
        """The SHA-256 of every byte so far, at most up to the line that holds it: whoever compares it knows that all
        saw the same."""
        return self._log.digest()

    def seen_with(self, texts: Sequence[str] = ()) -> bytes:
        """What tags vouch for: the SHA-256 of every line so far, and of these, but of no heads and their proofs."""
        seen = self._seen.copy()
        for text in texts:
            seen.update(f"{text}\n".encode())
        return seen.digest()

    def root(self, number: int) -> bytes:
        """The root of a tree of the server's secrets, by number from 0."""
        return self._roots[number]

    def feed(self, text: str) -> Line:
        """Take the next line, without its line feed; the answer is the line as data.

        Raises:
            Fault: Something is wrong with it; then everything is as it was before.
        """
        try:
            line = read(text)
            self._check_version(line)
            self._take(line, text)
        except Fault as fault:
            fault.line = self._lines + 1
            raise
        self._taken(line, text)
        return line

    def write(self, line: Line, *, proven: bool = False) -> str:
        """Take a line that is made here, from its data; the answer is its one spelling.

        All is checked that `feed` checks. Only it need not be read from text, nor spelt twice. `proven`: its element
        was checked before, and the rest of it has just been worked out from that and from a tree with this root.
        """
        if not proven:
            check(line)
            self._check_version(line)
        text = written(line)
        self._own = proven
        try:
            self._take(line, text)
        finally:
            self._own = False
        self._taken(line, text)
        return text

    def follow(self, lines: Sequence[tuple[Line, str]]) -> None:
        """Take lines that this very program has checked before, parsed and as text. Only their order is checked."""
        self._own = True
        try:
            for line, text in lines:
                self._take(line, text)
                self._taken(line, text)
        finally:
            self._own = False

    def _check_version(self, line: Line) -> None:
        if self.header and self.format not in SHAPES[tuple(line)]:
            raise Fault(Code.FORM, f"no line of version {self.format} has these fields")

    def _taken(self, line: Line, text: str) -> None:
        self._lines += 1
        if not self.over:
            data = f"{text}\n".encode()
            self._log.update(data)
            if kind(line) not in UNSEEN:
                self._seen.update(data)

    def peek(self, text: str) -> Line:
        """Check the `show` line of a hidden throw without taking it: its seat gets it long before it is public."""
        line = read(text)
        if kind(line) != "show":
            raise Fault(Code.ORDER, "only a line that shows a hidden throw is private")
        self._hidden(line)
        return line

    def finish(self) -> Report:
        """Nothing more comes; the answer is the report.

        Raises:
            Fault: The transcript breaks off.
        """
        if not self.over:
            raise Fault(Code.ORDER, "the transcript breaks off: its last line is missing", line=self._lines + 1)
        return self.report

    def check_element(self, element: bytes | None) -> None:
        """Is this the element that the open throw waits for?"""
        opened = self._opened()
        self.contributors.check_element(opened.contributor, element, opened.number)

    def check_shown(self, line: Line, opened: Opened) -> None:
        """Do secret and path lead to the root, and do secret and element give these dice?"""
        number, secret = opened.number, bytes.fromhex(line["secret"])
        root = climb(self.setting, number, secret, [bytes.fromhex(each) for each in line["proof"]])
        if root != self._roots[tree_of(number)[0]]:
            raise Fault(Code.PROOF, "the secret is not the one that was fixed before the game", number)
        if not len(opened.of) == len(line["lots"]) == len(line["are"]):
            raise Fault(Code.LOTS, "ranges, lots and their names differ in number", number)
        true = lots(self.key(secret, opened), opened.of)
        if true != line["lots"]:
            raise Fault(Code.LOTS, f"the lots are {line['lots']}, but secret and element give {true}", number)

    def key(self, secret: bytes, opened: Opened) -> bytes:
        """What the dice of a throw come from, by the secret of the server and the element of the contributor."""
        return throw_key(secret, self.named, opened.number, opened.by, opened.to, opened.contributor, opened.element)

    # ── One function a kind of line ──────────────────────────────────────────────────────────────────────────────────

    def _take(self, line: Line, text: str) -> None:
        what = kind(line)
        if (what == "fair") != (not self.header):
            raise Fault(Code.ORDER, "the header stands in the first line, and only there")
        if self.over != (what in ("seal", "seed")):
            raise Fault(Code.ORDER, "after the log comes nothing but seals or a seed, and they stand only there")
        if not self.over and (self._ended is not None) != (what == "log"):
            raise Fault(Code.ORDER, "the end is followed by the log, and by nothing else")
        if self._showing and what not in ("show", "end", "log", "seal", "seed"):
            raise Fault(Code.ORDER, "after hidden throws are shown the game is over, and only the end may follow")
        if self.open and what in ("seat", "undo", "open", "next"):
            raise Fault(Code.ORDER, f"throw {self.open.number} is open; it must be thrown or waived first")
        if self._given_up is not None and what not in ("show", "end"):
            if self._given_up != line.get("away", line.get("head")):
                raise Fault(Code.WAIVED, f"a throw of {named(self._given_up)} was given up, but the seat plays on")
        match what:
            case "fair":
                self._begin(line, text)
            case "open":
                self._take_open(line, text)
            case "throw":
                self._take_throw(line)
            case "show":
                self._take_show(line)
            case "waive":
                self._take_waive(line)
            case "next":
                self._take_root(line)
            case "head":
                self._take_head(line, text)
            case "prove":
                self.contributors.prove(line["prove"], bytes.fromhex(line["element"] or ""), check=not self._own)
            case "away" | "back":
                self._take_absence(line, what)
            case "seat" | "undo":
                self._take_move(line, text, self.seat(line[what]))
            case "end":
                self._take_end(line)
            case "log":
                self._take_log(line)
            case "seed":
                self._dealt().open(line)
            case _:
                self.contributors.seal(line["seal"], bytes.fromhex(line["signature"]), self.log)
        if what != "waive":
            self._given_up = None

    def _begin(self, line: Line, text: str) -> None:
        if line["fair"] not in SHAPES[tuple(line)]:
            raise Fault(Code.FORM, f"no line of version {line['fair']} has these fields")
        if (line["dice"] == "deal") != ("deal" in line):
            raise Fault(Code.FORM, "the dice are those of a deal when the header names one, and only then")
        if "deal" in line:
            if not line["seats"]:
                raise Fault(Code.FORM, "the header must name the seats")
            self.deal = DealtThrows(line["deal"], line["hash"])
            self.header = line
            self.contributors = Contributors(line["table"], [None] * len(line["seats"]))
            self.named = hashlib.sha256(f"{text}\n".encode()).digest()
            return
        seats, heads, keys = line["seats"], line["heads"], line.get("keys", [])
        if not seats or len(heads) != len(seats):
            raise Fault(Code.FORM, "the header must give a head, or null, for every seat")
        if line["fair"] > 1 and [head is None for head in heads] != [key is None for key in keys]:
            raise Fault(Code.FORM, "the header must give a key for every head")
        header = hashlib.sha256(f"{text}\n".encode()).digest()
        contributors = Contributors(line["table"], heads, keys, header)
        if (line["dice"] == "shared") != bool(contributors):
            raise Fault(
                Code.CONTRIBUTOR, "dice are 'shared' when a seat has a head, and else the 'server' throws alone"
            )
        check_people(line)
        self.header = line
        self.contributors = contributors
        self.setting = setting(line)
        self._roots = [bytes.fromhex(line["root"])]
        self.named = header

    def _take_open(self, line: Line, text: str) -> None:
        number, by, to, contributor = line["open"], self.seat(line["by"]), line["to"], line["from"]
        if to is not None:
            self.seat(to)
        if number != self.throws + 1:
            raise Fault(Code.ORDER, f"throw {self.throws + 1} comes next, not {number}", number)
        expected = self.contributors.contributor(by)
        if contributor != expected:
            raise Fault(Code.CONTRIBUTOR, f"{named(expected)} contributes, not {named(contributor)}", number)
        tree, place = tree_of(number)
        if not self.deal and len(self._roots) <= tree + (place >= LEAVES - RESERVE):
            raise Fault(Code.RESERVE, "the root of the next secrets must be there by now", number)
        self.contributors.check_reserve(contributor, number)
        self.open = Opened(number, by, to, contributor, seen=self.seen_with([text]))
        self.throws = number

    def _take_throw(self, line: Line) -> None:
        opened = self._opened(line["throw"])
        if self.deal:
            self._take_dealt(self.deal, line, opened)
            return
        element = bytes.fromhex(line["element"]) if line["element"] else None
        if not self._own:
            self.check_element(element)
        done = Opened(opened.number, opened.by, opened.to, opened.contributor, element, line["of"])
        if ("secret" in line) == (opened.to is not None):
            raise Fault(Code.HIDDEN, "a throw for one seat stays hidden, and every other is shown", opened.number)
        if self.format > 1 and ("tag" in line) != (element is not None):
            raise Fault(Code.TAG, "a contribution has a tag, and nothing else of a throw has one", opened.number)
        if opened.to is None:
            if not self._own:
                self.check_shown(line, done)
        else:
            self.unshown[opened.number] = done
            self.report.hidden += 1
        if opened.contributor is None or element is None:
            self.report.alone += 1
        else:
            self.contributors.use(opened.contributor, element)
        if "tag" in line:
            text = written({"throw": opened.number, "element": line["element"]})
            self.contributors.add_tag(opened.contributor, self._lines + 1, line["tag"], opened.seen, text)
        self._played += [OUTCOME] * len(done.of)
        self.report.throws += 1
        self.report.draws += len(done.of)
        self.open = None

    def _take_dealt(self, deal: DealtThrows, line: Line, opened: Opened) -> None:
        """A throw of a deal: nobody contributes, and its dice are checked when the seed is opened."""
        number, turn, index, of = line["throw"], line["turn"], line["index"], line["of"]
        if ("lots" in line) != (opened.to is None):
            raise Fault(Code.HIDDEN, "a throw for one seat stays hidden, and every other is shown", number)
        if any(each > WIDEST for each in of):
            raise Fault(Code.FORM, f"a draw of a deal is from at most {WIDEST} lots", number)
        if opened.to is None:
            deal.add(number, turn, index, of, line)
        else:
            self.unshown[number] = replace(opened, of=of, turn=turn, index=index)
            self.report.hidden += 1
        self._played += [OUTCOME] * len(of)
        self.report.throws += 1
        self.report.draws += len(of)
        self.open = None

    def _dealt(self) -> DealtThrows:
        assert self.deal  # only transcripts of deals have such lines
        return self.deal

    def _take_show(self, line: Line) -> None:
        del self.unshown[self._hidden(line)]
        self._showing = True

    def _hidden(self, line: Line) -> int:
        """The number of a hidden throw that this line shows rightly."""
        opened = self.unshown.get(line["show"])
        if opened is None:
            raise Fault(Code.ORDER, "there is no such hidden throw, or it is shown already", line["show"])
        if self.deal:
            self.deal.add(opened.number, opened.turn, opened.index, opened.of, line)
        else:
            self.check_shown(line, opened)
        return opened.number

    def _take_waive(self, line: Line) -> None:
        opened = self._opened(line["waive"])
        if opened.contributor is None:
            raise Fault(Code.ORDER, "a throw that waits for nobody cannot be waived", opened.number)
        self.contributors.burn(opened.contributor)
        self.report.waived += 1
        self._given_up = opened.contributor if self.format > 1 else None
        self.open = None

    def _take_root(self, line: Line) -> None:
        if line["next"] != len(self._roots) or line["next"] > tree_of(self.throws + 1)[0] + 1:
            raise Fault(Code.ORDER, f"root {line['next']} is not the next one, or comes too soon")
        self._roots.append(bytes.fromhex(line["root"]))
        self.report.roots += 1

    def _take_head(self, line: Line, text: str) -> None:
        seat = line["head"]
        self._not_waiting_for(seat)
        if "tag" in line:
            self.contributors.add_tag(seat, self._lines + 1, line["tag"], None, untagged(text))
        key = bytes.fromhex(line["key"]) if "key" in line else None
        self.contributors.begin(seat, bytes.fromhex(line["value"]), key, tagged="tag" in line)
        self.report.heads += 1

    def _take_move(self, line: Line, text: str, seat: int) -> None:
        self.contributors.moved(seat)
        if "tag" in line:
            self.contributors.add_tag(seat, self._lines + 1, line["tag"], self.seen_with(), untagged(text))
        if "undo" in line:
            if self.deal and OUTCOME in self._played[-line["count"] :]:
                raise Fault(Code.ORDER, "the throws of a deal cannot be taken back: they would be the same again")
            kept = max(len(self._played) - line["count"], 0)
            self.report.taken_back += any(by != seat for by in self._played[kept:])
            self.report.undone += line["count"]
            del self._played[kept:]
        else:
            self._played.append(seat)
            self.report.moves += 1

    def _take_absence(self, line: Line, what: str) -> None:
        self._not_waiting_for(line[what])
        if self.deal:
            if self.header["seats"][self.seat(line[what])] != PERSON:
                raise Fault(Code.ORDER, f"no person sits at seat {line[what]}")
            self.deal.mark(line[what], away=what == "away")
        else:
            self.contributors.mark(line[what], away=what == "away")
        self.report.away += what == "away"

    def _take_end(self, line: Line) -> None:
        if self.unshown:
            raise Fault(Code.HIDDEN, "this hidden throw was never shown", min(self.unshown))
        if "scores" in line and not len(line["scores"]) == len(line["places"]) == len(self.header["seats"]):
            raise Fault(Code.FORM, "the end must give a score and a place for every seat")
        if ("scores" in line) != (line["end"] == "over"):
            raise Fault(Code.FORM, "a game that is over has scores and places, and no other has")
        if self.open and line["end"] == "over":
            raise Fault(Code.ORDER, "a game is not over while a throw is open", self.open.number)
        self._ended = line["end"]

    def _take_log(self, line: Line) -> None:
        if line["log"] != self.log.hex():
            raise Fault(Code.LOG, "the lines before are not those that were written: their hash differs")
        self.over = True

    def _opened(self, number: int | None = None) -> Opened:
        if self.open is None or number not in (None, self.open.number):
            raise Fault(Code.ORDER, "this throw is not open", number or 0)
        return self.open

    def seat(self, seat: int) -> int:
        """A seat that exists."""
        if seat >= len(self.header["seats"]):
            raise Fault(Code.ORDER, f"there is no seat {seat}")
        return seat

    def _not_waiting_for(self, seat: int) -> None:
        """Nothing about a contributor changes while a throw waits for him."""
        if self.open and self.open.contributor == seat:
            raise Fault(Code.ORDER, f"throw {self.open.number} waits for seat {seat}; it must be waived first")


def check_people(header: Line) -> None:
    """A person without a head would contribute nothing; and the head of a bot would be that of the server, which would
    then know both parts of its dice."""
    for name, head in zip(header["seats"], header["heads"], strict=True):
        if name == PERSON and head is None:
            raise Fault(Code.CONTRIBUTOR, "a person sits at this table who has no head, and contributes nothing")
        if name != PERSON and head is not None and header["fair"] > 1:
            raise Fault(Code.CONTRIBUTOR, "a seat has a head, although no person sits there")


def verify(data: bytes, verifier: Verifier | None = None) -> tuple[Report, list[Line]]:
    """Check a whole transcript; the answer is what was found, in numbers, and its lines as data.

    A verifier that is given, a new one, can be asked for more then.

    Raises:
        Fault: The first thing that is wrong.
    """
    verifier = verifier or Verifier()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise Fault(Code.FORM, "this is not text in UTF-8") from None
    if not text.endswith("\n"):
        raise Fault(Code.FORM, "every line ends with a line feed, the last one too", line=text.count("\n") + 1)
    lines = [verifier.feed(line) for line in text[:-1].split("\n")]
    return verifier.finish(), lines
