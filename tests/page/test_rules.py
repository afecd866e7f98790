"""The rules of a game: its book with drawings, then the numbered paragraphs; on a screen and on paper."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from stammtisch.core.contract.drawings import Drawings
from stammtisch.core.translation import speaking
from tests.examples import EXAMPLE, TITLES
from tests.helpers import load
from tests.page.conftest import People
from tests.page.device import DESKTOP, PHONE
from tests.page.person import Person
from tests.page.scenes import at_table

PAPER = (718, 1000)
"""What is between the margins of A4, in pixels."""


def drawings(person: Person) -> Locator:
    return person.page.get_by_role("article").get_by_role("img")


@pytest.mark.parametrize(("language", "size"), [("en", PHONE), ("de", DESKTOP)])
@pytest.mark.parametrize("game", TITLES)
def test_a_book_is_read_with_its_drawings(people: People, game: str, language: str, size: tuple[int, int]) -> None:
    with speaking(language):
        book = load(game).book
    assert book
    ana = people(language=language, size=size).open(f"/rules/{game}")
    headings = ana.page.get_by_role("article").get_by_role("heading", level=2)
    expect(headings).to_have_count(len(book.sections) + 1)
    for heading, section in zip(headings.all(), book.sections, strict=False):
        expect(heading).to_have_text(section.title)
    for image, drawing in zip(book.images, drawings(ana).all(), strict=True):
        expect(drawing).to_have_accessible_name(image.label)
        box = drawing.bounding_box()
        assert box
        assert box["width"] > 60
        assert box["x"] + box["width"] <= size[0]
    assert ana.too_wide == []
    assert ana.barriers() == []


@pytest.mark.parametrize("game", TITLES)
def test_a_book_is_printed_without_what_is_for_a_screen(people: People, game: str) -> None:
    ana = people(size=PAPER, scheme="dark").open(f"/rules/{game}")
    expect(drawings(ana)).to_have_count(len(load(game).part(Drawings).DRAWINGS))
    ana.page.evaluate("document.documentElement.dataset.theme = 'dark'")
    ana.page.emulate_media(media="print")
    expect(ana.page.get_by_role("navigation")).to_have_count(0)
    expect(ana.page.get_by_role("banner")).to_have_count(0)
    expect(ana.page.get_by_text(load(game).title, exact=True)).to_be_visible()
    assert ana.too_wide == []
    ink, ground = (
        ana.page.evaluate(f"getComputedStyle(document.documentElement).{name}") for name in ("color", "backgroundColor")
    )
    assert sum(map(int, re.findall(r"\d+", ink)[:3])) < 200
    assert ground == "rgb(255, 255, 255)"
    assert ana.page.pdf(format="A4", prefer_css_page_size=True).startswith(b"%PDF")


def test_a_paragraph_is_linked_to_and_shown(people: People) -> None:
    """Also a second time, when it has been scrolled away."""
    number = load(EXAMPLE).text.LETTER + "3.4"
    ana = people().open(f"/rules/{EXAMPLE}#{number}")
    paragraph = ana.page.locator(f"[id='{number}']")
    expect(paragraph).to_be_in_viewport()
    link = ana.page.get_by_role("navigation").first.get_by_role("link").first
    for _ in range(2):
        ana.page.evaluate("scrollTo(0, document.body.scrollHeight)")
        link.evaluate("link => link.click()")
        expect(ana.page.get_by_role("heading", level=2).first).to_be_in_viewport()


def test_rules_lesson_and_table_lead_to_each_other(people: People) -> None:
    ana = people().open(f"/rules/{EXAMPLE}")
    ana.page.get_by_role("link", name="Learn in two minutes").click()
    ana.page.get_by_role("banner").get_by_role("link", name="Rules").click()
    expect(drawings(ana).first).to_be_visible()
    ana.open(f"/t/{at_table(ana, EXAMPLE)}")
    rules = ana.page.get_by_role("banner").get_by_role("link", name="Rules")
    expect(rules).to_have_attribute("href", f"/rules/{EXAMPLE}")
