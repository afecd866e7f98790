"""A move that may not be made is asked about by pressing it: the answer has the numbers, and the paragraph."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.page.conftest import People
from tests.page.device import DESKTOP, PHONE


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_tile_out_of_reach(people: People, size: tuple[int, int]) -> None:
    ana = people(size=size)
    ana.open(f"/t/{ana.has_opened('heckmeck', 'beginner')}")
    ana.button(re.compile("^Roll 8 dice")).click()
    ana.button(re.compile("^Keep ")).and_(ana.page.locator("[aria-disabled=false]")).first.click()
    ana.until(lambda: "roll" in ana.view.get("legal", []), "the choice to go on")
    ana.page.locator("[data-move='take 36']").click(force=True)  # what is marked as disabled can be asked about
    answer = ana.page.get_by_role("dialog")
    with_worm = r"Your total of \d+ is less than 36\."
    without = "You have not set aside a worm, and without one you cannot take anything."
    expect(answer).to_contain_text(re.compile(f"{with_worm}|{without}"))
    expect(answer.get_by_role("link")).to_have_text(re.compile(r"Rules, 3\.[14]"))
    assert not ana.barriers()
