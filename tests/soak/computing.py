"""An arena on Ray clusters that lose a machine, against the same arena in one process.

    python -m tests.soak.computing                    all of it, written to docs/soak-computing.md; an hour on two cores
    python -m tests.soak.computing node --games 600   one part, with fewer games, only shown

`node`: three nodes of one core each run on this machine. When a third of the rounds is played, one is killed: its
raylet by SIGKILL, with which its workers end. The file of rounds and the report must be those of one process, byte for
byte. `client`: the same through `ray://`, where then the command is killed as well and goes on from its file. In the
control, `retry`, lost work is not done again: the command must fail, and say why. Exits with 1 if anything is not as it
should be.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from tests.helpers import ROOT
from tests.server.server_process import free_port
from tests.soak.results import tell

COMMAND = "python -m tests.soak.computing"
NODES = 3
ARENA = ["arena", "zocken", "--rounds", "1", "--bots", "exact,random", "--seed", "2026"]
MAIN = "from stammtisch.cli import main; main()"
NO_SECOND_TRY = f"import stammtisch.computing.ray_executor as executor; executor.TRIES = 0; {MAIN}"
MEMORY = 80 * 2**20
PATIENCE = 3 * 3600
REPORT = ROOT / "docs" / "soak-computing.md"
HEAD = f"""# An arena on machines that are lost

`stammtisch {" ".join(ARENA)}` on Ray nodes of one core each, which run on one machine,
against the same in one process. A node is killed by SIGKILL while it works. The file of rounds and the report are
compared byte for byte; the table has the first digits of their SHA-256 digests. In the control, work that was lost with
a node is not done again.

| where | how much | what happened, and the digests | in one process | command |
|---|---|---|---|---|
"""
ENVIRONMENT = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_worker_niceness": "0",  # as the process that it is compared with; Ray would let everybody else go first
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # nodes listen to this machine only
}


class Nodes:
    """A Ray cluster of this machine."""

    def __init__(self) -> None:
        from ray.cluster_utils import Cluster

        port = free_port()
        node = {"num_cpus": 1, "object_store_memory": MEMORY}
        head = {**node, "include_dashboard": False, "ray_client_server_port": port}
        self._cluster: Any = Cluster(initialize_head=True, head_node_args=head)
        self._others = [self._cluster.add_node(**node) for _ in range(NODES - 1)]
        self.address: str = self._cluster.address
        self.client_address = f"ray://127.0.0.1:{port}"
        """The way in from machines that are no nodes."""

    def kill_one(self) -> int:
        """How many workers were lost with it."""
        raylet = self._others.pop().all_processes["raylet"][0].process.pid
        workers = sum("ray::" in name and "Agent" not in name for name in _children(raylet))
        os.kill(raylet, signal.SIGKILL)
        return workers

    def close(self) -> None:
        self._cluster.shutdown()


@contextmanager
def nodes() -> Iterator[Nodes]:
    found = Nodes()
    try:
        yield found
    finally:
        found.close()


def _children(parent: int) -> list[str]:
    """The command lines of a process's children."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdecimal() and int((folder / "stat").read_text().rpartition(")")[2].split()[1]) == parent:
                found.append((folder / "cmdline").read_text().replace("\0", " "))
        except OSError:  # it has ended
            continue
    return found


class Run:
    """The command, with its files in a folder of their own."""

    def __init__(self, folder: Path, games: int, *more: str, code: str = MAIN) -> None:
        folder.mkdir(exist_ok=True)
        self.rounds, self.report, self._log = folder / "rounds.jsonl", folder / "report.json", folder / "log"
        files = ["--resume", str(self.rounds), "--json", str(self.report)]
        command = [sys.executable, "-c", code, *ARENA, "--games", str(games), *files, *more]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL)

    def wait_for(self, rounds: int) -> None:
        """Until so many are played."""
        while self.played < rounds:
            assert self._process.poll() is None, self.told
            time.sleep(0.1)

    @property
    def played(self) -> int:
        return max(0, self.rounds.read_bytes().count(b"\n") - 1) if self.rounds.exists() else 0

    @property
    def told(self) -> str:
        return self._log.read_text("utf-8", "replace")

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def end(self, status: int = 0) -> None:
        """Wait for its end."""
        assert self._process.wait(PATIENCE) == status, self.told

    @property
    def digests(self) -> str:
        """The first digits of those of the rounds and of the report."""
        rounds, report = (hashlib.sha256(path.read_bytes()).hexdigest()[:16] for path in (self.rounds, self.report))
        return f"{rounds} {report}"


class Row(NamedTuple):
    what: str
    event: str
    games: int
    found: str
    expected: str


def node(folder: Path, games: int) -> tuple[Row, bool]:
    with nodes() as cluster:
        alone = Run(folder / "alone", games, "--workers", "1")
        together = Run(folder / "together", games, "--cluster", cluster.address)
        together.wait_for(games // 2 // 3)
        at, lost = together.played, cluster.kill_one()
        together.end()
        alone.end()
    event = f"one node killed after {at:,} rounds, {lost} worker at work on it"
    return Row(f"{NODES} nodes", event, games, together.digests, alone.digests), lost > 0


def client(folder: Path, games: int) -> tuple[Row, bool]:
    alone = Run(folder / "alone", games, "--workers", "1")
    alone.end()
    with nodes() as cluster:
        first = Run(folder / "together", games, "--cluster", cluster.client_address)
        first.wait_for(games // 2 // 4)
        cluster.kill_one()
        first.wait_for(games // 2 // 2)
        first.kill()
        at = first.played
        again = Run(folder / "together", games, "--cluster", cluster.client_address)
        again.end()
    event = f"one node killed, and the command after {at:,} rounds; started again, it went on"
    return Row(f"{NODES} nodes, by ray://", event, games, again.digests, alone.digests), at < games // 2


def retry(folder: Path, games: int) -> tuple[Row, bool]:
    with nodes() as cluster:
        control = Run(folder / "control", games, "--cluster", cluster.address, code=NO_SECOND_TRY)
        control.wait_for(games // 2 // 4)
        cluster.kill_one()
        control.end(status=2)
    event = "control: one node killed, and lost work not done again; the command said so and ended"
    return Row(f"{NODES} nodes", event, games, "none", "none"), "RayExecutor cannot go on" in control.told


PARTS = {"node": (node, 100_000), "client": (client, 4_000), "retry": (retry, 4_000)}
"""What each does, and with how many games."""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.computing")
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--games", type=int)
    given = parser.parse_args(arguments)
    os.environ.update(ENVIRONMENT)
    status = 0
    for name in given.parts or PARTS:
        part, usual = PARTS[name]
        with TemporaryDirectory() as folder:
            row, good = part(Path(folder), given.games or usual)
        told = (row.what, f"{row.games:,} games", f"{row.event}: {row.found}", row.expected, f"{COMMAND} {name}")
        good = good and row.found == row.expected
        status |= tell(told, good=good, keep=given.games is None, report=REPORT, head=HEAD)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
