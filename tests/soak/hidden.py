"""Hidden hands: python -m tests.soak.hidden [--games 210]

Two tables of a game with hidden hands go on side by side. They have the same history as far as everybody may know it,
but one seat drew other tiles at the second. That seat drafts placements, perhaps different ones, takes them back, and
lays what can be laid at both. Whatever anybody else is sent meanwhile must be the same, byte by byte: seats,
spectators, and what is refused to them. When the hands no longer allow the same turn, the second table becomes a copy
of the first again.

The controls are a server that shows whole positions, one that shows drafts, and one that shows draws, as they are or in
words: each must be found out.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy, deepcopy
from dataclasses import dataclass
from random import Random
from typing import Any

from stammtisch.core.errors import IllegalMove
from stammtisch.core.game import Move
from stammtisch.core.position import Position
from stammtisch.server.protocol import wire
from stammtisch.server.protocol.refusal import Refusal, StaleCommand
from stammtisch.server.study.event_log import story
from stammtisch.server.table import sentences, state
from stammtisch.server.table.commands import Table
from stammtisch.server.table.events import view_event
from stammtisch.server.table.page import page
from stammtisch.server.table.play import Play
from tests.examples import HIDDEN, TITLES
from tests.server.log_rows import facts
from tests.server.table_driver import TableDriver
from tests.soak.results import tell

KINDS = 6
CHANGED = 0.5  # how often a tile of the other table's seat is another one


class Other(Play):
    """The game at the second table: what `seat` draws may be another tile; what others draw is what they drew."""

    seat: int
    rng: Random
    drawn: list[str]
    """What was drawn at the first table in this throw."""

    def throw(self, draw: Callable[[int], int], *, of_turn: bool = False) -> list[Move]:
        audience = self.position.audience
        mine = self.audience == self.seat
        made = []
        for name in self.drawn:
            size = self.position.lots
            draw(size)
            if mine and self.rng.random() < CHANGED:
                made.append(self.play(self.position.drawn(self.rng.randrange(size))))
            else:
                try:
                    made.append(self.play(name))
                except IllegalMove:  # that kind has run out here
                    raise Apart from None
        assert not self.position.is_chance or self.position.audience != audience
        return made


class Apart(Exception):
    """The two tables can no longer look the same."""


@dataclass
class Counts:
    games: int = 0
    points: int = 0
    """Moments at which all messages were compared while the hands were different."""
    messages: int = 0
    drafts: int = 0
    leaks: int = 0

    def __str__(self) -> str:
        much = f"{self.points:,} pairs of positions, {self.messages:,} messages, {self.drafts:,} drafts"
        return f"{much}: {self.leaks} differ"


class Pair:
    """Two tables that look the same to everybody but one seat."""

    def __init__(self, players: int, seed: int, counts: Counts) -> None:
        self.rng = Random(seed)
        self.counts = counts
        self.one = TableDriver(HIDDEN, ["person"] * players).sit_all()
        self.seat = self.rng.randrange(players)
        self.viewers: list[int | None] = [None, *(p for p in range(players) if p != self.seat)]
        self.split()

    def split(self) -> None:
        """The second table becomes what the first one is."""
        one = self.one
        two = self.two = object.__new__(TableDriver)
        two.__dict__.update(one.__dict__)
        two.rows, two.steps = list(one.rows), list(one.steps)
        two.chains = dict(one.chains)
        two.table = _copied(one.table)
        play = two.table.play
        assert play
        play.__class__ = Other
        assert isinstance(play, Other)
        play.seat, play.rng, play.drawn = self.seat, self.rng, []

    def hands(self) -> list[list[int]]:
        return [
            list(each.table.playing.position.state.hand)[  # type: ignore[attr-defined]
                self.seat * KINDS : (self.seat + 1) * KINDS
            ]
            for each in (self.one, self.two)
        ]

    def both(self, act: Callable[[TableDriver], object]) -> None:
        """The same at both tables; then what everybody else was sent is compared."""
        since = self.one.table.seq
        act(self.one)
        drawn = [name for row in self.one.rows[since:] if row.kind in ("throw", "show") for name in _drawn(row.payload)]
        play = self.two.table.play
        assert isinstance(play, Other)
        play.drawn = drawn
        act(self.two)
        if not self.one.table.is_over:
            self.compare(since)

    def compare(self, since: int) -> None:
        hands = self.hands()
        self.counts.points += hands[0] != hands[1]
        for viewer in self.viewers:
            sent = [_messages(each, viewer, since) for each in (self.one, self.two)]
            self.counts.messages += len(sent[0])
            self.counts.leaks += sent[0] != sent[1]
            for row in self.one.rows[since:]:
                if row.kind in ("show", "draft") and row.seat != viewer:
                    secret = row.payload.encode()[1:-1]
                    self.counts.leaks += any(secret in message for message in sent[0])

    # ── How a turn goes on at both tables ────────────────────────────────────────────────────────────────────────────

    def step(self) -> bool:
        """The next throw or turn; False when the game is over."""
        table = self.one.table
        if table.is_over:
            return False
        try:
            if table.dealer and table.dealer.seen.open:
                self.both(lambda driver: driver.contribute())
            else:
                self.turn(table.playing.position.turn)
        except Apart:
            self.split()
        return True

    def turn(self, seat: int) -> None:
        ours, theirs = (each.table.playing.position for each in (self.one, self.two))
        if seat == self.seat:
            self.draft(ours, theirs)
        moves = _common(ours, theirs, self.rng)
        if moves is None:  # apart from here on: the first table goes its own way
            for move in _common(ours, ours, self.rng) or ["pass"]:
                self.one.move(seat, move)
            raise Apart
        for move in moves:
            self.both(lambda driver, move=move: driver.move(seat, move))  # type: ignore[misc]  # mypy knows no default of a lambda

    def draft(self, ours: Position, theirs: Position) -> None:
        """Placements, perhaps different ones, and taken back."""
        count = self.rng.randrange(3)
        ways = [_lays(position, count, self.rng) for position in (ours, theirs)]
        count = min(map(len, ways))
        for number in range(count):
            moves = {id(driver): way[number] for driver, way in zip((self.one, self.two), ways, strict=True)}
            self.both(lambda driver, moves=moves: driver.move(self.seat, moves[id(driver)]))  # type: ignore[misc]  # mypy knows no default of a lambda
        for _ in range(count):
            self.both(lambda c: c.do(self.seat, wire.Undo(cid=c.cid(), seq=c.table.seq)))
        self.counts.drafts += count


def _copied(table: Table) -> Table:
    """The same table once more; to fold it from its log would take longer than all the rest."""
    again = copy(table)
    for name, value in facts(table).items():
        if isinstance(value, list | dict):
            setattr(again, name, copy(value))
    assert table.play
    assert table.dealer
    again.seats, again.clocks = deepcopy(table.seats), copy(table.clocks)
    known: dict[int, Any] = {id(table.dealer._tree): table.dealer._tree}
    known |= {id(each): each.copy() for each in vars(table.dealer.seen).values() if hasattr(each, "hexdigest")}
    again.dealer = deepcopy(table.dealer, known)
    play = again.play = copy(table.play)
    play._made, play._by = play._made[:], play._by[:]
    return again


def _drawn(payload: str) -> list[str]:
    found: list[str] = json.loads(payload).get("are", [])
    return found


def _lays(position: Position, count: int, rng: Random) -> list[str]:
    made: list[str] = []
    for _ in range(count):
        moves = [move for move in position.legal_moves if str(move) not in ("done", "pass")]
        if not moves:
            break
        move = rng.choice(moves)
        made.append(str(move))
        position = position.play(move)
    return made


def _common(one: Position, other: Position, rng: Random) -> list[str] | None:
    """A whole turn that is legal at both; None if a few attempts find none."""
    for _ in range(6):
        here, there = one, other
        made: list[str] = []
        while True:
            legal = [str(move) for move in here.legal_moves if move in there.legal_moves]
            ends = [move for move in legal if move in ("done", "pass")]
            if ends and (len(ends) == len(legal) or rng.random() < 0.7):
                return [*made, ends[0]]
            lays = [move for move in legal if move not in ("done", "pass")]
            if not lays:
                break
            move = rng.choice(lays)
            made.append(move)
            here, there = here.play(move), there.play(move)
    return None


def _messages(driver: TableDriver, viewer: int | None, since: int) -> list[bytes]:
    """What a viewer is sent: the news in words, too, all of it when he returns, and what he is refused."""
    table = driver.table
    words = page(table, viewer, "de", driver.steps[since:])
    view, guest = table.view(viewer), None if viewer is None else f"guest-{viewer}"
    news = wire.News(seq=table.seq, events=table.events(since, viewer, driver.rows), view=view, page=words)
    sent = [wire.packed(news)]
    if since % 40 == 0:
        events = table.events(0, viewer, driver.rows)
        welcome = wire.Welcome(table=table.name, seat=viewer, host=False, seq=table.seq, events=events, view=view)
        sent.append(wire.packed(welcome))
    if since % 200 == 0:
        sent.append(wire.packed(story(table.name, driver.rows, viewer, "ru")))
    if viewer is None or viewer != table.playing.position.turn:
        for command in (
            wire.Play(cid="c" * 16, seq=table.seq, move="done"),
            wire.Undo(cid="d" * 16, seq=table.seq),
        ):
            try:
                table.do(command, guest, 0)
                sent.append(b"done")
            except Refusal as refusal:
                sent.append(f"{refusal.code} {refusal.reason} {refusal.paragraph}".encode())
            except StaleCommand:
                sent.append(b"stale")
    return sent


def run(games: int, seed: int = 1, *, to_the_first_leak: bool = False) -> Counts:
    counts = Counts()
    for number in range(games):
        pair = Pair(2 + number % 3, seed * 1_000_003 + number, counts)
        while pair.step() and not (to_the_first_leak and counts.leaks):
            pass
        counts.games += 1
    return counts


@contextmanager
def leaking(where: Any, name: str, instead: Any) -> Iterator[None]:
    real = getattr(where, name)
    setattr(where, name, instead)
    try:
        yield
    finally:
        setattr(where, name, real)


def _open_events(kind: str) -> Callable[..., dict[str, Any]]:
    return lambda row, seat, *, over: view_event(row, seat, over=over or row.kind == kind)


def _open_words(kind: str) -> Callable[..., object]:
    real = sentences._sentence

    def sentence(step: sentences.Step, following: sentences.Step | None, viewer: int | None, *, over: bool) -> object:
        seen = step.row.seat if step.row.kind == kind else viewer
        return real(step, following, seen, over=over)

    return sentence


CONTROLS: dict[str, tuple[Any, str, Any]] = {
    "whole positions": (Play, "view", lambda self, _: self.position),
    "the drafted board": (Play, "view", lambda self, seat: self.position.view(-1 if seat is None else seat)),
    "drafts": (state, "view_event", _open_events("draft")),
    "draws": (state, "view_event", _open_events("show")),
    "words of drafts": (sentences, "_sentence", _open_words("draft")),
    "words of draws": (sentences, "_sentence", _open_words("show")),
}


def controls(games: int) -> dict[str, int]:
    """How many differences each leak makes."""
    found = {}
    for name, leak in CONTROLS.items():
        with leaking(*leak):
            found[name] = run(games, seed=7).leaks
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.hidden")
    parser.add_argument("--games", type=int, default=210)
    wanted = parser.parse_args()
    counts = run(wanted.games)
    found = controls(3)
    return tell(
        (
            "hidden hands",
            f"{counts.games} games of {TITLES[HIDDEN]} with 2 to 4 players",
            str(counts),
            "servers that show "
            + ", ".join(f"{name}: {count:,} differ" for name, count in found.items())
            + " (3 games)",
            "python -m tests.soak.hidden",
        ),
        good=counts.leaks == 0 and counts.points >= 10_000 and all(found.values()),
        keep=wanted.games >= 200,
    )


if __name__ == "__main__":
    sys.exit(main())
