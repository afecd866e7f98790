"""Nothing of ours needs what only POSIX has: every module can be imported without it, and a server is played on.

That no module names it without a look whether it is there is checked by types: `mypy --platform win32` (Makefile).
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from stammtisch.bots.external import words
from stammtisch.client import Server
from tests.examples import EXAMPLE
from tests.helpers import ROOT
from tests.server.server_process import COMMAND, ServerProcess

IMPORT_ALL = """
import json, pkgutil, stammtisch
from importlib import import_module
from stammtisch.core.errors import MissingExtra
from stammtisch.core.extras import EXTRAS, is_installed
found, failed, absent = 0, {}, [name for name in EXTRAS if name == "uvloop" or not is_installed(name)]
for each in pkgutil.walk_packages(stammtisch.__path__, "stammtisch.", onerror=lambda name: None):
    if each.name.endswith(".migrations.env"):  # run by Alembic only
        continue
    try:
        import_module(each.name)
        found += 1
    except MissingExtra:
        pass
    except Exception as error:
        if getattr(error, "name", None) not in absent:
            failed[each.name] = repr(error)
print(json.dumps([found, failed]))
"""
CONTROL = """
for line in ("import fcntl", "import os.path; os.killpg", "from signal import SIGKILL", "import uvloop"):
    try:
        exec(line, {"__name__": "stammtisch.control"})
    except (ImportError, AttributeError) as error:
        print(type(error).__name__)
import fcntl, os, signal
print(hasattr(os, "killpg"), hasattr(signal, "SIGKILL"))
"""


@pytest.fixture
def like_windows(tmp_path: Path) -> Path:
    """A folder that hides it all from whoever finds modules in it."""
    folder = tmp_path / "like_windows"
    folder.mkdir()
    shutil.copyfile(ROOT / "tests" / "like_windows.py", folder / "sitecustomize.py")
    return folder


def run(folder: Path, code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), str(ROOT / "src")])}
    command = [sys.executable, "-W", "ignore", "-c", code, *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=300)


def test_every_module_is_imported_without_what_windows_lacks(like_windows: Path) -> None:
    done = run(like_windows, IMPORT_ALL)
    assert done.returncode == 0, done.stderr
    found, failed = json.loads(done.stdout.splitlines()[-1])
    assert failed == {}
    assert found > 400


def test_it_is_hidden_from_us_and_from_nobody_else(like_windows: Path) -> None:
    told = "ModuleNotFoundError\nAttributeError\nImportError\nModuleNotFoundError\nTrue True\n"
    assert run(like_windows, CONTROL).stdout == told


def test_a_server_is_played_on_without_what_windows_lacks(like_windows: Path, tmp_path: Path) -> None:
    with ServerProcess(tmp_path, "--no-warm", "--admin-port", "0", installation=like_windows) as server:
        assert asyncio.run(moves(server.address)) > 0
        refused = run(like_windows, COMMAND, "serve", "--port", "0", "--data", str(tmp_path / "data"))
        assert refused.returncode == 2
        assert f"is in use by another server (process {server.pid}); stop it first" in refused.stderr
        assert server.stop(signal.SIGINT) == 0
        assert "Traceback" not in server.log


async def moves(address: str) -> int:
    """Play until a bot, which thinks in a process of its own, has moved: how many moves that took."""
    me = await Server(address).guest("Ann")
    table, _ = await me.open(EXAMPLE, seats=["person", "random"])
    played = 0
    async with await me.sit(table, 0) as seat:
        while await seat.my_turn() and not any('"seat":1,"move"' in event.get("line", "") for event in seat.events):
            await seat.play(seat.legal[0])
            played += 1
        assert not seat.is_over
    return played


def test_commands_have_the_quotes_and_paths_of_their_system() -> None:
    windows = r'"C:\Program Files\Python\python.exe" .\bots\my_bot.py --name "two words"'
    found = [r"C:\Program Files\Python\python.exe", r".\bots\my_bot.py", "--name", "two words"]
    assert words(windows, windows=True) == found
    assert words(r"my\ python './my bot.py'", windows=False) == ["my python", "./my bot.py"]
    for system in (True, False):
        with pytest.raises(ValueError, match="No closing quotation"):
            words('"python', windows=system)
