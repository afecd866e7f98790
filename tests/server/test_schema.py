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
from tests.server.people import Company

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


def checked(company: Company, since: int = 0) -> set[str]:
    """Everything that anybody sees of a table has the form of its model; the kinds of events among it."""
    table = company.table
    rows = [*company.rows, *table.fresh]
    kinds: set[str] = set()
    for viewer in (None, *range(len(table.seats))):
        events = table.events(since, viewer, rows)
        EVENTS.validate_json(to_json(events))
        view.View.model_validate_json(to_json(table.view(viewer)))
        kinds |= {event["type"] for event in events}
    return kinds


def played(company: Company, seed: int) -> set[str]:
    rng = Random(seed)
    kinds = checked(company)
    going = True
    while going:
        since = company.table.seq
        going = sum(company.step(rng) for _ in range(20)) == 20
        kinds |= checked(company, since)
    return kinds | checked(company)


def around_a_game() -> Iterator[Company]:
    """What people do besides playing, one thing after the other."""
    company = Company("heckmeck", ("person",) * 3, clock=Clock(kind="game", seconds=60), takeover=5)
    table = company.table
    table.sit(0, "guest-0", "Ann", "ab" * 32, company.now)
    yield company
    table.leave("guest-0", company.now)
    company.written()
    company.sit_all()
    company.contribute()
    company.move(0, table.view(0)["legal"][0])
    yield company
    company.do(0, wire.Undo(cid=company.cid(), seq=table.seq))
    company.move(0, table.view(0)["legal"][0])
    company.move(0, "roll")
    yield company
    company.contribute()
    company.do(0, wire.TakeBack(cid=company.cid(), seq=table.seq))
    yield company
    company.do(1, wire.Consent(cid=company.cid(), seq=table.seq, agree=True))
    yield company
    company.do(2, wire.Consent(cid=company.cid(), seq=table.seq, agree=True))
    company.do(2, wire.Say(cid=company.cid(), text="hello"))
    table.resume(company.now)
    company.move(0, "roll")
    table.mark_away(0, company.now)
    yield company
    company.do(0, wire.Back(cid=company.cid()))
    table.flag(1, company.now)
    company.written()
    company.do(2, wire.Resign(cid=company.cid()))
    yield company
    table.point_to("table-0002", 0, company.cid(), company.now)
    yield company


def test_models_are_what_tables_show_in_all_games() -> None:
    kinds: set[str] = set()
    for game in games.names():
        kinds |= played(Company(game, ("person", "bot", "person"), clock=Clock(kind="move")).sit_all(), 7)
    kinds |= played(Company("zocken", ("person", *["bot"] * 5)).sit_all(), 7)  # long: new chains, a second root
    for company in around_a_game():
        kinds |= checked(company)
    assert kinds == KINDS


def test_a_secret_in_an_event_would_be_seen() -> None:
    table = Company("heckmeck").sit_all().table
    event = table.events(0, None)[0]
    assert set(event) == {"seq", "type", "at", "opening", "version", "before", "place"}
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
