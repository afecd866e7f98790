"""The day's game in the browser: begun from the start page, played, and compared with the others."""

from __future__ import annotations

import re

from playwright.sync_api import Route, expect

from tests.examples import EXAMPLE, TITLES
from tests.page.conftest import People
from tests.page.random_player import RandomPlayer
from tests.page.scenes import WHOLE_GAME


def test_the_days_game_from_the_start_page_to_the_results(people: People) -> None:
    ben = people("Ben")
    ben.has_played_deal(EXAMPLE, moves=WHOLE_GAME)
    ana = people()
    ana.known()
    ana.open()
    ana.page.get_by_role("link", name=re.compile("The day's game")).click()
    ana.page.get_by_role("button", name=f"Play the day's game of {TITLES[EXAMPLE]}", exact=True).click()
    ana.until(lambda: ana.awaited, "the first decision")
    player = RandomPlayer(ana, EXAMPLE)
    while player.moves < 3:
        if player.can_move():
            player.move()
        ana.settle()
    table = ana.at_table()
    ana.open("/today")
    assert ana.page.get_by_role("table").count() == 0  # nobody sees results before
    ana.page.get_by_role("button", name=f"Continue the day's game of {TITLES[EXAMPLE]}", exact=True).click()
    ana.plays_elsewhere(table, moves=WHOLE_GAME)
    ana.result.wait_for()
    ana.page.get_by_role("link", name="Compare with the others").click()
    rows = ana.page.get_by_role("region", name="Results").get_by_role("row")
    rows.nth(2).wait_for()
    assert ana.page.get_by_role("row", name=re.compile(r"\bYou\b")).count() == 1
    ana.page.get_by_role("heading", name="Turn by turn").wait_for()
    ana.page.get_by_text("The seed is opened on").wait_for()


def test_the_seed_of_a_day_that_is_over_is_checked_here(people: People) -> None:
    ana = people().open("/today")
    ana.page.get_by_role("link", name=f"{TITLES[EXAMPLE]}: results and seed", exact=True).click()
    expect(ana.page.get_by_text("This browser has computed the hash")).to_be_visible()

    def lies(route: Route) -> None:
        answer = route.fetch()
        found = answer.json()
        found["opened"]["seed"] = "0123456789abcdef"
        route.fulfill(response=answer, json=found)

    ana.page.route(re.compile(f"/api/deals/.*-{EXAMPLE}$"), lies)
    ana.page.reload()
    expect(ana.page.get_by_role("alert").filter(has_text="This is not the hash of this seed")).to_be_visible()
