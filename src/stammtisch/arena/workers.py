"""Workers: play rounds on several cores and give them in their order. More cores change nothing but the time."""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from stammtisch import games
from stammtisch.arena.contest import Contest
from stammtisch.arena.results import Round
from stammtisch.bots import Limits, worker_process
from stammtisch.core.errors import StammtischError

AHEAD = 4  # rounds a worker may be ahead of the one that is waited for

_contest: Contest  # in a worker: the contest it plays for


def play_rounds(contest: Contest, start: int, end: int, workers: int) -> Generator[Round, None, None]:
    """Play the rounds from `start` to `end - 1`, and give each when it is played, in their order.

    `workers` are processes: more of them change nothing but the time. Whoever has seen enough stops asking.
    """
    if workers == 1:
        yield from map(contest.play, range(start, end))
        return
    game = contest.game
    pool = ProcessPoolExecutor(
        workers,
        multiprocessing.get_context("spawn"),  # a fork would copy threads' locks in whatever state they are
        _enter,
        (game.name, game.options.to_json(), game.version, contest.bots, contest.seed, contest.limits),
    )
    waiting: deque[Future[Round]] = deque()
    try:
        for number in range(start, end):
            waiting.append(pool.submit(_play, number))
            if len(waiting) >= AHEAD * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool:
        raise StammtischError("a worker process died, perhaps for want of memory; try again with --workers 1") from None
    finally:
        pool.shutdown(cancel_futures=True)


def _enter(
    name: str, options: Mapping[str, object], version: int, bots: Sequence[str], seed: int, limits: Limits
) -> None:
    global _contest
    worker_process.set_up()
    _contest = Contest(games.load(name, options, version), bots, seed, limits)


def _play(number: int) -> Round:
    return _contest.play(number)
