"""Who may do what: every command and every route, against every role. Whatever is not listed here must be refused."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from pathlib import Path
from random import Random

from stammtisch.fair import Signer
from stammtisch.server.live.live_table import LiveTable
from stammtisch.server.live.tables import TableRegistry
from stammtisch.server.live.workers import Workers
from stammtisch.server.protocol import wire
from stammtisch.server.protocol.message import Message
from stammtisch.server.storage.store import Store
from tests.examples import EXAMPLE
from tests.server.table_driver import TableDriver

ROLES = {
    "nobody": None,
    "guest": "guest-x",  # with a secret, but without a seat: at most a spectator
    "elsewhere": "guest-e",  # a player of another table
    "host": "guest-h",  # who opened the table, without a seat
    "on turn": "guest-0",
    "off turn": "guest-1",
    "resigned": "guest-2",
    "away": "guest-3",
}
PLAYERS = {"on turn", "off turn", "resigned", "away"}

COMMANDS: dict[type[Message], tuple[str, set[str]]] = {
    wire.Play: ("deciding", {"on turn"}),
    wire.Undo: ("deciding", {"on turn"}),
    wire.TakeBack: ("deciding", {"on turn", "off turn"}),
    wire.Consent: ("asked", {"off turn"}),
    wire.Contribute: ("throwing", {"on turn"}),
    wire.NewChain: ("deciding", PLAYERS),
    wire.Seal: ("over", {"on turn"}),
    wire.Say: ("deciding", PLAYERS),
    wire.Start: ("waiting", {"host"}),
    wire.Resign: ("deciding", {"on turn", "off turn", "away"}),
    wire.Back: ("deciding", {"away"}),
    wire.Rematch: ("over", PLAYERS),
}
"""For each command a scene in which somebody may give it, and who. On a new kind of command this must be decided."""

REFUSED = {"nobody": 401, "wrong secret": 401}
ALL = {"guest": 200, "elsewhere": 200, "seated": 200, "host": 200, "nobody": 200, "wrong secret": 200}
NO_GAME = dict.fromkeys(ALL, 404)
"""Anybody may ask, of a game that there is: what is asked here is dear to compute."""
ROUTES: dict[str, dict[str, int]] = {
    "health": ALL,
    "announcement": ALL,
    "new_guest": {"guest": 201, "elsewhere": 201, "seated": 201, "host": 201, "nobody": 201, "wrong secret": 201},
    "open_table": {"guest": 201, "elsewhere": 201, "seated": 201, "host": 201, **REFUSED},
    "list_tables": ALL,
    "my_tables": {"guest": 200, "elsewhere": 200, "seated": 200, "host": 200, **REFUSED},
    "my_finished": {"guest": 200, "elsewhere": 200, "seated": 200, "host": 200, **REFUSED},
    "look": {**ALL, "wrong secret": 401},
    "events": {"guest": 200, "elsewhere": 200, "seated": 200, "host": 200, "nobody": 200, "wrong secret": 401},
    "sit": {"guest": 403, "elsewhere": 403, "seated": 403, "host": 200, **REFUSED},
    "kept": {"guest": 200, "elsewhere": 200, "seated": 200, "host": 200, **REFUSED},
    "leave": {"guest": 403, "elsewhere": 403, "seated": 200, "host": 403, **REFUSED},
    "list_games": ALL,
    "position": NO_GAME,
    "position_analysis": NO_GAME,
    "position_odds": NO_GAME,
    "position_moved": NO_GAME,
    "position_thrown": NO_GAME,
    "position_why": NO_GAME,
    "set_up_position": NO_GAME,
    "rules": ALL,
    "lesson": ALL,
    "list_puzzles": {**ALL, "wrong secret": 401},
    "any_puzzle": {**ALL, "wrong secret": 401},
    "one_puzzle": {**ALL, "wrong secret": 401},
    "answer": {**ALL, "wrong secret": 401},
    "explanation": ALL,
    "hint": {"guest": 403, "elsewhere": 403, "seated": 409, "host": 403, **REFUSED},
    "why": {"guest": 403, "elsewhere": 403, "seated": 409, "host": 403, **REFUSED},
    "told_story": {"guest": 200, "elsewhere": 200, "seated": 200, "host": 200, "nobody": 200, "wrong secret": 401},
    "moment": {"guest": 409, "elsewhere": 409, "seated": 409, "host": 409, "nobody": 409, "wrong secret": 401},
    "review": {"guest": 409, "elsewhere": 409, "seated": 409, "host": 409, "nobody": 409, "wrong secret": 401},
    "ratings": ALL,
    "my_statistics": {"guest": 200, "elsewhere": 200, "seated": 200, "host": 200, **REFUSED},
    "list_me": {"guest": 200, "elsewhere": 200, "seated": 200, "host": 200, **REFUSED},
    "person_statistics": {
        "guest": 404,
        "elsewhere": 404,
        "seated": 404,
        "host": 404,
        "nobody": 404,
        "wrong secret": 404,
    },
    "dice_audit": ALL,
    "todays_deals": {**ALL, "wrong secret": 401},
    "begin_deal": {"guest": 200, "elsewhere": 200, "seated": 200, "host": 200, **REFUSED},
    "look_at_deal": {**ALL, "wrong secret": 401},
    "follow_deal": {
        "guest": 403,
        "elsewhere": 403,
        "seated": 403,
        "host": 403,
        "nobody": 403,
        "wrong secret": 401,
    },
    "who_am_i": {"guest": 200, "elsewhere": 200, "seated": 200, "host": 200, **REFUSED},
    "rename": {"guest": 200, "elsewhere": 200, "seated": 200, "host": 200, **REFUSED},
    "change_avatar": {"guest": 200, "elsewhere": 200, "seated": 200, "host": 200, **REFUSED},
    "my_people": {"guest": 200, "elsewhere": 200, "seated": 200, "host": 200, **REFUSED},
    "show_me": {"guest": 200, "elsewhere": 200, "seated": 200, "host": 200, **REFUSED},
    "follow": {"guest": 404, "elsewhere": 404, "seated": 404, "host": 404, **REFUSED},
    "unfollow": {"guest": 200, "elsewhere": 200, "seated": 200, "host": 200, **REFUSED},
    "block": {"guest": 404, "elsewhere": 404, "seated": 404, "host": 404, **REFUSED},
    "unblock": {"guest": 200, "elsewhere": 200, "seated": 200, "host": 200, **REFUSED},
    "followed_here": {"guest": 200, "elsewhere": 200, "seated": 200, "host": 200, **REFUSED},
    "follow_player": {"guest": 404, "elsewhere": 404, "seated": 404, "host": 404, **REFUSED},
    "my_calls": {"guest": 200, "elsewhere": 200, "seated": 200, "host": 200, **REFUSED},
    "call": {"guest": 404, "elsewhere": 404, "seated": 404, "host": 404, **REFUSED},
    "answer_call": {"guest": 200, "elsewhere": 200, "seated": 200, "host": 200, **REFUSED},
    "seek": {"guest": 200, "elsewhere": 200, "seated": 200, "host": 200, **REFUSED},
    "picture": {"guest": 409, "elsewhere": 409, "seated": 409, "host": 409, "nobody": 409, "wrong secret": 401},
    "new_account": {"guest": 201, "elsewhere": 201, "seated": 201, "host": 201, **REFUSED},
    "new_password": {"guest": 409, "elsewhere": 409, "seated": 409, "host": 409, **REFUSED},
    "log_in": {"guest": 403, "elsewhere": 403, "seated": 403, "host": 403, "nobody": 403, "wrong secret": 403},
    "log_out": {"guest": 200, "elsewhere": 200, "seated": 200, "host": 200, **REFUSED},
    "log_out_elsewhere": {"guest": 404, "elsewhere": 404, "seated": 404, "host": 404, **REFUSED},
    "log_out_others": {"guest": 200, "elsewhere": 200, "seated": 200, "host": 200, **REFUSED},
    "export_me": {"guest": 200, "elsewhere": 200, "seated": 200, "host": 200, **REFUSED},
    "delete_me": {"guest": 200, "elsewhere": 200, "seated": 200, "host": 200, **REFUSED},
    "download": {"guest": 409, "elsewhere": 409, "seated": 409, "host": 409, "nobody": 409, "wrong secret": 401},
    "list_presets": ALL,
    "open_tournament": {"guest": 201, "elsewhere": 201, "seated": 201, "host": 201, **REFUSED},
    "import_tournament": {"guest": 201, "elsewhere": 201, "seated": 201, "host": 201, **REFUSED},
    "give_advice": {"guest": 200, "elsewhere": 200, "seated": 200, "host": 200, **REFUSED},
    "list_tournaments": ALL,
    "my_tournaments": {"guest": 200, "elsewhere": 200, "seated": 200, "host": 200, **REFUSED},
    "look_at_tournament": {**ALL, "wrong secret": 401},
    "let_happen": {"guest": 403, "elsewhere": 403, "seated": 403, "host": 200, **REFUSED},
    "claim": {"guest": 403, "elsewhere": 403, "seated": 403, "host": 403, **REFUSED},
    "tell_tournament": ALL,
    "download_tournament": ALL,
    "my_channels": {"guest": 200, "elsewhere": 200, "seated": 200, "host": 200, **REFUSED},
    "add_channel": {"guest": 409, "elsewhere": 409, "seated": 409, "host": 409, **REFUSED},
    "change_channel": {"guest": 404, "elsewhere": 404, "seated": 404, "host": 404, **REFUSED},
    "try_channel": {"guest": 404, "elsewhere": 404, "seated": 404, "host": 404, **REFUSED},
    "forget_channel": {"guest": 404, "elsewhere": 404, "seated": 404, "host": 404, **REFUSED},
    "confirm": {"guest": 404, "elsewhere": 404, "seated": 404, "host": 404, "nobody": 404, "wrong secret": 404},
    "stop": {"guest": 404, "elsewhere": 404, "seated": 404, "host": 404, "nobody": 404, "wrong secret": 404},
}
"""For each route the answer to each role, at a private table whose game has not begun, without an invitation; and in a
tournament in a room that the host runs.

