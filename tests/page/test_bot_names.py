"""Bots have names, with their level beside them: in the lobby, on their mats, in the log and in the result."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from stammtisch.bots.names import NAMES, nameplate
from tests.page.conftest import People
from tests.server import api


def test_names_and_levels_at_a_table(people: People) -> None:
    ana = people("Ana")
    table = ana.has_opened("heckmeck", "beginner", "regular")
    seats = api.ask(ana.server, "GET", f"/api/tables/{table}", token=ana.known()).json["view"]["seats"]
    plates = [plate for seat in seats if (plate := nameplate(seat["name"]))]
    assert [plate.level for plate in plates] == ["beginner", "regular"]
    ana.open(f"/t/{table}")
    mats = ana.page.get_by_role("list", name="Players").get_by_role("listitem")
    for number, plate in enumerate(plates, 1):
        assert plate.name in NAMES
        expect(mats.nth(number)).to_contain_text(plate.name)
        expect(mats.nth(number)).to_contain_text(plate.level)
        expect(mats.nth(number)).not_to_contain_text("bot")
    ana.plays_elsewhere(table, turns=3)
    expect(ana.page.get_by_role("log")).to_contain_text(plates[0].name)
    ana.plays_elsewhere(table, turns=500)
    ana.open(f"/t/{table}")
    result = ana.page.locator(".result")
    for plate in plates:
        expect(result).to_contain_text(f"{plate.name} · {plate.level}")


def test_the_lobby_and_the_levels_on_offer(people: People) -> None:
    ana = people("Ana")
    opening = {"game": "heckmeck", "seats": [{}, {}, {"kind": "bot", "bot": "expert"}]}
    table = api.ask(ana.server, "POST", "/api/tables", opening, token=ana.known()).json["table"]
    ana.open(f"/t/{table}")
    expect(ana.page.get_by_role("listitem").nth(2)).to_contain_text(re.compile(rf"({'|'.join(NAMES)}) · expert"))
    ana.open("/new/heckmeck")
    ana.page.get_by_label("Seat 2").select_option("beginner")
    expect(ana.page.get_by_text(re.compile("^beginner: stops too early"))).to_be_visible()
