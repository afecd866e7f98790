"""What is said and what has happened: two things, each in its place."""

from __future__ import annotations

from functools import partial

from playwright.sync_api import expect

from tests.page.conftest import People
from tests.page.device import PHONE
from tests.page.scenes import WHOLE_GAME

IN_VIEW = """line => {
    const [own, box] = [line.getBoundingClientRect(), line.closest('[role=log]').getBoundingClientRect()];
    return own.top >= box.top - 1 && own.bottom <= box.bottom + 1 && own.height > 0;
}"""


def test_words_on_a_phone_are_marked_until_they_are_read(people: People) -> None:
    ana, ion = people("Ana", size=PHONE), people("Ion")
    _, link = ana.invites("heckmeck")
    ion.accepts(link)
    ana.page.get_by_role("list", name="Players").wait_for()
    ion.button("Well played!").click()
    expect(ana.button("Chat: 1 new message")).to_be_visible()
    mats = ana.page.get_by_role("list", name="Players")
    expect(mats).to_contain_text("Well played!")
    ana.button("Chat: 1 new message").click()
    sheet = ana.page.get_by_role("region", name="Chat")
    expect(sheet.get_by_role("log")).to_contain_text("Ion Well played!")
    sheet.get_by_label("Say something to the table").fill("Thank you")
    ana.page.keyboard.press("Enter")
    expect(ion.page.get_by_role("log", name="Chat")).to_contain_text("Ana Thank you")
    ana.page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(ana.button("Chat")).to_be_visible()
    assert ana.button("Chat: 1 new message").count() == 0
    assert "Well played!" not in " ".join(ana.told)


def test_against_bots_there_is_nobody_to_talk_to(people: People) -> None:
    ana = people(size=PHONE)
    ana.open(f"/t/{ana.has_opened('heckmeck', 'beginner')}")
    ana.my_turn.wait_for()
    assert ana.button("Chat").count() == 0


def test_the_log_goes_by_turns_and_shows_the_moment(people: People) -> None:
    ana = people()
    table = ana.has_opened("heckmeck", "beginner", moves=WHOLE_GAME)
    ana.open(f"/t/{table}")
    log = ana.page.get_by_role("log", name="What has happened")
    turns = log.locator(".turn")
    expect(turns.first).to_contain_text("The game begins.")  # a long log comes in pages, the last one first
    assert turns.nth(1).get_by_role("heading").inner_text() == "Ana"
    assert turns.nth(2).get_by_role("heading").inner_text() != "Ana"
    assert turns.nth(1).locator("svg").count() > 4  # the dice of a throw, and of what was set aside
    assert "Ana rolled" in turns.nth(1).inner_text()  # for those who listen
    first = int(turns.nth(1).locator("p").first.get_attribute("data-seq") or 0)
    for seq in (first, first + 40, first):
        ana.page.goto(f"/t/{table}#{seq}")
        ana.page.reload()
        moment = log.locator("[aria-current=step]")
        moment.wait_for(state="attached")
        ana.until(partial(moment.evaluate, IN_VIEW), "the moment in the log")


def test_who_is_not_here_and_who_only_watches_is_seen(people: People) -> None:
    ana, ion, eva = people("Ana"), people("Ion"), people("Eva")
    table, link = ana.invites("heckmeck")
    ion.accepts(link)
    eva.open(f"/t/{table}")
    expect(eva.page.get_by_text("You are watching", exact=True)).to_be_visible()
    mats = ana.page.get_by_role("list", name="Players")
    expect(mats).to_contain_text("Ion")
    expect(mats).not_to_contain_text("not connected")
    ion.page.close()
    expect(mats.get_by_role("listitem").filter(has_text="Ion")).to_contain_text("not connected")
    expect(mats.get_by_role("listitem").filter(has_text="Ana")).not_to_contain_text("not connected")
    ion.page = ion.context.new_page()
    ion.open(f"/t/{table}")
    expect(mats).not_to_contain_text("not connected")
    assert ana.page.get_by_text("You are watching").count() == 0
