"""Scoring: results come in, are confirmed by somebody else, and are corrected where they were wrong."""

from __future__ import annotations

from stammtisch.core.errors import TournamentError
from stammtisch.core.translation import say
from stammtisch.tournament.event_types import Confirmed, Corrected, Result
from stammtisch.tournament.progress import Progress
from stammtisch.tournament.results import checked
from stammtisch.tournament.state import Line, Table


def result(progress: Progress, what: Result, by: str) -> None:
    table = progress.table(what.round, what.table)
    if progress.round(what.round) is not progress.last:
        raise TournamentError(
            say("Round {number} is finished; edit a wrong result instead of entering it again.", number=what.round)
        )
    if table.result:
        raise TournamentError(
            say("Table {table} already has a result; if it is wrong, edit it.", table=what.table)
        )  # fmt: skip
    table.result = checked(progress.scheme, progress.names, table.seats, what.lines, overruled=what.overruled)
    table.entered, table.confirmed = by, by if by == progress.organiser else ""


def corrected(progress: Progress, what: Corrected, by: str) -> None:
    table, found = progress.table(what.round, what.table), progress.round(what.round)
    if not table.result:
        raise TournamentError(say("Table {table} has no result to edit.", table=what.table))
    if found.final and found is not progress.last:
        raise TournamentError(say("Only the last game of the final can still be edited."))
    right = checked(progress.scheme, progress.names, table.seats, what.lines, overruled=what.overruled)
    if not found.final and progress.finalists:
        _keep_finalists(progress, table, right)
    is_past = found is not progress.last
    table.result = right
    table.entered, table.confirmed = by, by if is_past or by == progress.organiser else ""


def _keep_finalists(progress: Progress, table: Table, right: list[Line]) -> None:
    """A correction that changes who goes to the final undoes the cut; once the final is drawn it is refused [C3.8]."""
    before, table.result = table.result, right
    same = set(progress.cut()) == set(progress.finalists)
    table.result = before
    if same:
        return
    if progress.finals:
        raise TournamentError(say("That would change who plays the final, which has been drawn; undo that draw first."))
    progress.finalists = []


def confirmed(progress: Progress, what: Confirmed, by: str) -> None:
    table = progress.table(what.round, what.table)
    if not table.result:
        raise TournamentError(say("Table {table} has no result to confirm.", table=what.table))
    if table.confirmed:
        raise TournamentError(say("The result of table {table} is already confirmed.", table=what.table))
    if by == table.entered:
        raise TournamentError(say("Whoever entered a result cannot confirm it; somebody else must."))
    table.confirmed = by
