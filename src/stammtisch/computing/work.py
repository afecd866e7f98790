"""Work that an executor does: given to it a little ahead, and taken back in its order.

Any `concurrent.futures.Executor` will do: a pool of processes, Ray (ray_executor.py), Dask's `Client.get_executor()`,
`mpi4py.futures.MPIPoolExecutor`. Functions are given by their names and arguments by their values, so both must be
picklable.
"""

from __future__ import annotations

import pickle
import platform
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from concurrent.futures.process import BrokenProcessPool
from functools import cached_property, lru_cache
from threading import Lock
from typing import Any, Generic, NamedTuple, TypeVar

from stammtisch.computing.identity import Identity, identity
from stammtisch.core.errors import StammtischError

AHEAD = 4  # pieces of work that a worker may be ahead of the one that is waited for
WORKERS = 64  # of an executor that does not say how many it has

Result = TypeVar("Result")

_one_at_a_time = Lock()  # bots have scratch arrays of their own: threads of one process must take turns


class Place(NamedTuple):
    """Where work is done, and how many pieces at once."""

    executor: Executor | None
    """None is this process."""
    workers: int


class Piece:
    """A piece of work that was given away. It may be cancelled, or waited for."""

    def __init__(self, executor: Executor | None, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        self._work = (function, arguments)
        self._executor = executor
        self._future: Future[Any] | None = None
        if executor is not None:
            try:
                self._future = executor.submit(checked, identity(), function, arguments)
            except Exception as error:
                raise self._explained(error) from error

    def result(self) -> Any:
        """Wait for it; in this process it is done only now."""
        if self._future is None:
            function, arguments = self._work
            return function(*arguments)
        try:
            return self._future.result()
        except StammtischError:
            raise
        except BrokenProcessPool:
            raise StammtischError(
                "a worker process died, perhaps for want of memory; try again with --workers 1"
            ) from None
        except (Exception, CancelledError) as error:
            raise self._explained(error) from error

    def cancel(self) -> None:
        if self._future is not None:
            self._future.cancel()

    def _explained(self, error: BaseException) -> StammtischError:
        name = type(self._executor).__name__
        told = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        if isinstance(error, ModuleNotFoundError) and (error.name or "").startswith("stammtisch"):
            return StammtischError(
                f"the workers of {name} do not have this version of Stammtisch ({error}); "
                f"install {identity()['stammtisch']} on all of them"
            )
        if isinstance(error, BrokenExecutor):
            return StammtischError(f"{name} cannot go on ({told}); start it again, and go on from what is kept")
        return StammtischError(f"work that was given to {name} failed with {told}")


def checked(wanted: Identity, function: Callable[..., Result], arguments: tuple[Any, ...]) -> Result:
    """Do this in a worker, if it has the same code: another might give other results, and nobody would see it."""
    found = identity()
    if found != wanted:
        name = next(name for name in wanted if found.get(name) != wanted[name])
        raise StammtischError(
            f"the worker on {platform.node()} has {name} {found.get(name, 'none')}, but here is {wanted[name]}; "
            "results depend on it, so install the same on all machines"
        )
    with _one_at_a_time:
        return function(*arguments)


class Shared(Generic[Result]):
    """A value that many pieces of work need: pickled once, and made once in every process that works."""

    def __init__(self, value: Result) -> None:
        self.value = value

    @cached_property
    def _pickled(self) -> bytes:
        return pickle.dumps(self.value)

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, (self._pickled,)


@lru_cache(maxsize=4)
def _made(pickled: bytes) -> Shared[Any]:
    return Shared(pickle.loads(pickled))


def in_order(
    place: Place, function: Callable[..., Result], tasks: Iterable[tuple[Any, ...]]
) -> Generator[Result, None, None]:
    """What the function gives for the arguments of each task, in their order.

    Only so much is given away ahead that all workers are busy. Whoever has seen enough closes the generator, which
    cancels the rest.
    """
    if place.executor is None:
        for task in tasks:
            yield function(*task)
        return
    waiting: deque[Piece] = deque()
    try:
        for task in tasks:
            waiting.append(Piece(place.executor, function, task))
            if len(waiting) >= AHEAD * place.workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for piece in waiting:
            piece.cancel()
