"""The command as people run it: in a separate process, with a pipe or a pseudo-terminal."""

from __future__ import annotations

import codecs
import os
import re
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

import stammtisch
from tests.examples import EXAMPLE
from tests.helpers import untraced

pty = pytest.importorskip("pty")


def _suits(seed: int) -> bool:
    """Keep the worm, throw again: worms and a 1 in the first throw, something new and a 5 in the second."""
    match = stammtisch.load(EXAMPLE, players=3).match(seed)
    if not {"keep 1", "keep worm"} <= set(map(str, match.legal_moves)):
        return False
    match.play("keep worm")
    match.play("roll")
    return {"keep 1", "keep 5"} <= set(map(str, match.legal_moves))


SEED = next(seed for seed in range(1000) if _suits(seed))

COMMAND = [sys.executable, "-c", "from stammtisch.cli import main; main()"]
ON_TERMINAL = f"import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); {COMMAND[-1]}"  # so that Ctrl-C works
ENGLISH = {"LC_ALL": "C.UTF-8"}  # whatever the language of this machine is
Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run a command in a folder of its own, with lines for its standard input."""

    def run(
        *arguments: str, lines: list[str] | None = None, environment: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        given = "".join(f"{line}\n" for line in lines or [])
        return subprocess.run(
            [*COMMAND, *arguments],
            input=given,
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env={**os.environ, **ENGLISH, **(environment or {})},
            timeout=180,
            check=False,
        )

    return run


class Terminal:
    """A command on a pseudo-terminal: press keys, wait for words. No assertion hangs on how long something takes."""

    def __init__(self, arguments: list[str], folder: Path) -> None:
        import fcntl
        import struct
        import termios

        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-c", ON_TERMINAL, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=folder,
            env={**_without_size(untraced()), "TERM": "xterm-256color", "COLORTERM": "truecolor", **ENGLISH},
            start_new_session=True,
        )
        os.close(theirs)
        self.raw = ""
        self._utf8 = codecs.getincrementaldecoder("utf-8")()  # a piece may end within a character

    def see(self, *wanted: str) -> str:
        """Read until all words are there; the text since the last look, without its colours."""
        deadline = time.monotonic() + 60
        text = ""
        while not all(words in (text := _plain(self.raw)) for words in wanted):
            assert time.monotonic() < deadline, f"{wanted} did not come:\n{text}"
            if select.select([self._ours], [], [], 0.2)[0]:
                try:
                    piece = os.read(self._ours, 65536)
                except OSError:  # the other side is closed
                    piece = b""
                assert piece or all(words in _plain(self.raw) for words in wanted), f"{wanted} did not come:\n{text}"
                self.raw += self._utf8.decode(piece)
        return text

    def press(self, keys: str) -> None:
        self.raw = ""
        os.write(self._ours, keys.encode())

    def status(self) -> int:
        return self.process.wait(30)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._ours)


def _without_size(environment: Mapping[str, str]) -> dict[str, str]:
    """These would win over the size of the pseudo-terminal; parallel test runs set them."""
    return {name: value for name, value in environment.items() if name not in ("LINES", "COLUMNS")}


def _plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def open_terminal(*arguments: str) -> Terminal:
        opened.append(Terminal(list(arguments), tmp_path))
        return opened[-1]

    yield open_terminal
    for each in opened:
        each.close()
