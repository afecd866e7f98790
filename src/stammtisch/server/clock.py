"""The time of day, in milliseconds. Durations are measured by the event loop's clock instead."""

from __future__ import annotations

import time


def now() -> int:
    return time.time_ns() // 1_000_000
