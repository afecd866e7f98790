"""Pool: worker processes for one kind of job, with a fair queue in front of them and budgets of CPU time.

A process starts when a job needs it and ends when it was idle for long. A job beyond its limits costs its own process
and nothing else: what waits is done by another one.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ParamSpec, TypeVar

from stammtisch.server.live.budgets import Budgets, Rate
from stammtisch.server.live.fair_queue import FairQueue
from stammtisch.server.live.payer import Payer
from stammtisch.server.live.worker import Answer, Call, JobLost, Worker
from stammtisch.server.protocol.refusal import busy

SLOWEST = 60  # seconds that anybody is told to wait at most because of a full queue

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class PoolSettings:
    processes: int = 1
    nice: int = 0
    """How far its processes stand back behind all others."""
    cpu: float | None = None
    """CPU seconds that a job may use."""
    seconds: float | None = None
    """Seconds that a job may take, without the time for which it waits."""
    queue: int = 1000
    """Jobs that may wait."""
    each: int = 1000
    """Of those, of one payer, and four times as many of one address."""
    at_once: int | None = None
    """Jobs of one payer that are done at the same time."""
    guest: Rate | None = None
    address: Rate | None = None
    total: Rate | None = None
    grace: float | None = 2.0
    """Seconds for a job that nobody waits for any more; None: as long as any other."""
    idle: float | None = 300.0
    """Seconds after which an idle process ends."""
    distrusted: bool = False
    """A process in which a job has failed ends, so that the next try is made in another one."""


@dataclass(eq=False)
class Job:
    payer: Payer
    call: Call
    answer: asyncio.Future[Any]
    worker: Worker | None = None
    """Who does it; None: it waits."""
    begun: float = 0.0


@dataclass
class PoolCounters:
    refused: int = 0
    lost: int = 0
    """Jobs whose process died or was ended."""
    cpu: float = 0.0
    """CPU seconds of all jobs."""
    spent: float = field(default=1.0, repr=False)
    """How long a job takes, in seconds: an average over the last ones."""


class Pool:
    def __init__(
        self,
        settings: PoolSettings,
        enter: Callable[..., None],
        *args: object,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`enter` is called first in each process, with its niceness and `args`."""
        self.settings = settings
        self.counters = PoolCounters()
        self._enter = enter
        self._args = args
        self._clock = clock
        self._budgets = Budgets(settings.guest, settings.address, settings.total, clock)
        self._queue: FairQueue[Job] = FairQueue()
        self._idle: dict[Worker, asyncio.TimerHandle | None] = {}
        self._running: dict[Job, asyncio.Task[None]] = {}
        self._busy: Counter[str] = Counter()  # running jobs of each payer

    @property
    def waiting(self) -> int:
        return len(self._queue)

    @property
    def running(self) -> int:
        return len(self._running)

    async def run(self, payer: Payer, job: Callable[P, T], *args: P.args, **names: P.kwargs) -> T:
        """Have a job done. Raises what it raises, JobLost, or a Refusal if that is too much."""
        self._admit(payer)
        wanted = Job(payer, Call(job, args, names), asyncio.get_running_loop().create_future())
        self._queue.put(wanted)
        self._hand_out()
        left = asyncio.ensure_future(payer.left.wait()) if payer.left else None
        try:
            await asyncio.wait((wanted.answer, left) if left else (wanted.answer,), return_when=asyncio.FIRST_COMPLETED)
        finally:
            if left:
                left.cancel()
            if not wanted.answer.done():
                self._give_up(wanted)
        if wanted.answer.cancelled():
            raise JobLost
        found: T = wanted.answer.result()
        return found

    def tell(self, job: Callable[P, object], *args: P.args, **names: P.kwargs) -> None:
        """Have something done in every process, as soon as it has nothing else to do. Nobody waits for it."""
        workers = [*self._idle, *(each.worker for each in self._running if each.worker)]
        workers += [self._start() for _ in range(self.settings.processes - len(workers))]
        for worker in workers:
            worker.submit(Call(job, args, names))

    def close(self) -> None:
        """End all processes; whoever waits is told that the job is lost. New jobs start new processes."""
        for job in list(self._queue):
            self._queue.drop(job)
            job.answer.cancel()
        for job, task in list(self._running.items()):
            if job.worker:
                job.worker.end()
            job.answer.cancel()
            task.cancel()
        self._running.clear()
        self._busy.clear()
        for worker in list(self._idle):
            self._end(worker)

    # ── Who may ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def _admit(self, payer: Payer) -> None:
        settings, queue = self.settings, self._queue
        wait = self._budgets.wait(payer)
        if not wait and (
            len(queue) >= settings.queue
            or queue.of(payer) >= settings.each
            or (payer.address is not None and queue.of_place(payer) >= 4 * settings.each)
        ):
            wait = min(SLOWEST, len(queue) * self.counters.spent / settings.processes)
        elif not wait:
            return
        self.counters.refused += 1
        raise busy(wait)

    def _give_up(self, job: Job) -> None:
        """Nobody waits for it any more. If it is being done, it has a little time left, for a new process costs more
        than the end of most jobs."""
        job.answer.cancel()
        if not self._queue.drop(job) and job in self._running and self.settings.grace is not None:
            asyncio.get_running_loop().call_later(self.settings.grace, self._end_job, job)

    # ── Who works ────────────────────────────────────────────────────────────────────────────────────────────────────

    def _hand_out(self) -> None:
        while len(self._running) < self.settings.processes:
            job = self._queue.take(self._busy, self.settings.at_once)
            if job is None:
                return
            job.worker = worker = next(iter(self._idle), None) or self._start()
            if timer := self._idle.pop(worker):
                timer.cancel()
            job.begun = self._clock()
            self._busy[job.payer.key] += 1
            self._running[job] = asyncio.ensure_future(self._do(job, worker))

    async def _do(self, job: Job, worker: Worker) -> None:
        loop, limits = asyncio.get_running_loop(), self.settings
        limit = None if limits.seconds is None else loop.call_later(limits.seconds, self._end_job, job)
        answer = Answer(None, JobLost(), 0.0)
        try:
            answer = await worker.run(job.call, limits.cpu)
        except JobLost as lost:
            self.counters.lost += 1
            used = self._clock() - job.begun
            answer = Answer(None, lost, min(used, limits.cpu or used))
        except Exception as error:  # it could not be sent there
            answer = Answer(None, error, 0.0)
        finally:
            if limit:
                limit.cancel()
        self._done(job, worker, answer)

    def _done(self, job: Job, worker: Worker, answer: Answer) -> None:
        now = self._clock()
        del self._running[job]
        self._busy[job.payer.key] -= 1
        if not self._busy[job.payer.key]:
            del self._busy[job.payer.key]
        self.counters.cpu += answer.cpu
        self.counters.spent += (now - job.begun - self.counters.spent) / 10
        self._budgets.pay(job.payer, answer.cpu)
        if isinstance(answer.error, JobLost) or (answer.error and self.settings.distrusted):
            worker.end()
        else:
            self._rest(worker)
        if not job.answer.done():
            if answer.error:
                job.answer.set_exception(answer.error)
            else:
                job.answer.set_result(answer.value)
        self._hand_out()

    def _start(self) -> Worker:
        worker = Worker(self._enter, self.settings.nice, *self._args)
        self._rest(worker)
        return worker

    def _rest(self, worker: Worker) -> None:
        idle = self.settings.idle
        timer = asyncio.get_running_loop().call_later(idle, self._end, worker) if idle is not None else None
        self._idle[worker] = timer

    def _end(self, worker: Worker) -> None:
        timer = self._idle.pop(worker)
        if timer:
            timer.cancel()
        worker.end()

    def _end_job(self, job: Job) -> None:
        """It has gone beyond its limits, or nobody wants it: its process goes with it."""
        if job in self._running and job.worker:
            job.worker.end()
