"""Words for a page: what is told, to whom, and that it never says more than the viewer may know."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any, get_args

import pytest
from pydantic_core import to_json

from stammtisch import games
from stammtisch.core.translation import LANGUAGES
from stammtisch.games.zatre.facts import hand
from stammtisch.server.protocol import wire
from stammtisch.server.protocol.page import Language, Page
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.study.hints import own_decision
from stammtisch.server.table.page import page
from stammtisch.server.table.sentences import told
from stammtisch.server.table.state import TableState
from tests.server.checklist import row
from tests.server.table_driver import TableDriver


def heard(driver: TableDriver, viewer: int | None, since: int = 0) -> list[str]:
    """What a viewer was told after an event."""
    return [each["text"] for each in told(driver.steps[since:], viewer, over=False)]


def test_the_languages_are_those_of_the_catalogues() -> None:
    assert list(get_args(Language)) == list(LANGUAGES)


@pytest.mark.parametrize("game", games.names())
def test_who_comes_later_is_told_the_same(game: str) -> None:
    """What is told while it happens is what is told from the log, for every viewer, and nothing is kept for it."""
    driver = TableDriver(game, ["person", "person", "bot"]).sit_all().play_on(seed=5, steps=300)
    steps, last = TableState.retraced(driver.name, driver.rows)
    assert last.play
    assert last.play.position == driver.table.playing.position
    for viewer in (None, 0, 1):
        live = told(driver.steps, viewer, over=False)
        assert live == told(steps, viewer, over=False)
        assert [each["seq"] for each in live] == sorted({each["seq"] for each in live})
        assert len(live) > 100
    assert driver.table.trail == []


@pytest.mark.parametrize("game", games.names())
def test_a_page_has_its_form_for_every_viewer(game: str) -> None:
    driver, rng = TableDriver(game, ["person", "person", "bot"]), Random(2)
    assert page(driver.table, None, "en", driver.steps)["aloud"] == ""
    driver.sit_all()
    for _ in range(120):
        since = driver.table.seq
        driver.step(rng)
        for viewer in (None, 0, 1):
            view, made = driver.table.view(viewer), page(driver.table, viewer, "ro", driver.steps[since:])
            Page.model_validate(json.loads(to_json(made)))
            assert [each["move"] for each in made["choices"]] == view["legal"]
            assert bool(made["applies"]) == bool(view["legal"])
            assert all(driver.table.game.rulebook.cited(name) for name in made["applies"])
            assert made["aloud"]


def test_what_happens_around_a_game_is_told() -> None:
    driver = TableDriver("heckmeck", ["person", "person", "person"])
    table = driver.table
    table.sit(0, "guest-0", "Ann", driver.chains[0].head.hex(), driver.now)
    table.leave("guest-0", driver.now)
    driver.written()
    driver.sit_all()
    rng = Random(1)
    while table.playing.position.turn != 0:
        driver.step(rng)
    move = table.view(0)["legal"][0]
    driver.move(0, move)
    driver.do(0, wire.TakeBack(cid=driver.cid(), seq=table.seq))
    driver.do(1, wire.Consent(cid=driver.cid(), seq=table.seq, agree=False))
    driver.do(0, wire.Say(cid=driver.cid(), text="please"))
    driver.do(0, wire.TakeBack(cid=driver.cid(), seq=table.seq))
    for seat in (1, 2):
        driver.do(seat, wire.Consent(cid=driver.cid(), seq=table.seq, agree=True))
    table.mark_away(1, driver.now)
    driver.written()
    driver.do(1, wire.Back(cid=driver.cid()))
    for seat in (2, 1):
        driver.do(seat, wire.Resign(cid=driver.cid()))
    words = heard(driver, None)
    assert words[:5] == ["Ann sat down.", "Ann left the table.", "Ann sat down.", "Ben sat down.", "Cem sat down."]
    assert words[5] == "The game begins."
    assert words[6].startswith("Ann rolled ")
    assert words[7].startswith("Ann set aside ")
    assert words[8:] == [
        "Ann asks to undo a move.",
        "Ben does not agree.",
        "Ann asks to undo a move.",
        "Ben agrees.",
        "Cem agrees.",
        "Ann undid a move.",
        "A bot is playing for Ben.",
        "Ben is back.",
        "Cem resigned.",
        "A bot is playing for Cem.",
        "Ben resigned.",
        "A bot is playing for Ben.",
        "The game is over. First place: Ann.",
    ]


def test_a_drafted_turn_is_told_to_others_when_it_is_done() -> None:
    driver = TableDriver("zatre", ["person", "person"]).sit_all()
    table, rng, laid = driver.table, Random(1), 0
    while laid < 2:  # a turn of one tile has no secrets
        while driver.contribute():
            pass
        seat, since, laid = table.playing.position.turn, table.seq, 0
        while "done" not in (legal := table.view(seat)["legal"]) and legal != ["pass"]:
            driver.move(seat, rng.choice(legal))
            laid += 1
        if laid < 2:
            driver.move(seat, legal[0])
    driver.do(seat, wire.Undo(cid=driver.cid(), seq=table.seq))
    assert len(heard(driver, seat, since)) == laid + 1
    assert heard(driver, 1 - seat, since) == heard(driver, None, since) == []
    moves = [move for move in table.view(seat)["legal"] if move != "done"]
    driver.move(seat, moves[0])
    driver.move(seat, "done")
    (others,) = [text for text in heard(driver, None, since) if " laid " in text]
    assert others.count(" laid ") == laid
    assert " scored " in others


@row(19)
def test_tiles_that_others_drew_are_in_no_word() -> None:
    driver = TableDriver("zatre", ["person", "person", "person"]).sit_all().play_on(seed=3, steps=200)
    names = [seat.name for seat in driver.table.seats]
    drawn = {p: [each for each in driver.rows if each.kind == "show" and each.seat == p] for p in range(3)}
    for viewer in (None, 0, 1, 2):
        words = heard(driver, viewer)
        for seat, shows in drawn.items():
            mine = [text for text in words if re.match(rf"{names[seat]} drew ", text)]
            assert len(mine) == len(shows) > 5
            for text, show in zip(mine, shows, strict=True):
                tiles: list[str] = json.loads(show.payload)["are"]
                n = len(tiles)
                known = f"drew {' '.join(tiles)}" if seat == viewer else f"drew {n} tile{'s' * (n > 1)}"
                assert text == f"{names[seat]} {known}."


@row(19)
def test_advice_is_asked_of_the_own_view_only() -> None:
    driver = TableDriver("zatre", ["person", "person", "person"]).sit_all().play_on(seed=3, steps=60)
    while driver.contribute():
        pass
    seat = driver.table.playing.position.turn
    view = own_decision(driver.table, f"guest-{seat}")
    assert view.viewer == seat
    assert [hand(view, p) is not None for p in range(3)] == [p == seat for p in range(3)]
    for other in {0, 1, 2} - {seat}:
        with pytest.raises(Refusal, match="not your turn"):
            own_decision(driver.table, f"guest-{other}")


def test_viewers_without_a_language_get_no_page() -> None:
    made: list[Any] = [wire.News(seq=1, events=[], view={}), wire.Hello(table="table-0001")]
    assert made[0].page is None
    assert made[1].language is None
