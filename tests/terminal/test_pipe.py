"""Play through a pipe: whole games, saved and resumed games, replay in another process."""

from __future__ import annotations

from pathlib import Path

import pytest

import stammtisch
from stammtisch.bots import decision_seed
from stammtisch.terminal.match_text import results
from stammtisch.terminal.seats import seat_people
from tests.terminal.conftest import SEED, Run

SEATS = "me,first,random"


def expected(seed: int) -> tuple[stammtisch.Match, list[str]]:
    """The match in which "me" plays like the bot first, and what "me" has to type for it."""
    game = stammtisch.load("heckmeck", players=3)
    match, typed = game.match(seed), []
    seats = seat_people(game, SEATS.split(","))
    while not match.is_over:
        bot = seats[match.turn].bot
        move = (bot or game.bots["first"]).choose(match.position.view(match.turn), decision_seed(match))
        if bot is None:
            typed.append(str(move))
        match.play(move)
    return match, typed


def test_whole_game(run: Run, tmp_path: Path) -> None:
    match, typed = expected(5)
    done = run("play", "heckmeck", "--seed", "5", "--seats", SEATS, "--save", "game.jsonl", lines=typed)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    assert not set(done.stdout) & set("─│┌┐└┘▄▀▒▶")
    assert all(line in done.stdout for line in results(match.position, ["You", "bot first", "bot random"]))
    assert "Watch it again with: stammtisch replay game.jsonl" in done.stdout
    replayed = stammtisch.read((tmp_path / "game.jsonl").read_text("utf-8"))
    assert replayed.match.position == match.position
    assert replayed.seats == ["me", "bot first", "bot random"]

    again = run("replay", "game.jsonl")
    board = match.game.text.board(match.position, replayed.seats)
    assert again.returncode == 0
    assert board in again.stdout
    assert again.stdout.count("\n") > len(typed)
    assert "heckmeck 1" in run("convert", "game.jsonl", "--short").stdout


@pytest.mark.parametrize("name", ["half.jsonl", "half.txt"])
def test_a_resumed_match_goes_on_the_same(run: Run, tmp_path: Path, name: str) -> None:
    match, typed = expected(6)
    half = len(typed) // 2
    first = run("play", "heckmeck", "--seed", "6", "--seats", SEATS, lines=[*typed[:half], f"save {name}", "quit"])
    assert f"Go on with: stammtisch play heckmeck --resume {name}" in first.stdout
    assert not stammtisch.read((tmp_path / name).read_text("utf-8")).match.is_over
    second = run("play", "heckmeck", "--resume", name, lines=typed[half:])
    assert second.returncode == 0
    assert stammtisch.read((tmp_path / name).read_text("utf-8")).match.position == match.position


def test_end_of_input_loses_nothing(run: Run, tmp_path: Path) -> None:
    done = run("play", "heckmeck", "--seed", str(SEED), lines=["w"])
    assert done.returncode == 0
    assert f"The match is saved in heckmeck-{SEED}.jsonl." in done.stdout
    assert (
        str(stammtisch.read((tmp_path / f"heckmeck-{SEED}.jsonl").read_text("utf-8")).match.events[-1].move)
        == "keep worm"
    )
    assert f"saved in heckmeck-{SEED}-2.jsonl" in run("play", "heckmeck", "--seed", str(SEED), lines=["w"]).stdout


def test_nothing_played_nothing_saved(run: Run, tmp_path: Path) -> None:
    assert "nothing is saved" in run("play", "heckmeck").stdout
    assert list(tmp_path.iterdir()) == []


def test_bad_input_explains_and_asks_again(run: Run, tmp_path: Path) -> None:
    (tmp_path / "precious.txt").write_text("mine")
    lines = [
        "keep 6",
        "undo",
        "?",
        "24",
        "?",
        "? 9",
        "? h3.4",
        "w",
        "undo",
        "",
        "keep w",
        "1",
        "save precious.txt",
        "board",
    ]
    done = run("play", "heckmeck", "--seed", str(SEED), lines=lines)
    out = done.stdout
    assert done.returncode == 0
    for words in (
        "'keep 6' is no move",
        "There is nothing to take back: dice have been thrown",
        "2.2 After every roll",
        "Take 24 is not allowed, because you must first set aside one of the symbols",
        "Type ? for that rule.",
        "There is no paragraph '9' in the rules; there are 1.1–1.3 (Components)",
        "3.4 Otherwise he takes",
        "Taken back: keep worm.",
        "You set aside worm",
        "Keep 1 is not allowed, because you have just set aside a symbol",
        "There is already a file precious.txt, and it is not this match; choose another name.",
        "Turn 1: You. Set aside worm",
    ):
        assert words in out
    assert (tmp_path / "precious.txt").read_text() == "mine"


def test_choices_are_told_once(run: Run) -> None:
    out = run("play", "heckmeck", "--seed", str(SEED), lines=["help", "nonsense", "undo"]).stdout
    assert out.count("You may:") == 1
    assert run("play", "heckmeck", "--seed", str(SEED), lines=["", ""]).stdout.count("You may:") == 3


def test_bots_among_themselves(run: Run, tmp_path: Path) -> None:
    done = run("play", "heckmeck", "--seats", "first,first", "--seed", "1", "--fast", "no_exception", "--lower", "any")
    assert "bot first 2" in done.stdout
    record = stammtisch.read((tmp_path / "heckmeck-1.jsonl").read_text("utf-8"))
    assert record.match.is_over
    assert (
        str(record.match.game.options) == "players=2 steal=optional lower=any flip_without_tile=off fast=no_exception"
    )
