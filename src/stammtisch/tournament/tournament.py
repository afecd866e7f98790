"""Tournament: a fold over numbered events. Every event is checked, then changes something; nothing is ever taken out.

    scheme = Scheme.read({"game": "pig", "rounds": 3})
    tournament = Tournament.opened("Spring cup", scheme, by="Ann", at="2026-05-02T19:00Z")
    tournament.apply(Entered("Ben"), by="Ann", at=…)
    tournament.apply(tournament.draw(), by="Ann", at=…)
    tournament.view()

Draws, cuts and final rankings are events too, but what they hold follows from what went before: `draw()`, `cut()` and
`close()` make them, and `apply` refuses any other. So reading a file proves them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from stammtisch.core.errors import RecordError, StammtischError, TournamentError
from stammtisch.core.strict_json import loads
from stammtisch.core.translation import say
from stammtisch.tournament.changes import change
from stammtisch.tournament.draw import DrawTask
from stammtisch.tournament.ending import next_close, next_cut
from stammtisch.tournament.event_types import Closed, Cut, Drawn, EventData, Opened
from stammtisch.tournament.events import Event
from stammtisch.tournament.progress import Progress
from stammtisch.tournament.rounds import draw_task, next_draw
from stammtisch.tournament.scheme import Scheme
from stammtisch.tournament.view import view

FORMAT = 1


class Tournament:
    """A tournament: the events so far, and how it stands after them.

    Everything that happens is an event, made by `apply` with who did it (`by`) and when (`at`, any text). What follows
    from the rules of the tournament is asked for first: `tournament.apply(tournament.draw(), by="Ann", at="19:00")`.

    Examples:
        >>> from stammtisch.tournament import Entered, Line, Result, Scheme, Seeded, Tournament
        >>> when = {"by": "Ann", "at": "2026-05-02T19:00Z"}
        >>> scheme = Scheme.read({"game": "zocken", "rounds": 1, "final_size": 0})
        >>> tournament = Tournament.opened("Cup", scheme, **when)
        >>> for name in ("Ann", "Ben", "Cleo"):
        ...     event = tournament.apply(Entered(name), **when)
        >>> event = tournament.apply(Seeded("4 2 6 1 5"), **when)
        >>> drawn = tournament.draw()
        >>> event = tournament.apply(drawn, **when)
        >>> lines = tuple(Line(player, score) for player, score in zip(sorted(drawn.tables[0]), (30, 50, 40)))
        >>> event = tournament.apply(Result(round=1, table=1, lines=lines), **when)
        >>> tournament.close()
        Closed(ranking=(2, 3, 1))
    """

    events: list[Event]
    """Everything that has happened, in order."""
    progress: Progress
    """How it stands: players, rounds, the phase, the standings."""

    def __init__(self, first: Event) -> None:
        if not isinstance(first.what, Opened) or first.number != 1:
            raise TournamentError(say("The first event must open the tournament."))
        _check_author(first)
        if first.what.scheme.is_duplicate and not first.what.commitment:
            raise TournamentError(say("Only tables on a server can share their dice: play this tournament online."))
        self.events = [first]
        self.progress = Progress(first.what.title, first.what.scheme, first.by, commitment=first.what.commitment)

    @classmethod
    def opened(cls, title: str, scheme: Scheme, *, by: str, at: str, commitment: str = "") -> Tournament:
        """A new tournament. What its opener enters needs nobody else to confirm it."""
        return cls(Event(1, at, by, Opened(title, scheme, commitment)))

    @property
    def number(self) -> int:
        """The number of the last event."""
        return len(self.events)

    def apply(self, what: EventData, *, by: str, at: str) -> Event:
        """Let this happen now; the answer is the event, with its number.

        Raises:
            TournamentError: It cannot happen now; then nothing has changed.
            DoubtfulResult: The rules of the game speak against a result. `overruled=True` in the event enters it still.
        """
        event = Event(self.number + 1, at, by, what)
        self.add(event)
        return event

    def add(self, event: Event) -> None:
        """Take an event that was stored; it must be the next one. It raises what `apply` raises."""
        if event.number != self.number + 1:
            raise TournamentError(
                say("This is event {number}, but event {next} comes next.", number=event.number, next=self.number + 1)
            )
        _check_author(event)
        change(self.progress, event.what, event.by)
        self.events.append(event)

    # ── what follows from what went before ───────────────────────────────────────────────────────────────────────────

    def draw(self, revealed: str = "") -> Drawn:
        """The next round, or the next game of the final, as the seed draws it, to be applied. `revealed` is what a
        server adds to the seed (commitment.py).

        Raises:
            TournamentError: No round is due.
        """
        return next_draw(self.progress, revealed)

    def draw_task(self, revealed: str = "") -> DrawTask:
        """The work of `draw`, which another process can do: `propose` its answer here. It raises what `draw` raises."""
        return draw_task(self.progress, revealed)

    def propose(self, drawn: Drawn) -> None:
        """This is what `draw` gives: another process has found it, or it stands in a log that can be trusted. It is not
        drawn again."""
        self.progress.proposal = drawn

    def cut(self) -> Cut:
        """Who goes to the final, to be applied when the preliminary rounds are over."""
        return next_cut(self.progress)

    def close(self) -> Closed:
        """The final ranking, to be applied when all is played."""
        return next_close(self.progress)

    def view(self) -> dict[str, Any]:
        """How it stands, as plain data for a page or a printer."""
        return {"number": self.number, **view(self.progress)}

    # ── files ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def to_jsonl(self) -> str:
        """All events as JSON Lines, to be saved: a header, then an event a line."""
        lines: Iterator[dict[str, Any]] = (event.to_json() for event in self.events)
        return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in ({"tournament": FORMAT}, *lines))

    @classmethod
    def read(cls, text: str) -> Tournament:
        """Read what `to_jsonl` wrote, by doing it all again.

        Raises:
            RecordError: The file is damaged, or says what cannot have happened; the error names the line.
        """
        found: Tournament | None = None
        if not text.endswith("\n"):
            raise RecordError("the last line is not whole", 1 + text.count("\n"))
        lines = text.split("\n")[:-1]
        if _object(lines[0], 1).get("tournament") != FORMAT:
            raise RecordError(f'this is no tournament: its first line must be {{"tournament": {FORMAT}}}', 1)
        for at, line in enumerate(lines[1:], 2):
            data = _object(line, at)
            try:
                event = Event.from_json(data)
                if found is None:
                    found = cls(event)
                else:
                    found.add(event)
            except StammtischError as error:
                raise RecordError(str(error), at) from None
        if found is None:
            raise RecordError("the tournament is never opened", len(lines))
        return found


def _object(line: str, at: int) -> dict[str, Any]:
    try:
        data = loads(line)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise RecordError("this is no JSON object on a line of its own", at)
    return data


def _check_author(event: Event) -> None:
    if not event.by.strip() or not event.at.strip():
        raise TournamentError(say("Every change is logged with who made it and when."))
