"""Without the server: the page still opens, knows this device's games, and says what is the matter."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import expect

from stammtisch import games
from stammtisch.puzzles.library import puzzles_of
from stammtisch.server.process.page_files import FOLDER
from tests.examples import EXAMPLE, TITLES
from tests.page.conftest import People
from tests.page.person import Person
from tests.server.api import ask
from tests.server.server_process import ServerProcess

ASK = "token => fetch('/api/my/tables', {headers: {authorization: `Bearer ${token}`}}).then(a => a.text(), String)"
KEPT = "localStorage.getItem('stammtisch.kept')"
INSTALLED = "navigator.serviceWorker.ready.then(worker => worker.active.state)"
IS_KEPT = "path => caches.match(path, {ignoreVary: true}).then(found => found !== undefined)"


@contextmanager
def gone(server: ServerProcess, person: Person) -> Iterator[None]:
    """No server, and no network: a browser told to be offline still lets its workers out."""
    server.kill()
    person.context.set_offline(True)
    try:
        yield
    finally:
        person.context.set_offline(False)
        server.start()


def test_the_start_page_and_the_own_games_are_there_without_a_connection(people: People, server: ServerProcess) -> None:
    ana = people(worker=True)
    table = ana.has_opened("heckmeck", "beginner")
    ana.open().page.evaluate(INSTALLED)
    ana.open()  # the worker is in charge from the second visit on
    mine = ana.page.locator(f'a[href="/t/{table}"]')
    expect(mine).to_be_visible()
    with ana.trouble(), gone(server, ana):
        ana.open()
        expect(mine).to_be_visible()
        expect(ana.page.get_by_role("alert")).to_contain_text("cannot be reached")
        expect(ana.button("Play Heckmeck now")).to_be_visible()
        ana.open("/verify")
        expect(ana.page.get_by_role("heading").first).to_be_visible()
        assert table in ana.page.evaluate(ASK, ana.known())
        assert table not in ana.page.evaluate(ASK, "somebody else".ljust(40))
    ana.open()
    expect(mine).to_be_visible()
    expect(ana.page.get_by_role("alert")).to_have_count(0)


def test_lessons_rules_puzzles_and_finished_games_are_there_without_a_connection(
    people: People, server: ServerProcess
) -> None:
    ana = people(worker=True)
    table = ana.has_opened(EXAMPLE, "beginner", moves=10_000)
    ana.open().page.evaluate(INSTALLED)
    ana.open()
    ana.until(lambda: bool(ana.page.evaluate(KEPT)), "what is kept for later")
    listed = ask(server, "GET", "/api/puzzles").json["games"]
    today = next(each["today"] for each in listed if each["game"] == EXAMPLE)
    known = puzzles_of(games.load(EXAMPLE))[today[0]["puzzle"]]
    with ana.trouble(), gone(server, ana):
        ana.open()
        expect(ana.page.get_by_role("region", name="Without a connection")).to_contain_text("the server is needed")
        ana.page.get_by_role("link", name=f"Learn {TITLES[EXAMPLE]}", exact=True).click()
        expect(ana.page.get_by_role("progressbar")).to_be_visible()
        ana.open(f"/rules/{EXAMPLE}")
        expect(ana.page.get_by_role("heading").nth(1)).to_be_visible()
        ana.open("/puzzles").page.locator(f'a[href*="{known.name}"]').first.click()
        ana.page.locator(f"[data-move='{known.best[0]}']").first.click()
        expect(ana.page.get_by_role("heading", name="Right!")).to_be_visible()
        expect(ana.page.get_by_text("Your answer is kept")).to_be_visible()
        ana.open(f"/t/{table}")
        expect(ana.page.get_by_role("heading", name="The record of this game")).to_be_visible()
        expect(ana.page.get_by_text("All dice verified")).to_be_visible()
    ana.open("/puzzles")
    expect(ana.page.get_by_text("Your rating: ")).to_be_visible()  # what was answered has been sent


def test_it_can_be_installed(people: People) -> None:
    """What a browser asks of a page before it offers to install it."""
    ana = people(worker=True).open()
    link = ana.page.locator('link[rel="manifest"]').get_attribute("href")
    assert link
    manifest = ana.page.evaluate("path => fetch(path).then(answer => answer.json())", link)
    assert manifest == json.loads((FOLDER / link.removeprefix("/")).read_text())
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        wide, tall = ana.page.evaluate(
            "src => new Promise((done, failed) => Object.assign(new Image(), {src, onerror: failed,"
            " onload() { done([this.naturalWidth, this.naturalHeight]); }}))",
            icon["src"],
        )
        assert icon["sizes"] in ("any", f"{wide}x{tall}")
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}


def test_a_game_that_ended_here_is_shown_without_a_connection(people: People, server: ServerProcess) -> None:
    """With board, story and dice; a game that has not ended waits for the server and goes on."""
    ana = people(worker=True)
    table, unseen = ana.has_opened(EXAMPLE, "beginner"), ana.has_opened(EXAMPLE, "beginner")
    ana.open().page.evaluate(INSTALLED)
    ana.open(f"/t/{table}").gives_up()
    expect(ana.result).to_be_visible()
    is_kept(ana, f"/api/tables/{table}/transcript.jsonl")
    is_kept(ana, f"/ws/{table}")
    told = ana.told
    with ana.trouble():
        with gone(server, ana):
            ana.open(f"/t/{table}")
            expect(ana.result).to_be_visible()
            expect(ana.page.get_by_text("as this device has kept it")).to_be_visible()
            assert ana.told == told
            ana.verifies_the_dice()
            ana.open(f"/t/{unseen}")
            expect(ana.page.get_by_text("has not kept this game")).to_be_visible()
        expect(ana.my_turn).to_be_visible()


def is_kept(person: Person, path: str) -> None:
    """By the browser, before the connection goes."""
    person.until(lambda: person.page.evaluate(IS_KEPT, path), f"{path} to be kept")


def test_whoever_logs_out_leaves_no_games_behind(people: People) -> None:
    ana = people(worker=True)
    table = ana.has_opened("heckmeck", "beginner")
    ana.open().page.evaluate(INSTALLED)
    ana.open("/me").keeps_games("ana_is_offline", "correct horse battery")
    ana.open(f"/t/{table}").gives_up()
    is_kept(ana, f"/ws/{table}")
    ana.open("/me").button("Log out").first.click()
    ana.until(lambda: not ana.page.evaluate("caches.has('answers')"), "nothing to be kept")
