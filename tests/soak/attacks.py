"""One attacks, others play: python -m tests.soak.attacks --control PYTHON

Real servers, each attack by itself: two people play at 6 moves a second and a third plays a bot, at first in quiet,
then while an attacker makes 20 requests a second from one address, as behind a proxy (attackers.py). The control is
another installation, by its Python: a server from before it was protected, which must do worse.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree
from threading import Event
from typing import IO, Any

from tests.examples import EXAMPLE
from tests.helpers import ROOT, untraced
from tests.server.server_process import COMMAND, ServerProcess
from tests.soak.attack_report import Outcome, Row, Times, holds, written

Json = dict[str, Any]
UNLIMITED = f"""
from stammtisch.server.live import sockets
sockets.TokenBucket.take = lambda self: True
try:
    from stammtisch.server.live.quotas import Quotas
    Quotas.check = lambda *_: None
except ImportError:
    pass
{COMMAND}
"""
"""Where all is made that attacks need, such as a table at which very much was said."""
FEW_HANDLES = f"""
import resource
resource.setrlimit(resource.RLIMIT_NOFILE, (1024, 1024))
{COMMAND}
"""
MEMORY = Path("/dev/shm")
"""What is prepared need not be durable at every step."""
FIRST = 2.0  # seconds of an attack before anything is measured
WARM = 1.0  # seconds: a bot that takes longer is still being loaded
REPORT = ROOT / "docs" / "soak-attacks.md"


# ── Others, whom the attack is not to shut out ───────────────────────────────────────────────────────────────────────


def ask(server: ServerProcess, method: str, path: str, data: object = None) -> Any:
    body = None if data is None else json.dumps(data).encode()
    request = urllib.request.Request(server.address + path, body, {"Content-Type": "application/json"}, method=method)
    with urllib.request.urlopen(request, timeout=5) as answer:
        return json.load(answer)


def newcomer(server: ServerProcess, known: Json) -> bool:
    return bool(ask(server, "POST", "/api/guests", {"name": "Gina"}))


def owner_logs_in(server: ServerProcess, known: Json) -> bool:
    login = {"handle": known["owner"]["handle"], "password": known["owner"]["password"], "device": ""}
    return bool(ask(server, "POST", "/api/sessions", login))


def table_is_listed(server: ServerProcess, known: Json) -> bool:
    return any(each["table"] == known["public"] for each in ask(server, "GET", "/api/tables"))


@dataclass(frozen=True)
class Attack:
    name: str
    """Of the function in attackers.py."""
    what: str
    others: Callable[[ServerProcess, Json], bool] = newcomer
    shut_out: str = "newcomers"
    code: str = COMMAND
    every: float = 1.0
    """Seconds between two of the others."""


ATTACKS = (
    Attack("advice", "advice for 200 players, `[12]*8`, 20/s"),
    Attack("bots_only", "151 tables of 8 masters and nobody else"),
    Attack("story", "the story of a finished game, 20/s"),
    Attack("record", "its record.txt, 20/s"),
    Attack("transcript", "its transcript, 20/s"),
    Attack("moment", "its moments, 20/s"),
    Attack("review", "its review, 20/s"),
    Attack("export", "the own export, 20/s"),
    Attack("hints", "hints for the own move, 20/s"),
    Attack("hello", "hello at a table of 20,000 events, 20/s"),
    Attack("pages_of_events", "pages of 500 events of that table in words, 20/s"),
    Attack("hello_in_words", "hello in words at a game of thousands of events, 20/s"),
    Attack("pages_of_game", "pages of 500 events of that game in words, 20/s"),
    Attack("messages", "one guest sends over 100 connections, 1,000 messages/s that are refused"),
    Attack("look_at_tournament", "a tournament of 1,000 players, looked at 20/s"),
    Attack("draw_of_stranger", "a stranger draws 1,000 players, 20/s"),
    Attack("words_and_draw_of_stranger", "he announces something before that in the same request, 20/s"),
    Attack("draws_of_organiser", "its organiser draws ten times in one request, 20/s"),
    Attack("drawn_and_undrawn", "its organiser draws and takes back, one request after another"),
    Attack("wrong_logins", "wrong logins for one account, 20/s", owner_logs_in, "its owner's logins", every=3.0),
    Attack("long_polls", "1,010 long polls at a server with 1,024 handles", code=FEW_HANDLES),
    Attack("idle_connections", "1,010 connections that say nothing, at the same", code=FEW_HANDLES),
    Attack("spectators", "1,010 spectators, at the same", code=FEW_HANDLES),
    Attack("chat", "one guest talks over 20 connections, 200 words/s"),
    Attack("open_tables", "public tables, 20/s", table_is_listed, "looks at the list with another's table"),
)


def served(attack: Attack, server: ServerProcess, known: Json, over: Event) -> tuple[int, int]:
    """How many of the others were served, and how many came."""
    good = came = 0
    while not over.wait(attack.every):
        came += 1
        with suppress(OSError, ValueError):
            good += attack.others(server, known)
    return good, came


# ── Processes ────────────────────────────────────────────────────────────────────────────────────────────────────────


class Players:
    """normal_players.py, with the Python of the server that they play at."""

    def __init__(self, python: Path, server: ServerProcess, errors: IO[bytes]) -> None:
        self._process = subprocess.Popen(
            [python, "-m", "tests.soak.normal_players", server.address, EXAMPLE],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env=untraced(),
        )

    def ask(self, line: str) -> Json:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        answer: Json = json.loads(self._process.stdout.readline())
        return answer

    def play(self, seconds: float) -> Times:
        found = self.ask(f"play {seconds}")
        return Times(tuple(found["moves"]), tuple(found["bot"]))

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                pipe.close()


class Installation:
    """A server as it is installed somewhere, with all that attacks need on its disk."""

    def __init__(self, python: Path, folder: Path) -> None:
        self._python, self._folder = python, folder
        own = python == Path(sys.executable)
        self._installation = None if own else python
        helped = subprocess.run(
            [python, "-c", COMMAND, "serve", "--help"], capture_output=True, text=True, check=True, env=untraced()
        )
        self._arguments = ["--trusted-proxy", "127.0.0.1"] if "--trusted-proxy" in helped.stdout else []
        self._prepared = folder / "prepared"
        known = self._prepared / "known.json"
        if not known.exists():
            with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.exists() else None) as place:
                with self._server(Path(place), UNLIMITED) as (server, players):
                    found = players.ask("prepare")
                    assert server.stop() == 0
                copytree(place, self._prepared)
            known.write_text(json.dumps(found))
        self.known = json.loads(known.read_text())

    @contextmanager
    def _server(self, folder: Path, code: str) -> Iterator[tuple[ServerProcess, Players]]:
        server = ServerProcess(folder, *self._arguments, code=code, preloaded=False, installation=self._installation)
        with server, (folder / "players.log").open("wb") as errors:
            players = Players(self._python, server, errors)
            try:
                yield server, players
            except ValueError as error:
                raise RuntimeError((folder / "players.log").read_text()[-3000:]) from error
            finally:
                players.end()

    @contextmanager
    def warm_server(self, code: str = COMMAND) -> Iterator[tuple[ServerProcess, Players]]:
        """A fresh one, at which people play already."""
        with tempfile.TemporaryDirectory(dir=self._folder) as place:
            folder = Path(place) / "server"
            copytree(self._prepared, folder)
            with self._server(folder, code) as (server, players):
                for _ in range(20):
                    found = players.play(3.0)
                    if len(found.bot) > 2 and max(found.bot) < WARM:
                        break
                yield server, players

    def in_quiet(self, seconds: float) -> Times:
        with self.warm_server() as (_, players):
            return players.play(seconds)

    def attacked(self, attack: Attack, address: str, seconds: float) -> Outcome:
        with self.warm_server(attack.code) as (server, players), ThreadPoolExecutor() as threads:
            over = Event()
            others = threads.submit(served, attack, server, self.known, over)
            how = [str(server.port), attack.name, address, str(FIRST + seconds)]
            attacker = subprocess.Popen(
                [sys.executable, "-m", "tests.soak.attackers", *how],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                env=untraced(),
            )
            assert attacker.stdin
            attacker.stdin.write(json.dumps(self.known))
            attacker.stdin.close()
            attacker.stdin = None
            try:
                time.sleep(FIRST)
                times = players.play(seconds)
            finally:
                over.set()
            answers, _ = attacker.communicate(timeout=120)
            return Outcome(times, json.loads(answers), others.result())


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--control", type=Path, metavar="PYTHON", help="of an installation from before")
    parser.add_argument("--seconds", type=float, default=26.0, help="of each attack")
    parser.add_argument("--quiet", type=float, default=60.0, metavar="SECONDS", help="without any attack")
    parser.add_argument("--data", type=Path, metavar="DIR", help="where prepared data are kept for the next run")
    parser.add_argument("--only", nargs="+", metavar="ATTACK", choices=[each.name for each in ATTACKS])
    wanted = parser.parse_args(arguments)
    chosen = [each for each in ATTACKS if not wanted.only or each.name in wanted.only]
    pythons = [Path(sys.executable), *([wanted.control] if wanted.control else [])]
    with tempfile.TemporaryDirectory() as place:
        servers = [
            Installation(python, (wanted.data or Path(place)) / str(number)) for number, python in enumerate(pythons)
        ]
        quiet = [server.in_quiet(wanted.quiet) for server in servers]
        rows = []
        for number, attack in enumerate(chosen, 1):
            outcomes = [server.attacked(attack, f"203.0.113.{number}", wanted.seconds) for server in servers]
            rows.append(Row(attack.what, attack.shut_out, *zip(quiet, outcomes, strict=True)))
            print("\n  ".join(rows[-1].cells), flush=True)
    if wanted.control:
        before = REPORT.read_text("utf-8") if wanted.only else ""
        REPORT.write_text(written(rows, wanted.seconds, wanted.quiet, before), "utf-8")
    fair = not wanted.control or any(
        row.control and not holds(*row.control) for row in rows
    )  # what finds nothing wrong shows nothing
    return 0 if fair and all(holds(*row.ours) for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
