"""Work on a Ray cluster of this machine, which is started by the command and ends with it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers import ROOT

pytest.importorskip("ray")

CODE = """
import os, signal, sys
from pathlib import Path
import stammtisch
from stammtisch.arena import Contest, play_rounds
from stammtisch.computing import RayExecutor, in_order, where
from stammtisch.core.errors import StammtischError

def die_once(file):
    if not Path(file).exists():
        Path(file).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "lived"

def fail():
    raise RuntimeError("no")

def tell(*what):
    with Path(sys.argv[2]).open("a", encoding="utf-8") as file: print(*what, file=file)

contest = Contest(stammtisch.load("zocken", players=2, rounds=1), ["tidy", "random"], seed=3)
alone = list(play_rounds(contest, 0, 20))
with where("local", 2) as place:
    tell(place.workers, list(play_rounds(contest, 0, 20, place.workers, place.executor)) == alone)
    tell(*in_order(place, die_once, [(sys.argv[1],)]))
    future = place.executor.submit(int, "7", base=8)
    tell(future.result())
    try: list(in_order(place, fail, [()]))
    except StammtischError as error: tell(error)
try: RayExecutor()
except StammtischError as error: tell(error)
"""


def test_a_ray_of_our_own(tmp_path: Path) -> None:
    """The same results; what a lost worker was doing is done again; errors are told; nothing is left behind."""
    done = subprocess.run(
        [sys.executable, "-c", CODE, str(tmp_path / "died"), str(tmp_path / "told")],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}"},
        timeout=180,
        check=False,
    )
    told = (tmp_path / "told").read_text("utf-8")  # Ray itself prints that a worker was lost
    assert told.splitlines() == [
        "2 True",
        "lived",
        "7",
        "work that was given to RayExecutor failed with RuntimeError: no",
        "this process is connected to no Ray cluster; call ray.init(…) first",
    ], done.stderr
    assert done.returncode == 0
