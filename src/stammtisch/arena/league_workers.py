"""League workers: play the tournaments of a league on all cores. More cores change nothing but the time."""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager

from stammtisch.arena.league import Job, League, play
from stammtisch.bots import worker_process
from stammtisch.core.errors import StammtischError
from stammtisch.tournament import Line, Tournament

AHEAD = 3  # tournaments under way for each worker: a round has to wait for its last table

Lines = tuple[Line, ...]
Submit = Callable[[Job], Callable[[], Lines]]


def play_league(league: League, workers: int, at: str, tick: Callable[[], None] = lambda: None) -> list[Tournament]:
    """All tournaments, in their order. `tick` is called after each game."""
    numbers = iter(range(league.times))
    finished: dict[int, Tournament] = {}
    with _submitting(workers) as submit:
        waiting: deque[tuple[int, Tournament, list[tuple[Job, Callable[[], Lines]]]]] = deque()

        def go_on(number: int, tournament: Tournament) -> None:
            jobs = league.jobs(number, tournament, at)
            if jobs:
                waiting.append((number, tournament, [(job, submit(job)) for job in jobs]))
            else:
                finished[number] = tournament

        while len(finished) < league.times:
            while len(waiting) < AHEAD * workers and (number := next(numbers, None)) is not None:
                go_on(number, league.open(number, at))
            number, tournament, games = waiting.popleft()
            for job, result in games:
                league.enter(tournament, job, result(), at)
                tick()
            go_on(number, tournament)
    return [finished[number] for number in range(league.times)]


@contextmanager
def _submitting(workers: int) -> Iterator[Submit]:
    """A way to have games played: here, when they are asked for, or in processes of their own."""
    if workers == 1:
        yield lambda job: lambda: play(job)
        return
    context = multiprocessing.get_context("spawn")  # a fork would copy threads' locks in whatever state they are
    pool = ProcessPoolExecutor(workers, context, worker_process.set_up)

    def submit(job: Job) -> Callable[[], Lines]:
        future: Future[Lines] = pool.submit(play, job)
        return future.result

    try:
        yield submit
    except BrokenProcessPool:
        raise StammtischError("a worker process died, perhaps for want of memory; try again with --workers 1") from None
    finally:
        pool.shutdown(cancel_futures=True)
