"""What a measurement needs to know of the machine: how fast its disk is, who else used it, what a process took."""

from __future__ import annotations

import os
import time
from pathlib import Path


def fdatasync_ms(folder: Path, times: int = 300) -> dict[str, float]:
    """How long the disk takes to say that 4 KiB are safe."""
    path = folder / "fdatasync"
    took = []
    with path.open("wb", buffering=0) as file:
        for _ in range(times):
            file.write(b"\0" * 4096)
            start = time.perf_counter()
            os.fdatasync(file.fileno())
            took.append((time.perf_counter() - start) * 1000)
    path.unlink()
    return shares(took, 0.5, 0.99)


def shares(values: list[float], *wanted: float) -> dict[str, float]:
    """Percentiles, such as {"p50": …}."""
    ordered = sorted(values)
    return {
        f"p{share * 100:g}": round(ordered[min(len(ordered) - 1, int(share * len(ordered)))], 3) for share in wanted
    }


def idle(seconds: float = 2.0) -> float:
    """The share of the whole machine's time in which nothing ran."""
    before = _ticks()
    time.sleep(seconds)
    after = _ticks()
    return round((after[1] - before[1]) / max(1, after[0] - before[0]), 3)


def _ticks() -> tuple[int, int]:
    fields = [int(each) for each in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
    return sum(fields), fields[3] + fields[4]


def cpu_seconds(pid: int) -> float:
    """What all threads of a process have used of a core."""
    total = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        total += int((task / "schedstat").read_text().split()[0])
    return total / 1e9


def memory_kib(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    return 0


class Others:
    """How much of the machine others used between two moments, beside these processes."""

    def __init__(self, *pids: int) -> None:
        self._pids = pids
        self._ticks = _ticks()
        self._own = sum(cpu_seconds(pid) for pid in pids)

    def share(self) -> float:
        total, idle = (after - before for before, after in zip(self._ticks, _ticks(), strict=True))
        own = sum(cpu_seconds(pid) for pid in self._pids) - self._own
        per_tick = os.sysconf("SC_CLK_TCK")
        return round(max(0.0, (total - idle) / per_tick - own) / (total / per_tick), 3)
