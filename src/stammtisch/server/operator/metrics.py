"""Metrics: the figures in the form that Prometheus reads. Made when somebody asks; nothing is kept for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from stammtisch import __version__
from stammtisch.server.counters import Histogram
from stammtisch.server.nodes.gossip import NodeFigures
from stammtisch.server.operator.snapshot import Snapshot

KIND = "text/plain; version=0.0.4; charset=utf-8"


def metrics(figures: Snapshot) -> bytes:
    registry = CollectorRegistry()
    registry.register(_Once(figures))
    return generate_latest(registry)


class _Once(Collector):
    def __init__(self, figures: Snapshot) -> None:
        self._figures = figures

    def collect(self) -> Iterator[Metric]:
        now = self._figures
        yield _each("info", "The version that runs", {__version__: 1}, "version")
        yield _gauge("sockets", "Connections that watch a table", now.sockets)
        yield _gauge("live_tables", "Tables in memory", now.live)
        yield _gauge("bots_thinking", "Tables at which a bot of the server thinks", now.thinking)
        for name, about in (
            ("waiting", "Jobs that wait for a worker process"),
            ("running", "Jobs that are being done"),
        ):
            yield _each(f"jobs_{name}", f"{about}, by pool", _of_pools(now, name), "pool")
        yield _total("jobs_refused", "Jobs that were refused as too much, by pool", _of_pools(now, "refused"), "pool")
        yield _total("jobs_lost", "Jobs whose process died or was ended, by pool", _of_pools(now, "lost"), "pool")
        yield _total("jobs_cpu_seconds", "CPU seconds of jobs, by pool", _of_pools(now, "cpu"), "pool")
        yield _each("tables", "All tables, by status", now.statuses, "status")
        answers = {"done": 0, **now.answers}
        yield _total("commands", "Commands over sockets, by answer; done is acknowledged", answers, "answer")
        yield _total("refusals", "Whatever was refused, by code", now.refusals, "code")
        yield _histogram("commit_seconds", "How long a transaction of the log takes", now.commits)
        yield _histogram("loop_lag_seconds", "How late the event loop is, once a second", now.lag)
        yield _gauge("queue", "Writes that wait for the log", now.queue)
        yield _gauge("tasks", "Tasks of the event loop", now.tasks)
        yield _gauge("threads", "Threads", now.threads)
        yield _gauge("memory_blocks", "Pieces of memory in use", now.blocks)
        yield _gauge("storage_failed", "1 while nothing can be stored", now.fault is not None)
        yield _gauge(
            "damaged_tables", "What was asked for and is damaged: tables, tournaments, the database", len(now.damaged)
        )
        yield _gauge("traces", "Deleted people of whom traces may be in unused parts of the file", now.leaving)
        if now.nodes:
            yield from _of_nodes(now.nodes)
        if now.memory is not None:
            yield _gauge("memory_bytes", "Resident memory", now.memory)
        if now.files is not None:
            yield _gauge("open_files", "File handles", now.files)


def _of_nodes(nodes: Sequence[NodeFigures]) -> Iterator[Metric]:
    """As the node that is asked sees them."""
    info = GaugeMetricFamily("stammtisch_node_info", "A node", labels=["node", "address", "version"])
    for each in nodes:
        info.add_metric([each.node.name, each.node.address, each.node.version], 1)
    yield info
    draining = {each.node.name: float(each.node.draining) for each in nodes}
    yield _each("node_draining", "1 while a node stops", draining, "node")
    told = [(each.node.name, each.age, each.figures) for each in nodes if each.figures]
    for name, about, values in (
        ("tables", "Tables in memory of a node", {node: float(of.tables) for node, _, of in told}),
        ("people", "People connected to tables of a node", {node: float(of.people) for node, _, of in told}),
        ("lag_seconds", "How late its event loop was last", {node: of.lag for node, _, of in told}),
        ("silent_seconds", "Since it told these figures", {node: age for node, age, _ in told}),
    ):
        yield _each(f"node_{name}", about, values, "node")


def _of_pools(figures: Snapshot, name: str) -> dict[str, float]:
    return {pool: getattr(each, name) for pool, each in figures.pools.items()}


def _gauge(name: str, about: str, value: float) -> Metric:
    return GaugeMetricFamily(f"stammtisch_{name}", about, value=value)


def _each(name: str, about: str, values: Mapping[str, float], label: str) -> Metric:
    found = GaugeMetricFamily(f"stammtisch_{name}", about, labels=[label])
    for key, value in values.items():
        found.add_metric([key], value)
    return found


def _total(name: str, about: str, values: Mapping[str, float], label: str) -> Metric:
    found = CounterMetricFamily(f"stammtisch_{name}", about, labels=[label])
    for key, value in sorted(values.items()):
        found.add_metric([key], value)
    return found


def _histogram(name: str, about: str, histogram: Histogram) -> Metric:
    return HistogramMetricFamily(f"stammtisch_{name}", about, buckets=histogram.at_most(), sum_value=histogram.sum)
