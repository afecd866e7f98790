"""A real server in a separate process, which tests may kill and start again."""

from __future__ import annotations

import os
import signal
import socket
import sys
import time
import urllib.error
import urllib.request
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import IO

from tests.helpers import untraced
from tests.preloaded import Started, start

PATIENCE = 60.0
COMMAND = "from stammtisch.cli import main; main()"


def reserved() -> socket.socket:
    """A port that nobody else is given as long as this is open; on Linux a server may listen there meanwhile."""
    found = socket.socket()
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    found.bind(("127.0.0.1", 0))
    return found


def free_port() -> int:
    with reserved() as found:
        return int(found.getsockname()[1])


class ServerProcess:
    """`with ServerProcess(folder) as server`. Everything it keeps is in the folder; `code` may be another program.

    "HERE" among the arguments stands for its own address. `preloaded`: a fork starts soonest (tests/preloaded.py); a
    test of the start itself wants none. `installation`: another one than this, by its Python, or by a folder that
    Python finds its modules in."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        code: str = COMMAND,
        preloaded: bool = True,
        installation: Path | None = None,
    ) -> None:
        self.folder = folder
        self._place = reserved()
        self.port = int(self._place.getsockname()[1])
        self.address = f"http://127.0.0.1:{self.port}"
        self._arguments = [self.address if each == "HERE" else each for each in arguments]
        self._code = code
        self.installation = installation
        """From its next start on."""
        self._preloaded = (
            preloaded and code == COMMAND and not installation
        )  # other programs change modules before others import them
        self._process: Started | None = None
        self._log: IO[bytes] | None = None

    def __enter__(self) -> ServerProcess:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        self._place.close()

    @property
    def log(self) -> str:
        return (self.folder / "server.log").read_text()

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    @property
    def files(self) -> Counter[str]:
        """What is open there, by kind or by the name of the file."""
        found: Counter[str] = Counter()
        for each in Path(f"/proc/{self.pid}/fd").iterdir():
            with suppress(FileNotFoundError):  # closed meanwhile
                found[each.readlink().name.split(":")[0]] += 1
        return found

    @property
    def sockets(self) -> int:
        """That are open there: other files may come and stay."""
        return self.files["socket"]

    def start(self) -> None:
        """Start it and wait until it answers."""
        self._log = (self.folder / "server.log").open("ab")
        arguments = ["serve", "--port", str(self.port), "--data", "data", *self._arguments]
        python, environment = sys.executable, untraced()
        if self.installation and self.installation.is_dir():
            environment["PYTHONPATH"] = os.pathsep.join(
                [str(self.installation.absolute()), *filter(None, [environment.get("PYTHONPATH")])]
            )
        elif self.installation:
            python = str(self.installation.absolute())
        self._process = start(
            self._code, arguments, self.folder, self._log, environment, preloaded=self._preloaded, python=python
        )
        deadline = time.monotonic() + PATIENCE
        while not self.answers():
            assert self._process.poll() is None, f"the server ended:\n{self.log[-2000:]}"
            assert time.monotonic() < deadline, f"the server does not answer:\n{self.log[-2000:]}"
            time.sleep(0.02)

    def answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.address}/health", timeout=5) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def kill(self) -> None:
        """kill -9, with the processes in which its bots think."""
        if self._process and self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._wait()

    def stop(self, how: int = signal.SIGTERM) -> int:
        """Ask it to stop; its exit status."""
        assert self._process
        if self._process.poll() is None:
            os.kill(self.pid, how)
        return self._wait()

    def _wait(self) -> int:
        status = self._process.wait(PATIENCE) if self._process else 0
        if self._log:
            self._log.close()
            self._log = None
        return status

    def restart(self) -> None:
        self.kill()
        self.start()
