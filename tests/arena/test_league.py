"""Leagues of bots: the same whatever the number of cores, with faults, intervals, and commands that people run."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from stammtisch.arena import League, league_table, play_league
from stammtisch.arena.league_table import _interval
from stammtisch.bots import Limits
from stammtisch.core.errors import StammtischError
from stammtisch.terminal.forecast import ForecastRequest, show_forecast
from stammtisch.tournament import Tournament
from stammtisch.tournament.forecast import wilson
from tests.arena.programs import ROGUE

NOW = "2026-05-02T19:00:00Z"
DUELS: dict[str, Any] = {
    "seed": "5",
    "bots": ["tidy", {"bot": "random", "count": 2}, {"bot": "random", "name": "Ann"}],
    "scheme": {"game": "zocken", "rounds": 3, "smallest": 2, "largest": 2, "usual": 2, "options": {"rounds": 1}},
}


def league(**more: Any) -> League:
    return League.read({**DUELS, **more}, "0")


def test_a_league_is_the_same_on_any_number_of_cores() -> None:
    games: list[int] = []
    one = play_league(league(times=3), 1, NOW, lambda: games.append(1))
    two = play_league(league(times=3), 2, NOW)
    assert [each.to_jsonl() for each in one] == [each.to_jsonl() for each in two]
    assert len({each.to_jsonl() for each in one}) == 3
    assert len(games) == 3 * (3 * 2 + 1)
    for each in one:
        assert Tournament.read(each.to_jsonl()).progress.phase == "closed"


def test_the_league_table() -> None:
    played = play_league(league(times=5), 1, NOW)
    table = league_table(played)
    assert table[0].name == "tidy"
    assert {line.name for line in table} == {"tidy", "random", "random 2", "Ann"}
    assert sum(line.won for line in table) == 5
    assert sum(line.place for line in table) == pytest.approx(1 + 2 + 3 + 4)
    for line in table:
        assert line.games == 5 * 3
        assert line.score == pytest.approx(3 * line.points)
        assert line.interval is None or line.interval[0] <= line.points <= line.interval[1]
    (single,) = play_league(league(times=1), 1, NOW)
    assert all(line.interval is None for line in league_table([single]))  # three games are too few


def test_confidence_intervals() -> None:
    assert _interval([1.0, 2.0, 3.0]) is None
    half = 3.182 * 0.6455  # Student's t for 3 degrees of freedom, and the standard error of 1, 2, 3, 4
    assert _interval([1.0, 2.0, 3.0, 4.0]) == pytest.approx((2.5 - half, 2.5 + half), abs=0.01)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)


def test_a_bot_that_fails_is_out_and_the_others_go_on() -> None:
    """[C3.6]"""
    bots = ["tidy", "random", {"bot": f"ext:{sys.executable} {ROGUE} crash", "name": "Rogue"}]
    scheme = {"game": "zocken", "rounds": 1, "final_size": 0, "options": {"rounds": 1}}
    made = League.read({"bots": bots, "scheme": scheme}, "3", Limits(move=20.0))
    (played,) = play_league(made, 1, NOW)
    result = {line.player: line for line in played.progress.rounds[0].tables[0].result}
    assert result[3].out
    assert result[3].place == 3
    assert not result[1].out
    assert [line.faults for line in league_table([played])] == [0, 0, 1]


def test_a_long_command_has_a_short_name() -> None:
    made = league(bots=["tidy", "random", {"bot": "ext:python " + "x" * 90, "count": 2}])
    names = [name for name, _ in made.entries]
    assert all(len(name) <= 60 for name in names)
    assert len(set(names)) == 4
    assert len(made.open(0, NOW).progress.players) == 4


@pytest.mark.parametrize(
    ("more", "wrong"),
    [
        ({"bot": []}, "a league has no 'bot'"),
        ({"bots": "tidy"}, "a league needs its bots"),
        ({"bots": ["tidy", "chess"]}, "Zocken has no bot 'chess'"),
        ({"bots": [{"name": "X"}]}, "a bot is given as"),
        ({"bots": [7]}, "'bots' cannot be 7"),
        ({"bots": ["tidy", "random"]}, "this scheme is for 3 to 1000 players, not 2"),
        ({"bots": ["tidy", {"bot": "random", "name": "TIDY"}, "random"]}, "two bots have the same name"),
        ({"times": 0}, "times must be a number from 1 to 10000, not 0"),
        ({"title": 7}, "the title must be text"),
        ({"scheme": 7}, "'scheme' cannot be 7"),
        ({"scheme": "heckmeck_klassik"}, "there is no scheme 'heckmeck_klassik'"),
    ],
)
def test_an_impossible_league_is_refused(more: dict[str, Any], wrong: str) -> None:
    with pytest.raises(StammtischError, match=wrong):
        league(**more)


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from stammtisch.cli import main; main()", "tournament", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, timeout=120, check=False)


FILE = """seed = "5"
bots = ["tidy", {bot = "random", count = 3}]
scheme = {game = "zocken", rounds = 2, options = {rounds = 1}}
"""


def test_run_and_verify(tmp_path: Path) -> None:
    (tmp_path / "league.toml").write_text(FILE)
    done = run(tmp_path, "run", "league.toml", "--save", "out.jsonl", "--json", "out.json", "--workers", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert "League: Zocken, 4 bots, 2 rounds (swiss) and a final, best of 1, seed 5" in done.stdout
    data = json.loads((tmp_path / "out.json").read_text())
    assert sorted(line["name"] for line in data["table"]) == ["random", "random 2", "random 3", "tidy"]
    checked = run(tmp_path, "verify", "out.jsonl")
    assert (checked.returncode, checked.stderr) == (0, "")
    assert "3 draws follow from the seed" in checked.stdout
    assert f"1. {data['table'][0]['name']}" in checked.stdout
    file = tmp_path / "out.jsonl"
    file.write_text(file.read_text().replace('"seed": "5"', '"seed": "6"'))
    refused = run(tmp_path, "verify", "out.jsonl")
    assert refused.returncode == 2
    assert refused.stderr == "out.jsonl: line 8: The seed gives a different draw; draws cannot be made up.\n"


CLASSIC = {"preset": "heckmeck_classic"}
QUESTION = ForecastRequest(12, CLASSIC, rounds="2", edge=0.6, levels=None, minutes=30, pause=10, times=10, seed=0)


def test_the_forecast_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = run(tmp_path, "advise", "--players", "12", "--rounds", "1-2", "--evenings", "20", "--plot", "a.svg")
    assert (done.returncode, done.stderr) == (0, "")
    assert "2 rounds: the best player wins" in done.stdout
    assert "1 h 50 min" in done.stdout
    assert (tmp_path / "a.svg").read_text().startswith("<?xml")
    refusals: list[tuple[dict[str, Any], str]] = [
        ({"players": 11}, "This format is for 12 to 36 players, not 11"),
        ({"rounds": "many"}, "rounds are given as 3 or as 1-5, not 'many'"),
        ({"levels": "master=1,expert=2"}, "3 players have a level, but 12 play"),
    ]
    for more, wrong in refusals:
        with pytest.raises(StammtischError, match=wrong):
            show_forecast(replace(QUESTION, **more))
    show_forecast(replace(QUESTION, levels="master, expert=4, regular=7", as_json=True))
    (found,) = json.loads(capsys.readouterr().out)
    assert (found["rounds"], found["evenings"]) == (2, 10)
