"""Workers: play rounds here or elsewhere, and give them in their order. Where changes nothing but the time."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from concurrent.futures import Executor
from contextlib import closing

from stammtisch.arena.contest import Contest
from stammtisch.arena.lockstep import pieces, play_piece, rounds_at_once
from stammtisch.arena.results import Round
from stammtisch.computing.processes import place
from stammtisch.computing.work import Shared, in_order


def play_rounds(
    contest: Contest, start: int, end: int, workers: int | None = None, executor: Executor | None = None
) -> Generator[Round, None, None]:
    """Play the rounds from `start` to `end - 1`, and give each when it is played, in their order.

    Where all bots of a round can play in lock step, many rounds are played at once. They are the same, sooner.

    `workers` are processes of this machine, by default this one. With an `executor` — any of `concurrent.futures`, such
    as a `RayExecutor` — rounds are played where it works, and `workers` says how many it has, so that all have
    something to do; the executor is left open. Neither changes anything but the time. Whoever has seen enough closes
    the generator.

    Raises:
        StammtischError: A worker died, or has another version of Stammtisch, or the executor failed.
    """
    with place(workers, executor) as found:
        shared = Shared(contest)
        size = rounds_at_once(contest, end - start, found.workers)
        windows = [range(first, min(first + size, end)) for first in range(start, end, size)]
        work = ((shared, numbers) for window in windows for numbers in pieces(contest, window))
        with closing(in_order(found, _play, work)) as done:
            for window in windows:
                ready: dict[int, Round] = {}
                for number in window:
                    while number not in ready:
                        ready.update((played.number, played) for played in next(done))
                    yield ready.pop(number)


def _play(contest: Shared[Contest], numbers: Sequence[int]) -> list[Round]:
    return play_piece(contest.value, numbers)
