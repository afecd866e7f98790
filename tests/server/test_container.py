"""The container's conditions, and what its recipe says. The image is not built here: that needs a daemon, and others'
layers. The server runs under the same conditions, made by hand."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path

import pytest

from stammtisch.client import Server
from tests.helpers import ROOT, untraced
from tests.server.checklist import row
from tests.server.server_process import COMMAND, PATIENCE, free_port

RECIPE = (ROOT / "deploy" / "Containerfile").read_text()
USER = 10001
ENTER = """
set -e
mount --bind "$1" "$1"
if [ -n "$3" ]; then
    mount --bind "$2" /mnt
    mount -t tmpfs -o mode=755 tmpfs "$3"
    mkdir -p "$2"
    mount --bind /mnt "$2"
    mount -o remount,ro,bind "$2"
    mount -o remount,ro "$3"
fi
mount -o remount,ro,bind /
mount -t tmpfs tmpfs /tmp
shift 3
exec setpriv --reuid={user} --regid={user} --clear-groups --bounding-set=-all --inh-caps=-all --no-new-privs "$@"
"""
"""The data folder, where Python is, and a folder in which that is hidden from others: it is opened here, and only here.
As in a container, /tmp and /dev/shm are for everybody."""


@row(27)
def test_the_recipe_says_what_it_must() -> None:
    assert re.search(rf"^USER {USER}:{USER}$", RECIPE, re.MULTILINE)
    assert RECIPE.index("USER ") < RECIPE.index("ENTRYPOINT")
    for word in ("--read-only", "--cap-drop ALL", "no-new-privileges", "--volume stammtisch:/data", "127.0.0.1:8080"):
        assert word in RECIPE
    assert [line for line in RECIPE.splitlines() if line.startswith("VOLUME")] == ["VOLUME /data"]


@row(27)
def test_it_runs_without_rights_and_writes_nothing_but_its_data(tmp_path: Path) -> None:
    """Not root, no capabilities, everything read-only but the data: a game with a bot, a kill, a start."""
    if os.geteuid() or not shutil.which("setpriv"):
        pytest.skip("only root can make the conditions of a container")
    if ROOT.is_relative_to("/tmp") or Path(sys.prefix).is_relative_to("/tmp"):
        pytest.skip("these conditions hide a project that is in /tmp")
    data = Path("/var/tmp") / f"stammtisch-test-{os.getpid()}"
    data.mkdir(mode=0o700)
    os.chown(data, USER, USER)
    try:
        if subprocess.run([*_enter(data), "true"], capture_output=True, check=False).returncode:
            pytest.skip("no namespaces here")
        facts = _run(data, "import os, json; from pathlib import Path; print(json.dumps(["
                     "os.geteuid(), [x.split()[1] for x in Path('/proc/self/status').read_text().splitlines() "
                     "if x.startswith(('CapEff', 'CapBnd', 'NoNewPrivs'))]]))")  # fmt: skip
        assert json.loads(facts) == [USER, ["0" * 16, "0" * 16, "1"]]
        refused = _run(data, "import os\nfor place in ('/', '/etc', '/var/tmp'):\n try: open(place + '/x', 'w')\n"
                       " except OSError as e: print(type(e).__name__)")  # fmt: skip
        assert len(refused.split()) == 3, "other places can be written: the test would show nothing"
        for _ in range(2):
            asyncio.run(asyncio.wait_for(_serve(data, tmp_path), 120))
        log = (tmp_path / "server.log").read_text()
        assert '"level": "error"' not in log, log
        assert (data / "stammtisch.db").stat().st_uid == USER
    finally:
        shutil.rmtree(data)


def _enter(data: Path) -> list[str]:
    base = Path(sys.base_prefix)
    closed = [each for each in reversed(base.parents) if not each.stat().st_mode & 0o001]
    places = [str(data), str(base), str(closed[0]) if closed else ""]
    return ["unshare", "--mount", "--propagation", "private", "sh", "-c", ENTER.format(user=USER), "sh", *places]


def _run(data: Path, code: str) -> str:
    command = [*_enter(data), sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


async def _serve(data: Path, folder: Path) -> None:
    port = free_port()
    words = ["serve", "--port", str(port), "--admin-port", "0", "--data", str(data)]
    env = {**untraced(), "XDG_CACHE_HOME": str(data / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    with (folder / "server.log").open("ab") as log:
        command = [*_enter(data), sys.executable, "-c", COMMAND, *words]
        process = subprocess.Popen(command, stdout=log, stderr=log, env=env, start_new_session=True)
    try:
        deadline = time.monotonic() + PATIENCE
        while not await asyncio.to_thread(_answers, port):
            assert process.poll() is None, (folder / "server.log").read_text()
            assert time.monotonic() < deadline
        ann = await Server(f"http://127.0.0.1:{port}").guest("Ann")
        table, _ = await ann.open("heckmeck", ["person", "regular"])
        async with await ann.sit(table, 0) as seat:
            while not any(each["type"] == "seat" and '"seat":1' in each["line"] for each in seat.events):
                assert await seat.my_turn()
                await seat.play(seat.legal[0])
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(PATIENCE)


def _answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        time.sleep(0.05)
        return False
