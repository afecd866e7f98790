"""One run of it all: play, faults one after the other, an end to all games, and the audit."""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from stammtisch import games
from tests.server.server_process import COMMAND
from tests.soak.cluster import audit, faults
from tests.soak.cluster.audit import Audit
from tests.soak.cluster.cup import Cup
from tests.soak.cluster.faults import Fault
from tests.soak.cluster.house import NAMES, UNFENCED, House, standing
from tests.soak.cluster.players import Ending, Place, player
from tests.soak.cluster.recovery import Recoveries, first_after

PATIENCE = 60.0
"""Seconds for somebody to be answered again at every table that a fault was about."""
LONGEST = 240.0
"""Seconds for all games to end."""
APART = (0.4, 1.2)
"""Seconds between two faults, when all goes on again."""


@dataclass
class Result:
    audit: Audit = field(default_factory=Audit)
    recoveries: Recoveries = field(default_factory=Recoveries)
    faults: int = 0

    @property
    def good(self) -> bool:
        return not self.audit.faults


async def run(
    wanted: int,
    seed: int,
    *,
    lease: float,
    places: int = 1,
    longest: float | None = None,
    kinds: Sequence[str] = tuple(faults.KINDS),
    code: str = COMMAND,
    keys: bool = True,
    cup: bool = True,
    finish: bool = True,
) -> Result:
    """So many faults, each up to `longest` seconds, while people play at `places` places of each game."""
    result, ending = Result(), Ending(finish)
    async with standing(lease, code=code, keys=keys) as house:
        print("up", time.monotonic())
        found = await _places(house, places, seed, ending)
        cups = [await _cup(house, seed, ending)] if cup else []
        everybody: list[Place | Cup] = [*found, *cups]
        playing = [asyncio.create_task(each.run()) for each in everybody]
        try:
            print("seated", time.monotonic())
            for fault in itertools.islice(
                faults.chosen(seed, list(NAMES), longest or 1.5 * lease, list(kinds)), wanted
            ):
                await asyncio.sleep(random.Random(f"{seed} {result.faults}").uniform(*APART))
                told = await _happen(house, fault, found, playing, result)
                acknowledged = sum(len(place.acknowledged) for place in found)
                print(f"{result.faults}/{wanted} {told}; {acknowledged:,} acknowledged", flush=True)
                if result.audit.unfinished:
                    break
            print("stopping", time.monotonic())
            ending.now.set()
            _, slow = await asyncio.wait(playing, timeout=LONGEST)
            result.audit.unfinished += [f"{len(slow)} places did not come to an end"] if slow else []
            print("over", time.monotonic())
            seats = [seat for each in everybody for seat in each.seats]
            await audit.ask(result.audit, house, seats, cups)
        finally:
            for task in playing:
                task.cancel()
            ended = await asyncio.gather(*playing, return_exceptions=True)
        result.audit.unfinished += [repr(each) for each in ended if isinstance(each, Exception)]
        print("asked", time.monotonic())
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


async def _happen(
    house: House, fault: Fault, places: Sequence[Place], playing: Sequence[asyncio.Task[None]], result: Result
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
    end = time.monotonic() + PATIENCE
    while any(first_after(place.acknowledged, since) is None for place in places):
        if time.monotonic() > end or any(task.done() for task in playing):
            late = [place.table or place.game for place in places if first_after(place.acknowledged, since) is None]
            result.audit.unfinished.append(f"after {fault}: nobody is answered at {', '.join(late)}")
            break
        await asyncio.sleep(0.05)
    times = [first_after(place.acknowledged, since) for place in about]
    back = [each for each in times if each is not None]
    result.faults += 1
    result.recoveries.add(fault.kind, back)
    whom = victim if fault.victims else "all"
    return f"{fault.kind} ({whom}, {fault.seconds} s): back after {max(back, default=0):.1f} s"


async def unfenced(seed: int) -> Result:
    """A control: servers that write whether or not the others have given them up."""
    beyond = [faults.paused, faults.database_silent]
    kinds = [kind for kind, course in faults.KINDS.items() if course in beyond]
    return await run(4, seed, lease=1.5, kinds=kinds, code=UNFENCED, cup=False, finish=False)


async def without_keys(seed: int) -> Result:
    """A control: a database that takes a number, and a client's id, twice."""
    kinds = [kind for kind, course in faults.KINDS.items() if course == faults.commit_late]
    return await run(3, seed, lease=1.5, kinds=kinds, keys=False, cup=False, finish=False)
