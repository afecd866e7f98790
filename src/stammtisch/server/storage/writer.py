"""The one thread that writes the log to disk.

Acknowledged means committed: a future of the writer is resolved after the commit of its transaction has returned.
All that waits in the queue goes into one transaction (group commit): a slow disk makes larger batches, not long queues.

What is in conflict, or meets a damaged page, is refused alone (commit.py). If the database fails, everything that waits
is refused, and so is whatever comes. The writer then tries to open the database anew, again and again; when that works
and something can be written, it goes on.
"""

from __future__ import annotations

import asyncio
import math
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import TypeAlias

from stammtisch.server.counters import Histogram
from stammtisch.server.storage.commit import check_fence, commit
from stammtisch.server.storage.faults import Damaged, NoStorage
from stammtisch.server.storage.log import Connection, Fenced, Write

MOST = 1000
"""Writes in one transaction, so that nobody waits for all the others."""
GATHERING = 0.005
"""Seconds. When the last transaction ended less than this ago and was about other tables, many are playing: so long the
next one waits for others that want to come along. A transaction costs far more than a row in it, and so does every
handover between this thread and the event loop. A table that plays alone never waits, however fast it plays."""
PAUSE = 1.0
"""Seconds between two attempts to open a database that has failed."""


class Stopped(NoStorage):
    """The log is not written, for now or for good."""


Waiting: TypeAlias = "Future[None] | asyncio.Future[None]"


