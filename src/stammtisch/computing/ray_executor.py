"""RayExecutor: the machines of a Ray cluster as a `concurrent.futures.Executor`."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from concurrent.futures import wait as wait_for
from contextlib import suppress
from threading import Lock
from typing import Any

from stammtisch.core.errors import StammtischError
from stammtisch.core.extras import need

TRIES = 10  # of work whose worker or machine was lost; more would go on forever with work that kills its worker


class RayExecutor(Executor):
    """Calls functions on the Ray cluster that this process is connected to, by `ray.init(…)`.

    A piece of work takes one core. If its worker or its machine is lost, it is done again elsewhere. The executor does
    not end the cluster, nor the connection to it.

    Raises:
        MissingExtra: The extra `cluster` is not installed.
        StammtischError: This process is not connected to a Ray cluster.
    """

    def __init__(self) -> None:
        need("ray", "a Ray cluster")
        import ray

        if not ray.is_initialized():
            raise StammtischError("this process is connected to no Ray cluster; call ray.init(…) first")
        self._ray: Any = ray
        self._remote = ray.remote(max_retries=TRIES, num_cpus=1)(_call)
        self._open: set[_RayFuture] = set()
        self._closed = False

    @property
    def workers(self) -> int:
        """How many pieces of work the cluster can do at once, as it is now."""
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Have the cluster call this function; both it and its arguments are pickled."""
        if self._closed:
            raise RuntimeError("cannot schedule new futures after shutdown")
        try:
            future = _RayFuture(self._ray, self._remote.remote(fn, args, kwargs))
        except ConnectionError as error:
            raise BrokenExecutor(f"the connection to the Ray cluster is lost: {error}") from None
        self._open.add(future)
        future.add_done_callback(self._open.discard)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more work; wait for what was given, or cancel it."""
        self._closed = True
        given = list(self._open)
        if cancel_futures:
            for future in given:
                future.cancel()
        if wait:
            wait_for(given)


def _call(fn: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    return fn(*args, **kwargs)


class _RayFuture(Future[Any]):
    """Ray's own futures cannot be cancelled, and wrap errors in others that hold a traceback as text."""

    def __init__(self, ray: Any, reference: Any) -> None:
        super().__init__()
        self._ray = ray
        self._reference = reference
        self._deciding = Lock()  # whether it is cancelled or done
        reference.future().add_done_callback(self._done)

    def cancel(self) -> bool:
        with self._deciding:
            cancelled = not self.cancelled() and super().cancel()
            if cancelled:
                self.set_running_or_notify_cancel()  # who waits for it need not wait for the cluster
        if cancelled:
            with suppress(ConnectionError, self._ray.exceptions.RayError):
                self._ray.cancel(self._reference)
        return self.cancelled()

    def _done(self, future: Future[Any]) -> None:
        with self._deciding:
            if self.cancelled():
                return
            self.set_running_or_notify_cancel()
        error = future.exception()
        if error is None:
            self.set_result(future.result())
        else:
            self.set_exception(self._plain(error))

    def _plain(self, error: BaseException) -> BaseException:
        errors = self._ray.exceptions
        if isinstance(error, errors.RayTaskError):
            cause: BaseException | None = error.cause
            return cause or error
        if isinstance(error, (errors.RayError, ConnectionError)):
            return BrokenExecutor(f"{type(error).__name__}: {str(error).strip().partition(chr(10))[0]}")
        return error
