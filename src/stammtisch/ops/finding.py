"""Finding: one line of what the doctor says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Level: TypeAlias = Literal["ok", "warning", "wrong"]


@dataclass(frozen=True)
class Finding:
    what: str
    level: Level
    sentence: str
    """What was found; if it is not well, also what would be right."""


def ok(what: str, sentence: str) -> Finding:
    return Finding(what, "ok", sentence)


def warning(what: str, sentence: str) -> Finding:
    return Finding(what, "warning", sentence)


def wrong(what: str, sentence: str) -> Finding:
    return Finding(what, "wrong", sentence)
