"""docs/running.md and the files of deploy/: the same, and as the tools that read them want them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tools import running

from tests.helpers import ROOT


def test_the_manual_shows_the_files_as_they_are() -> None:
    text = running.PAGE.read_text("utf-8")
    assert running.shown(text) == {f"deploy/{path.name}" for path in (ROOT / "deploy").iterdir()}
    assert running.filled(text) == text, "python -m tools.running"


def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    if not shutil.which("systemd-analyze"):
        pytest.skip("no systemd here")
    text = (ROOT / "deploy" / "stammtisch.service").read_text()
    assert "/opt/stammtisch/bin/stammtisch " in text
    unit = tmp_path / "stammtisch.service"
    unit.write_text(text.replace("/opt/stammtisch/bin/stammtisch ", f"{sys.executable} "))
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, timeout=60, check=False)
    ours = [line for line in done.stderr.splitlines() if "stammtisch" in line]
    assert (done.returncode, ours) == (0, [])
    unit.write_text(unit.read_text().replace("ProtectSystem=strict", "ProtectSystem=stricter"))
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, timeout=60, check=False)
    assert "stricter" in done.stderr, "a mistake would not be seen"


UNIT = ROOT / "deploy" / "stammtisch.service"


def test_the_unit_leaves_little_open(tmp_path: Path) -> None:
    if not shutil.which("systemd-analyze"):
        pytest.skip("no systemd here")
    command = ["systemd-analyze", "security", "--offline=yes", "--threshold=20", str(UNIT)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout[-500:] + done.stderr
