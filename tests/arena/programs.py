"""Commands that start external bots in tests, and a check whether a process is still running."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from tests.helpers import ROOT

SAMPLE = f"ext:{sys.executable} {ROOT / 'docs' / 'sample_bot.py'}"
ROGUE = f"ext:{sys.executable} {ROOT / 'tests' / 'arena' / 'rogue.py'}"


def is_gone(pid: int) -> bool:
    """Killed, though perhaps nobody has asked for its status yet."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        status = Path(f"/proc/{pid}/stat")
        if status.exists() and status.read_text().rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.05)
    return False
