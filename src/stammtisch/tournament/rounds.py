"""Rounds: draws that follow from the seed, and what an organiser may change before a game has its result."""

from __future__ import annotations

from dataclasses import replace

from stammtisch.core.errors import OptionError, TournamentError
from stammtisch.core.translation import listed, say
from stammtisch.tournament.commitment import is_fixed
from stammtisch.tournament.draw import DrawTask
from stammtisch.tournament.event_types import Drawn, Moved, NoShow, Swapped, TablesChosen, Undrawn
from stammtisch.tournament.progress import Progress
from stammtisch.tournament.state import Round, Table


def next_draw(progress: Progress, revealed: str = "") -> Drawn:
    """The draw that comes next; TournamentError if it is too early for it."""
    if progress.proposal is None or progress.proposal.revealed != revealed:
        progress.proposal = draw_task(progress, revealed).run()
    return progress.proposal


def draw_task(progress: Progress, revealed: str = "") -> DrawTask:
    """What is to be drawn next; TournamentError if it is too early for it, or cannot be."""
    if not progress.seed:
        raise TournamentError(say("A draw needs a seed: publish one first."))
    expect_complete(progress)
    number, scheme = len(progress.drawn) + 1, progress.scheme
    if revealed and not is_fixed(progress.commitment, revealed, number):
        raise TournamentError(say("The seed gives a different draw; draws cannot be made up."))
    final = len(progress.rounds) >= scheme.rounds
    if final:
        players, scores = _finalists(progress), []
    else:
        players = progress.present
        _expect_tables(progress, players)
        found = {row.player: row.score for row in progress.rows()}
        scores = [found[each] for each in players]
    rounds = [
        Round(each.number, [Table(table.seats) for table in each.tables])
        for each in (progress.drawn if final else progress.rounds)
    ]
    return DrawTask(scheme, progress.seed, revealed, number, players, scores, rounds, final)


def _finalists(progress: Progress) -> list[int]:
    if progress.phase == "cut":
        raise TournamentError(say("Before the final is drawn, the finalists must be confirmed."))
    if progress.phase == "done":
        raise TournamentError(say("Everything has been played; there is nothing left to draw."))
    gone = [progress.names[number] for number in progress.finalists if progress.players[number].gone]
    if gone and not progress.finals:
        raise TournamentError(
            say("{names} cannot play the final any more; confirm the finalists again.", names=listed(gone))
        )
    return [number for number in progress.finalists if not progress.players[number].gone]


def _expect_tables(progress: Progress, present: list[int]) -> None:
    scheme = progress.scheme
    if not progress.rounds and not scheme.fewest <= len(present) <= scheme.most:
        raise TournamentError(
            say("This format is for {fewest} to {most} players, and {count} have entered.",
                fewest=scheme.fewest, most=scheme.most, count=len(present))
        )  # fmt: skip
    if not progress.rounds:
        scheme.check_start(len(present))
    scheme.tables_for(len(present)).sizes(len(present))


def expect_complete(progress: Progress) -> None:
    for at, table in enumerate(progress.last.tables if progress.last else [], 1):
        if table.seats and not table.result:
            raise TournamentError(say("Table {table} has no result yet.", table=at))
        if not table.is_done:
            raise TournamentError(say("The result of table {table} is not confirmed yet.", table=at))


def tables_chosen(progress: Progress, what: TablesChosen, by: str) -> None:
    if progress.rounds:
        raise TournamentError(say("The number of tables cannot be changed any more: round 1 has been drawn."))
    try:
        progress.scheme = replace(progress.scheme, tables=what.tables)
    except OptionError as error:
        raise TournamentError(str(error)) from None


def drawn(progress: Progress, what: Drawn, by: str) -> None:
    true = next_draw(progress, what.revealed)
    if what != true:
        raise TournamentError(say("The seed gives a different draw; draws cannot be made up."))
    is_final = len(progress.rounds) >= progress.scheme.rounds
    tables = [Table(list(seats), drawn=len(seats)) for seats in what.tables]
    (progress.finals if is_final else progress.rounds).append(Round(what.round, tables, is_final, what.revealed))


def undrawn(progress: Progress, what: Undrawn, by: str) -> None:
    found = progress.current(what.round)
    if any(table.result for table in found.tables):
        raise TournamentError(say("Round {number} has results, so its draw cannot be undone.", number=what.round))
    (progress.finals if found.final else progress.rounds).pop()


def no_show(progress: Progress, what: NoShow, by: str) -> None:
    table = _table_of(progress, what.round, what.player)
    table.leave(what.player)


def moved(progress: Progress, what: Moved, by: str) -> None:
    tables = progress.current(what.round).tables
    player = progress.player(what.player)
    to = progress.table(what.round, what.table)
    if player.gone:
        raise TournamentError(say("{name} has withdrawn.", name=player.name))
    if progress.current(what.round).final and what.player not in progress.finalists:
        raise TournamentError(say("{name} is not in the final.", name=player.name))
    if to.result:
        raise TournamentError(say("Table {table} has finished its game.", table=what.table))
    if what.player in to.seats:
        raise TournamentError(say("{name} is already at table {table}.", name=player.name, table=what.table))
    if len(to.seats) >= max(progress.scheme.largest, to.drawn):
        raise TournamentError(say("Table {table} is full.", table=what.table))
    if any(what.player in table.seats for table in tables):
        _table_of(progress, what.round, what.player).seats.remove(what.player)
    for table in tables:
        table.absent = [number for number in table.absent if number != what.player]
    to.seats.append(what.player)


def swapped(progress: Progress, what: Swapped, by: str) -> None:
    one = _table_of(progress, what.round, what.one)
    other = _table_of(progress, what.round, what.other)
    i, j = one.seats.index(what.one), other.seats.index(what.other)
    one.seats[i], other.seats[j] = what.other, what.one


def _table_of(progress: Progress, number: int, player: int) -> Table:
    """Where a player sits in the current round, while the game there has no result."""
    name = progress.player(player).name
    for at, table in enumerate(progress.current(number).tables, 1):
        if player in table.seats:
            if table.result:
                raise TournamentError(say("{name}'s game at table {table} is over.", name=name, table=at))
            return table
    raise TournamentError(say("{name} has no seat in round {number}.", name=name, number=number))