The server sends no notices, and nobody has a channel; test_notices.py has what a channel's owner may do."""


def scene(name: str) -> TableDriver:
    """A table of four at a certain moment."""
    driver = TableDriver(EXAMPLE, ["person"] * 4, host="guest-h")
    if name == "waiting":
        for seat in (0, 1, 3):
            driver.table.sit(seat, f"guest-{seat}", f"Person {seat}", driver.chains[seat].head.hex(), driver.now)
        driver.written()
        return driver
    driver.sit_all()
    rng, table = Random(1), driver.table

    def play_until(turn: int) -> None:
        while table.playing.position.turn != turn or (table.dealer and table.dealer.seen.open):
            assert driver.step(rng)

    play_until(1)
    driver.move(1, table.view(1)["legal"][0])  # now each of the two has decided something
    play_until(0)
    driver.do(2, wire.Resign(cid=driver.cid()))
    table.mark_away(3, driver.now)
    driver.written()
    driver.move(0, table.view(0)["legal"][0])
    if name == "throwing":
        driver.move(0, "roll")
    elif name == "asked":
        driver.do(0, wire.TakeBack(cid=driver.cid(), seq=table.seq))
    elif name == "over":
        for seat in (0, 1):
            driver.do(seat, wire.Resign(cid=driver.cid()))
    return driver


