"""Right after an installation, in a browser: a bot moves, the page says that it is a simpler one, hints come later."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.fresh_install import FreshInstall
from tests.page.person import Person
from tests.page.random_player import RandomPlayer
from tests.server.server_process import ServerProcess

WARMING = "Warming up: for its first moves a bot plays a simpler game."
LATER = "Hints are being prepared. This one appears as soon as it is ready."


def test_nobody_waits_for_a_compiler(browser: Browser, fresh_install: FreshInstall, tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as server:
        ana = Person(browser, server).open()
        ana.play_now("barbecue")
        player, note = RandomPlayer(ana, "barbecue"), ana.page.get_by_role("status").filter(has_text=WARMING)
        player.play(until=lambda: note.is_visible() and bool(ana.view["legal"]) and player.can_move())
        with ana.trouble():
            ana.button("Hint").click()
            expect(ana.page.get_by_role("status").filter(has_text=LATER)).to_be_visible()
            assert fresh_install.compiled == []
            fresh_install.let_go()
            expect(ana.page.get_by_role("region", name="Hint").get_by_role("listitem").first).to_be_visible()
        assert not ana.faults
        ana.close()
