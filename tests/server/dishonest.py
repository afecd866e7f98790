"""A dishonest server: a real one that cheats at some tables. Who sits at seat 0 is its victim.

Which trick it plays is said by the name of the victim, so that one server has them all, and is honest to everybody else.
Each trick changes as little as it needs, and keeps its own books as a clever cheat would: what it shows goes together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from stammtisch.core.constants import CHANCE
from stammtisch.core.game import Move
from stammtisch.core.position import Position
from stammtisch.fair import Chain
from stammtisch.server.table import page
from stammtisch.server.table.commands import Table
from stammtisch.server.table.play import Play
from tests.server.server_process import COMMAND, ServerProcess

ROOT = Path(__file__).parents[2]
CODE = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from tests.server.dishonest import cheat; cheat(); {COMMAND}"
VICTIM = 0

NULL_HEAD = "Null head"
"""The header has no head for the victim: his accomplice at the next seat contributes to his throws."""
WAIVE = "Waive"
"""A throw is given up when the server has seen the victim's element, and opened for him again."""
CHAIN = "Chain"
"""The server begins a chain of its own for the victim, and contributes in his stead."""
NAMES = "Names"
"""Lots are true, but the outcomes have other names, and the game goes on with these."""
VIEW = "View"
"""All lines are true, but the victim is shown other dice."""
FIGURES = "Figures"
"""The same, but only in what his board draws: even the state that is sent with it is true."""
AWAY = "Away"
"""The victim is said to be away while he is connected: a bot plays for him."""
TRICKS = (NULL_HEAD, WAIVE, CHAIN, NAMES, VIEW, FIGURES, AWAY)
HONEST = "Honest"


def server(folder: Path, *arguments: str) -> ServerProcess:
    return ServerProcess(folder, *arguments, code=CODE)


def trick(table: Table) -> str:
    return table.seats[VICTIM].name if table.seats else ""


def cheat() -> None:
    """Change the modules of the server; it is started afterwards."""
    for each in (_null_head, _waive_and_chain, _names, _view, _away):
        each()


def _null_head() -> None:
    start, begin = Table._start, Table._begin

    def without_head(table: Table) -> None:
        if trick(table) == NULL_HEAD:
            table.seats[VICTIM].head = None
        start(table)

    def still_a_person(table: Table, header: dict[str, Any]) -> None:
        name = trick(table)
        begin(table, header)
        if name == NULL_HEAD:
            table.seats[VICTIM].kind, table.seats[VICTIM].name = "person", name

    Table._start, Table._begin = without_head, still_a_person  # type: ignore[method-assign]


def _waive_and_chain() -> None:
    contribute = Table._contribute
    seen: set[str] = set()
    chains: dict[str, Chain] = {}

    def unfair(table: Table, command: Any, seat: int) -> None:
        opened = table._dice.seen.open
        due = opened is not None and opened.contributor == seat == VICTIM and opened.number == command.throw
        if due and trick(table) == WAIVE and table.name not in seen:
            seen.add(table.name)
            table.write("waive", table._dice.waive())
            table._go_on()
            return
        contribute(table, command, seat)
        if due and trick(table) == CHAIN and table.name not in chains and not table._dice.seen.open:
            number = table._dice.seen.contributors[VICTIM].number + 1
            chains[table.name] = Chain(b"a server's own".ljust(32), table.name, VICTIM, number)
            table.write("head", table._dice.head(VICTIM, chains[table.name].head))

    go_on = Table._go_on

    def in_his_stead(table: Table) -> None:
        go_on(table)
        while table.name in chains and table.dealer and (opened := table._dice.seen.open):
            if opened.contributor != VICTIM:
                return
            element = chains[table.name].element(table._dice.seen.contributors.owed(VICTIM))
            table._throw(element)
            go_on(table)

    Table._contribute, Table._go_on = unfair, in_his_stead  # type: ignore[method-assign]


def _names() -> None:
    throw = Table._throw

    def misnamed(table: Table, *given: Any) -> None:
        if trick(table) != NAMES:
            throw(table, *given)
            return
        tried = Play.tried

        def next_one(play: Play, draw: Callable[[int], int]) -> tuple[Play, list[Move]]:
            return tried(play, lambda n: (draw(n) + 1) % n)

        Play.tried = next_one  # type: ignore[method-assign]
        try:
            throw(table, *given)
        finally:
            Play.tried = tried  # type: ignore[method-assign]

    Table._throw = misnamed  # type: ignore[method-assign]


def other_dice(position: Position) -> Position:
    """The same position after another throw: every outcome of the last one was the next of its kind."""
    state = position.state.copy()
    if hasattr(state, "thrown"):
        state.thrown = [*state.thrown[-1:], *state.thrown[:-1]]
    return Position(position.game, state, position.viewer)


def _view() -> None:
    view, figures = Table.view, page.figures

    def shown(table: Table, seat: int | None) -> dict[str, Any]:
        found = view(table, seat)
        if seat == VICTIM and trick(table) == VIEW and table.play and _lie(table.play.position):
            found["state"] = other_dice(table.play.view(seat)).state.to_json()
        return found

    def drawn(position: Position, names: Sequence[str], *given: Any) -> dict[str, Any]:
        false = names[VICTIM] in (VIEW, FIGURES) and position.viewer == VICTIM and _lie(position)
        return figures(other_dice(position) if false else position, names, *given)

    Table.view = shown  # type: ignore[method-assign]
    page.figures = drawn


def _lie(position: Position) -> bool:
    """Somebody decides about dice that lie there."""
    return position.turn not in (CHANCE, -2)


def _away() -> None:
    contribute = Table._contribute

    def gone(table: Table, command: Any, seat: int) -> None:
        contribute(table, command, seat)
        if seat == VICTIM and trick(table) == AWAY and table.seats[VICTIM].plays_itself and not table.is_over:
            table._absent(VICTIM)
            table._go_on()

    Table._contribute = gone  # type: ignore[method-assign]


