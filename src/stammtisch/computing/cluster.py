"""Where a command computes: what `--workers` and `--cluster` ask for."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from stammtisch.bots import worker_process
from stammtisch.computing.processes import place
from stammtisch.computing.ray_executor import RayExecutor
from stammtisch.computing.work import Place
from stammtisch.core.errors import OptionError, StammtischError
from stammtisch.core.extras import need

LOCAL = "local"
AUTO = "auto"
CLIENT_PORT = 10001  # Ray's own
MEMORY = 128 * 2**20  # for objects of a Ray of our own; rounds are small
PATIENCE = 5.0  # seconds until a machine that does not answer is called unreachable


@contextmanager
def where(cluster: str | None, workers: int | None, *, most: int | None = None) -> Iterator[Place]:
    """Where a command computes, by its options.

    Without a cluster that is in `workers` processes of this machine, by default one for each core. `cluster` is "local"
    for a Ray that is started here with so many workers and stopped at the end; "auto" for the Ray that runs on this
    machine; or an address, "ray://HOST:10001" from anywhere and "HOST:6379" on a machine of the cluster. `workers` then
    says for how many there is work under way, by default for all cores of the cluster. There is no use for more than
    `most` processes.

    Raises:
        MissingExtra: The extra `cluster` is not installed.
        StammtischError: There is no cluster at this address, or one with other versions of Ray or Python.
    """
    if cluster is None:
        processes = worker_process.count(workers)
        with place(min(processes, most or processes)) as found:
            yield found
        return
    need("ray", "--cluster")
    with _connected(cluster, workers):
        executor = RayExecutor()
        try:
            with place(workers or executor.workers, executor) as found:
                yield found
        finally:
            executor.shutdown(cancel_futures=True)


@contextmanager
def _connected(cluster: str, workers: int | None) -> Iterator[None]:
    if cluster not in (LOCAL, AUTO):
        _check_reachable(cluster)
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is sent anywhere unless somebody asks for it
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # how Ray will be: no device is hidden from tasks
    os.environ.setdefault("RAY_IGNORE_UNHANDLED_ERRORS", "1")  # the first is told, in a sentence
    if cluster == LOCAL:
        os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")  # so that it listens to this machine only
    import ray

    wanted: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    if cluster == LOCAL:
        wanted |= {
            "address": LOCAL,
            "num_cpus": worker_process.count(workers),
            "include_dashboard": False,
            "object_store_memory": MEMORY,
        }
    else:
        wanted["address"] = cluster
    try:
        ray.init(**wanted)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise StammtischError(f"cannot use the Ray cluster '{cluster}': {_sentence(error)}") from None
    try:
        yield
    finally:
        ray.shutdown()


def _check_reachable(address: str) -> None:
    """Ray tries for minutes, and may end the process that asks."""
    parts = urlsplit(address if "://" in address else f"//{address}")
    try:
        host, port = parts.hostname, parts.port or (CLIENT_PORT if parts.scheme else None)
    except ValueError:
        host = port = None
    if parts.scheme not in ("", "ray") or not host or not port:
        raise OptionError(
            f"a cluster is given as ray://HOST:{CLIENT_PORT}, as HOST:6379, as {AUTO} or as {LOCAL}, not '{address}'"
        )
    try:
        socket.create_connection((host, port), PATIENCE).close()
    except OSError as error:
        told = error.strerror or str(error)
        raise StammtischError(
            f"there is no Ray cluster at {address}: {host} port {port} does not answer ({told})"
        ) from None


def _sentence(error: Exception) -> str:
    """What Ray says without its hints: the first line, and the last where that tells the reason."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()] or [type(error).__name__]
    return f"{lines[0]} {lines[-1]}" if lines[0].endswith(":") and len(lines) > 1 else lines[0]
