"""Workers: play rounds here or elsewhere, and give them in their order. Where changes nothing but the time."""

from __future__ import annotations

from collections.abc import Generator
from concurrent.futures import Executor

from stammtisch.arena.contest import Contest
from stammtisch.arena.results import Round
from stammtisch.computing.processes import place
from stammtisch.computing.work import Shared, in_order


def play_rounds(
    contest: Contest, start: int, end: int, workers: int | None = None, executor: Executor | None = None
) -> Generator[Round, None, None]:
    """Play the rounds from `start` to `end - 1`, and give each when it is played, in their order.

    `workers` are processes of this machine, by default this one. With an `executor` — any of `concurrent.futures`, such
    as a `RayExecutor` — rounds are played where it works, and `workers` says how many it has, so that all have
    something to do; the executor is left open. Neither changes anything but the time. Whoever has seen enough closes
    the generator.

    Raises:
        StammtischError: A worker died, or has another version of Stammtisch, or the executor failed.
    """
    with place(workers, executor) as found:
        shared = Shared(contest)
        yield from in_order(found, _play, ((shared, number) for number in range(start, end)))


def _play(contest: Shared[Contest], number: int) -> Round:
    return contest.value.play(number)
