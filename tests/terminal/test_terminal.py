"""Play on a real (pseudo-)terminal: single keys, typed moves, undo, rules, Ctrl-C, replay."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import stammtisch
from tests.terminal.conftest import SEED, Terminal

Open = Callable[..., Terminal]
PLAY = ("play", "heckmeck", "--seats", "me,first,random", "--seed", str(SEED))
SAVED = f"heckmeck-{SEED}.jsonl"


def last_move(folder: Path) -> str:
    match = stammtisch.read((folder / SAVED).read_text("utf-8")).match
    return [str(event.move) for event in match.events if event.seat >= 0][-1]


def test_single_keys(terminal: Open, tmp_path: Path) -> None:
    screen = terminal(*PLAY)
    screen.see("thrown", "keep worm", "press a key")
    assert "\x1b[" in screen.raw
    screen.press("u")
    screen.see("There is nothing to take back: dice have been thrown")
    screen.press("?")
    screen.see("2.2 After every roll")
    screen.press("x")
    screen.see("The key x does nothing here.")
    screen.press("w")
    screen.see("You set aside worm", "roll")
    screen.press("u")
    screen.see("Taken back: keep worm.")
    screen.press("w")
    screen.see("roll")
    screen.press("r")
    screen.see("You rolled", "keep 5", "press a key")
    screen.press("u")
    screen.see("There is nothing to take back")
    screen.press("5")
    screen.see("You set aside 5", "press a key")
    screen.press("q")
    screen.see(f"The match is saved in {SAVED}.", f"--resume {SAVED}")
    assert screen.status() == 0
    assert last_move(tmp_path) == "keep 5"


def test_typed_moves_and_a_long_answer(terminal: Open, tmp_path: Path) -> None:
    screen = terminal(*PLAY)
    screen.see("press a key")
    screen.press("\r")
    screen.see("> ")
    screen.press("take 24\r")
    screen.see("Take 24 is not allowed", "Type ? for", "press a key")
    screen.press(":")
    screen.see("> ")
    screen.press("? 3\r")
    screen.see("3.7 A tile won", "press a key")
    screen.press(" ")
    screen.see("keep worm", "Enter to type")
    screen.press(":")
    screen.see("> ")
    screen.press("keep worm\r")
    screen.see("You set aside worm", "roll")
    screen.press("\x03")
    screen.see(f"saved in {SAVED}")
    assert screen.status() == 130
    assert last_move(tmp_path) == "keep worm"


def test_bots_take_their_time_and_a_key_hurries_them(terminal: Open) -> None:
    screen = terminal(*PLAY, "--pause", "600")
    screen.see("press a key")
    screen.press("w")
    screen.see("stop")
    screen.press("s")
    screen.see("bot first rolled", "any key: on to your turn")
    screen.press("x")
    screen.see("press a key", "keep")
    screen.press("\x04")
    screen.see(f"saved in {SAVED}")
    assert screen.status() == 0


def test_a_killed_terminal_saves(terminal: Open, tmp_path: Path) -> None:
    screen = terminal(*PLAY)
    screen.see("press a key")
    screen.press("w")
    screen.see("roll")
    screen.process.terminate()
    assert screen.status() == 130
    assert last_move(tmp_path) == "keep worm"


def test_replay_forward_and_back(terminal: Open, tmp_path: Path) -> None:
    game = stammtisch.load("heckmeck")
    match = game.match(SEED)
    match.play("keep worm")
    match.play("roll")
    (tmp_path / "game.jsonl").write_text(match.record(seats=["Ann", "Ben"]).to_jsonl())
    screen = terminal("replay", "game.jsonl")
    screen.see("event 0 of 4")
    screen.press("\r")
    screen.see("Ann rolled", "event 1 of 4")
    screen.press("l")
    screen.see("event 4 of 4")
    screen.press("b")
    screen.see("event 3 of 4")
    screen.press("f")
    screen.see("event 0 of 4")
    screen.press("q")
    assert screen.status() == 0
