"""Runs the real command in a separate process."""

from __future__ import annotations

import subprocess
import sys

from tests.server.server_process import COMMAND, PATIENCE


def stammtisch(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", COMMAND, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