def sample(kind: type[Message], driver: TableDriver) -> wire.Command:
    """The command as the right one would give it; whoever else sends the same must be refused."""
    cid, seq, dice = driver.cid(), driver.table.seq, driver.table.dealer
    match kind:
        case wire.Play:
            return wire.Play(cid=cid, seq=seq, move="roll")
        case wire.Consent:
            return wire.Consent(cid=cid, seq=seq, agree=True)
        case wire.Contribute:
            assert dice
            assert dice.seen.open
            element = driver.chains[0].element(dice.seen.contributors.owed(0)).hex()
            return wire.Contribute(cid=cid, throw=dice.seen.open.number, element=element, tag="ab" * 32)
        case wire.NewChain:
            return wire.NewChain(cid=cid, head="ab" * 32, key="ab" * 32)
        case wire.Seal:
            signer = Signer(bytes(32), driver.table.name, 0)  # the table has another name here than when it began
            driver.table.keys[0] = 0, signer.key.hex()
            return wire.Seal(cid=cid, signature=signer.sign(bytes.fromhex(driver.table.log or "")).hex())
        case wire.Say:
            return wire.Say(cid=cid, text="hello")
        case wire.Undo | wire.TakeBack:
            return kind(cid=cid, seq=seq)
        case _:
            return kind(cid=cid)  # type: ignore[call-arg, return-value]  # any kind of command


async def _answers(folder: Path, kinds: Collection[type[Message]]) -> list[str]:
    """Try every command in every role; what was not answered as the table says."""
    store = Store(f"sqlite:///{folder}/permissions.db")
    writer = store.writer(failed=print)
    writer.start()
    wrong = []
    try:
        for kind in kinds:
            moment, allowed = COMMANDS[kind]
            for role, guest in ROLES.items():
                driver = scene(moment)
                driver.table.name = f"{kind.__name__}-{role.replace(' ', '-')}"
                before = driver.table.hash
                tables = TableRegistry(store, writer, Workers())
                answer = await tables.do(LiveTable(driver.table), sample(kind, driver), guest)
                await tables.close()
                done = isinstance(answer, wire.Done)
                if done != (role in allowed) or done == (driver.table.hash == before):
                    wrong.append(f"{kind.__name__} by {role}: {answer}")
    finally:
        await asyncio.to_thread(writer.stop)
        store.close()
    return wrong


def wrong_answers(folder: Path, kinds: Collection[type[Message]] = wire.COMMANDS) -> list[str]:
    return asyncio.run(_answers(folder, kinds))
