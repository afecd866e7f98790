"""One hour: python -m tests.soak.hour [--minutes 60] [--sockets 5000] [--churn 10]

One server holds this many sockets while tables are opened, played and closed all the time. A first crowd of full size
comes and goes before anything is counted; the minutes begin when the second is complete. Memory, file handles, tasks
and threads are written down every minute; at the end everybody leaves, and all counts must be as they were at the
beginning. The slope of the memory is a regression over all but the first sixth. The control is a server that forgets to
put tables away: it must be detected. Written to docs/soak-hour.md, with the bars and the verdict.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from pathlib import Path
from statistics import NormalDist, fmean

import uvloop
from bench import machine

from tests.helpers import ROOT
from tests.server import operator_api
from tests.server.server_process import COMMAND, ServerProcess
from tests.soak.churn import Churn, Counts

REPORT = ROOT / "docs" / "soak-hour.md"
QUICK = f"""from stammtisch.server.live.tables import TableRegistry
from stammtisch.server.statistics import collector
TableRegistry.idle, collector.PAUSE = 1.0, 3600.0
{COMMAND}"""
"""A server that puts tables away after a second, and not after a minute, and reviews no games."""
LEAKS = QUICK.replace("\n", "\nTableRegistry._put_away = lambda self, live: None\n", 1)
"""A server that never does."""
RUNS = "## All runs of an hour, in their order"
STEEP = 0.5  # MiB a minute
LONG = 600  # seconds
WARM = 180  # seconds, for whatever is made once
REVIEWED = 60  # seconds in which the first reviews have begun, in a process that stays
KEPT = 0.95  # of the sockets, at every minute
SLACK = 5  # file handles, tasks and threads more than at the beginning


@dataclass(frozen=True)
class Sample:
    minute: float
    sockets: int
    live: int
    memory: float
    """MiB"""
    blocks: int
    """Pieces of memory in use."""
    files: int
    tasks: int
    threads: int
    lag: float
    """The mean lateness of the event loop, ms."""
    held: int = 0
    """Sockets that the load holds, as it counts them."""
    waits: str = ""
    """For what the load waits."""


@dataclass
class Found:
    sockets: int
    base: Sample
    samples: list[Sample] = field(default_factory=list)
    after: Sample | None = None
    counts: Counts = field(default_factory=Counts)
    unexpected: int = 0
    refused: dict[str, int] = field(default_factory=dict)
    commands: int = 0
    held: int = 0
    kinds_before: Counter[str] = field(default_factory=Counter)
    kinds_after: Counter[str] = field(default_factory=Counter)

    @property
    def faults(self) -> list[str]:
        after, base = self.after, self.base
        assert after
        wrong = [] if not after.live else [f"{after.live} tables are still in memory"]
        wrong += [] if not after.sockets else [f"{after.sockets} sockets are still open"]
        for name in ("files", "tasks", "threads"):
            if getattr(after, name) > getattr(base, name) + SLACK:
                wrong.append(f"{getattr(after, name)} {name}, at the beginning {getattr(base, name)}")
        if self.unexpected:
            wrong.append(f"{self.unexpected} connections were closed by the server")
        if self.samples and self.fewest < KEPT * self.sockets:
            wrong.append(f"only {self.fewest:,} sockets were open at one time")
        return wrong

    @property
    def fewest(self) -> int:
        return min((each.sockets for each in self.samples), default=0)

    @property
    def steep(self) -> bool:
        """Only a long run can tell: memory that is used for the first time is no leak."""
        return self.samples[-1].minute >= 30 and slope(self.samples)[0] > STEEP


def slope(samples: Sequence[Sample], what: str = "memory") -> tuple[float, float]:
    """The rise in a minute, by least squares over all but the first sixth, with half the width of its 95 % interval."""
    kept = [each for each in samples if each.minute >= samples[-1].minute / 6]
    if len(kept) < 4:
        return 0.0, float("inf")
    x, y = [each.minute for each in kept], [float(getattr(each, what)) for each in kept]
    mx, my = fmean(x), fmean(y)
    spread = sum((each - mx) ** 2 for each in x)
    rise = sum((a - mx) * (b - my) for a, b in zip(x, y, strict=True)) / spread
    rest = sum((b - my - rise * (a - mx)) ** 2 for a, b in zip(x, y, strict=True))
    free = len(kept) - 2
    z = NormalDist().inv_cdf(0.975)
    wide = z + (z**3 + z) / (4 * free)  # Student's, near enough from four samples on
    return rise, wide * sqrt(rest / free / spread)


def look(server: ServerProcess, begin: float) -> Sample:
    now = operator_api.metrics(server)
    lag = now["stammtisch_loop_lag_seconds_sum"] / max(1, now["stammtisch_loop_lag_seconds_count"]) * 1000
    return Sample(
        (time.monotonic() - begin) / 60,
        int(now["stammtisch_sockets"]),
        int(now["stammtisch_live_tables"]),
        machine.memory_kib(server.pid) / 1024,
        int(now["stammtisch_memory_blocks"]),
        int(now["stammtisch_open_files"]),
        int(now["stammtisch_tasks"]),
        int(now["stammtisch_threads"]),
        lag,
    )


async def settled(server: ServerProcess, begin: float, patience: float) -> Sample:
    """How it is when everybody has gone and all tables are put away; or when patience ends."""
    deadline = time.monotonic() + patience
    while True:
        found = await asyncio.to_thread(look, server, begin)
        if (found.live == 0 and found.sockets == 0) or time.monotonic() > deadline:
            await asyncio.sleep(4)  # the last connections, which may take their time to part
            return await asyncio.to_thread(look, server, begin)
        await asyncio.sleep(0.5)


async def measure(
    server: ServerProcess, seconds: float, sockets: int, churn: float, patience: float, seed: int
) -> Found:
    begin = time.monotonic()
    rng = random.Random(seed)
    # A pool of threads grows by what is asked at once, and never shrinks: a first crowd is to come and go before.
    await Churn(server.port, sockets, churn, rng).run(min(WARM, seconds), sockets / 10)
    if seconds >= LONG:
        await asyncio.sleep(REVIEWED)
    found = Found(sockets, await settled(server, begin, patience))
    found.kinds_before = server.files
    main = Churn(server.port, sockets, churn, rng)
    running = asyncio.create_task(main.run(seconds, sockets / 10))
    complete = asyncio.create_task(main.full.wait())
    await asyncio.wait([running, complete], return_when=asyncio.FIRST_COMPLETED)
    begin = time.monotonic()
    every = min(60.0, seconds / 12)
    while not running.done():
        await asyncio.wait([running], timeout=every)
        if not running.done():
            waits = ", ".join(f"{number} to {what}" for what, number in sorted((+main.waits).items()))
            sample = replace(await asyncio.to_thread(look, server, begin), held=main.held, waits=waits)
            if not main.is_over:  # else they are leaving already
                found.samples.append(sample)
                found.held = max(found.held, main.held)
                print(sample, flush=True)
    await running
    found.counts, found.unexpected = main.counts, main.unexpected
    found.refused, found.commands = main.crowd.refused, len(main.crowd.latencies)
    found.after = await settled(server, begin, patience)
    found.kinds_after = server.files
    return found


def server_of(folder: str, code: str) -> ServerProcess:
    """With room for all, who come from one address."""
    return ServerProcess(Path(folder), "--admin-port", "0", "--sockets", "100000", "--changes", "1000000", code=code)


def run(
    seconds: float, sockets: int, churn: float, *, code: str = COMMAND, patience: float = 200, seed: int = 1
) -> Found:
    with tempfile.TemporaryDirectory() as folder, server_of(folder, code) as server:
        found = uvloop.run(measure(server, seconds, sockets, churn, patience, seed))
        assert '"level": "error"' not in server.log, server.log[-3000:]
        return found


def listed(kinds: Counter[str]) -> str:
    return ", ".join(f"{number} {kind}" for kind, number in sorted(kinds.items()))


def report(found: Found, control: Found, command: str) -> str:
    rise, width = slope(found.samples)
    more, wide = slope(found.samples, "blocks")
    counts, base, after = found.counts, found.base, found.after
    assert after
    steep = "not judged: shorter than half an hour" if found.samples[-1].minute < 30 else _verdict(not found.steep)
    bars = [
        (f"memory rises by at most {STEEP} MiB a minute", f"{rise:+.3f} ± {width:.3f} (95 %)", steep),
        *(
            (
                f"{name} when all have left: at most {SLACK} more than at the start",
                f"{getattr(base, field)}, then {getattr(after, field)}",
                _verdict(getattr(after, field) <= getattr(base, field) + SLACK),
            )
            for name, field in (("file handles", "files"), ("tasks", "tasks"), ("threads", "threads"))
        ),
        ("no table and no socket is left", f"{after.live}, {after.sockets}", _verdict(not after.live + after.sockets)),
        ("the server closes no connection", str(found.unexpected), _verdict(not found.unexpected)),
        (
            f"at least {KEPT:.0%} of {found.sockets:,} sockets at every minute",
            f"{found.fewest:,}",
            _verdict(found.fewest >= KEPT * found.sockets),
        ),
        ("the control is found out", "; ".join(control.faults) or "nothing", _verdict(bool(control.faults))),
    ]
    rows = [("start", base), *((f"{each.minute:.1f}", each) for each in found.samples), ("all have left", after)]
    lines = [
        "# One hour of tables that open and close",
        "",
        f"Made by `{command}`. One server process, {found.sockets:,} sockets, {found.samples[-1].minute:.0f} minutes;",
        "the load ran on the same machine.",
        "",
        f"- {counts.opened:,} tables opened, {counts.rematches:,} rematches; {counts.played:,} games played to their",
        f"  end, {counts.resigned:,} given up; {counts.looked:,} visits of spectators; {found.commands:,} commands;",
        f"  refused: {found.refused or 'none'}; connections closed by the server: {found.unexpected}.",
        f"- Pieces of memory in use: {more:+,.0f} ± {wide:,.0f} a minute.",
        f"- File handles at the beginning: {listed(found.kinds_before)}.",
        f"- File handles when everybody had left: {listed(found.kinds_after)}.",
        "",
        f"**{'Passed' if passed(found, control) else 'FAILED'}.** The control is a server that never puts tables away.",
        "",
        "| bar | found | |",
        "|---|---|---|",
        *(f"| {' | '.join(each)} |" for each in bars),
        "",
        "| minute | sockets | live tables | memory, MiB | pieces in use | file handles | tasks | threads "
        "| loop late, mean ms | held by the load | who waits |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|",
    ]
    for name, s in rows:
        lines.append(
            f"| {name} | {s.sockets:,} | {s.live:,} | {s.memory:.1f} | {s.blocks:,} | {s.files:,} | {s.tasks:,} "
            f"| {s.threads} | {s.lag:.1f} | {s.held:,} | {s.waits} |"
        )
    return "\n".join(lines) + "\n"


def _verdict(good: bool) -> str:
    return "kept" if good else "BROKEN"


def passed(found: Found, control: Found) -> bool:
    return not found.faults and not found.steep and bool(control.faults)


def history(text: str, found: Found, control: Found) -> str:
    """The list of all runs, at the end of the report, with this one."""
    rise, width = slope(found.samples)
    assert found.after
    before = text.partition(RUNS)[2].strip() or "| run | memory, MiB a minute | file handles | |\n|---|---:|---:|---|"
    number = before.count("\n")
    verdict = "passed" if passed(found, control) else f"failed: {'; '.join(found.faults) or 'memory rises'}"
    handles = f"{found.base.files}, then {found.after.files}"
    return f"{RUNS}\n\n{before}\n| {number} | {rise:+.3f} ± {width:.3f} | {handles} | {verdict} |\n"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.hour")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--sockets", type=int, default=5000)
    parser.add_argument("--churn", type=float, default=10, help="tables that are opened in a second")
    parser.add_argument("--to", type=Path, help=f"[default: {REPORT.relative_to(ROOT)} after an hour, else nowhere]")
    given = parser.parse_args()
    found = run(given.minutes * 60, given.sockets, given.churn)
    control = run(20, 100, 5, code=LEAKS, patience=10)
    command = f"python -m tests.soak.hour --minutes {given.minutes:g} --sockets {given.sockets} --churn {given.churn:g}"
    text = report(found, control, command)
    print(text)
    to = given.to or (REPORT if given.minutes >= 60 else None)
    if to:
        before = to.read_text("utf-8") if to.exists() else ""
        to.write_text(f"{text}\n{history(before, found, control)}", "utf-8")
    sys.exit(0 if passed(found, control) else 1)


if __name__ == "__main__":
    main()
