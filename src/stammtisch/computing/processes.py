"""Processes of this machine as an executor. More of them change nothing but the time."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager

from stammtisch.bots import worker_process
from stammtisch.computing.work import WORKERS, Place
from stammtisch.core.errors import OptionError


@contextmanager
def place(workers: int | None = None, executor: Executor | None = None) -> Iterator[Place]:
    """Where work is done: by this executor, which stays open; in so many processes, or, if it is one, in this one."""
    if workers is not None and workers < 1:
        raise OptionError(f"there must be at least 1 worker, not {workers}")
    if executor is not None:
        yield Place(executor, workers or WORKERS)
    elif workers in (None, 1):
        yield Place(None, 1)
    else:
        assert workers
        context = multiprocessing.get_context("spawn")  # a fork would copy threads' locks in whatever state they are
        pool = ProcessPoolExecutor(workers, context, worker_process.set_up)
        try:
            yield Place(pool, workers)
        finally:
            pool.shutdown(cancel_futures=True)
