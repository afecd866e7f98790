"""A fork is a process like any other: what it is given, what it tells, and how it ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests.preloaded import Fork, start

TELL = """
import json, os, sys
loaded = "stammtisch.server" in sys.modules
print(json.dumps([os.getpid(), os.getsid(0), os.getcwd(), sys.argv[1:], dict(os.environ), loaded]))
sys.exit(3)
"""
SPAWN = """
import multiprocessing, os
multiprocessing.get_context("spawn").Process(target=os.mkdir, args=["made"]).start()
"""
ENVIRONMENT = {name: value for name, value in os.environ.items() if name.startswith("PYTHON")} | {"LC_ALL": "C.UTF-8"}
PATIENCE = 60.0


@pytest.mark.parametrize("preloaded", [True, False])
def test_it_gets_what_it_is_given_and_nothing_else(tmp_path: Path, preloaded: bool) -> None:
    with (tmp_path / "told").open("ab") as output:
        ours = start(TELL, ["a", "b c"], tmp_path, output, ENVIRONMENT, preloaded=preloaded)
        assert ours.wait(PATIENCE) == ours.poll() == 3
    *told, is_loaded = json.loads((tmp_path / "told").read_text())
    assert told == [ours.pid, ours.pid, str(tmp_path), ["a", "b c"], ENVIRONMENT]
    assert is_loaded is preloaded


def test_it_can_be_killed_and_stopped(tmp_path: Path) -> None:
    with (tmp_path / "told").open("ab") as output:
        for number in (signal.SIGKILL, signal.SIGTERM):
            ours = start("import time; time.sleep(600)", [], tmp_path, output, ENVIRONMENT)
            assert ours.poll() is None
            with pytest.raises(subprocess.TimeoutExpired):
                ours.wait(0.01)
            ours.terminate() if number == signal.SIGTERM else os.killpg(ours.pid, number)
            assert ours.wait(PATIENCE) == -number
            ours.terminate()  # nobody is there any more


def test_a_process_of_its_own_begins_where_it_is(tmp_path: Path) -> None:
    with (tmp_path / "told").open("ab") as output:
        assert start(SPAWN, [], tmp_path, output, ENVIRONMENT).wait(PATIENCE) == 0
    assert (tmp_path / "made").is_dir()


def test_what_python_reads_when_it_starts_makes_it_an_ordinary_one(tmp_path: Path) -> None:
    with (tmp_path / "told").open("ab") as output:
        other = {**ENVIRONMENT, "PYTHONPATH": str(tmp_path)}
        ours = [start("", [], tmp_path, output, environment) for environment in (ENVIRONMENT, other)]
        assert [each.wait(PATIENCE) for each in ours] == [0, 0]
    assert [isinstance(each, Fork) for each in ours] == [True, False]
