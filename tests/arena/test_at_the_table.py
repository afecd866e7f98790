"""External bots at a table with people, in the terminal."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import stammtisch
from tests.arena.programs import ROGUE, SAMPLE

COMMAND = [sys.executable, "-c", "from stammtisch.cli import main; main()", "play", "heckmeck"]


def play(folder: Path, *arguments: str, lines: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments], input=lines, capture_output=True, text=True, cwd=folder, timeout=60, check=False
    )


def test_two_programs_play_a_match(tmp_path: Path) -> None:
    done = play(tmp_path, "--seats", f"{SAMPLE},{SAMPLE}", "--seed", "3", "--save", "match.jsonl")
    assert (done.returncode, done.stderr) == (0, "")
    lines = [json.loads(line) for line in (tmp_path / "match.jsonl").read_text().splitlines()]
    assert lines[0]["seats"] == [f"bot {SAMPLE}", f"bot {SAMPLE} 2"]
    assert lines[-1]["end"] == "over"


def test_a_bot_that_fails_ends_the_match_and_the_match_is_saved(tmp_path: Path) -> None:
    done = play(tmp_path, "--seats", f"first,{ROGUE} crashes", "--seed", "3", "--save", "match.jsonl")
    assert done.returncode == 1
    assert "crashes ended with status 1: RuntimeError: I have" in done.stdout
    assert "The match is saved in match.jsonl." in done.stdout
    # Nothing is run because a file says so; whoever resumes says who plays.
    refused = play(tmp_path, "--resume", "match.jsonl")
    assert refused.returncode == 2
    assert refused.stderr.startswith("an external bot sits in match.jsonl; name all seats again")
    gone_on = play(tmp_path, "--resume", "match.jsonl", "--seats", "first,random")
    assert gone_on.returncode == 0


@pytest.mark.parametrize("name", ["ext:touch ran", " ext:touch ran", "bot ext:touch ran", "bot  ext:touch ran"])
def test_a_record_runs_no_program(tmp_path: Path, name: str) -> None:
    match = stammtisch.load("heckmeck").match(7)
    match.play(match.legal_moves[0])
    (tmp_path / "match.jsonl").write_text(match.record(seats=[name, name]).to_jsonl())
    done = play(tmp_path, "--resume", "match.jsonl")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "ran").exists()
