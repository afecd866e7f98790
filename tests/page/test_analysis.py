"""The analysis board: a position typed, set up by mouse, keyboard and touch, shared by its link, and played on."""

from __future__ import annotations

import time
from urllib.parse import unquote

import pytest
from playwright.sync_api import Locator, expect

import stammtisch
from stammtisch.core.contract.setup import Group
from stammtisch.core.position import Position
from stammtisch.core.setting_up import draft
from tests.examples import EXAMPLE, HIDDEN, TITLES
from tests.page.conftest import People
from tests.page.device import DESKTOP, PATIENCE, PHONE
from tests.page.person import Person
from tests.server import api
from tests.server.server_process import ServerProcess


@pytest.fixture(scope="module", autouse=True)
def ready(server: ServerProcess) -> None:
    """The server has loaded what it takes to analyse: until then it answers 503, which a browser tells as an error."""
    for game in TITLES:
        until = time.monotonic() + PATIENCE / 1000
        while api.ask(server, "GET", f"/api/positions/analysis?game={game}").status == 503:
            assert time.monotonic() < until, f"{game} does not get ready"
            time.sleep(0.2)


def values(person: Person) -> Locator:
    """What every move is worth, one button each."""
    return person.page.get_by_role("list", name="What every move is worth").get_by_role("button")


def analysed(person: Person, position: Position) -> Person:
    person.analyses(position)
    values(person).first.wait_for()
    return person


def line_of(person: Person) -> str:
    """The position that the address names; of a game at its start, no line."""
    return unquote(person.page.url.partition("#")[2])


def decision(game: str, seed: int = 7) -> Position:
    return stammtisch.load(game, players=3).match(seed=seed).position


@pytest.mark.parametrize("game", TITLES)
def test_a_typed_line_is_shown_with_every_moves_value(people: People, game: str) -> None:
    position = decision(game)
    ana = people().open("/analysis")
    ana.page.get_by_label("A position as a line of text").fill(f"  {position.to_text()}\n")
    ana.button("Show this position").click()
    right = stammtisch.analyse(position)
    expect(values(ana)).to_have_count(min(len(right.choices), 12))
    shown = values(ana).all_inner_texts()
    for text, choice in zip(shown, right.choices, strict=False):
        assert choice.move.said.lower() in text.lower(), text
        assert f"{choice.value:.2f}".replace("-", "−") in text, text
    assert line_of(ana) == position.to_text()
    assert ana.too_wide == []


def test_a_wrong_line_says_what_is_wrong_and_can_be_mended(people: People) -> None:
    ana = people().open("/analysis")
    field = ana.page.get_by_label("A position as a line of text")
    field.fill("my position")
    ana.button("Show this position").click()
    expect(ana.page.get_by_role("alert").filter(has_text="This is no position")).to_be_visible()
    right = decision(EXAMPLE).to_text()
    with ana.trouble():
        field.fill(right.replace("phase=1", "phase=9"))
        ana.button("Show this position").click()
        expect(ana.page.get_by_role("alert").filter(has_text="phases are 0 to 3")).to_be_visible()
    assert "phase=9" in field.input_value()
    field.fill(right)
    ana.button("Show this position").click()
    values(ana).first.wait_for()


def test_moves_are_tried_out_and_taken_back(people: People) -> None:
    position = decision(EXAMPLE)
    ana = analysed(people(), position)
    ana.moves.first.click()  # on the board
    ana.until(lambda: line_of(ana) == position.play(position.legal_moves[0]).to_text(), "the first move")
    values(ana).first.wait_for()
    ana.button("Take back").click()
    ana.until(lambda: line_of(ana) == position.to_text(), "the move taken back")
    expect(ana.button("Take back")).to_be_disabled()
    best = stammtisch.analyse(position).best.move
    values(ana).first.click()  # the best one
    ana.until(lambda: line_of(ana) == position.play(best).to_text(), "the best move")
    ana.page.go_back()
    ana.until(lambda: line_of(ana) == position.to_text(), "the browser's way back")


def test_a_move_that_is_not_allowed_says_why(people: People) -> None:
    ana = analysed(people(), decision(EXAMPLE))
    ana.page.locator("[data-move='roll']").click(force=True)  # marked as disabled
    dialog = ana.page.get_by_role("dialog", name="Why is this not allowed?")
    expect(dialog.get_by_role("link", name="Rules,")).to_be_visible()


def test_what_falls_is_chosen_or_left_to_chance(people: People) -> None:
    ana = people().open(f"/analysis/{EXAMPLE}")
    ana.button("Leave it to chance").click()
    ana.until(lambda: line_of(ana) != "", "a throw")
    assert not stammtisch.position(line_of(ana)).is_chance
    ana.page.go_back()
    for _ in range(8):
        ana.button("3: one more").click()
    ana.button("Let these fall").click()
    ana.until(lambda: "thrown=0,0,8,0*3" in line_of(ana), "eight threes")


def test_a_link_shows_the_same_elsewhere(people: People) -> None:
    ana = analysed(people(), decision(HIDDEN))
    ana.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ana.button("Link to this position: copy link").click()
    ana.page.get_by_text("Copied").wait_for()
    link = str(ana.page.evaluate("navigator.clipboard.readText()"))
    ben = people("Ben", size=PHONE)
    ben.page.goto(link)
    values(ben).first.wait_for()
    assert values(ben).all_inner_texts() == values(ana).all_inner_texts()
    assert line_of(ben) == line_of(ana)
    assert ben.too_wide == []


