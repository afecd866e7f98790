"""What other readings of the rules add to a board: a bet against the thrower, a second plate that is declined."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.page.conftest import People
from tests.page.device import DESKTOP, PHONE
from tests.page.random_player import RandomPlayer


@pytest.mark.parametrize("wishes", [{}, {"size": PHONE}], ids=["wide", "phone"])
def test_a_bet_against_the_thrower(people: People, wishes: dict[str, tuple[int, int]]) -> None:
    """[K5.3]"""
    ana = people(**wishes)
    ana.opens("zocken", "beginner", bets="both", rounds="1")
    player = RandomPlayer(ana, "zocken")
    player.play(until=lambda: ana.view.get("legal") == ["bet", "no bet", "bet against"])
    expect(ana.page.get_by_text("score more than 50?").first).to_be_visible()
    against = ana.page.locator('[data-move="bet against"]')
    expect(against).to_contain_text("win 20 or lose 20")
    seq = ana.seq
    ana.page.keyboard.press("a")
    ana.until(lambda: ana.seq > seq, "the bet")
    cushion = ana.page.get_by_role("region", name="Bets on more than 50")
    expect(cushion).to_contain_text("Against")
    expect(cushion.get_by_role("listitem")).to_have_count(1)
    player.play()
    expect(ana.result).to_be_visible()
    expect(cushion).to_contain_text("20")


def test_a_second_plate_is_declined(people: People) -> None:
    """[B3.3] It comes in the course of most games."""
    ana = people()
    for _ in range(20):
        table = ana.has_opened("barbecue", "beginner", second_plate="may")
        if ana.plays_elsewhere(table, turns=500, to="decline"):
            break
    ana.open(f"/t/{table}")
    decline = ana.button("No second plate")
    for width, height in (PHONE, DESKTOP):
        ana.page.set_viewport_size({"width": width, "height": height})
        expect(decline).to_be_visible()
        assert ana.too_wide == []
    mine, seq = ana.view["state"], ana.seq
    decline.click()
    ana.until(lambda: ana.seq > seq, "the move")
    assert ana.view["state"]["worms"][0] == mine["worms"][0]
    expect(ana.page.get_by_text("stays open").first).to_be_visible()
