"""Snapshot: what /metrics says is what clients have seen."""

from __future__ import annotations

import asyncio
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from stammtisch.client import Server
from stammtisch.server.counters import BOUNDS, Histogram
from tests.server import api, operator_api
from tests.server.server_process import ServerProcess
from tests.soak.crowd import seat_all


def test_a_spread_counts_by_bounds() -> None:
    histogram = Histogram()
    for seconds in (0.0001, BOUNDS[0], 0.003, 100.0):
        histogram.add(seconds)
    found = dict(histogram.at_most())
    assert found[str(BOUNDS[0])] == 2
    assert found["0.005"] == 3
    assert found["5.0"] == 3
    assert found["+Inf"] == histogram.count == 4
    assert histogram.sum == 0.0001 + BOUNDS[0] + 0.003 + 100.0


def test_the_figures_are_those_of_the_players(tmp_path: Path) -> None:
    async def play(server: ServerProcess) -> None:
        before = operator_api.metrics(server)
        assert before["stammtisch_sockets"] == before["stammtisch_live_tables"] == 0
        lights = await seat_all(server.address, 3, "barbecue", 1)
        playing = [asyncio.create_task(light.run()) for light in lights]
        while sum(len(light.notes.acked) for light in lights) < 60:
            await asyncio.sleep(0.02)
        during = await asyncio.to_thread(operator_api.metrics, server)
        assert during["stammtisch_sockets"] == 6
        assert during["stammtisch_live_tables"] == during['stammtisch_tables{status="playing"}'] == 3
        assert during["stammtisch_tasks"] >= before["stammtisch_tasks"] + 6
        assert during["stammtisch_open_files"] >= before["stammtisch_open_files"] + 6
        await asyncio.gather(*playing)
        acked = sum(len(light.notes.acked) for light in lights)
        after = await asyncio.to_thread(operator_api.metrics, server)
        while after["stammtisch_sockets"]:  # they have gone; the server hears of it a moment later
            after = await asyncio.to_thread(operator_api.metrics, server)
        done = ("done", "again")
        assert sum(after.get(f'stammtisch_commands_total{{answer="{each}"}}', 0) for each in done) == acked
        assert after['stammtisch_tables{status="over"}'] == 3
        assert after["stammtisch_commit_seconds_count"] > during["stammtisch_commit_seconds_count"] > 0
        assert after["stammtisch_memory_bytes"] > 2**20
        for code, path in (("not_found", "/api/nothing"), ("not_signed_in", "/api/my/tables")):
            name = f'stammtisch_refusals_total{{code="{code}"}}'
            assert api.ask(server, "GET", path).status in (401, 404)
            assert (await asyncio.to_thread(operator_api.metrics, server))[name] == after.get(name, 0) + 1

    with ServerProcess(tmp_path, "--admin-port", "0") as server:
        asyncio.run(asyncio.wait_for(play(server), 120))
        text = operator_api.look(server, "/metrics").body.decode()
        families = {family.name: family.type for family in text_string_to_metric_families(text)}
        assert families["stammtisch_commit_seconds"] == "histogram"
        assert families["stammtisch_commands"] == "counter"
        assert {"stammtisch_queue", "stammtisch_loop_lag_seconds", "stammtisch_bots_thinking"} <= set(families)


def test_bots_that_think_are_counted(tmp_path: Path) -> None:
    async def play(server: ServerProcess) -> None:
        ann = await Server(server.address).guest("Ann")
        await ann.open("zatre", ["expert", "expert"])
        while not (await asyncio.to_thread(operator_api.metrics, server))["stammtisch_bots_thinking"]:
            await asyncio.sleep(0.01)
        while not (seen := await asyncio.to_thread(operator_api.metrics, server))[
            'stammtisch_jobs_cpu_seconds_total{pool="bots"}'
        ]:
            await asyncio.sleep(0.01)
        assert seen['stammtisch_jobs_cpu_seconds_total{pool="hints"}'] == 0
        for name in ("waiting", "running", "refused_total", "lost_total"):
            assert f'stammtisch_jobs_{name}{{pool="moves"}}' in seen

    with ServerProcess(tmp_path, "--admin-port", "0") as server:
        asyncio.run(asyncio.wait_for(play(server), 60))
