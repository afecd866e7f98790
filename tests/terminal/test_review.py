"""Hints in play, and reviews of what was played."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import stammtisch
from stammtisch.bots import decision_seed
from stammtisch.terminal.review import LARGEST
from tests.terminal.conftest import SEED, Run


def record(name: str, *bots: str, most: int = 10**6) -> str:
    """A match between bots."""
    match = stammtisch.load(name, players=len(bots)).match(seed=5)
    while not match.is_over and len(match.events) < most:
        match.play(match.game.bots[bots[match.turn]].choose(match.position.view(match.turn), decision_seed(match)))
    return match.record(seats=list(bots)).to_jsonl()


def test_a_hint_names_every_move_the_best_first(run: Run) -> None:
    done = run("play", "heckmeck", "--seed", str(SEED), "--seats", "me,first", lines=["hint", "quit"])
    lines = [line for line in done.stdout.splitlines() if "% to get a tile" in line]
    assert lines[0].endswith(", best")
    assert all("gives away" in line or "as good" in line for line in lines[1:])


@pytest.mark.usefixtures("fonts")
def test_a_review_finds_who_makes_mistakes(run: Run, tmp_path: Path) -> None:
    (tmp_path / "game.jsonl").write_text(record("heckmeck", "one-turn", "beginner"))
    done = run("review", "game.jsonl", "--plot", "review.svg", "--moves")
    assert (done.returncode, done.stderr) == (0, "")
    first, second = (line.split() for line in done.stdout.splitlines() if line.startswith(("one-turn ", "beginner ")))
    assert first[4:6] == ["0", "0.00"]
    assert int(second[4]) > 5
    assert ("The largest mistakes:" if int(second[4]) > LARGEST else "All mistakes:") in done.stdout
    assert "Move by move:" in done.stdout
    assert "event " in done.stdout
    assert (tmp_path / "review.svg").read_text().startswith("<?xml")

    data = json.loads(run("review", "game.jsonl", "--json").stdout)
    assert data["unit"] == "worms"
    assert data["players"][0]["given_away"] == 0
    lost = sum(each["gives_away"] for each in data["decisions"] if each["seat"] == 1)
    assert abs(lost - data["players"][1]["given_away"]) < 1e-9
    worst = max(data["decisions"], key=lambda each: each["gives_away"])
    again = run("replay", "game.jsonl", "--to", str(worst["event"])).stdout
    told = next(line for line in again.splitlines() if line.startswith(f"{worst['event']} "))
    assert "beginner" in told


def test_an_unfinished_match_without_mistakes(run: Run, tmp_path: Path) -> None:
    (tmp_path / "half.jsonl").write_text(record("barbecue", "one-turn", "one-turn", most=60))
    done = run("review", "half.jsonl")
    assert "No mistakes: every move was the best, or as good." in done.stdout
    assert "All figures in points." in done.stdout


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        ("missing.jsonl", "cannot read missing.jsonl: No such file or directory"),
        ("begun.jsonl", "begun.jsonl: nothing was decided in this match, so there is nothing to review"),
        ("begun.jsonl --plot review.doc", "a plot is written as .svg, .png, .pdf, so 'review.doc' will not do"),
    ],
)
def test_an_error_is_one_sentence(run: Run, tmp_path: Path, flags: str, sentence: str) -> None:
    (tmp_path / "begun.jsonl").write_text(stammtisch.load("heckmeck").match(seed=1).record().to_jsonl())
    done = run("review", *flags.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == sentence + "\n"
