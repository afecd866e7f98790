"""Pools of worker processes: a fair queue, budgets of CPU time, and an end that costs nobody else anything."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from stammtisch.server.live.budgets import HERE, Budgets, Rate
from stammtisch.server.live.payer import Payer
from stammtisch.server.live.pool import Pool, PoolSettings
from stammtisch.server.live.worker import JobLost
from stammtisch.server.protocol.refusal import Refusal
from tests.server import worker_jobs as jobs

ANN, BEN, EVE = Payer("ann"), Payer("ben"), Payer("eve", "192.0.2.1")


def run(
    test: Callable[[Pool], Awaitable[None]], settings: PoolSettings, clock: Callable[[], float] = time.monotonic
) -> None:
    async def whole() -> None:
        pool = Pool(settings, jobs.enter, clock=clock)
        try:
            await asyncio.wait_for(test(pool), 100)
        finally:
            pool.close()

    asyncio.run(whole())


async def until(holds: Callable[[], bool]) -> None:
    while not holds():
        await asyncio.sleep(0.005)


def test_a_job_beyond_its_cpu_limit_costs_only_its_own_process() -> None:
    async def test(pool: Pool) -> None:
        first = await pool.run(BEN, jobs.process)
        endless = asyncio.ensure_future(pool.run(EVE, jobs.spin, 1000.0))
        waiting = [asyncio.ensure_future(pool.run(ANN, jobs.process)) for _ in range(3)]
        with pytest.raises(JobLost):
            await endless
        found = {await each for each in waiting}
        assert len(found) == 1
        assert first not in found
        assert (pool.counters.lost, pool.waiting, pool.running) == (1, 0, 0)
        assert pool.counters.cpu > 0.1

    run(test, PoolSettings(cpu=0.2))


def test_a_job_that_only_waits_is_ended_too(tmp_path: Path) -> None:
    async def test(pool: Pool) -> None:
        stuck = asyncio.ensure_future(pool.run(EVE, jobs.wait_for, tmp_path / "never"))
        others = asyncio.ensure_future(pool.run(ANN, jobs.process))
        with pytest.raises(JobLost):
            await stuck
        assert await others

    run(test, PoolSettings(seconds=5.0))


def test_a_process_that_dies_or_a_job_that_fails_costs_nobody_else_anything() -> None:
    async def test(pool: Pool) -> None:
        answers = await asyncio.gather(
            pool.run(EVE, jobs.die),
            pool.run(ANN, jobs.process),
            pool.run(EVE, jobs.fail),
            pool.run(BEN, jobs.process),
            return_exceptions=True,
        )
        assert isinstance(answers[0], JobLost)
        assert isinstance(answers[2], ValueError)
        assert answers[1] == answers[3], "a job that fails does not end its process"

    run(test, PoolSettings())


@pytest.mark.parametrize("distrusted", [True, False])
def test_the_next_try_is_in_another_process(distrusted: bool) -> None:
    async def test(pool: Pool) -> None:
        before = await pool.run(ANN, jobs.process)
        with pytest.raises(ValueError, match="a job that fails"):
            await pool.run(ANN, jobs.fail)
        assert (await pool.run(ANN, jobs.process) != before) == distrusted

    run(test, PoolSettings(distrusted=distrusted))


def test_a_refusal_of_a_job_comes_back_whole() -> None:
    async def test(pool: Pool) -> None:
        with pytest.raises(Refusal) as caught:
            await pool.run(ANN, jobs.refuse)
        assert (caught.value.code, caught.value.reason, str(caught.value)) == ("not_over", "why", "why")

    run(test, PoolSettings())


def test_payers_take_turns_and_have_one_job_at_a_time(tmp_path: Path) -> None:
    """Eve asks for four things before anybody else; the others wait for one of them only."""

    async def test(pool: Pool) -> None:
        done: list[str] = []

        async def ask(payer: Payer, what: str, file: Path) -> None:
            done.append(await pool.run(payer, jobs.wait_for, file, what))

        gate, free = tmp_path / "gate", tmp_path / "free"
        free.touch()
        asked = [asyncio.ensure_future(ask(EVE, "eve 0", gate))]
        await until(lambda: pool.running == 1)
        asked += [asyncio.ensure_future(ask(EVE, f"eve {n}", free)) for n in (1, 2, 3)]
        await until(lambda: pool.waiting == 3)
        asked += [asyncio.ensure_future(ask(payer, str(payer.guest), free)) for payer in (ANN, BEN)]
        if pool.settings.processes > 1:  # the second process has nothing to do but for them
            await until(lambda: len(done) == 2)
            assert (done, pool.waiting) == (["ann", "ben"], 3)
        gate.touch()
        await asyncio.gather(*asked)
        if pool.settings.processes == 1:
            assert done == ["eve 0", "eve 1", "ann", "ben", "eve 2", "eve 3"]

    run(test, PoolSettings(at_once=1))
    (tmp_path / "gate").unlink()
    run(test, PoolSettings(processes=2, at_once=1))


@pytest.mark.parametrize("known", [True, False])
def test_who_comes_with_many_guests_has_one_turn(tmp_path: Path, known: bool) -> None:
    """Addresses take turns, and at each address its guests. The control: nobody knows from where they are."""

    async def test(pool: Pool) -> None:
        done: list[str] = []

        async def ask(guest: str, address: str | None) -> None:
            done.append(await pool.run(Payer(guest, address if known else None), jobs.wait_for, gate, guest))

        gate = tmp_path / f"gate {known}"
        asked = [asyncio.ensure_future(ask(f"eve {number}", EVE.address)) for number in range(6)]
        asked += [asyncio.ensure_future(ask("eve 1", EVE.address)), asyncio.ensure_future(ask("ann", "192.0.2.2"))]
        await until(lambda: pool.waiting == 7)
        gate.touch()
        await asyncio.gather(*asked)
        eves = [f"eve {number}" for number in range(6)]
        assert done == ([*eves[:2], "ann", *eves[2:], "eve 1"] if known else [*eves, "ann", "eve 1"])

    run(test, PoolSettings())


def test_a_full_queue_refuses_and_says_when_to_come_again(tmp_path: Path) -> None:
    async def test(pool: Pool) -> None:
        gate = tmp_path / "gate"
        asked = [asyncio.ensure_future(pool.run(EVE, jobs.wait_for, gate)) for _ in range(3)]
        await until(lambda: pool.waiting == 2)
        with pytest.raises(Refusal, match=r"try again in [0-9]+ seconds") as caught:
            await pool.run(EVE, jobs.process)
        assert caught.value.code == "busy"
        assert caught.value.wait is not None
        for guest in range(2, 8):  # more guests of the same address
            asked.append(asyncio.ensure_future(pool.run(Payer(f"eve {guest}", EVE.address), jobs.wait_for, gate)))
            await asyncio.sleep(0)
        with pytest.raises(Refusal):
            await pool.run(Payer("eve 9", EVE.address), jobs.process)
        asked += [asyncio.ensure_future(pool.run(payer, jobs.wait_for, gate)) for payer in (ANN, BEN)]
        await until(lambda: pool.waiting == 10)
        with pytest.raises(Refusal):
            await pool.run(Payer("carl"), jobs.process)
        assert pool.counters.refused == 3
        gate.touch()
        await asyncio.gather(*asked)

    run(test, PoolSettings(queue=10, each=2))


def test_who_has_left_is_not_computed_for(tmp_path: Path) -> None:
    async def test(pool: Pool) -> None:
        gate, seen = tmp_path / "gate", tmp_path / "seen"
        first = asyncio.ensure_future(pool.run(ANN, jobs.wait_for, gate))
        gone = Payer("gone", None, asyncio.Event())
        asked = asyncio.ensure_future(pool.run(gone, jobs.wait_for, seen))
        cancelled = asyncio.ensure_future(pool.run(BEN, jobs.wait_for, seen))
        await until(lambda: pool.waiting == 2)
        assert gone.left
        gone.left.set()
        cancelled.cancel()
        with pytest.raises(JobLost):
            await asked
        assert pool.waiting == 0
        gate.touch()
        await first
        assert not seen.with_suffix(".begun").exists()

    run(test, PoolSettings())


def test_a_job_that_runs_for_nobody_is_ended(tmp_path: Path) -> None:
    async def test(pool: Pool) -> None:
        gone, file = Payer("gone", None, asyncio.Event()), tmp_path / "never"
        asked = asyncio.ensure_future(pool.run(gone, jobs.wait_for, file))
        await until(file.with_suffix(".begun").exists)
        assert gone.left
        gone.left.set()
        with pytest.raises(JobLost):
            await asked
        assert await pool.run(ANN, jobs.process), "its process makes room"

    run(test, PoolSettings(grace=0.1))


def test_cpu_time_is_paid_for_and_comes_back() -> None:
    now = [0.0]

    async def test(pool: Pool) -> None:
        await pool.run(EVE, jobs.spin, 0.3)
        for payer in (EVE, Payer("eve again", EVE.address)):
            with pytest.raises(Refusal) as caught:
                await pool.run(payer, jobs.process)
        assert caught.value.wait
        await pool.run(ANN, jobs.process)
        now[0] += caught.value.wait
        await pool.run(EVE, jobs.process)

    limits = Rate(burst=0.2, refill=0.1)
    run(test, PoolSettings(guest=limits, address=limits, total=Rate(1000, 1)), lambda: now[0])


def test_budgets_of_this_machine_are_generous_but_there() -> None:
    budgets = Budgets(Rate(1, 0.1), Rate(1, 0.1), None, lambda: 0.0)
    for payer in (ANN, Payer()):
        budgets.pay(payer, HERE.burst / 2)
        assert budgets.wait(payer) == 0
    budgets.pay(ANN, HERE.burst)
    assert budgets.wait(ANN) > 0
    assert budgets.wait(EVE) == 0


def test_an_idle_process_ends_and_another_starts() -> None:
    async def test(pool: Pool) -> None:
        first = await pool.run(ANN, jobs.process)
        await until(lambda: not pool._idle)
        assert await pool.run(ANN, jobs.process) != first

    run(test, PoolSettings(idle=0.01))
