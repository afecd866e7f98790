"""Chances on a page: as a percentage, and as a bar."""

from __future__ import annotations

WIDTH = 24  # of a bar for a certainty, in columns
_EIGHTHS = " ▏▎▍▌▋▊▉"


def percent(chance: float) -> str:
    return " <0.1 %" if 0 < chance < 0.0005 else f"{100 * chance:5.1f} %"


def bar(chance: float, width: int = WIDTH) -> str:
    full, rest = divmod(round(chance * width * 8), 8)
    return ("█" * full + _EIGHTHS[rest]).rstrip()
