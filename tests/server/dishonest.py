"""A dishonest server: a real one that cheats at some tables. Who sits at seat 0 is its victim.

The name of the victim says which trick it plays, so that one server has them all, and is honest to everybody else. Each
trick changes as little as it needs, and keeps its own books as a clever cheat would: what it shows goes together.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from stammtisch.core.constants import CHANCE, EVERYBODY
from stammtisch.fair import Chain, Setting, Signer, verifier
from stammtisch.fair.lines import written
from stammtisch.fair.tags import tag
from stammtisch.server.http.answers import Answers
from stammtisch.server.live import live_table
from stammtisch.server.protocol.wire import Contribute
from stammtisch.server.study.history import Download
from stammtisch.server.table import commands
from stammtisch.server.table.commands import Table
from stammtisch.server.table.own_page import figures
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
DOWNGRADE = "Downgrade"
"""The transcript is of version 1, in which nobody vouches for anything, although everybody gave a key."""
REWRITE = "Rewrite"
"""After the game another one is given out: the last throw is missing, and so are the signatures."""
RULES = "Rules"
"""The header is of a game that nobody has, so that nobody can compare the false names of outcomes."""
RESULT = "Result"
"""All lines are true, but at the end the places are others."""
HONEST = "Honest"


def server(folder: Path, *arguments: str) -> ServerProcess:
    return ServerProcess(folder, *arguments, code=CODE)


def trick(table: Table) -> str:
    return table.seats[VICTIM].name if table.seats else ""


def cheat() -> None:
    """Change the modules of the server; it is started afterwards. Its own verifier must not stop it."""
    instead(verifier, "check_people", lambda _: lambda _: None)
    instead(Table, "_start", null_head)
    instead(Table, "_start", downgrades)
    instead(Table, "_start", begins_to_rewrite)
    instead(Table, "_start", is_another_game)
    instead(Answers, "get", rewrites)
    instead(Table, "_begin", still_a_person)
    instead(Table, "_contribute", waives)
    instead(Table, "_contribute", replaces_the_chain)
    instead(Table, "_go_on", contributes_in_his_stead)
    instead(Table, "_throw", misnames)
    instead(Table, "view", shows_another_state)
    instead(Table, "view", shows_another_result)
    instead(live_table, "page", draws_other_figures)
    instead(Table, "_contribute", says_he_is_away)


def instead(owner: Any, name: str, make: Callable[[Any], Any]) -> None:
    """Put something in the place of a function; it is made from what was there."""
    setattr(owner, name, make(getattr(owner, name)))


def null_head(start: Callable[[Table], None]) -> Callable[[Table], None]:
    def new(table: Table) -> None:
        if trick(table) == NULL_HEAD:
            table.seats[VICTIM].head = None
        start(table)

    return new


def downgrades(start: Callable[[Table], None]) -> Callable[[Table], None]:
    def new(table: Table) -> None:
        if trick(table) == DOWNGRADE:
            for seat in table.seats:
                seat.key = None
        start(table)

    return new


def is_another_game(start: Callable[[Table], None]) -> Callable[[Table], None]:
    def new(table: Table) -> None:
        if trick(table) == RULES:
            instead(commands, "Setting", lambda make: lambda name, game, *rest: make(name, f"another {game}", *rest))
        try:
            start(table)
        finally:
            instead(commands, "Setting", lambda _: Setting)

    return new


REWRITTEN: set[str] = set()
"""Tables of which another game is given out."""


def begins_to_rewrite(start: Callable[[Table], None]) -> Callable[[Table], None]:
    def new(table: Table) -> None:
        if trick(table) == REWRITE:
            REWRITTEN.add(table.name)
        start(table)

    return new


def rewrites(get: Callable[..., Any]) -> Callable[..., Any]:
    async def new(answers: Answers, *given: Any, **named: Any) -> tuple[bytes, ...]:
        found: tuple[bytes, ...] = await get(answers, *given, **named)
        if given[-1] is not Download.TRANSCRIPT or given[-2].table not in REWRITTEN:
            return found
        lines = found[0].splitlines(keepends=True)
        last = max(number for number, line in enumerate(lines) if line.startswith(b'{"open":'))
        kept = b"".join([*lines[:last], b'{"end":"unfinished"}\n'])
        return (kept + b'{"log":"%s"}\n' % hashlib.sha256(kept).hexdigest().encode(),)

    return new


def still_a_person(begin: Callable[[Table, Any], None]) -> Callable[[Table, Any], None]:
    """The server itself takes a seat without a head for a bot's."""

    def new(table: Table, header: Any) -> None:
        name = trick(table)
        begin(table, header)
        if name == NULL_HEAD:
            table.seats[VICTIM].kind, table.seats[VICTIM].name = "person", name

    return new


