"""Links in real browsers: a friend sits down by what the host has copied, and no address leads to a riddle."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.page.conftest import People
from tests.page.device import DESKTOP, PHONE
from tests.page.person import Person
from tests.server import api
from tests.server.server_process import ServerProcess

INVITED = "Ana invites you to Heckmeck"


def invited(person: Person, link: str) -> None:
    person.open(link)
    expect(person.page.get_by_role("heading", name=INVITED)).to_be_visible()


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_friend_sits_down_by_what_stands_in_the_address_bar(people: People, size: tuple[int, int]) -> None:
    ana, ion = people("Ana"), people("Ion", size=size)
    table = ana.opens("heckmeck", "friend", "friend")
    expect(ana.page).to_have_url(re.compile(f"/t/{table}#join-[0-9a-f]{{32}}$"))
    invited(ion, ana.page.url)
    expect(ion.page.get_by_role("link", name="Learn in two minutes")).to_have_attribute("href", "/learn/heckmeck")
    assert ion.barriers() == []
    assert ion.too_wide == []
    ion.page.get_by_label("Your name").fill("Ion")
    ion.button("Sit down").click()
    expect(ion.page.get_by_role("heading", name="Waiting for players")).to_be_visible()
    assert ion.page.url == ana.page.url  # he can pass it on

    eva = people("Eva")
    invited(eva, ion.page.url)
    eva.accepts(ion.page.url)
    for person in (ana, ion, eva):  # all sit: the address is the one to watch at
        expect(person.page).to_have_url(re.compile(f"/t/{table}$"))
        assert person.at_table() == table


def test_the_host_has_the_invitation_again_on_coming_back(people: People) -> None:
    ana = people("Ana")
    table = ana.opens("heckmeck", "friend")
    expect(ana.page).to_have_url(re.compile("#join-"))
    link = ana.page.url
    ana.new_tab("/")
    ana.page.get_by_role("link", name=re.compile("free seats: 1")).click()
    expect(ana.page).to_have_url(link)
    assert table in link


def test_links_for_one_seat_and_for_watching(people: People) -> None:
    ana = people("Ana")
    table = ana.opens("heckmeck", "friend", "friend")
    ana.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ana.page.get_by_text("A link for one certain seat").click()
    links = []
    for name in ("Invite to seat 3", "Link to watch"):
        ana.button(f"{name}: copy link").click()
        links.append(str(ana.page.evaluate("navigator.clipboard.readText()")))
    seat, watch = links
    assert re.search(f"/t/{table}#sit-2-[A-Za-z0-9_-]+$", seat)
    assert watch.endswith(f"/t/{table}")

    ion = people("Ion")
    ion.open(watch)
    expect(ion.page.get_by_text("You are watching. To play, ask the host")).to_be_visible()
    assert not ion.button("Sit down").count()
    invited(ion, seat)
    ion.button("Just watch").click()
    expect(ion.page.get_by_text("You are watching.")).to_be_visible()
    ion.button("Sit down after all").click()
    ion.page.get_by_label("Your name").fill("Ion")
    ion.button("Sit down").click()
    ion.until(lambda: "Ion" in ion.says, "his own name at the table")
    assert [each["name"] for each in api.ask(ion.server, "GET", f"/api/tables/{table}").json["view"]["seats"]] == [
        "Ana",
        "",
        "Ion",
    ]
    old = seat.replace("#sit-2-", "?seat=2&key=")
    eva = people("Eva").open(old)
    expect(eva.page.get_by_text("Somebody else has taken this seat.")).to_be_visible()
    eva.open(f"{watch}#join-x")
    expect(eva.page.get_by_role("alert").filter(has_text="This invitation is not whole.")).to_be_visible()


NOWHERE = [
    ("/t/bad", "There is no such table."),
    (f"/t/{'0' * 32}", "There is no such table."),
    ("/c/bad", "There is no such tournament."),
    (f"/c/{'0' * 32}/screen", "There is no such tournament."),
    (f"/c/{'0' * 32}/nothing", "There is nothing at this address."),
    ("/rules/nogame", "There is no such game."),
    ("/learn/nogame", "There is no such game."),
    ("/new/nogame", "There is no such game."),
    ("/people/nobody", "This player has no public page."),
    ("/anything", "There is nothing at this address."),
    ("/t", "There is no such table."),
    ("/verify/deeper", "There is nothing at this address."),
]


@pytest.mark.parametrize(("path", "title"), NOWHERE)
def test_an_address_that_leads_nowhere_says_so_and_leads_back(people: People, path: str, title: str) -> None:
    ana = people("Ana", size=PHONE)
    with ana.trouble():  # the server says 404
        ana.open(path)
        expect(ana.page.get_by_role("heading", name=title)).to_be_visible()
        assert not re.search(r"[\^\[\]{}$]", ana.says)
        assert ana.barriers() == []
        ana.page.get_by_role("link", name="To the start page", exact=True).click()
        expect(ana.page.get_by_role("heading", name="Zatre")).to_be_visible()


def finished(person: Person) -> str:
    """A game against a bot, given up at once."""
    table = person.has_opened("heckmeck", "beginner")
    with api.enter(person.server, table, person.known()) as line:
        line.send('{"type": "resign", "cid": "cccccccccccccccc"}')
        while '"done"' not in str(line.recv(30)):
            pass
    return table


def test_a_moment_that_is_not_there_is_said_to_be_missing(people: People) -> None:
    ana = people("Ana")
    table = finished(ana)
    for fragment, words in (("#999", "This game has no moment 999."), ("#join-", "The link is not whole.")):
        ana.open().open(f"/t/{table}{fragment}")
        expect(ana.page.get_by_role("alert").filter(has_text=words)).to_be_visible()


def test_dice_are_checked_by_the_link_of_a_game(people: People) -> None:
    ana = people("Ana")
    table = finished(ana)
    waiting = ana.opens("heckmeck", "friend")
    ana.open("/verify")

    def check(link: str) -> None:
        ana.page.get_by_label("Link of the game").fill(link)
        ana.button("Verify the dice").click()

    check(f"{ana.server.address}/t/{table}#17")
    expect(ana.page.get_by_text("All dice verified")).to_be_visible()
    for link, words in (
        ("https://elsewhere.example/t/abcdefgh", "https://elsewhere.example/verify"),
        (f"{ana.server.address}/rules/zatre", "This is no link to a game."),
        ("nonsense", "This is no link to a game."),
    ):
        check(link)
        expect(ana.page.get_by_role("alert").filter(has_text=words)).to_be_visible()
        assert not ana.page.get_by_text("All dice verified").count()
    with ana.trouble():
        check(f"{ana.server.address}/t/{waiting}")
        expect(ana.page.get_by_role("alert").filter(has_text="The game is not over yet.")).to_be_visible()


def test_older_games_are_shown_when_they_are_wanted(people: People) -> None:
    ana = people("Ana")
    tables = [finished(ana) for _ in range(27)]
    ana.open()
    section = ana.page.locator("section").filter(has=ana.page.get_by_role("heading", name="My recent games"))
    games = section.get_by_role("listitem")
    more = ana.button("Show older games")
    expect(games).to_have_count(5)
    more.click()
    expect(games).to_have_count(25)
    more.click()
    expect(games).to_have_count(27)
    expect(more).to_be_hidden()
    links = [each.get_attribute("href") for each in section.get_by_role("link").all()]
    assert links == [f"/t/{table}" for table in reversed(tables)]


def test_notices_are_not_spoken_of_where_they_are_not_set_up(browser: Browser, tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as server:
        ana = Person(browser, server, "Ana")
        try:
            ana.has_opened("heckmeck", "beginner")
            ana.open()
            expect(ana.page.get_by_role("heading", name="Continue playing")).to_be_visible()
            ana.at_rest()
            assert not ana.page.locator('a[href="/notices"]').count()
            ana.open("/notices")
            expect(ana.page.get_by_text("This server sends no notifications")).to_be_visible()
            expect(ana.page.get_by_role("link", name="To the start page", exact=True)).to_be_visible()
            assert ana.faults == []
        finally:
            ana.close()


def test_notices_are_offered_where_they_are(people: People) -> None:
    ana = people("Ana").open()
    expect(ana.page.locator('footer a[href="/notices"]')).to_be_visible()
