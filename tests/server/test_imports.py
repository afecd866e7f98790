"""Imports: what comes from a file of anybody's is proved, bounded, and cannot pass for this server."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from stammtisch.server.tournaments.imports import imported
from stammtisch.tournament import Announced, Confirmed, Renamed, Result, Tournament
from tests.tournament.tournament_driver import TournamentDriver

Json = dict[str, Any]


@pytest.fixture(scope="module")
def text() -> str:
    """Results by a player, by a table of another server, and by somebody whose number is wrong."""
    driver = TournamentDriver({"game": "zocken", "rounds": 1}, 12)
    driver.draw()
    first = driver.seats()[0][0]
    driver.do(Renamed(first, "Zoë"))
    for table, (by, confirms) in enumerate(((f"#{first} Zoë", "Helper"), ("#table", "#server"), ("#99 X", "##")), 1):
        driver.do(Result(1, table, driver.lines(driver.seats()[table - 1])), by)
        driver.do(Confirmed(1, table), confirms)
    driver.do(Announced("First line\nsecond line"))
    return driver.tournament.to_jsonl()


def test_nobody_in_a_file_passes_for_the_server(text: str) -> None:
    found = imported(text, "en")
    assert isinstance(found, Tournament)
    tables = found.progress.rounds[0].tables
    first = tables[0].seats[0]
    assert [(table.entered, table.confirmed) for table in tables] == [
        (f"#{first} Zoë", "Helper"),
        ("table", "server"),
        ("99 X", "?"),
    ]
    theirs = Tournament.read(text).view()  # the control: as the file says it
    assert theirs["rounds"][0]["tables"][1]["confirmed"] == "#server"
    ours = found.view()
    for view in (ours, theirs):
        for table in view["rounds"][0]["tables"]:
            del table["entered"], table["confirmed"]
    assert ours == theirs


@pytest.mark.parametrize(
    ("kind", "change", "wrong"),
    [
        ("opened", {"title": "x" * 3000}, "line 2: 'title' is too long"),
        ("opened", {"title": "Cup \u202egnirps"}, "line 2: 'title' has invisible characters"),
        ("entered", {"by": "Olga\u2066"}, "line 3: 'by' has invisible characters"),
        ("entered", {"by": "O" * 71}, "line 3: 'by' is too long"),
        ("entered", {"at": "\x00"}, "line 3: 'at' has invisible characters"),
        ("entered", {"bot": "b" * 101}, "line 3: 'bot' is too long"),
        ("announced", {"text": "x" * 501}, "'text' is too long"),
        ("announced", {"text": "a\u200fb"}, "'text' has invisible characters"),
    ],
)
def test_texts_are_bounded_and_can_be_seen(text: str, kind: str, change: Json, wrong: str) -> None:
    damaged = changed(text, kind, lambda event: event.update(change))
    found = imported(damaged, "en")
    assert isinstance(found, str)
    assert wrong in found
    assert Tournament.read(damaged).to_jsonl()  # the control: the rules of tournaments do not mind


def test_draws_are_proved(text: str) -> None:
    found = imported(changed(text, "seeded", lambda event: event.update(seed="another")), "en")
    assert isinstance(found, str)
    assert "The seed gives a different draw" in found


def changed(text: str, kind: str, change: Callable[[Json], None]) -> str:
    lines = text.split("\n")
    at = next(at for at, line in enumerate(lines) if f'"kind": "{kind}"' in line)
    event = json.loads(lines[at])
    change(event)
    lines[at] = json.dumps(event)
    return "\n".join(lines)
