"""Positions that belong to no table: shown, analysed and played on. A line of text is all that there is of one.

All of it is computed in a worker: a line comes from outside, and to check it takes time.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import stammtisch
from stammtisch.core.contract.advice import Advice
from stammtisch.core.contract.odds_table import OddsTable as Table
from stammtisch.core.contract.solver import Solver
from stammtisch.core.contract.text import board_in_words
from stammtisch.core.errors import IllegalMove, StammtischError
from stammtisch.core.position import Position
from stammtisch.core.seat_names import seat_names
from stammtisch.core.translation import say, sentence, speaking
from stammtisch.server.live.workers import when_ready
from stammtisch.server.protocol.page import MoveChoice
from stammtisch.server.protocol.positions import (
    ChanceDue,
    OddsRow,
    OddsTable,
    OutcomeShown,
    PositionAfter,
    PositionAnalysed,
    PositionOdds,
    PositionShown,
)
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.study import hints
from stammtisch.server.study.library import the_game
from stammtisch.server.table.own_page import figures
from stammtisch.server.table.page import choices


def read(game: str, line: str) -> Position:
    """The position of a line; of an empty one, the start of the game."""
    known = the_game(game)
    if not line.strip():
        return known.having({"players": known.about.COMPANY or known.players}).start()
    try:
        position = stammtisch.position(line.strip())
    except StammtischError as error:
        raise Refusal("bad_position", sentence(str(error))) from None
    if position.game.name != game:
        told = say("This is a position of {game}, not of {other}.", game=position.game.title, other=known.title)
        raise Refusal("bad_position", told)
    return position


def as_seen(position: Position) -> Position:
    """What whoever is to move sees, at a throw who throws; a view stays what it is, and the end is open."""
    if position.viewer is not None or position.is_over or not position.game.hides:
        return position
    return position.view(position.turn if position.turn >= 0 else position.thrower)


def is_hidden(position: Position) -> bool:
    """Does what comes next depend on what the viewer does not see?"""
    if position.viewer is None or position.is_over or not position.game.hides:
        return False
    return position.viewer != (position.thrower if position.is_chance else position.turn)


def names_in(position: Position) -> list[str]:
    return seat_names(position.game.players, position.viewer)


def shown(game: str, line: str, language: str) -> tuple[bytes, ...]:
    """In a worker: a position for a page."""
    with speaking(language):
        position = read(game, line)
        view, names = as_seen(position), names_in(position)
        hidden = is_hidden(position)
        found = PositionShown(
            line=position.to_text(),
            title=position.game.title,
            options=position.game.options.to_json(),
            names=names,
            seat=view.viewer if view.viewer is not None and view.viewer >= 0 else None,
            turn=position.turn,
            thrower=position.thrower,
            state=view.state.to_json(),
            scores=position.scores,
            choices=[] if hidden else [MoveChoice(**each) for each in choices(view, names)],
            throw=None if hidden or not position.is_chance else _due(position),
            hidden=hidden,
            odds=not hidden and not position.is_over and position.game.part(Solver).defines("odds_tables"),
            figures=figures(view, names),
            aloud=board_in_words(view.game.text, view, names),
        )
    return (found.model_dump_json().encode(),)


def _due(position: Position) -> ChanceDue:
    outcomes = [
        OutcomeShown(move=str(kind), said=kind.said, chance=float(chance)) for kind, chance in position.outcomes
    ]
    return ChanceDue(count=position.exchangeable, outcomes=outcomes)


def analysed(game: str, line: str, language: str) -> tuple[bytes, ...]:
    """In a worker: what the position and every move are worth; the same as `stammtisch.analyse`."""
    from stammtisch.bots.analysis import analyse  # it brings NumPy and Numba

    with speaking(language):
        position = _open(game, line)
        when_ready(position.game)
        found = analyse(position)
        shown = PositionAnalysed(
            seat=found.seat,
            value=found.value,
            worth=found.amount(found.value),
            unit=str(found.unit),
            about=say(position.game.part(Advice).ABOUT),
            choices=hints.choices(found),
        )
    return (shown.model_dump_json().encode(),)


def odds(game: str, line: str, language: str) -> tuple[bytes, ...]:
    """In a worker: exact chances of the turn, as `stammtisch odds` tells them."""
    with speaking(language):
        position = _open(game, line)
        when_ready(position.game)
        solver = position.game.part(Solver)
        found: list[OddsTable] = []
        if solver.defines("odds_tables"):
            figures, here = solver.odds(position), solver.odds_here(position)
            tables = solver.odds_tables(figures if here is None else {**figures, "here": here})
            found = [_table(each) for each in tables]
    return (PositionOdds(tables=found).model_dump_json().encode(),)


def _table(table: Table) -> OddsTable:
    rows = [OddsRow(label=row.label, figures=list(row.figures), share=row.share) for row in table.rows]
    return OddsTable(title=table.title, columns=list(table.columns), rows=rows)


def _open(game: str, line: str) -> Position:
    """The position, if something can be known of what comes next."""
    position = read(game, line)
    if position.is_over:
        raise Refusal("over", say("The game is over."))
    if is_hidden(position):
        raise Refusal("bad_position", say("What comes next depends on what is hidden here."))
    return position


def moved(game: str, line: str, move: str, language: str) -> tuple[bytes, ...]:
    """In a worker: the position after a move."""
    with speaking(language):
        position = _open(game, line)
        try:
            made = position.check(move)
        except IllegalMove as error:
            raise Refusal("illegal", sentence(error.reason), error.paragraph or None) from None
        except StammtischError as error:
            raise Refusal("unknown_move", sentence(str(error))) from None
        names, before = names_in(position), as_seen(position)
        if position.is_chance:
            told = position.game.text.tell_chance(before, [made], names)
        else:
            told = position.game.text.tell(before, made, names)
        return _after(position.after(made), told)


def thrown(game: str, line: str, outcomes: Sequence[str], language: str) -> tuple[bytes, ...]:
    """In a worker: the position after a throw with these outcomes; without any, after one by chance."""
    with speaking(language):
        position = _open(game, line)
        if not position.is_chance:
            raise Refusal("illegal", say("Nothing is thrown now."))
        before, made = position, []
        if outcomes and len(outcomes) != position.exchangeable:
            told = say("Now {n} outcomes come together, not {given}.", n=position.exchangeable, given=len(outcomes))
            raise Refusal("illegal", told)
        for number in range(position.exchangeable):
            try:
                given = outcomes[number] if outcomes else position.drawn(secrets.randbelow(position.lots))
                made.append(position.check(given))
            except StammtischError as error:
                raise Refusal("illegal", sentence(str(error))) from None
            position = position.after(made[-1])
        return _after(position, before.game.text.tell_chance(as_seen(before), made, names_in(before)))


def _after(position: Position, told: str) -> tuple[bytes, ...]:
    return (PositionAfter(line=position.to_text(), told=told).model_dump_json().encode(),)


def why(game: str, line: str, move: str, language: str) -> tuple[bytes, ...]:
    """In a worker: may this move be made, and if not, by which paragraph?"""
    with speaking(language):
        position = _open(game, line)
        if position.is_chance:
            raise Refusal("not_your_turn", say("A throw comes first."))
    return (hints.why(position, move, language).model_dump_json().encode(),)
