"""Puzzles on the page: found from the start page, solved by mouse and by keys, explained, and rated."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from stammtisch import games
from stammtisch.puzzles.library import puzzles_of, with_puzzles
from tests.examples import EXAMPLE
from tests.page.conftest import People


def test_from_the_start_page_to_a_puzzle_that_is_solved_and_rated(people: People) -> None:
    ana = people("Ana")
    ana.known()
    ana.open().page.get_by_role("link", name="Today's puzzles").click()
    ana.page.get_by_role("link", name="Solve today's puzzles").click()
    expect(ana.page).to_have_url(re.compile(rf"/puzzles/{EXAMPLE}/[0-9a-f]{{10}}\?today"))
    name = ana.page.url.rpartition("/")[2].removesuffix("?today")
    puzzle = puzzles_of(games.load(EXAMPLE))[name]
    ana.answers_the_puzzle(puzzle.best[0])
    expect(ana.page.get_by_role("heading", name="Right!")).to_be_visible()
    expect(ana.page.get_by_text("Your rating: ")).to_contain_text("+")
    expect(ana.page.locator("[data-mark]").first).to_have_attribute("data-move", puzzle.best[0])
    expect(ana.page.get_by_role("region", name="What the moves are worth").get_by_role("listitem")).to_have_count(
        puzzle.moves
    )
    expect(ana.page.get_by_role("link", name="Next puzzle")).to_be_focused()
    ana.page.keyboard.press("Enter")  # to the next one of the day
    expect(ana.page.get_by_role("heading", name="What is your best move?")).to_be_visible()
    assert name not in ana.page.url
    ana.page.get_by_role("link", name="Puzzles").click()
    expect(ana.page.get_by_role("link", name="Puzzle 1 of today: solved")).to_have_count(1)
    expect(ana.page.get_by_text("Your streak: 1 day.")).to_be_visible()


def test_a_wrong_answer_is_explained_and_both_moves_are_marked(people: People) -> None:
    ana = people("Ana")
    puzzle = ana.opens_a_puzzle(EXAMPLE)
    ana.answers_the_puzzle(puzzle.second)
    expect(ana.page.get_by_role("heading", name="Not quite.")).to_be_visible()
    expect(ana.page.locator("[data-mark=played]").first).to_have_attribute("data-move", puzzle.second)
    expect(ana.page.locator("[data-mark=best]").first).to_have_attribute("data-move", puzzle.best[0])
    expect(ana.page.get_by_text(re.compile("better"))).to_be_visible()
    expect(ana.page.get_by_text("Your rating")).to_have_count(0)  # without a name there is none
    ana.page.get_by_role("link", name="Analyse this position").click()
    expect(ana.page).to_have_url(re.compile(rf"/analysis/{EXAMPLE}#stammtisch"))
    expect(ana.page.get_by_role("list", name="What every move is worth")).to_be_visible()


def test_an_answer_that_counted_once_counts_no_more(people: People) -> None:
    ana = people("Ana")
    ana.known()
    puzzle = ana.opens_a_puzzle(EXAMPLE, 1)
    ana.answers_the_puzzle(puzzle.second)
    expect(ana.page.get_by_text("Your rating: ")).to_be_visible()
    ana.page.reload()
    expect(ana.page.get_by_text("it no longer counts")).to_be_visible()
    ana.answers_the_puzzle(puzzle.best[0])
    expect(ana.page.get_by_role("heading", name="Right!")).to_be_visible()
    expect(ana.page.get_by_text("Your rating: ")).to_have_count(0)


def test_a_puzzle_is_solved_by_keys_alone(people: People) -> None:
    ana = people("Ana")
    puzzle = ana.opens_a_puzzle(EXAMPLE)
    for _ in range(40):
        ana.page.keyboard.press("Tab")
        if ana.page.evaluate("document.activeElement.matches('[data-can]')"):
            break
    for _ in range(puzzle.moves):
        if ana.page.evaluate("document.activeElement.dataset.move") == puzzle.best[0]:
            break
        ana.page.keyboard.press("ArrowRight")
    with ana.trouble():  # right after its start a server cannot explain yet
        ana.page.keyboard.press("Enter")
        expect(ana.page.get_by_role("heading", name="Right!")).to_be_visible()
        expect(ana.page.get_by_role("link", name="Next puzzle")).to_be_focused()
        expect(ana.page.get_by_text("Bars compare")).to_be_visible()


@pytest.mark.parametrize("game", with_puzzles())
def test_every_game_leads_to_its_next_puzzle(people: People, game: str) -> None:
    ana = people("Ana").open(f"/puzzles/{game}")
    expect(ana.page.get_by_role("heading", name="What is your best move?")).to_be_visible()
    expect(ana.page).to_have_url(re.compile(rf"/puzzles/{game}/[0-9a-f]{{10}}$"))
    expect(ana.page.locator("[data-can], [role=gridcell]").first).to_be_visible()


def test_a_link_to_no_puzzle_says_so(people: People) -> None:
    ana = people("Ana")
    with ana.trouble():  # 404, and it is one
        ana.open(f"/puzzles/{EXAMPLE}/0123456789")
        expect(ana.page.get_by_role("heading", name="There is no such puzzle.")).to_be_visible()
