"""Power cuts, I/O errors and faults that pass, in their short form; each harness has a control that it must notice."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

from tests.helpers import ROOT


@pytest.mark.parametrize("harness", ["power_cut --cuts 20", "io_errors --trials 20"])
def test_what_is_acknowledged_survives(harness: str) -> None:
    """In a process of its own, which has another SQLite."""
    name, *arguments = harness.split()
    command = [sys.executable, "-m", f"tests.soak.{name}", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    _, _, found, control = done.stdout.splitlines()
    assert "lost 0, corrupt 0" in found
    assert "lost" in control
    assert "lost 0" not in control


@pytest.mark.parametrize("harness", ["faults eio --times 1", "vacuum"])
def test_the_server_goes_on_when_a_fault_has_passed(harness: str) -> None:
    """With a real server. `python -m tests.soak.faults` has a full disk, a read-only one and PostgreSQL, too."""
    needed = "cc" if "eio" in harness else "unshare"
    if not shutil.which(needed):
        pytest.skip(f"there is no {needed} here")
    command = [sys.executable, "-m", *f"tests.soak.{harness}".split()]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert ": good" in done.stdout
