"""`stammtisch arena` as people run it: a process of its own."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import stammtisch.arena
from stammtisch.arena import Contest, Fault, Report, Result, Round
from stammtisch.terminal.standings import table
from tests.arena.programs import ROGUE, SAMPLE, is_gone
from tests.helpers import ROOT, untraced

COMMAND = [sys.executable, "-c", "from stammtisch.cli import main; main()", "arena"]
CONTEST = ["heckmeck", "--bots", "first,random", "--seed", "5", "--games", "24"]
Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*COMMAND, *arguments], capture_output=True, text=True, cwd=tmp_path, timeout=180, check=False
        )

    return run


@pytest.mark.usefixtures("fonts")
def test_a_contest_with_everything(run: Run, tmp_path: Path) -> None:
    files = ["--json", "out.json", "--plot", "out.svg"]
    done = run("zocken", "--bots", "random,tidy,random", "--players", "2", "--games", "12", "--seed", "4", *files)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Zocken, 2 players: 12 games in 6 rounds, seed 4" in done.stdout
    assert "random 2" in done.stdout
    assert "against" in done.stdout
    data: dict[str, Any] = json.loads((tmp_path / "out.json").read_text())
    assert [line["bot"] for line in data["table"]] == ["random", "tidy", "random 2"]
    assert [line["games"] for line in data["table"]] == [8, 8, 8]
    assert sum(line["points"] for line in data["table"]) == 12
    assert data["table"][1]["share"] == max(line["share"] for line in data["table"])
    assert [(duel["bot"], duel["rival"]) for duel in data["duels"]][1] == ("random", "random 2")
    assert data["even"] is True
    plot = (tmp_path / "out.svg").read_text()
    assert plot.startswith("<?xml")


def test_the_help_tells_options_and_bots(run: Run) -> None:
    done = run("heckmeck", "--help")
    assert "Bots: random, first" in re.sub(r"\s+", " ", done.stdout)
    for flag in ("--bots", "--games", "--sprt", "--resume", "--workers", "--json", "--plot", "--steal", "--time-limit"):
        assert flag in done.stdout


def test_resumed_after_a_kill_it_ends_as_if_nothing_had_happened(run: Run, tmp_path: Path) -> None:
    whole = run(*CONTEST, "--json", "whole.json", "--workers", "1")
    rounds = tmp_path / "rounds.jsonl"
    process = subprocess.Popen([*COMMAND, *CONTEST, "--resume", rounds.name, "--workers", "2"], cwd=tmp_path)
    while not rounds.exists() or rounds.read_bytes().count(b"\n") < 3:
        assert process.poll() is None
        time.sleep(0.02)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    workers = [int(pid) for pid in children.read_text().split()] if children.exists() else []
    process.kill()
    process.wait()
    assert all(is_gone(pid) for pid in workers)
    with rounds.open("ab") as file:
        file.write(b'{"round": 3, "se')  # as if the power had gone
    before = rounds.read_bytes().count(b"\n") - 1
    assert 2 <= before <= 12
    resumed = run(*CONTEST[:3], "--games", "24", "--resume", rounds.name, "--json", "resumed.json", "--workers", "2")
    assert resumed.stderr == "rounds.jsonl: the last line was damaged; its round is played again\n"
    assert resumed.stdout.replace("resumed.json", "whole.json") == whole.stdout
    assert (tmp_path / "resumed.json").read_text() == (tmp_path / "whole.json").read_text()
    again = run(*CONTEST, "--resume", rounds.name, "--json", "again.json")  # nothing is left to be played
    assert (tmp_path / "again.json").read_text() == (tmp_path / "whole.json").read_text()
    assert (again.returncode, again.stderr) == (0, "")


def test_interrupted_it_tells_what_was_played(tmp_path: Path) -> None:
    rounds = tmp_path / "rounds.jsonl"
    process = subprocess.Popen(
        [*COMMAND, *CONTEST[:-1], "100000", "--resume", rounds.name, "--workers", "1"],
        cwd=tmp_path,
        env=untraced(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while not rounds.exists() or rounds.read_bytes().count(b"\n") < 3:  # the last may not be counted yet
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "win share" in out
    assert re.fullmatch(r"Stopped after \d+ rounds; go on with: --resume rounds.jsonl\n", err)


def test_the_sequential_test_stops_early(run: Run, tmp_path: Path) -> None:
    done = run(*CONTEST[:-1], "2000", "--sprt", "0.5,0.6", "--json", "out.json", "--workers", "2")
    assert "Test: first's win share is nearer 0.6 than 0.5 (log likelihood ratio +" in done.stdout
    data = json.loads((tmp_path / "out.json").read_text())
    assert data["rounds"] < 20
    assert data["sprt"]["accepted"] == 0.6
    undecided = run(*CONTEST[:-1], "8", "--sprt", "0.5,0.6", "--workers", "1")
    assert "Test: not decided between a win share of 0.5 and 0.6 for first" in undecided.stdout


def test_external_bots_and_their_faults(run: Run, tmp_path: Path) -> None:
    bots = f"{SAMPLE},first,{ROGUE} 'plays illegally'"
    done = run("heckmeck", "--bots", bots, "--players", "2", "--games", "6", "--seed", "1", "--json", "out.json")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"'plays illegally' lost .*: it made no legal move: stop is not allowed, because", done.stdout)
    data = json.loads((tmp_path / "out.json").read_text())
    assert [line["faults"] for line in data["table"]] == [0, 0, 4]
    fault = data["faults"][0]
    assert (fault["round"], fault["seat"], fault["bot"]) == (1, 1, f"{ROGUE} 'plays illegally'")
    assert fault["reason"].startswith("made no legal move: stop is not allowed")


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("hekmeck --bots a,b", "there is no game 'hekmeck'; there are "),
        ("heckmeck", "tell who plays: --bots A,B,… for games between bots, or --exploit BOT"),
        ("heckmeck --bots first", "a contest needs from 2 to 12 bots, not 1"),
        ("heckmeck --bots first,deep", "Heckmeck am Bratwurmeck has no bot 'deep'; it has random, first"),
        ("heckmeck --bots first,ext:", "an external bot needs a command, as in ext:./my_bot"),
        ("heckmeck --bots first,random --games 0", "Invalid value for '--games'"),
        ("heckmeck --bots first,random --players 9", "players cannot be '9'; it must be a number from 2 to 7"),
        ("heckmeck --bots first,random --seed=-1", "a seed must be a whole number from 0 to 2**63 - 1, not -1"),
        ("heckmeck --bots first,random --sprt 0.5", "a test needs two win shares, the lower first, as in 0.5,0.55"),
        ("heckmeck --bots first,random --plot out.txt", "a plot is written as .svg, .png, .pdf, so 'out.txt' will not"),
        ("heckmeck --bots first,random --json no/out.json", "cannot write no/out.json: there is no folder no"),
        ("heckmeck --bots first,random --resume diary", "diary: line 1: this is no JSON object on a line of its own"),
        ("heckmeck --bots first,random --resume .", "cannot read .: Is a directory"),
    ],
)
def test_an_error_is_one_sentence(run: Run, tmp_path: Path, command: str, sentence: str) -> None:
    (tmp_path / "diary").write_text("Dear diary\n")
    done = run(*command.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_without_matplotlib_a_plot_is_refused_before_the_games(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.modules['matplotlib'] = None")
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT / 'src'}"}
    done = subprocess.run(
        [*COMMAND, *CONTEST, "--plot", "out.svg"],
        capture_output=True,
        text=True,
        env=environment,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert (
        done.stderr
        == "a plot needs matplotlib, which is not installed; install it with: pip install 'stammtisch[plots]'\n"
    )


def test_the_table_fits_a_narrow_terminal() -> None:
    contest = Contest(stammtisch.load("heckmeck"), ["ext:./a/program/with/a/long/name --and-flags", "random"], seed=1)
    places = [[1, 2], [2, 1], [1, 1], [1, 2]]
    fault = Fault(1, "gave no answer within 5 s")
    rounds = [
        Round(number, 0, [Result(seats, each, [9, 9], 99, fault) for seats in contest.seating.round(0)])
        for number, each in enumerate(places)
    ]
    console = Console(width=80, file=StringIO())
    console.print(table(Report.of(contest, rounds), 80))
    lines = console.file.getvalue().splitlines()  # type: ignore[attr-defined]
    assert all(len(line) <= 80 for line in lines)
    assert len(lines) < 10
    assert lines[1].split() == ["bot", "win", "share", "95", "%", "interval", "even", "rating", "games", "faults"]
    assert lines[3].split()[0] == "ext:./…-flags"
