"""How much more three nodes on one PostgreSQL do than one.

    python -m bench.nodes [--seconds 10] [--rounds 3] [--tables 150] [--loads 2] [--relayed]

Closed loop: people at their tables act as soon as they can. Each node has a core of its own, PostgreSQL has others, and
so have the players. Runs of one, two and three nodes take turns. With --relayed every other player comes to a node that
does not have his table. Written to results/nodes.json.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import tempfile
import time
from contextlib import ExitStack
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from typing import Any

import uvloop
from tests.server import postgres
from tests.server.server_process import COMMAND, ServerProcess

from bench import machine
from bench.players import Crowd
from bench.seating import seat_all

RESULTS = Path(__file__).parent / "results" / "nodes.json"
NODES = (1, 2, 3)
CODE = f"""
import os
os.sched_setaffinity(0, {{%s}})
from stammtisch.server.live import sockets
sockets.RATE = sockets.BURST = 1e9
{COMMAND}
"""
"""A node on cores of its own, that lets everybody send as much as he likes."""


def cores(nodes: int) -> dict[str, list[int]]:
    """What runs where: a core for each node, a third of the rest for PostgreSQL, and the others for players."""
    every = sorted(os.sched_getaffinity(0))
    rest = every[nodes:] or every
    third = max(1, len(rest) // 3)
    return {"nodes": every[:nodes], "postgresql": rest[:third], "players": rest[third:] or rest}


def load(ports: tuple[int, int], tables: int, seed: int, on: list[int], pipe: Connection) -> None:
    """In a process of its own: players at so many tables, who say how much was answered between two signals.

    `ports`: where the tables are opened, and where every other player comes to."""
    os.sched_setaffinity(0, on)

    async def play() -> None:
        import asyncio

        crowd = Crowd(ports[0], random.Random(seed), at_once=True)
        await seat_all(crowd, ["heckmeck"] * tables)
        for player in crowd.players[1::2]:
            player.port = ports[1]
        await crowd.connect()
        pipe.send("ready")
        while not pipe.poll():
            await asyncio.sleep(0.01)
        pipe.recv()
        before, begin = len(crowd.latencies), time.perf_counter()
        while not pipe.poll():
            await asyncio.sleep(0.01)
        answered = len(crowd.latencies) - before
        rate = answered / (time.perf_counter() - begin)
        pipe.send((rate, sum(crowd.refused.values()) + crowd.closes))
        crowd.leave()

    uvloop.run(play())


def measured(cluster: postgres.Cluster, number: int, given: argparse.Namespace) -> dict[str, Any]:
    """One run with so many nodes."""
    url, places = cluster.new_database(), cores(max(NODES))
    spawn = multiprocessing.get_context("spawn")
    with ExitStack() as stack:
        folders = [Path(stack.enter_context(tempfile.TemporaryDirectory())) for _ in range(number)]
        nodes = [
            stack.enter_context(
                ServerProcess(
                    folder,
                    "--database",
                    url,
                    "--node",
                    f"node-{i}",
                    "--no-warm",
                    code=CODE % places["nodes"][i % len(places["nodes"])],
                )
            )
            for i, folder in enumerate(folders)
        ]
        pipes, loads = [], []
        for i in range(number):
            other = nodes[(i + 1) % number].port if given.relayed else nodes[i].port
            for j in range(given.loads):
                ours, theirs = spawn.Pipe()
                seed = 100 * i + j
                arguments = ((nodes[i].port, other), given.tables, seed, places["players"], theirs)
                loads.append(spawn.Process(target=load, args=arguments))
                pipes.append(ours)
        for each in loads:
            each.start()
        for pipe in pipes:
            assert pipe.recv() == "ready"
        before = [machine.cpu_seconds(each.pid) for each in nodes]
        for pipe in pipes:
            pipe.send("go")
        time.sleep(given.seconds)
        for pipe in pipes:
            pipe.send("stop")
        found = [pipe.recv() for pipe in pipes]
        busy = sum(machine.cpu_seconds(each.pid) for each in nodes) - sum(before)
        for each in loads:
            each.join()
    rate = sum(each[0] for each in found)
    return {
        "nodes": number,
        "commands per second": round(rate),
        "CPU µs per command": round(busy / given.seconds / rate * 1e6),
        "closed or refused": sum(each[1] for each in found),
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.nodes", description="One, two and three nodes under load.")
    parser.add_argument("--seconds", type=float, default=10, metavar="N", help="of each run")
    parser.add_argument(
        "--rounds", type=int, default=3, metavar="N", help="how often each number of nodes has its turn"
    )
    parser.add_argument("--tables", type=int, default=150, metavar="N", help="of each process of players")
    parser.add_argument("--loads", type=int, default=2, metavar="N", help="processes of players for each node")
    parser.add_argument("--relayed", action="store_true", help="every other player comes to another node")
    parser.add_argument("--to", type=Path, default=RESULTS, metavar="FILE", help="where results are written")
    given = parser.parse_args()
    places = cores(max(NODES))
    runs: list[dict[str, Any]] = []
    with postgres.running("fsync=on") as cluster:
        cluster.pin(places["postgresql"])
        for _ in range(given.rounds):
            for number in NODES:
                runs.append(measured(cluster, number, given))
                print(json.dumps(runs[-1], ensure_ascii=False), flush=True)
    rates = {number: [each["commands per second"] for each in runs if each["nodes"] == number] for number in NODES}
    one = median(rates[1])
    results: dict[str, Any] = json.loads(given.to.read_text()) if given.to.exists() else {}
    results["relayed" if given.relayed else "where the table is"] = {
        "cores": {name: len(each) for name, each in places.items()},
        "seconds of a run": given.seconds,
        "tables of a node": given.tables * given.loads,
        "commands per second, median": {str(number): round(median(each)) for number, each in rates.items()},
        "times one node": {str(number): round(median(each) / one, 2) for number, each in rates.items()},
        "runs": runs,
    }
    given.to.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
