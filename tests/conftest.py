"""Settings for all tests: Hypothesis tries the same examples in every run, so that a failure can be repeated."""

from __future__ import annotations

import signal
import threading

from hypothesis import settings

# A shell that starts the tests in the background has them ignore Ctrl-C, and every program they start as well.
if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("repeatable", derandomize=True, deadline=None, database=None, print_blob=False)
settings.load_profile("repeatable")
