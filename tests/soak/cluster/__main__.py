"""python -m tests.soak.cluster [--faults 208] [--seed 1] [--lease 2] [--places 1]"""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

from tests.helpers import ROOT
from tests.soak.cluster.report import REPORT, report
from tests.soak.cluster.soak import Result, run, unfenced, without_keys

LONG = 200


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.soak.cluster", description="Three servers on one PostgreSQL under faults of every kind."
    )
    parser.add_argument("--faults", type=int, default=208, metavar="N", help="[default: 208, 16 of each kind]")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="from which the faults follow")
    parser.add_argument("--lease", type=float, default=2.0, metavar="SECONDS", help="of the servers [default: 2]")
    parser.add_argument("--places", type=int, default=1, metavar="N", help="tables of each game at a time")
    parser.add_argument(
        "--to", type=Path, help=f"[default: {REPORT.relative_to(ROOT)} after {LONG} faults, else nowhere]"
    )
    given = parser.parse_args(arguments)
    print(f"seed {given.seed}", flush=True)
    result = asyncio.run(run(given.faults, given.seed, lease=given.lease, places=given.places))
    controls: dict[str, Result] = {}
    for name, control in (("servers without the fence", unfenced), ("a log without unique keys", without_keys)):
        print(name, flush=True)
        controls[name] = asyncio.run(control(given.seed))
    command = " ".join(["python -m tests.soak.cluster", *arguments])
    text = report(result, controls, given.lease, command)
    print(text)
    for kind, found in result.audit.faults.items():
        print(kind, *found[:20], sep="\n  ")
    good = result.good and not any(control.good for control in controls.values())
    if file := given.to or (REPORT if given.faults >= LONG else None):
        file.write_text(text, "utf-8")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
