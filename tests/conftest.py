"""Settings for all tests: Hypothesis tries the same examples in every run, so that a failure can be repeated.

What comes of the tests that hold rows of the security checklist is kept, for `make check`.
"""

from __future__ import annotations

import importlib
import os
import signal
import threading

import pytest
from hypothesis import settings

from tests.server.outcomes import Recorder, mark

# A shell that starts the tests in the background has them ignore Ctrl-C, and every program they start as well.
if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Hundreds of servers and games are begun here: each loads what it needs, and nothing ahead. tests/warm is about that.
os.environ["STAMMTISCH_WARM"] = "no"

settings.register_profile("repeatable", derandomize=True, deadline=None, database=None, print_blob=False)
settings.load_profile("repeatable")


@pytest.fixture(scope="session")
def fonts() -> None:
    """The first time on a machine, matplotlib looks for fonts, and tells of it where that takes long."""
    importlib.import_module("matplotlib.font_manager")


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # a worker of xdist tells the process that started it
        config.pluginmanager.register(Recorder(config))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    mark(items)
