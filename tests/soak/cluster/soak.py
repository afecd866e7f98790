"""One run of it all: play, faults one after the other, an end to all games, and the audit."""

from __future__ import annotations

import asyncio
import itertools
import multiprocessing
import random
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field

from stammtisch import games
from tests.server.server_process import COMMAND
from tests.soak.cluster import audit, faults
from tests.soak.cluster.audit import Audit
from tests.soak.cluster.cup import Cup
from tests.soak.cluster.faults import Fault
from tests.soak.cluster.house import NAMES, UNENDED, UNFENCED, House, standing
from tests.soak.cluster.players import Ending, Place, player
from tests.soak.cluster.recovery import Recoveries, first_after

PATIENCE = 60.0
"""Seconds for somebody to be answered at every table after a fault; four times as long for all games to end."""
LASTS = 1.5
"""A fault lasts so many times the lease at most; where it is to last longer than the lease, beyond that."""
APART = (0.4, 1.2)
"""Seconds between two faults, when all goes on again."""


@dataclass
class Result:
    audit: Audit = field(default_factory=Audit)
    recoveries: Recoveries = field(default_factory=Recoveries)
    faults: int = 0

    def __add__(self, other: Result) -> Result:
        return Result(self.audit + other.audit, self.recoveries + other.recoveries, self.faults + other.faults)

    @property
    def good(self) -> bool:
        return not self.audit.faults


async def run(
    wanted: int,
    seed: int,
    *,
    lease: float,
    places: int = 1,
    kinds: Sequence[str] = tuple(faults.KINDS),
    code: str = COMMAND,
    keys: bool = True,
    cup: bool = True,
    finish: bool = True,
    patience: float = PATIENCE,
) -> Result:
    """So many faults while people play at `places` places of each game."""
    result, ending, rng = Result(), Ending(finish), random.Random(f"pauses {seed}")
    async with standing(lease, code=code, keys=keys) as house:
        found = await _places(house, places, seed, ending)
        cups = [await _cup(house, seed, ending)] if cup else []
        everybody: list[Place | Cup] = [*found, *cups]
        playing = [asyncio.create_task(each.run()) for each in everybody]
        try:
            await _all_play(found, playing, 0.0, patience)
            for fault in itertools.islice(faults.chosen(seed, NAMES, LASTS * lease, kinds), wanted):
                await asyncio.sleep(rng.uniform(*APART))
                told = await _happen(house, fault, found, playing, patience, result)
                acknowledged = sum(len(place.acknowledged) for place in found)
                print(f"{result.faults}/{wanted} {told}; {acknowledged:,} acknowledged", flush=True)
                if result.audit.unfinished:
                    break
            ending.now.set()
            _, slow = await asyncio.wait(playing, timeout=4 * patience)
            result.audit.unfinished += [f"{len(slow)} places did not come to an end"] if slow else []
            seats = [seat for each in everybody for seat in each.seats]
            await audit.ask(result.audit, house, seats, cups)
        finally:
            for task in playing:
                task.cancel()
            ended = await asyncio.gather(*playing, return_exceptions=True)
        result.audit.unfinished += [repr(each) for each in ended if isinstance(each, Exception)]
        for node in house.nodes.values():
            await asyncio.to_thread(node.server.kill)
        await asyncio.to_thread(audit.compare, result.audit, house, seats)
    return result


async def _places(house: House, places: int, seed: int, ending: Ending) -> list[Place]:
    found = []
    for number in range(places):
        for game in games.names():
            people = [await player(house.front.address, f"Person {each}") for each in range(2)]
            found.append(Place(game, people, f"{seed} {game} {number}", ending))
    return found


async def _cup(house: House, seed: int, ending: Ending) -> Cup:
    organiser, *people = [await player(house.front.address, f"Player {each}") for each in range(3)]
    return Cup(organiser, people, f"{seed} cup", ending)


async def _all_play(
    places: Sequence[Place], playing: Sequence[asyncio.Task[None]], since: float, patience: float
) -> list[Place]:
    """Wait until a command that was given after this is acknowledged at each place; those where none is."""
    end = time.monotonic() + patience
    while late := [place for place in places if first_after(place.acknowledged, since) is None]:
        if time.monotonic() > end or any(task.done() for task in playing):
            break
        await asyncio.sleep(0.05)
    return late


async def _happen(
    house: House,
    fault: Fault,
    places: Sequence[Place],
    playing: Sequence[asyncio.Task[None]],
    patience: float,
    result: Result,
) -> str:
    """From a fault's beginning to the moment when all goes on; what is to be told of it."""
    owners = await asyncio.to_thread(house.owners)
    having = {place: owners.get(place.table) for place in places if place.table}
    victim = next((name for name in fault.victims if name in having.values()), NAMES[0])
    about = [place for place, owner in having.items() if not fault.victims or owner == victim]
    since = time.monotonic()
    await faults.KINDS[fault.kind](house, house.nodes[victim], fault.seconds)
    if not fault.victims:
        since = time.monotonic()  # nobody can be answered while there is no database
    late = await _all_play(places, playing, since, patience)
    result.audit.unfinished += [f"after {fault} nobody is answered at {each.table} ({each.game})" for each in late]
    times = [first_after(place.acknowledged, since) for place in about]
    back = [each for each in times if each is not None]
    result.faults += 1
    result.recoveries.add(fault.kind, back)
    whom = victim if fault.victims else "all"
    return f"{fault.kind} ({whom}, {fault.seconds} s): back after {max(back, default=0):.1f} s"


def several(houses: int, wanted: int, seed: int, lease: float, places: int) -> Result:
    """The same in several houses at once, each in a process of its own and with a seed of its own."""
    with ProcessPoolExecutor(houses, multiprocessing.get_context("spawn")) as pool:
        runs = [pool.submit(_one, wanted // houses, seed + number, lease, places) for number in range(houses)]
        return sum((each.result() for each in runs), Result())


def _one(wanted: int, seed: int, lease: float, places: int) -> Result:
    return asyncio.run(run(wanted, seed, lease=lease, places=places))


async def unfenced(seed: int) -> Result:
    """A control: servers that write whether or not the others have given them up."""
    beyond = [faults.paused, faults.database_silent]
    kinds = [kind for kind, course in faults.KINDS.items() if course in beyond]
    return await run(4, seed, lease=1.5, kinds=kinds, code=UNFENCED, cup=False, finish=False, patience=15)


async def without_keys(seed: int) -> Result:
    """A control: a database that takes a number, and a client's id, twice, and servers that rely on it."""
    kinds = [kind for kind, course in faults.KINDS.items() if course == faults.commit_late]
    return await run(12, seed, lease=1.5, kinds=kinds, code=UNENDED, keys=False, cup=False, finish=False, patience=15)
