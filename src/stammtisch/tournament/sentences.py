"""Sentences: every event in a sentence, for the log that everybody may read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from stammtisch.core.translation import listed, say, say_n
from stammtisch.tournament import event_types as h
from stammtisch.tournament.events import Event
from stammtisch.tournament.presets import sheet_of
from stammtisch.tournament.state import Line
from stammtisch.tournament.tournament import Tournament

AT_THE_TABLE = re.compile(r"#(\d+) (.+)", re.DOTALL)


class LogLine(NamedTuple):
    """A line of the log."""

    number: int
    at: str
    by: str
    text: str


def log(tournament: Tournament) -> list[LogLine]:
    """Everything that happened, the newest last."""
    return [LogLine(each.number, each.at, author(each.by), told(tournament, each)) for each in tournament.events]


def author(by: str) -> str:
    """Who let something happen. Only what begins with # is not simply a name."""
    if by == "#server":
        return say("the server")
    if by == "#table":
        return say("the table where it was played")
    seated = AT_THE_TABLE.fullmatch(by)
    if seated:
        return say("{name}, player {number}", name=seated[2], number=seated[1])
    return by


def told(tournament: Tournament, event: Event) -> str:
    """What happened, with the names that the players have now."""
    match event.what:
        case h.Opened() as what:
            return say("The tournament “{title}” was opened.", title=what.title)
        case h.Seeded() as what:
            return say("The seed of all draws was published: {seed}", seed=what.seed)
        case h.TablesChosen(0):
            return say("There are as many tables as the players need.")
        case h.TablesChosen(tables):
            return say_n(tables, "The organiser chose {n} table.", "The organiser chose {n} tables.")
        case h.Announced() as what:
            return say("Announcement: {text}", text=what.text)
        case h.Entered() | h.Renamed() | h.Dropped() | h.Returned() as what:
            return _of_people(tournament, event.number, what)
        case h.Result() | h.Corrected() | h.Confirmed() as what:
            return _of_results(tournament, what)
        case h.Cut() as what:
            return say("In the final: {names}.", names=_all(tournament, what.players))
        case h.Closed() as what:
            return say("The tournament was closed; {name} won.", name=_name(tournament, what.ranking[0]))
        case what:
            return _of_rounds(tournament, what)


def _of_people(tournament: Tournament, number: int, what: h.EventData) -> str:
    match what:
        case h.Entered(name, ""):
            return say("{name} entered.", name=name)
        case h.Entered(name, bot):
            return say("{name} entered, played by the bot “{bot}”.", name=name, bot=bot)
        case h.Renamed(player, name):
            return say("{name} is now called {new}.", name=_name_before(tournament, number, player), new=name)
        case h.Dropped(player, ""):
            return say("{name} withdrew.", name=_name(tournament, player))
        case h.Dropped(player, reason):
            return say("{name} withdrew: {reason}", name=_name(tournament, player), reason=reason)
        case h.Returned(player):
            return say("{name} came back.", name=_name(tournament, player))
    raise _wordless(what)


def _of_rounds(tournament: Tournament, what: h.EventData) -> str:
    match what:
        case h.Drawn(number, tables) if number > tournament.progress.scheme.rounds:
            seats = _all(tournament, tables[0])
            return say("The final was drawn; in order of play: {names}.", names=seats)
        case h.Drawn(number, tables):
            return say_n(
                len(tables),
                "Round {number} was drawn: {n} table.",
                "Round {number} was drawn: {n} tables.",
                number=number,
            )
        case h.Undrawn(number) if number > tournament.progress.scheme.rounds:
            return say("The draw of the final was undone.")
        case h.Undrawn(number):
            return say("The draw of round {number} was undone.", number=number)
        case h.NoShow(number, player):
            return say("{name} did not come to the table in round {number}.",
                       name=_name(tournament, player), number=number)  # fmt: skip
        case h.Moved(number, player, table):
            return say("{name} sat down at table {table} in round {number}.",
                       name=_name(tournament, player), table=table, number=number)  # fmt: skip
        case h.Swapped(number, one, other):
            return say("{one} and {other} swapped seats in round {number}.",
                       one=_name(tournament, one), other=_name(tournament, other), number=number)  # fmt: skip
    raise _wordless(what)


def _of_results(tournament: Tournament, what: h.Result | h.Corrected | h.Confirmed) -> str:
    told = _result(tournament, what)
    if isinstance(what, h.Confirmed) or not what.overruled:
        return told
    return say("Entered against the rules of the game: {told}", told=told)


def _result(tournament: Tournament, what: h.Result | h.Corrected | h.Confirmed) -> str:
    number, table = what.round, what.table
    match what:
        case h.Confirmed():
            return say("The result of table {table} in round {number} was confirmed.", table=table, number=number)
        case h.Result():
            return say("Result of table {table} in round {number}: {lines}.",
                       table=table, number=number, lines=_lines(tournament, what.lines))  # fmt: skip
        case h.Corrected(reason=""):
            return say("Corrected result of table {table} in round {number}: {lines}.",
                       table=table, number=number, lines=_lines(tournament, what.lines))  # fmt: skip
        case h.Corrected():
            return say("Corrected result of table {table} in round {number}: {lines}. Reason: {reason}",
                       table=table, number=number, lines=_lines(tournament, what.lines),
                       reason=what.reason)  # fmt: skip


def _lines(tournament: Tournament, lines: Sequence[Line]) -> str:
    """As they were written down, the best first."""
    best_first = sorted(lines, key=lambda line: (line.out, -line.score, -(line.mark or 0)))
    return ", ".join(_line(tournament, line) for line in best_first)


def _line(tournament: Tournament, line: Line) -> str:
    name, mark = _name(tournament, line.player), sheet_of(tournament.progress.scheme.game).MARK
    if line.out:
        return say("{name} left the game", name=name)
    if mark and line.mark:
        return say("{name} {score} ({mark}: {number})", name=name, score=line.score, mark=say(mark), number=line.mark)
    return say("{name} {score}", name=name, score=line.score)


def _name(tournament: Tournament, player: int) -> str:
    return tournament.progress.player(player).name


def _all(tournament: Tournament, players: Sequence[int]) -> str:
    return listed([_name(tournament, player) for player in players])


def _name_before(tournament: Tournament, number: int, player: int) -> str:
    """What a player was called before an event."""
    before = [each.what for each in tournament.events[: number - 1]]
    name = [what.name for what in before if isinstance(what, h.Entered)][player - 1]
    later = [what.name for what in before if isinstance(what, h.Renamed) and what.player == player]
    return later[-1] if later else name


def _wordless(what: h.EventData) -> AssertionError:
    return AssertionError(f"there are no words for {what.kind}")