class LogWriter:
    """One thread with one connection. Any thread may submit."""

    def __init__(
        self,
        connect: Callable[[], Connection],
        *,
        failed: Callable[[BaseException], None],
        reconnect: Callable[[], Connection] | None = None,
        recovered: Callable[[], None] = lambda: None,
        damaged: Callable[[Damaged], None] = lambda _: None,
        epoch: Callable[[], int | None] | None = None,
    ) -> None:
        """`failed` and `recovered` are called on the writer's thread, once each time. Without `reconnect` nothing is
        written after a failure. `damaged` is called there for every Write without rows that met damage: nobody else
        may look after it.

        What failed is not tried again: after a failed fsync the next one can succeed without the lost pages.
        `reconnect` must write those again, and raise as long as nothing can be written.

        `epoch`: of this node, if several share the database. Without one at the moment it writes nothing.
        """
        self._connect = connect
        self._reconnect = reconnect
        self._failed = failed
        self._recovered = recovered
        self._damaged = damaged
        self._epoch = epoch
        self.fault: str | None = None
        """Why nothing can be written at the moment."""
        self._ending = threading.Event()
        self._queue: SimpleQueue[tuple[Write, Waiting] | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._busy: set[str] = set()
        self._closed: str | None = "the log's writer has not been started"
        self._ready: Future[None] = Future()
        self._thread = threading.Thread(target=self._run, name="log", daemon=True)
        self.took = Histogram()
        """Each commit, with its wait for the disk."""

    @property
    def waiting(self) -> int:
        """Writes in the queue, about."""
        return self._queue.qsize()

    def start(self) -> None:
        """Open the connection, on the writer's thread; raises what the database says."""
        self._thread.start()
        self._ready.result()

    def submit(self, write: Write) -> Future[None]:
        """For threads. Resolved, on the writer's thread, when the transaction is on disk."""
        future: Future[None] = Future()
        future.set_running_or_notify_cancel()
        self._put(write, future)
        return future

    def write(self, write: Write) -> asyncio.Future[None]:
        """For coroutines: `await log.write(…)`. However many wait for a transaction, it wakes the event loop once.

        To stop waiting does not undo the Write.
        """
        future = asyncio.get_running_loop().create_future()
        self._put(write, future)
        return future

    def stop(self) -> None:
        """Write what is queued, then close the connection."""
        with self._lock:
            self._ending.set()
            if self._closed is None:
                self._closed = "the log's writer has been stopped"
                self._queue.put(None)
        if self._thread.ident is not None and self._thread is not threading.current_thread():
            self._thread.join()

    def _put(self, write: Write, future: Waiting) -> None:
        tables = {row.table for row in write.rows}
        with self._lock:
            if self._closed is not None:
                raise Stopped(self._closed)
            # If the first of two failed, the second would leave a gap. So a table waits for each answer.
            if not self._busy.isdisjoint(tables):
                raise ValueError(f"a Write of this table is still under way: {', '.join(self._busy & tables)}")
            self._busy |= tables
            self._queue.put((write, future))

    def _run(self) -> None:
        connection: Connection | None
        try:
            connection = self._connect()
        except BaseException as error:
            self._closed = "the log's writer could not open its database"
            self._ready.set_exception(error)
            return
        self._closed = None
        self._ready.set_result(None)
        while connection is not None and not self._works_to_the_end(connection):
            connection = self._open_anew()

    def _works_to_the_end(self, connection: Connection) -> bool:
        """Write what comes, until there is nothing more to come; False: the database has failed."""
        try:
            ended, last = -math.inf, frozenset[str]()
            while batch := self._next(ended, last):
                tables = frozenset(row.table for write, _ in batch for row in write.rows)
                begin = time.perf_counter()
                try:
                    refused = commit(connection, [write for write, _ in batch], self._fence())
                    for write, _ in batch:
                        if write.then:
                            write.then(connection)
                except BaseException as error:
                    self._break(error, batch)
                    return False
                ended, last = time.perf_counter(), tables
                self.took.add(ended - begin)
                self._settle(batch, refused)
                for why in refused.values():
                    if isinstance(why, Damaged) and why.table is None:
                        self._damaged(why)
            return True
        finally:
            with suppress(Exception):
                connection.close()

    def _fence(self) -> int | None:
        """The epoch that every transaction is checked against; None: this server is alone."""
        if self._epoch is None:
            return None
        epoch = self._epoch()
        if epoch is None:
            raise Fenced("this node is not registered")
        return epoch

    def _check(self, connection: Connection) -> None:
        """A transaction on this connection would be fenced in at once: then it is closed."""
        try:
            if (epoch := self._fence()) is not None:
                check_fence(connection, epoch)
        except BaseException:
            connection.close()
            raise

    def _open_anew(self) -> Connection | None:
        """A connection that can write, as soon as there is one; None: nobody waits for it any more."""
        while self._reconnect and not self._ending.wait(PAUSE):
            try:
                connection = self._reconnect()
                self._check(connection)
            except Exception:  # whatever it is, it has been told
                continue
            with self._lock:
                if self._ending.is_set():
                    connection.close()
                    return None
                self._closed = self.fault = None
            self._recovered()
            return connection
        return None

    def _next(self, ended: float, last: frozenset[str]) -> list[tuple[Write, Waiting]]:
        """Wait for a Write and take what else is there. Empty at the end. `ended`: when the last transaction did, which
        was about the tables `last`."""
        first = self._queue.get()
        if first is None:
            return []
        if time.perf_counter() - ended < GATHERING and not last.issuperset(row.table for row in first[0].rows):
            time.sleep(GATHERING)
        batch = [first]
        with suppress(Empty):
            while len(batch) < MOST:
                item = self._queue.get_nowait()
                if item is None:
                    self._queue.put(None)  # the last one; seen again after this batch
                    break
                batch.append(item)
        return batch

    def _break(self, error: BaseException, batch: list[tuple[Write, Waiting]]) -> None:
        with self._lock:
            self._closed = self.fault = f"the log cannot be written: {error}"
        with suppress(Empty):  # nothing is added any more
            while True:
                if item := self._queue.get_nowait():
                    batch.append(item)
        stopped = Stopped(self._closed)
        stopped.__cause__ = error
        self._settle(batch, dict.fromkeys(range(len(batch)), stopped))
        self._failed(error)

    def _settle(self, batch: list[tuple[Write, Waiting]], errors: dict[int, Exception]) -> None:
        """Tell everybody what became of his Write; coroutines by one call into their event loop."""
        settled = {row.table for write, _ in batch for row in write.rows}
        with self._lock:
            self._busy -= settled
        loops: dict[asyncio.AbstractEventLoop, list[tuple[Waiting, Exception | None]]] = defaultdict(list)
        for i, (_, future) in enumerate(batch):
            if isinstance(future, Future):
                _resolve([(future, errors.get(i))])
            else:
                loops[future.get_loop()].append((future, errors.get(i)))
        for loop, results in loops.items():
            with suppress(RuntimeError):  # the loop is closed: nobody waits
                loop.call_soon_threadsafe(_resolve, results)


def _resolve(results: list[tuple[Waiting, Exception | None]]) -> None:
    for future, error in results:
        if future.cancelled():
            continue
        if error is None:
            future.set_result(None)
        else:
            future.set_exception(error)
