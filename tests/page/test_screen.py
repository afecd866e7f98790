"""A tournament in a room: the projector follows by itself, and what is printed is whole and can be scanned."""

from __future__ import annotations

import io
import json
import subprocess
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Locator, expect

from tests.helpers import ROOT
from tests.page.conftest import People
from tests.page.device import PHONE
from tests.page.person import Person
from tests.server.server_process import ServerProcess
from tests.server.tournament_client import TournamentClient

CLASSIC = {"preset": "heckmeck_classic"}
SIZES = [(1920, 1080), (1280, 720)]
ENCODE = """
import { encode } from 'uqr';
console.log(JSON.stringify(process.argv.slice(1).map((text) => encode(text, { border: 2 }).data)));
"""
CUT_OFF = """() => [
    document.documentElement.scrollHeight > innerHeight,
    ...[...document.querySelectorAll('main, main *:not(.aloud)')]
        .filter((each) => each.scrollHeight > each.clientHeight + 1 && getComputedStyle(each).overflowY === 'hidden')
        .map((each) => each.outerHTML.slice(0, 150)),
].filter(Boolean)"""
"""What is higher than its place: names that are too long may be cut off at their end, but nothing below."""


NAMES = """
Ann Ben Cleo Dan Eva Finn Greta Hugo Ida Jan Kati Leo Mia Nils Olga Pia Quentin Rosa Sven Tina Uwe Vera Wim Xenia Yann
Zoe Anneliese-Charlotte Bartholomäus Кристина Řehoř Éloïse Ștefan Maximilian Konstantinopolsky Gwen Hal Ivo
"""


def opened(server: ServerProcess, scheme: dict[str, Any], players: int) -> TournamentClient:
    """A tournament in a room, whose organiser needs no browser."""
    tournament = TournamentClient(server, "Spring cup", scheme=scheme)
    tournament.enter(NAMES.split()[:players])
    return tournament


def heading(person: Person) -> Locator:
    return person.page.locator("h1")


def shown_once(person: Person, organiser: TournamentClient) -> None:
    """Every table with its names, each once."""
    for table in organiser.tables:
        there = person.page.get_by_role("region", name=f"Table {table['table']}", exact=True)
        for player in table["seats"]:
            expect(there.get_by_text(organiser.name(player), exact=True)).to_have_count(1)


@pytest.mark.parametrize("size", SIZES)
def test_the_projector_follows(people: People, server: ServerProcess, size: tuple[int, int]) -> None:
    """Nobody touches it while the tournament goes on elsewhere."""
    organiser = opened(server, CLASSIC, 13)
    room = people("Room", size=size, scheme="dark" if size == SIZES[0] else "light").open(f"/c/{organiser.id}/screen")
    looks: dict[str, list[Any]] = {}

    def look(at: str) -> None:
        room.settle()
        looks[at] = [*room.page.evaluate(CUT_OFF), *room.too_wide, *room.barriers()]

    expect(heading(room)).to_have_text("13 players")
    expect(room.page.get_by_role("listitem")).to_have_count(13)
    look("entries")
    organiser.draw()
    expect(heading(room)).to_have_text("Round 1")
    shown_once(room, organiser)
    look("draw")
    organiser.do(organiser.result(1, 2))
    winner = next(line for line in organiser.tables[1]["lines"] if line["place"] == 1)
    second = room.page.get_by_role("region", name="Table 2")
    expect(second.get_by_role("listitem").first).to_contain_text(f"{winner['score']}")
    expect(second.get_by_role("listitem").first).to_contain_text(organiser.name(winner["player"]))
    organiser.do({"kind": "announced", "text": "Soup is served."})
    expect(room.page.get_by_text("Soup is served.")).to_be_visible()
    organiser.play_round()
    expect(heading(room)).to_have_text("Standings after round 1")
    expect(room.page.get_by_role("rowheader")).to_have_count(13)
    look("standings")
    organiser.do({"kind": "cut"})
    expect(heading(room)).to_have_text("In the final")
    assert room.page.get_by_role("listitem").all_inner_texts() == [
        organiser.name(player) for player in organiser.view["finalists"]
    ]
    organiser.draw()
    expect(heading(room)).to_have_text("Final")
    expect(room.page.get_by_text("Soup is served.")).to_have_count(0)
    look("final")
    organiser.play_round()
    organiser.do({"kind": "closed"})
    expect(heading(room)).to_have_text("The winner")
    expect(room.page.get_by_text(organiser.name(organiser.view["ranking"][0]), exact=True)).to_be_visible()
    look("winner")
    assert {at: found for at, found in looks.items() if found} == {}


