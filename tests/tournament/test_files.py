"""Files: all that happened on lines of JSON. Reading is doing it again, so what is damaged or untrue is found."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from stammtisch.core.errors import RecordError
from stammtisch.tournament import Announced, Corrected, Dropped, Entered, NoShow, Renamed, Tournament
from tests.tournament.tournament_driver import TournamentDriver


@pytest.fixture(scope="module")
def text() -> str:
    driver = TournamentDriver({"preset": "heckmeck_classic", "rounds": 2}, 14)
    driver.draw()
    driver.do(NoShow(1, 3))
    driver.do(Announced("First line\u2028second line"))
    driver.play()
    driver.do(Entered("Zoë", bot="expert"))
    driver.do(Renamed(2, "Zwei"))
    driver.do(Corrected(1, 2, driver.lines(driver.seats()[1]), "counted again"))
    driver.do(Dropped(5))
    driver.play_rounds()
    driver.finish()
    return driver.tournament.to_jsonl()


def test_reading_gives_the_same_tournament(text: str) -> None:
    read = Tournament.read(text)
    assert read.to_jsonl() == text
    assert read.progress.phase == "closed"
    assert Tournament.read(read.to_jsonl()).view() == read.view()
    assert json.dumps(read.view())  # plain data


def test_every_beginning_is_a_tournament(text: str) -> None:
    """It may be stopped at any time; what was written is read."""
    lines = text.splitlines(keepends=True) if "\u2028" not in text else [line + "\n" for line in text.split("\n")[:-1]]
    for end in range(2, len(lines) + 1, 3):
        assert Tournament.read("".join(lines[:end])).number == end - 1


def changed(text: str, kind: str, change: Callable[[dict[str, Any]], None], which: int = 0) -> tuple[str, int]:
    """The file with one event of a kind changed, and its line."""
    lines = text.split("\n")
    at = [at for at, line in enumerate(lines) if f'"kind": "{kind}"' in line][which]
    data = json.loads(lines[at])
    change(data)
    lines[at] = json.dumps(data)
    return "\n".join(lines), at + 1


def swap_players(data: dict[str, Any]) -> None:
    first, second = data["tables"][:2]
    first[0], second[0] = second[0], first[0]


@pytest.mark.parametrize(
    ("kind", "change", "wrong"),
    [
        ("drawn", swap_players, "The seed gives a different draw"),
        ("seeded", lambda data: data.update(seed="another"), "The seed gives a different draw"),
        ("cut", lambda data: data["players"].reverse(), "According to the results, other players go to the final"),
        ("closed", lambda data: data["ranking"].reverse(), "According to the results, the final ranking is different"),
        ("result", lambda data: data["lines"][0].update(score=39, mark=36), "the grill holds only 40|No tiles add up"),
        ("result", lambda data: data["lines"][0].update(score="7"), "'score' must be a whole number, not '7'"),
        ("result", lambda data: data["lines"][0].pop("player"), "must give the player and the score of every line"),
        ("result", lambda data: data["lines"][0].update(out=1), "'out' must be true or false, not 1"),
        ("result", lambda data: data.update(lines={}), "'lines' must be a list"),
        ("result", lambda data: data.pop("table"), "'result' must give 'table'"),
        ("entered", lambda data: data.update(name=7), "'name' must be text, not 7"),
        ("entered", lambda data: data.update(event=9), "This is event 9, but event 2 comes next"),
        ("entered", lambda data: data.update(by=""), "logged with who made it and when"),
        ("entered", lambda data: data.pop("at"), "an event must have its number"),
        ("entered", lambda data: data.update(kind="vanished"), "there is no kind of event 'vanished'"),
        ("opened", lambda data: data.update(kind="announced", text="x"), "The first event must open the tournament"),
        ("opened", lambda data: data.update(scheme=[]), "'scheme' must be an object"),
        ("opened", lambda data: data["scheme"].update(rounds=-1), "rounds must be a number from 1 to 200"),
    ],
)
def test_what_is_untrue_is_refused(text: str, kind: str, change: Callable[[dict[str, Any]], None], wrong: str) -> None:
    damaged, line = changed(text, kind, change)
    with pytest.raises(RecordError, match=wrong) as refused:
        Tournament.read(damaged)
    first_draw = 1 + next(at for at, each in enumerate(text.split("\n")) if '"kind": "drawn"' in each)
    assert refused.value.line == (first_draw if kind == "seeded" else line)


def test_a_result_that_was_changed_is_found_by_what_follows(text: str) -> None:
    """A file closed by its ranking: another result that could be still gives other finalists or another ranking."""

    def winner_for_last(data: dict[str, Any]) -> None:
        lines = data["lines"]
        best = max(lines, key=lambda line: (line["score"], line.get("mark", 0)))
        worst = min(lines, key=lambda line: (line["score"], line.get("mark", 0)))
        best["player"], worst["player"] = worst["player"], best["player"]

    damaged, _ = changed(text, "result", winner_for_last, which=-1)  # of the final
    with pytest.raises(RecordError, match="According to the results, the final ranking is different"):
        Tournament.read(damaged)


@pytest.mark.parametrize(
    ("damage", "wrong"),
    [
        (lambda _: "", "line 1: the last line is not whole"),
        (lambda text: text[:-2], "the last line is not whole"),
        (lambda _: '{"tournament": 2}\n', "line 1: this is no tournament"),
        (lambda _: '{"tournament": 1}\n', "line 1: the tournament is never opened"),
        (lambda text: text.replace("{", "", 2), "line 1: this is no JSON object"),
        (lambda text: text.replace('{"event": 2,', '{"event": 2', 1), "line 3: this is no JSON object"),
        (lambda text: "\n".join(text.split("\n")[:4] + text.split("\n")[5:]), "line 5: This is event 5, but event 4"),
    ],
)
def test_damage_is_refused_with_its_line(text: str, damage: Callable[[str], str], wrong: str) -> None:
    with pytest.raises(RecordError, match=wrong):
        Tournament.read(damage(text))
