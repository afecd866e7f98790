"""What the operator does, as people see it; and his own page."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.page.conftest import People
from tests.server import operator_api
from tests.server.server_process import ServerProcess

SENTENCE = "We stop at ten. <b>Finish your games!</b>"


def test_an_announcement_is_shown_until_it_is_read(people: People, server: ServerProcess) -> None:
    ana = people()
    try:
        operator_api.order(server, "announce", text=SENTENCE)
        ana.open()
        expect(ana.page.get_by_text(SENTENCE)).to_be_visible()
        ana.page.get_by_role("button", name="Got it").click()
        expect(ana.page.get_by_text(SENTENCE)).to_have_count(0)
    finally:
        operator_api.order(server, "announce", text="")


def test_a_closed_table_says_so(people: People, server: ServerProcess) -> None:
    ana = people().open()
    table = ana.play_now("heckmeck")
    assert operator_api.order(server, "close", table=table).status == 200
    expect(ana.page.get_by_role("heading", name="The operator of this server closed the table.")).to_be_visible()


def test_the_operators_page_breaks_no_policy(browser: Browser, server: ServerProcess) -> None:
    context = browser.new_context(http_credentials={"username": "operator", "password": operator_api.token(server)})
    faults: list[str] = []
    try:
        page = context.new_page()
        page.on("console", lambda message: faults.append(message.text))
        page.on("requestfailed", lambda request: faults.append(request.url))
        page.goto(f"{operator_api.address(server)}/admin")
        expect(page.get_by_role("row", name="File handles")).to_be_visible()
        expect(page.locator("td.number").first).to_have_css("text-align", "right")
        assert faults == []
    finally:
        context.close()
