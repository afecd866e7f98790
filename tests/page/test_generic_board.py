"""Games without a board of their own, on the one for every game: by buttons, by keys, with many moves, in review."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

import stammtisch.games
from stammtisch.games import outside
from stammtisch.server.process.page_files import FOLDER
from tests.installed_games import install
from tests.page.conftest import People
from tests.page.device import PHONE
from tests.page.keyboard import Keyboard, keeps_its_place
from tests.page.random_player import RandomPlayer
from tests.server.server_process import ServerProcess

COPIED, COPY = "zocken", "dicing"
"""A game of ours, and what it is called without its board."""
OUTSIDE = {"toy": "tests.toy", "lots": "tests.terminal.lots", COPY: COPY}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """In the place of the one for all tests here: with games from outside, which the tests know as well."""
    assert (FOLDER / "index.html").exists(), "there is no page to test: `make web` builds it"
    packages = tmp_path_factory.mktemp("packages")
    _copy(packages)
    install(packages, "guests", **OUTSIDE)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(packages)
        patch.setenv("PYTHONPATH", os.pathsep.join([str(packages), str(Path(__file__).parents[2])]))
        outside.forget()
        with ServerProcess(tmp_path_factory.mktemp("generic"), "--games", ",".join(OUTSIDE)) as server:
            yield server
            assert '"level": "error"' not in server.log, server.log[-3000:]
    outside.forget()


def _copy(packages: Path) -> None:
    """A game of ours as a package of its own. Its page.py has figures for a board that no page has."""
    original = Path(stammtisch.games.__file__).parent / COPIED
    shutil.copytree(original, packages / COPY, ignore=shutil.ignore_patterns("__pycache__"))
    for file in (packages / COPY).glob("*.py"):
        file.write_text(file.read_text("utf-8").replace(f"stammtisch.games.{COPIED}", COPY), "utf-8")


def test_a_whole_game_by_buttons_on_a_phone(people: People) -> None:
    ana = people(size=PHONE)
    table = ana.has_opened("toy", "beginner")
    ana.open(f"/t/{table}")
    board = ana.page.get_by_role("region", name="The board")
    expect(board.get_by_role("term")).to_have_text("Bag and other hands")
    expect(board.get_by_role("listitem").filter(has_text="Ana")).to_contain_text("2 in hand (")
    expect(ana.page.get_by_role("link", name="Learn in two minutes")).to_have_count(0)
    assert not ana.barriers()

    def fits() -> None:
        assert not ana.too_wide

    player = RandomPlayer(ana, "toy")
    player.play(each=fits)
    expect(ana.result).to_be_visible()
    assert player.moves
    assert not ana.too_wide
    assert not ana.barriers()
    ana.verifies_the_dice()
    ana.button("Play again").first.click()
    ana.until(lambda: ana.at_table() != table and ana.awaited, "another game")


def test_a_whole_game_by_keys(people: People) -> None:
    ana = people()
    ana.open(f"/t/{ana.has_opened('toy', 'beginner')}")
    keyboard = Keyboard()
    player = RandomPlayer(ana, "toy", seed=1, press=keyboard)
    player.play()
    expect(ana.result).to_be_visible()
    assert 0 < keyboard.letters < player.moves  # by digits, and by Tab, arrows and Enter


def test_many_moves_are_searched(people: People) -> None:
    ana = people()
    ana.open(f"/t/{ana.has_opened('lots', 'beginner')}")
    search = ana.page.get_by_role("searchbox", name="Search the moves")
    expect(search).to_have_attribute("placeholder", "Search 40 moves")
    ana.page.keyboard.press("/")
    expect(search).to_be_focused()
    ana.page.keyboard.type("2 7")
    moves = ana.page.get_by_role("group", name="Moves").get_by_role("button")
    expect(moves).to_have_text(["lay 2 71"])  # and the digit that makes it
    assert not ana.barriers()
    seq = ana.seq
    ana.page.keyboard.press("Enter")
    ana.until(lambda: ana.seq > seq and ana.awaited, "the next turn")
    assert "Ana did lay 2 7." in ana.told
    expect(search).to_have_attribute("placeholder", "Search 38 moves")
    keeps_its_place(ana)


def test_one_of_our_games_without_its_board(people: People) -> None:
    ana = people()
    ana.open(f"/t/{ana.has_opened(COPY, 'beginner', moves=30)}")
    ana.until(lambda: ana.awaited, "the own turn")
    board = ana.page.get_by_role("region", name="The board")
    expect(board.get_by_role("term").get_by_text("Row", exact=True)).to_be_visible()
    expect(board.locator(".told span").last).to_have_text(ana.told[-1])
    ana.asks_for_a_hint()
    expect(ana.page.locator("[data-move][data-lit]")).to_have_count(1)
    ana.page.keyboard.press("Escape")
    ana.gives_up()
    expect(ana.result).to_be_visible()
    ana.button("Review the game").click()
    ana.page.get_by_role("region", name="Review").get_by_role("listitem").get_by_role("button").first.click()
    moment = ana.page.get_by_role("log").locator("[aria-current=step]")
    expect(board.locator(".told span").last).to_have_text(moment.inner_text())
    for kind in ("played", "best"):
        expect(ana.page.locator(f"[data-move] .mark.{kind}")).to_be_visible()
    assert not ana.barriers()