Contributing = Callable[[Table, Any, int], None]


def waives(contribute: Contributing) -> Contributing:
    done: set[str] = set()

    def new(table: Table, command: Any, seat: int) -> None:
        if is_due(table, command, seat) and trick(table) == WAIVE and table.name not in done:
            done.add(table.name)
            table.write("waive", table._dice.waive())
            table._dice.seen._given_up = None
            table._go_on()
        else:
            contribute(table, command, seat)

    return new


CHAINS: dict[str, Chain] = {}
"""Of the server, by table."""


def replaces_the_chain(contribute: Contributing) -> Contributing:
    def new(table: Table, command: Any, seat: int) -> None:
        due = is_due(table, command, seat)
        contribute(table, command, seat)
        if due and trick(table) == CHAIN and table.name not in CHAINS and not table._dice.seen.open:
            number = table._dice.seen.contributors[VICTIM].number + 1
            secret = b"a secret of the server".ljust(32)
            CHAINS[table.name] = Chain(secret, table.name, VICTIM, number)
            key = Signer(secret, table.name, VICTIM, number).key
            table.write("head", table._dice.head(VICTIM, CHAINS[table.name].head, key))

    return new


def contributes_in_his_stead(go_on: Callable[[Table], None]) -> Callable[[Table], None]:
    def new(table: Table) -> None:
        go_on(table)
        while table.name in CHAINS and table.dealer and (opened := table.dealer.seen.open):
            if opened.contributor != VICTIM:
                return
            chain, owed = CHAINS[table.name], table.dealer.seen.contributors.owed(VICTIM)
            number, element, header = opened.number, chain.element(owed).hex(), table.dealer.seen.named
            text = written({"throw": number, "element": element})
            vouched = tag(chain.element(owed + 1), header, opened.seen, text).hex()
            given = Contribute(cid="not-from-the-victim", throw=number, element=element, tag=vouched)
            table._throw(chain.element(owed), given, VICTIM)
            go_on(table)

    return new


def misnames(throw: Callable[..., None]) -> Callable[..., None]:
    def new(table: Table, *given: Any) -> None:
        tried = Play.tried
        if trick(table) in (NAMES, RULES):
            instead(
                Play,
                "tried",
                lambda old: lambda play, draw, **named: old(play, lambda n: (draw(n) + n // 2) % n, **named),
            )
        try:
            throw(table, *given)
        finally:
            instead(Play, "tried", lambda _: tried)

    return new


def shows_another_state(view: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
    def new(table: Table, seat: int | None, *given: Any) -> dict[str, Any]:
        found = dict(view(table, seat, *given))
        if seat == VICTIM and trick(table) == VIEW and table.play and not table.is_over:
            found["state"] = other_dice(table.play).view(seat).state.to_json()
        return found

    return new


def shows_another_result(view: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
    def new(table: Table, seat: int | None, *given: Any) -> dict[str, Any]:
        found = dict(view(table, seat, *given))
        if seat == VICTIM and trick(table) == RESULT and table.result:
            places = table.result["places"]
            found["result"] = {**table.result, "places": [place % len(places) + 1 for place in places]}
        return found

    return new


def draws_other_figures(page: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
    def new(table: Table, seat: int | None, *given: Any) -> dict[str, Any]:
        found = page(table, seat, *given)
        if seat == VICTIM and trick(table) in (VIEW, FIGURES) and table.play and not table.is_over:
            found["figures"] = figures(other_dice(table.play).view(seat), table.names)
        return found

    return new


def says_he_is_away(contribute: Contributing) -> Contributing:
    def new(table: Table, command: Any, seat: int) -> None:
        contribute(table, command, seat)
        if seat == VICTIM and trick(table) == AWAY and table.seats[VICTIM].plays_itself and not table.is_over:
            table._absent(VICTIM)
            table._go_on()

    return new


def is_due(table: Table, command: Any, seat: int) -> bool:
    """Is this the victim's part of the throw that waits for it?"""
    opened = table.dealer.seen.open if table.dealer else None
    return opened is not None and opened.contributor == seat == VICTIM and opened.number == command.throw


def other_dice(play: Play) -> Play:
    """The same game after another throw: in the last one the victim saw, every outcome was the next of its kind."""
    game, last = play.game, len(play._by)
    while last and play._by[last - 1] == CHANCE:
        last -= 1
    audience = VICTIM if game.defines("hide") else EVERYBODY
    other = Play(game)
    for number, outcome in enumerate(play._made):
        position = other.position
        kinds = [int(kind) for kind, _ in position.outcomes]
        false = number >= last and kinds and position.audience == audience
        shown = kinds[(kinds.index(outcome) + 1) % len(kinds)] if false else outcome
        other._make(game.outcomes(shown + 1)[shown] if kinds else game.moves[shown])
    return other
