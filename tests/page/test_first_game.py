"""The game of docs/first-game.md in a real browser, installed as its own package."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from stammtisch.games import outside
from tests import first_game
from tests.installed_games import packages_in
from tests.page.conftest import People
from tests.page.device import PHONE
from tests.page.random_player import RandomPlayer
from tests.server.server_process import ServerProcess


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """In the place of the one for all tests here."""
    folder = tmp_path_factory.mktemp("first-game")
    first_game.write(folder / "pig", 10)
    with packages_in(folder / "packages") as packages:
        first_game.install(folder / "pig", packages)
        outside.forget()
        with ServerProcess(folder, "--games", "pig") as server:
            yield server
            assert '"level": "error"' not in server.log, server.log[-3000:]


def test_a_whole_game_by_buttons(people: People) -> None:
    ana = people(size=PHONE)
    ana.open()
    expect(ana.button("Play Pig now")).to_be_visible()
    ana.opens("pig", "beginner", target="25")
    board = ana.page.get_by_role("region", name="The board")
    expect(board.get_by_role("term")).to_have_text(["Collected", "Target"])
    assert not ana.barriers()

    def fits() -> None:
        assert not ana.too_wide

    ana.until(lambda: ana.awaited, "the own turn")
    ana.asks_for_a_hint()
    expect(ana.page.get_by_role("region", name="Hint")).to_contain_text("roll – wins")
    ana.page.keyboard.press("Escape")
    player = RandomPlayer(ana, "pig")
    player.play(each=fits)
    expect(ana.result).to_be_visible()
    assert "Ana rolls." in ana.told
    assert max(ana.view["scores"]) >= 25
    assert not ana.barriers()
    ana.verifies_the_dice()
