"""Signals: whatever ends a program from outside is like Ctrl-C, so that what was played is saved or told."""

from __future__ import annotations

import signal

ENDING = [getattr(signal, name) for name in ("SIGHUP", "SIGTERM", "SIGBREAK") if hasattr(signal, name)]
"""A closed window is SIGHUP, and on Windows SIGBREAK."""


def end_like_ctrl_c() -> None:
    for each in ENDING:
        signal.signal(each, signal.default_int_handler)