def test_long_lists_turn_their_pages(people: People, server: ServerProcess) -> None:
    organiser = opened(server, {"preset": "free", "rounds": 1, "tables": 12}, 36)
    organiser.draw()
    room = people("Room", size=SIZES[0])
    room.page.clock.install()
    room.open(f"/c/{organiser.id}/screen")
    expect(room.page.get_by_role("region")).to_have_count(6)
    expect(room.page.get_by_role("heading", name="Table 1", exact=True)).to_be_visible()
    assert room.page.evaluate(CUT_OFF) == []
    room.page.clock.run_for(16_000)
    expect(room.page.get_by_role("heading", name="Table 7", exact=True)).to_be_visible()
    room.button("Pause").click()
    room.page.clock.run_for(60_000)
    expect(room.page.get_by_text("2 of 2")).to_be_visible()
    room.button("Next page").click()
    expect(room.page.get_by_role("heading", name="Table 1", exact=True)).to_be_visible()


def test_the_projector_on_a_phone(people: People, server: ServerProcess) -> None:
    organiser = opened(server, CLASSIC, 13)
    phone = people("Phone", size=PHONE).open(f"/c/{organiser.id}/screen")
    expect(heading(phone)).to_have_text("13 players")
    assert phone.too_wide == []
    organiser.draw()
    expect(heading(phone)).to_have_text("Round 1")
    assert phone.too_wide == []
    assert phone.barriers() == []


def test_table_cards_and_standings_print(people: People, server: ServerProcess) -> None:
    organiser = opened(server, {**CLASSIC, "rounds": 2}, 13)
    organiser.draw()
    olga = people("Olga").open(f"/c/{organiser.id}/print/cards#key={organiser.key}")
    shown_once(olga, organiser)
    for table in organiser.tables:
        first = olga.page.get_by_role("region", name=f"Table {table['table']}").get_by_role("listitem").first
        expect(first).to_have_text(f"{organiser.name(table['seats'][0])}▶ starts")
    at = f"{server.address}/c/{organiser.id}/table/1"
    links = [f"{at}/{table['table']}#key={table['key']}" for table in organiser.tables]
    assert scanned(olga.page.get_by_role("main").get_by_role("img")) == codes(*links)
    assert olga.barriers() == []
    assert pages(olga) == 1

    olga.page.get_by_role("link", name="Score sheets").click()
    shown_once(olga, organiser)
    points = olga.page.get_by_role("region", name="Table 1").get_by_role("row", name="Points 6 4 2 1")
    expect(points).to_have_count(1)
    assert olga.barriers() == []
    assert pages(olga) == 2

    organiser.play_round()
    olga.page.get_by_role("link", name="Standings").click()
    for row in organiser.view["standings"]:
        line = olga.page.get_by_role("row").nth(row["place"])
        expect(line).to_contain_text(organiser.name(row["player"]))
        expect(line.get_by_role("cell").last).to_have_text(f"{row['score']:g}")
    assert olga.barriers() == []
    assert pages(olga) == 1


def test_cards_of_others_hold_no_keys(people: People, server: ServerProcess) -> None:
    """Whoever is not the organiser gets codes that lead to where all can look."""
    organiser = opened(server, CLASSIC, 12)
    organiser.draw()
    ben = people("Ben").open(f"/c/{organiser.id}/print/cards")
    expect(ben.page.get_by_text("Only the organiser's cards")).to_be_visible()
    assert scanned(ben.page.get_by_role("main").get_by_role("img")) == codes(f"{server.address}/c/{organiser.id}") * 4


def pages(person: Person) -> int:
    """Of paper, which is the same number for A4 and Letter."""
    counts = {person.page.pdf(format=paper).count(b"/Type /Page\n") for paper in ("A4", "Letter")}
    assert len(counts) == 1
    return counts.pop()


def codes(*texts: str) -> list[list[list[bool]]]:
    """What the code of each text should look like."""
    command = ["node", "--input-type=module", "-e", ENCODE, "--", *texts]
    found = subprocess.run(command, cwd=ROOT / "web", capture_output=True, check=True, timeout=60)
    return list(json.loads(found.stdout))


def scanned(drawn: Locator) -> list[list[list[bool]]]:
    """What can be seen of them: whether the middle of each module is dark."""
    found = []
    for code in drawn.all():
        size = int((code.get_attribute("viewBox") or "").split()[2])
        with Image.open(io.BytesIO(code.screenshot())) as picture:
            grey = picture.convert("L")
            step = grey.width / size
            middle = [int((at + 0.5) * step) for at in range(size)]
            found.append([[int(grey.getpixel((x, y)) or 0) < 128 for x in middle] for y in middle])  # type: ignore[arg-type]
    return found
