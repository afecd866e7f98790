"""The form of a new tournament, and the chart that says how many rounds are wise."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.page.conftest import People
from tests.page.device import DESKTOP, PHONE
from tests.page.person import Person
from tests.page.tournament_form import TournamentForm
from tests.server import api
from tests.server.server_process import ServerProcess


def test_a_tournament_as_it_was_planned(people: People, server: ServerProcess) -> None:
    olga = people("Olga")
    form = TournamentForm(olga)
    form.title.fill("Spring cup")
    form.rounds.fill("3")
    form.looks_at_more()
    form.setting("Seats in the final").select_option("7")
    with olga.trouble():
        form.opens()
        expect(olga.page.get_by_role("alert")).to_have_text("“Seats in the final” must be a number from 4 to 6, not 7")
    expect(form.title).to_have_value("Spring cup")
    form.setting("Seats in the final").select_option("5")
    form.setting("Who plays whom").select_option("similar scores meet, but few meet twice")
    form.setting("table of 3").fill("5 2 1")
    olga.button("Remove: highest tiles").click()
    form.opens()
    olga.page.wait_for_url(re.compile("/c/[^/]{10,}$"))
    tournament = olga.page.url.rpartition("/")[2]
    assert tournament in olga.storage()  # with the organiser's key

    shown = api.ask(server, "GET", f"/api/tournaments/{tournament}").json
    scheme = shown["view"]["scheme"]
    assert shown["view"]["title"] == "Spring cup"
    assert shown["online"] is None
    assert (scheme["preset"], scheme["rounds"], scheme["final_size"]) == ("heckmeck_classic", 3, 5)
    assert (scheme["pairing"], scheme["ties"]) == ("swiss", ["worms", "lot"])
    assert (scheme["points"]["3"], scheme["points"]["4"]) == ([5, 2, 1], [6, 4, 2, 1])


def test_another_game_online(people: People, server: ServerProcess) -> None:
    olga = people("Olga", size=PHONE)
    form = TournamentForm(olga)
    form.title.fill("Night league")
    form.takes("Custom")
    form.game.select_option("zatre")
    olga.page.get_by_label("online, at tables of this server").check()
    form.setting("Clock").select_option("move60")
    olga.page.get_by_label("Public").check()
    form.opens()
    olga.page.wait_for_url(re.compile("/c/[^/]{10,}$"))
    shown = api.ask(server, "GET", f"/api/tournaments/{olga.page.url.rpartition('/')[2]}").json
    assert shown["public"]
    assert shown["online"]["clock"] == {"kind": "move", "seconds": 60, "increment": 0}
    assert (shown["view"]["scheme"]["game"], shown["view"]["scheme"]["ties"]) == ("zatre", ["worms", "lot"])


def barriers(olga: Person, form: TournamentForm) -> dict[str, list[str]]:
    """On all of the form, and nothing of it may be wider than a phone."""
    form.looks_at_more()
    olga.page.get_by_text("The figures").first.click()
    assert olga.too_wide == []
    found = {}
    for scheme in ("light", "dark"):
        olga.page.emulate_media(color_scheme=scheme)
        found[scheme] = olga.barriers()
    olga.page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    return {**found, "wide": olga.barriers()}


def test_advice_on_the_number_of_rounds(people: People) -> None:
    olga = people("Olga", size=PHONE)
    form = TournamentForm(olga)
    form.takes("Custom")
    form.setting("Expected number of players").fill("4")
    form.asks_for_advice()
    form.advised.nth(1).check()
    expect(form.rounds).to_have_value("2")
    told = olga.page.get_by_text(
        re.compile(r"^With 2 rounds the best player wins \d+% .* by pure chance it would be 25%")
    )
    expect(told).to_be_visible()
    assert barriers(olga, form) == {"light": [], "dark": [], "wide": []}

    too_few = olga.page.get_by_text("This format is for 12 to 36 players.")
    expect(too_few).to_have_count(0)
    form.takes("Classic evening")
    expect(too_few).to_be_visible()
    expect(olga.page.get_by_text("You have changed something since")).to_be_visible()
    with olga.trouble():
        olga.button("Calculate again").click()
        expect(olga.page.get_by_role("alert")).to_have_text("This format is for 12 to 36 players, not 4.")
