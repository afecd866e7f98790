"""The keyboard: a key for each move, and single keys read without Enter."""

from __future__ import annotations

import contextlib
import os
import select
import sys
import time
from collections.abc import Iterable
from string import ascii_lowercase

import typer

from stammtisch.core.game import Move

RESERVED = "?:bhqu"  # keys that are commands
MOST = 20  # with more moves than this, keys would help nobody


def assign_keys(moves: Iterable[Move]) -> dict[str, Move]:
    """A key for each move, one that is easy to guess: 1 for "keep 1", w for "keep worm", t for "take 24"."""
    keys: dict[str, Move] = {}
    for move in moves:
        last = str(move).split()[-1]
        likely = last[0] if len(last) == 1 or last[0].isalpha() else str(move)[0]
        free = (key for key in likely + str(move) + ascii_lowercase if key.isalnum() and key not in RESERVED)
        key = next((key for key in free if key not in keys), None)
        if key is None or len(keys) == MOST:
            return {}
        keys[key] = move
    return keys


def press() -> str:
    """The next key. Ctrl-C and Ctrl-D raise what they always raise."""
    return typer.getchar()


def rest(seconds: float) -> bool:
    """Wait; a key ends the wait at once. Was there one?"""
    try:
        import termios
        import tty
    except ImportError:  # no Unix: simply wait
        time.sleep(seconds)
        return False
    here = sys.stdin.fileno()
    before = termios.tcgetattr(here)
    try:
        tty.setcbreak(here)
        pressed = bool(select.select([here], [], [], seconds)[0])
        if pressed:
            os.read(here, 1024)
        return pressed
    finally:
        termios.tcsetattr(here, termios.TCSADRAIN, before)


def forget() -> None:
    """Drop what was typed while nobody was asked, lest it be taken for a move."""
    with contextlib.suppress(ImportError):
        import termios

        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)
