"""The protocol's models are what really goes over the wire, and what is made from them is what is committed."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from random import Random
from typing import get_args

import pytest
from fastapi.routing import APIRoute
from pydantic import TypeAdapter
from pydantic_core import to_json
from tools.protocol import schema
from tools.protocol.tables import filled

from stammtisch import games
from stammtisch.server.live import sockets
from stammtisch.server.process.app import routes
from stammtisch.server.protocol import view, wire
from stammtisch.server.protocol.refusal import CODES, Code
from stammtisch.server.protocol.settings import Clock
from tests.helpers import SOURCE
from tests.server.table_driver import TableDriver

EVENTS: TypeAdapter[list[view.AnyEvent]] = TypeAdapter(list[view.AnyEvent])
KINDS = {kind for model in view.EVENTS for kind in get_args(model.model_fields["type"].annotation)}


def test_what_is_committed_is_what_the_models_give() -> None:
    for path, text in schema.files().items():
        assert path.read_text(encoding="utf-8") == text, f"run `python -m tools.protocol.schema` for {path.name}"


def test_a_page_must_have_a_place_for_every_table() -> None:
    page = "Before.\n<!-- made: codes -->\nold\n<!-- end -->\nAfter."
    assert filled(page, {"codes": "new"}) == "Before.\n<!-- made: codes -->\n\nnew\n<!-- end -->\nAfter."
    with pytest.raises(ValueError, match="no marks for view"):
        filled(page, {"codes": "new", "view": ""})


def test_the_page_names_every_address_and_its_links_lead_somewhere() -> None:
    page = (schema.ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    for route in routes():
        assert isinstance(route, APIRoute)
        assert route.path in page
    assert sockets.PATH in page
    titles = {re.sub(r"[^a-z_ -]", "", title.lower()).replace(" ", "-") for title in re.findall("^#+ (.*)", page, re.M)}
    assert set(re.findall(r"\]\(#([^)]*)\)", page)) <= titles


def checked(driver: TableDriver, since: int = 0) -> set[str]:
    """Everything that anybody sees of a table has the form of its model; the kinds of events among it."""
    table = driver.table
    rows = [*driver.rows, *table.fresh]
    kinds: set[str] = set()
    for viewer in (None, *range(len(table.seats))):
        events = table.events(since, viewer, rows)
        EVENTS.validate_json(to_json(events))
        view.View.model_validate_json(to_json(table.view(viewer)))
        kinds |= {event["type"] for event in events}
    return kinds


def played(driver: TableDriver, seed: int) -> set[str]:
    rng = Random(seed)
    kinds = checked(driver)
    going = True
    while going:
        since = driver.table.seq
        going = sum(driver.step(rng) for _ in range(20)) == 20
        kinds |= checked(driver, since)
    return kinds | checked(driver)


def around_a_game() -> Iterator[TableDriver]:
    """What people do besides playing, one thing after the other."""
    driver = TableDriver("heckmeck", ("person",) * 3, clock=Clock(kind="game", seconds=60), takeover=5)
    table = driver.table
    table.sit(0, "guest-0", "Ann", "ab" * 32, driver.now)
    yield driver
    table.leave("guest-0", driver.now)
    driver.written()
    driver.sit_all()
    driver.contribute()
    driver.move(0, table.view(0)["legal"][0])
    yield driver
    driver.do(0, wire.Undo(cid=driver.cid(), seq=table.seq))
    driver.move(0, table.view(0)["legal"][0])
    driver.move(0, "roll")
    yield driver
    driver.contribute()
    driver.do(0, wire.TakeBack(cid=driver.cid(), seq=table.seq))
    yield driver
    driver.do(1, wire.Consent(cid=driver.cid(), seq=table.seq, agree=True))
    yield driver
    driver.do(2, wire.Consent(cid=driver.cid(), seq=table.seq, agree=True))
    driver.do(2, wire.Say(cid=driver.cid(), text="hello"))
    table.resume(driver.now)
    driver.move(0, "roll")
    table.mark_away(0, driver.now)
    yield driver
    driver.contribute()
    table.bot_is_stuck(table.seq, driver.now)
    table.give_hint(0, driver.now)
    table.bot_moves(str(table.playing.position.legal_moves[0]), table.seq, driver.now, stand_in=True)
    driver.written()
    yield driver
    driver.do(0, wire.Back(cid=driver.cid()))
    table.flag(1, driver.now)
    driver.written()
    driver.do(2, wire.Resign(cid=driver.cid()))
    yield driver
    driver.seal(0)
    table.point_to("table-0002", 0, driver.cid(), driver.now)
    yield driver


def test_models_are_what_tables_show_in_all_games() -> None:
    kinds: set[str] = set()
    for game in games.names():
        kinds |= played(TableDriver(game, ("person", "bot", "person"), clock=Clock(kind="move")).sit_all(), 7)
    kinds |= played(TableDriver("zocken", ("person", *["bot"] * 5)).sit_all(), 7)  # long: new chains, a second root
    for driver in around_a_game():
        kinds |= checked(driver)
    assert kinds == KINDS


def test_a_secret_in_an_event_would_be_seen() -> None:
    table = TableDriver("heckmeck").sit_all().table
    event = table.events(0, None)[0]
    assert set(event) == {"seq", "type", "at", "opening", "version", "before", "place", "deal", "seek"}
    with pytest.raises(ValueError, match="reserved"):
        EVENTS.validate_python([{**event, "reserved": ["guest-0"]}])
    assert "guest" not in to_json(table.events(0, 0)).decode()


def test_every_code_is_explained_and_used() -> None:
    """That no other code is raised, mypy knows."""
    assert set(CODES) == set(get_args(Code))
    used: set[object] = set()
    for path in (SOURCE / "server").rglob("*.py"):
        if path.name != "refusal.py":
            text = path.read_text(encoding="utf-8")
            used |= {node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)}
            used |= set(re.findall(r'"code":"(\w+)"', text))  # answers of the guard, ready to be sent
    assert set(CODES) <= used


def test_the_codes_of_refusals_are_listed_once() -> None:
    """A list in another order would be written out again wherever it is used."""
    for message in ("Refused", "RequestRefused"):
        assert schema.definitions()[message]["properties"]["code"] == {"$ref": "#/$defs/Code"}
