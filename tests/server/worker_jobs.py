"""Jobs for worker processes in tests: they wait for a file, use an amount of CPU time, die, or fail."""

from __future__ import annotations

import os
import time
from pathlib import Path


def enter(nice: int) -> None:
    """The first thing in a process: nothing."""


def wait_for(file: Path, answer: str = "") -> str:
    """Until this file is there; `file.begun` tells that it waits."""
    file.with_suffix(".begun").touch()
    while not file.exists():
        time.sleep(0.005)
    return answer


def spin(cpu: float) -> int:
    """Use so many CPU seconds; the process's number."""
    begun = time.process_time()
    while time.process_time() - begun < cpu:
        pass
    return os.getpid()


def process() -> int:
    return os.getpid()


def die() -> None:
    os._exit(3)


def fail() -> None:
    raise ValueError("a job that fails")


def refuse() -> None:
    from stammtisch.server.protocol.refusal import Refusal  # most jobs start sooner without it

    raise Refusal("not_over", "why")


def noted(file: Path, answer: bytes) -> tuple[bytes, ...]:
    """The answer; the file has a letter more for every time that it was asked for."""
    with file.open("a") as notes:
        notes.write("x")
    return (answer,)


def noted_when(file: Path, answer: bytes) -> tuple[bytes, ...]:
    """The same, but not before somebody lets it."""
    wait_for(file.with_suffix(".go"))
    return noted(file, answer)


def answer_when(file: Path, *_: object) -> list[object]:
    """Nothing, when this file is there."""
    wait_for(file)
    return []
