"""Start-up: what an installation weighs, and how much CPU the first commands of a person take.

`python -m bench.startup NAME=PYTHON …` measures installations by their interpreters, in turns, so that all meet
the same machine; without names, this one. Results go to bench/results/startup.json.
"""

from __future__ import annotations

import json
import os
import platform
import pty
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import Any

RESULTS = Path(__file__).parent / "results" / "startup.json"
RUNS = 15
TERMINAL = " (in a terminal)"
COMMANDS = (
    "--help",
    "rules heckmeck",
    f"rules heckmeck{TERMINAL}",
    "rules heckmeck 3.4",
    "catalogue",
    "play heckmeck --help",
)
MAIN = "from stammtisch.cli import main; main()"
FOLDER = "import sysconfig; print(sysconfig.get_path('purelib'))"
TOOLS = ("pip", "setuptools", "_distutils_hack", "pkg_resources", "wheel")
"""What a new environment has before anything is installed."""


def megabytes(python: Path) -> float:
    """What was installed into an environment, without the tools that were there before, and without bytecode."""
    answer = subprocess.run([str(python), "-c", FOLDER], capture_output=True, text=True, check=True)
    folder = Path(answer.stdout.strip())
    files = [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    return sum(path.stat().st_size for path in files if not _is_tool(path.relative_to(folder))) / 1e6


def _is_tool(path: Path) -> bool:
    return path.parts[0].partition("-")[0] in TOOLS


def distributions(python: Path) -> int:
    answer = subprocess.run([str(python), "-m", "pip", "list", "--format", "json"], capture_output=True, check=True)
    return sum(each["name"] not in TOOLS for each in json.loads(answer.stdout))


def cpu(python: Path, command: str) -> float:
    """Seconds of CPU, of the program and of the system for it."""
    shown = command.endswith(TERMINAL)
    arguments = [str(python), "-c", MAIN, *command.removesuffix(TERMINAL).split()]
    ours, theirs = pty.openpty()
    place: int = theirs if shown else subprocess.DEVNULL
    process = subprocess.Popen(arguments, stdin=place, stdout=place, env={**os.environ, "TERM": "xterm-256color"})
    os.close(theirs)
    with suppress(OSError):  # the other side is closed
        while shown and os.read(ours, 65536):
            pass
    os.close(ours)
    _, _, usage = os.wait4(process.pid, 0)
    return float(usage.ru_utime + usage.ru_stime)


def main(pythons: dict[str, Path]) -> None:
    took: dict[tuple[str, str], list[float]] = {}
    for run in range(RUNS + 1):
        for name, python in pythons.items():
            for command in COMMANDS:
                seconds = cpu(python, command)
                if run:  # the first writes bytecode
                    took.setdefault((name, command), []).append(seconds)
    found: dict[str, Any] = {
        name: {
            "megabytes": round(megabytes(python), 1),
            "distributions": distributions(python),
            "CPU seconds": {command: round(median(took[name, command]), 3) for command in COMMANDS},
            "least": {command: round(min(took[name, command]), 3) for command in COMMANDS},
        }
        for name, python in pythons.items()
    }
    for name, row in found.items():
        print(name, row["megabytes"], "MB", row["distributions"], "distributions", row["CPU seconds"])
    about = {"python": platform.python_version(), "cores": os.cpu_count(), "runs": RUNS}
    RESULTS.write_text(json.dumps({"machine": about, "installations": found}, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    named = dict(each.split("=", 1) for each in sys.argv[1:]) or {"here": sys.executable}
    main({name: Path(python) for name, python in named.items()})
