"""The keyboard: a key for each move, and single keys read without Enter."""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from string import ascii_lowercase

import click

from stammtisch.core.game import Move

try:
    import termios
    import tty
except ImportError:  # Windows
    termios = None

RESERVED = "?:bhqu"  # keys that are commands
ESCAPE = b"\x1b"  # begins the keys that send several bytes, such as the arrows
_UTF8_TAIL = {0xC: 1, 0xD: 1, 0xE: 2, 0xF: 3}  # bytes that follow, by the upper half of the first
MOST = 20  # with more moves than this, keys would help nobody


def assign_keys(moves: Iterable[Move]) -> dict[str, Move]:
    """A key for each move, one that is easy to guess: 1 for "keep 1", w for "keep worm", t for "take 24"."""
    keys: dict[str, Move] = {}
    for move in moves:
        *_, last = words = str(move).split()
        short = [word for word in words if len(word) == 1]
        likely = short[-1] if short else last[0] if last[0].isalpha() else str(move)[0]
        free = (key for key in likely + str(move) + ascii_lowercase if key.isalnum() and key not in RESERVED)
        key = next((key for key in free if key not in keys), None)
        if key is None or len(keys) == MOST:
            return {}
        keys[key] = move
    return keys


def press() -> str:
    """The next key, also one that was typed a moment too early. Ctrl-C and Ctrl-D raise what they always raise."""
    if termios is None:
        return click.getchar()
    with _single_keys() as here:
        key = os.read(here, 1)
        more = 8 if key == ESCAPE else len(key) and _UTF8_TAIL.get(key[0] >> 4, 0)
        while more and select.select([here], [], [], 0.02)[0]:
            key += os.read(here, 1)
            more -= 1
    if key in (b"", b"\x04", b"\0"):  # Ctrl-D; as zero, if it was pressed a moment too early
        raise EOFError
    return key.decode(errors="replace")


def rest(seconds: float) -> bool:
    """Wait; a key ends the wait at once. Was there one?"""
    if termios is None:
        time.sleep(seconds)
        return False
    with _single_keys() as here:
        pressed = bool(select.select([here], [], [], seconds)[0])
        if pressed:
            os.read(here, 1024)
    return pressed


def forget() -> None:
    """Drop what was typed while nobody was asked, lest it be taken for a move."""
    if termios is not None:
        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


@contextmanager
def _single_keys() -> Iterator[int]:
    """Keys come one by one and are not shown; nothing typed before is lost, as it is with most libraries."""
    assert termios is not None
    here = sys.stdin.fileno()
    before = termios.tcgetattr(here)
    try:
        tty.setcbreak(here, termios.TCSADRAIN)
        yield here
    finally:
        termios.tcsetattr(here, termios.TCSADRAIN, before)