# ── Set up by hand ──


class Hand:
    """How somebody uses the page: by mouse, by keyboard or by touch."""

    def __init__(self, person: Person, way: str) -> None:
        self._person = person
        self._way = way

    def press(self, control: Locator) -> None:
        if self._way == "touch":
            control.tap()
        elif self._way == "mouse":
            control.click()
        else:
            control.focus()
            self._person.page.keyboard.press("Space")

    def choose(self, field: Locator, number: int) -> None:
        """In a list, which opens outside the page: a browser's own business."""
        if self._way == "keyboard":
            field.focus()
            for _ in range(number):
                self._person.page.keyboard.press("ArrowDown")
        else:
            field.select_option(index=number)


def painted(position: Position) -> Group:
    groups = draft(position, {}, {}).groups
    return next(group for group in groups if group.paint)


@pytest.mark.parametrize("way", ["mouse", "keyboard", "touch"])
def test_a_position_is_set_up(people: People, way: str) -> None:
    ana = people(size=PHONE if way == "touch" else DESKTOP)
    hand, start = Hand(ana, way), decision(EXAMPLE)
    analysed(ana, start)
    hand.press(ana.button("Set up by hand"))
    hand.choose(ana.page.get_by_label("Whose turn it is"), 1)
    chosen = {"player": 1}
    ana.until(lambda: line_of(ana) == made(start, chosen), "the other player's turn")
    group = painted(start)
    value, what = group.choices[2]
    for cell in (group.controls[3], group.controls[5]):
        hand.press(ana.page.get_by_role("radio", name=what, exact=True))
        hand.press(ana.page.get_by_role("button", name=f"{cell.label}: ", exact=False).first)
        chosen[cell.key] = value
    ana.until(lambda: line_of(ana) == made(start, chosen), "the tiles")
    expect(ana.page.get_by_role("status").filter(has_text="This position is possible")).to_be_visible()
    assert ana.too_wide == []


def made(start: Position, chosen: dict[str, int]) -> str:
    position = draft(start, {}, chosen).position
    assert position
    return position.to_text()


def test_what_is_not_yet_possible_says_why_and_is_kept(people: People) -> None:
    ana = people().open(f"/analysis/{EXAMPLE}")
    ana.button("Set up by hand").click()
    ana.page.get_by_label("What comes next").select_option(index=2)
    fault = ana.page.get_by_role("status").filter(has_text="a symbol must be set aside first")
    expect(fault).to_be_visible()
    assert line_of(ana) == ""
    ana.page.reload()
    expect(fault).to_be_visible()
    expect(ana.page.get_by_label("What comes next")).to_have_value("2")
    aside = ana.page.get_by_role("group", name="Dice set aside")
    more = aside.get_by_role("button", name="worm: one more")
    for _ in range(3):
        more.click()
    expect(fault).to_be_hidden()
    ana.until(lambda: "kept=0*5,3" in line_of(ana), "three worms set aside")
    expect(ana.page.get_by_label("What comes next")).to_have_value("2")
    values(ana).first.wait_for()


def test_a_board_is_painted_cell_by_cell(people: People) -> None:
    """Every game with a board of its own, and other numbers of players."""
    ana = people().open(f"/analysis/{HIDDEN}")
    ana.button("Set up by hand").click()
    ana.page.get_by_label("What comes next").select_option(index=0)
    group = painted(stammtisch.load(HIDDEN).start())
    places = [each for each in group.controls if each.label]
    place = places[len(places) // 2]  # the middle, where the first tile goes
    ana.page.get_by_role("radio", name=group.choices[4][1], exact=True).check()
    cell = ana.page.get_by_role("button", name=f"{place.label}: ", exact=False)
    cell.click()
    ana.until(lambda: "board=" in line_of(ana), "a tile on the board")
    ana.page.get_by_label("Number of players").select_option("4")
    ana.until(lambda: "players=4" in line_of(ana), "four players")
    assert "board=" in line_of(ana)
    cell.click()  # and away
    ana.until(lambda: "board=" not in line_of(ana), "an empty board")
    assert ana.too_wide == []


# ── Ways in ──


def test_a_moment_of_a_finished_game_is_analysed(people: People) -> None:
    ana = people()
    table = ana.has_opened(EXAMPLE, "beginner", moves=10_000)
    ana.open(f"/t/{table}")
    ana.result.wait_for()
    ana.page.get_by_role("button", name="First", exact=True).click()
    way = ana.page.get_by_role("link", name="Analyse this position")
    way.click()
    ana.until(lambda: f"/analysis/{EXAMPLE}#" in ana.page.url, "the analysis")
    ana.page.get_by_role("group", name="The grill").wait_for()
    ana.open("/").page.get_by_role("link", name="Analyse a position").click()
    ana.page.get_by_role("link", name=TITLES[EXAMPLE], exact=True).click()
    ana.button("Leave it to chance").wait_for()


def test_exact_odds_are_told_when_they_are_asked_for(people: People) -> None:
    ana = analysed(people(), decision(EXAMPLE))
    ana.page.get_by_text("Exact odds of the turn").click()
    table = ana.page.get_by_role("table", name="The best chance of a total")
    expect(table.get_by_role("row").nth(1)).to_contain_text("%")
