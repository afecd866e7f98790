"""Settings for all tests: Hypothesis tries the same examples in every run, so that a failure can be repeated.

The results of tests that cover rows of the security checklist are stored for `make check`.
"""

from __future__ import annotations

import importlib
import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.fresh_install import FreshInstall
from tests.server.checklist_results import Recorder, mark

# A shell that starts the tests in the background has them ignore Ctrl-C, and every program they start as well.
if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Hundreds of servers and games are begun here: each loads what it needs, and nothing ahead (but see `fresh_install`).
os.environ["STAMMTISCH_WARM"] = "no"

settings.register_profile("repeatable", derandomize=True, deadline=None, database=None, print_blob=False)
settings.load_profile("repeatable")


@pytest.fixture(scope="session")
def fonts() -> None:
    """The first time on a machine, matplotlib looks for fonts, and tells of it where that takes long."""
    importlib.import_module("matplotlib.font_manager")


@pytest.fixture
def packages(tmp_path: Path) -> Iterator[Path]:
    """A folder for packages with games (tests/installed_games.py)."""
    from tests.installed_games import packages_in  # only now: what is imported before the tests begin is not traced

    with packages_in(tmp_path / "packages") as folder:
        yield folder


@pytest.fixture
def fresh_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FreshInstall]:
    """For programs that are started in a test."""
    folder = tmp_path / "cache"
    folder.mkdir()
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    monkeypatch.setenv("STAMMTISCH_WARM", "yes")
    found = FreshInstall(folder)
    yield found
    found.let_go()


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # a worker of xdist tells the process that started it
        config.pluginmanager.register(Recorder(config))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    mark(items)
