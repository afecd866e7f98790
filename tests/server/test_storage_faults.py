"""Power cuts and I/O errors in their short form; each control must lose something, or the harness would see nothing."""

from __future__ import annotations

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
