"""Who is awaited: in every state of a table, whoever could make it go on, and nobody else. His time runs.

What could make the table go on is found here by trying: each person in turn gives all that a game may need of him, to a
copy of the table that is folded from its log.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Self, cast

import pytest

from stammtisch.fair import Chain, contributors
from stammtisch.fair.chain import RESERVE
from stammtisch.server.live.autoplay import Autoplay
from stammtisch.server.live.live_table import LiveTable
from stammtisch.server.live.quotas import Quotas
from stammtisch.server.live.registry import Registry
from stammtisch.server.live.workers import Workers
from stammtisch.server.protocol import wire
from stammtisch.server.protocol.refusal import Refusal, StaleCommand
from stammtisch.server.protocol.settings import Clock
from stammtisch.server.table.commands import Table
from stammtisch.server.table.state import TableState
from tests.examples import EXAMPLE, HIDDEN
from tests.server.table_driver import TableDriver

SECOND = 1000
MOVE = Clock(kind="move", seconds=30)
GAME = Clock(kind="game", seconds=10**6, increment=60)
SHORT = 4  # contributions until a new head is due, so that it is due often


@pytest.fixture(autouse=True)
def short_chains(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contributors, "ELEMENTS", RESERVE + SHORT)


class ForgetfulDriver(TableDriver):
    """A driver whose people begin no new chain by themselves."""

    def renew(self) -> None:
        pass

    def new_chain(self, seat: int) -> None:
        assert self.table.dealer
        number = self.table.dealer.seen.contributors[seat].number + 1
        self.chains[seat] = Chain(bytes([seat]) * 32, self.name, seat, number)
        key = self.signer(seat, number).key.hex()
        self.do(seat, wire.NewChain(cid=self.cid(), head=self.chains[seat].head.hex(), key=key))

    def away(self, seat: int) -> None:
        self.table.mark_away(seat, self.now)
        self.written()

    def until_head_is_due(self) -> Self:
        rng = Random(1)
        for _ in range(10_000):
            if not self.step(rng):
                return self
        raise AssertionError("nobody ever owes a head")


def progress(table: Table) -> tuple[int, int]:
    """What grows when the table goes on: throws that are opened, moves and outcomes."""
    return (table.dealer.seen.throws if table.dealer else 0, table.play.events if table.play else 0)


def could_go_on(driver: TableDriver) -> set[int]:
    """The people each of whom alone could make the table go on, if he does what his client and he may do."""
    found: set[int] = set()
    if driver.table.is_over or not driver.table.begun:
        return found
    trial = driver.folded()
    for seat in driver.people:
        for attempt in (_contribute, _decide, _begin_chain):
            before = progress(trial)
            try:
                attempt(driver, trial, seat)
            except (Refusal, StaleCommand):
                continue
            if trial.is_over or progress(trial) != before:
                found.add(seat)
            if trial.seq != driver.table.seq:  # the next one tries it as it was
                trial = driver.folded()
    return found


def _contribute(driver: TableDriver, trial: Table, seat: int) -> None:
    assert trial.dealer
    opened = trial.dealer.seen.open
    if opened is None:
        return
    element = driver.chains[seat].element(trial.dealer.seen.contributors.owed(seat)).hex()
    given = wire.Contribute(cid=driver.cid(), throw=opened.number, element=element, tag="ab" * 32)
    trial.do(given, trial.seats[seat].guest, driver.now)


def _decide(driver: TableDriver, trial: Table, seat: int) -> None:
    legal = trial.view(seat)["legal"]
    if legal:
        trial.do(wire.Play(cid=driver.cid(), seq=trial.seq, move=legal[0]), trial.seats[seat].guest, driver.now)


def _begin_chain(driver: TableDriver, trial: Table, seat: int) -> None:
    trial.do(wire.NewChain(cid=driver.cid(), head="ab" * 32, key="cd" * 32), trial.seats[seat].guest, driver.now)


def check(driver: TableDriver) -> int | None:
    """Whoever could make the table go on is awaited, everywhere that says so, and his time runs."""
    table = driver.table
    able = could_go_on(driver)
    awaited = table.awaited
    assert able == ({awaited} if awaited is not None else set())
    assert table.view(None)["awaited"] == awaited
    folded = driver.folded()
    assert folded.awaited == awaited
    assert TableState.retraced(driver.name, driver.rows)[1].awaited == awaited
    clock = table.view(None)["clock"]
    if table.begun and not table.is_over and clock:
        assert clock["seat"] == awaited
        assert (table.clocks.deadline is None) == (awaited is None)
        assert folded.clocks.to_json() == table.clocks.to_json()
    if table.begun and not table.is_over and awaited is None:
        people = [seat for seat in table.seats if seat.is_person and not seat.resigned]
        assert table.bot_to_move or all(seat.away for seat in people)
    return awaited


# ── Every state by its name ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("clock", [MOVE, GAME, None], ids=["move", "game", "none"])
@pytest.mark.parametrize("game", [EXAMPLE, HIDDEN])
def test_who_is_awaited_in_every_state(game: str, clock: Clock | None) -> None:
    driver = ForgetfulDriver(game, ["person", "bot", "person"], clock=clock)
    assert check(driver) is None  # not begun
    driver.sit_all()
    rng = Random(1)
    seen = set()
    for _ in range(40):
        awaited = check(driver)
        seen.add((driver.table.playing.position.is_chance, awaited))
        if not driver.step(rng) and awaited is not None:
            driver.new_chain(awaited)
    assert {True, False} == {chance for chance, _ in seen}
    assert {0, 2} <= {seat for _, seat in seen}


def test_whoever_owes_a_head_is_awaited_and_his_time_runs() -> None:
    driver = ForgetfulDriver(EXAMPLE, clock=MOVE).sit_all().until_head_is_due()
    assert driver.table.view(None)["throw"] is None  # the throw cannot even be opened
    seat = check(driver)
    assert seat is not None
    assert driver.table.dealer
    assert driver.table.dealer.seen.contributors[seat].used == SHORT
    assert driver.table.clocks.deadline == driver.now + 30 * SECOND
    driver.new_chain(seat)
    assert check(driver) == seat  # now for his contribution
    assert driver.table.view(None)["throw"]["from"] == seat


def test_who_brings_no_head_in_time_is_away_and_the_next_one_contributes() -> None:
    driver = ForgetfulDriver(EXAMPLE, clock=MOVE).sit_all().until_head_is_due()
    seat = check(driver)
    assert seat is not None
    other = 1 - seat
    driver.new_chain(other)
    driver.away(seat)  # as autoplay does when his time is up
    assert check(driver) == other
    driver.do(seat, wire.Back(cid=driver.cid()))
    assert check(driver) == other
    driver.new_chain(other)  # he gives the throw up: it is that of who has come back, and still owes a head
    assert check(driver) == seat


def test_who_brings_no_head_in_time_loses_a_game_with_a_clock_for_the_game() -> None:
    driver = ForgetfulDriver(EXAMPLE, clock=GAME).sit_all().until_head_is_due()
    seat = check(driver)
    assert seat is not None
    driver.table.flag(seat, driver.now)
    driver.written()
    assert driver.table.result is not None
    assert driver.table.result["places"][seat] == 2
    assert check(driver) is None


def test_a_head_is_owed_for_the_throws_of_a_bot() -> None:
    driver = ForgetfulDriver(EXAMPLE, ["bot", "person"], clock=MOVE).sit_all().until_head_is_due()
    assert check(driver) == 1


def test_away_resigned_and_back() -> None:
    driver = ForgetfulDriver(EXAMPLE, ["person", "person", "person"], clock=MOVE).sit_all()
    assert check(driver) == 0
    driver.away(0)
    assert check(driver) == 1
    driver.do(0, wire.Back(cid=driver.cid()))
    assert check(driver) == 1  # the throw is open for him
    driver.do(1, wire.Resign(cid=driver.cid()))
    assert check(driver) == 0
    driver.away(0)
    assert check(driver) == 2
    driver.away(2)
    assert check(driver) is None  # everybody is away: whoever comes back is awaited
    driver.do(2, wire.Back(cid=driver.cid()))
    assert check(driver) == 2


def test_undo_and_a_take_back_with_leave() -> None:
    driver = ForgetfulDriver(EXAMPLE, clock=MOVE).sit_all()
    driver.contribute()
    driver.move(0, driver.table.view(0)["legal"][0])
    assert check(driver) == 0
    driver.do(0, wire.Undo(cid=driver.cid(), seq=driver.table.seq))
    assert check(driver) == 0
    rng, playing = Random(1), driver.table.playing
    while (mover := playing.position.turn) < 0 or playing.last_decision(mover) is None:
        driver.step(rng)
    driver.do(mover, wire.TakeBack(cid=driver.cid(), seq=driver.table.seq))
    assert check(driver) == mover  # asking stops nobody's time
    driver.do(1 - mover, wire.Consent(cid=driver.cid(), seq=driver.table.seq, agree=True))
    check(driver)


def test_after_the_end_nobody_is_awaited() -> None:
    driver = ForgetfulDriver(EXAMPLE, clock=MOVE).sit_all()
    driver.do(0, wire.Resign(cid=driver.cid()))
    assert check(driver) is None


# ── Any state, by chance ─────────────────────────────────────────────────────────────────────────────────────────────


def some_command(driver: ForgetfulDriver, rng: Random) -> None:
    """Anything that can happen at a table; whatever is refused has changed nothing."""
    table = driver.table
    seat = rng.choice(driver.people)
    seq = table.seq
    commands: list[Callable[[], object]] = [
        lambda: driver.new_chain(seat),
        lambda: driver.away(seat),
        lambda: driver.do(seat, wire.Back(cid=driver.cid())),
        lambda: driver.do(seat, wire.Undo(cid=driver.cid(), seq=seq)),
        lambda: driver.do(seat, wire.TakeBack(cid=driver.cid(), seq=seq)),
        lambda: driver.do(seat, wire.Consent(cid=driver.cid(), seq=seq, agree=rng.random() < 0.8)),
        lambda: driver.do(seat, wire.Say(cid=driver.cid(), text="hm")),
        lambda: setattr(driver, "table", driver.folded()),  # a restart
    ]
    if rng.random() < 0.004:
        commands = [lambda: driver.do(seat, wire.Resign(cid=driver.cid()))]
    driver.now += rng.randrange(5) * SECOND
    with suppress(Refusal, StaleCommand):
        rng.choice(commands)()


@pytest.mark.parametrize("seed", range(8))
def test_who_is_awaited_whatever_has_happened(seed: int) -> None:
    rng = Random(seed)
    print("seed", seed)
    seats = rng.choice((["person", "person"], ["person", "bot", "person"], ["bot", "person"], ["person"] * 3))
    driver = ForgetfulDriver(rng.choice((EXAMPLE, HIDDEN)), seats, clock=rng.choice((MOVE, GAME))).sit_all()
    for _ in range(80):
        if driver.table.is_over:
            break
        if rng.random() < 0.5:
            some_command(driver, rng)
        else:
            driver.step(rng)
        check(driver)


# ── Time cannot be stretched ─────────────────────────────────────────────────────────────────────────────────────────


def stretch(driver: ForgetfulDriver, seat: int, trick: Callable[[], object]) -> None:
    """The trick, again and again, always before the time is up."""
    deadline = driver.table.clocks.deadline
    assert deadline is not None
    for _ in range(5):
        driver.now += 20 * SECOND
        trick()
        driver.written()
        assert driver.table.clocks.seat == seat
        assert driver.table.clocks.deadline == deadline


def test_new_chains_do_not_stretch_the_time() -> None:
    driver = ForgetfulDriver(EXAMPLE, clock=MOVE).sit_all()
    stretch(driver, 0, lambda: driver.new_chain(0))


def test_a_move_back_and_forth_does_not_stretch_the_time() -> None:
    driver = ForgetfulDriver(EXAMPLE, clock=MOVE).sit_all()
    driver.contribute()
    move = driver.table.view(0)["legal"][0]
    driver.move(0, move)  # this is progress
    driver.do(0, wire.Undo(cid=driver.cid(), seq=driver.table.seq))

    def trick() -> None:
        driver.move(0, move)
        driver.do(0, wire.Undo(cid=driver.cid(), seq=driver.table.seq))

    stretch(driver, 0, trick)


def test_two_who_take_turns_at_being_away_do_not_stretch_the_time() -> None:
    """Seat 0 lets his time run out; when seat 1 has nearly used his, 0 comes back and 1 begins a new chain."""
    driver = ForgetfulDriver(EXAMPLE, ["person", "person", "person"], clock=MOVE).sit_all()
    driver.now += 30 * SECOND
    driver.away(0)
    assert check(driver) == 1
    driver.now += 20 * SECOND
    driver.do(0, wire.Back(cid=driver.cid()))
    driver.new_chain(1)
    assert check(driver) == 0
    driver.now += 30 * SECOND  # he gets his time once more, but no third time
    driver.away(0)
    assert driver.table.clocks.deadline == driver.now + 10 * SECOND
    driver.do(0, wire.Back(cid=driver.cid()))
    driver.new_chain(1)
    assert check(driver) == 0
    assert driver.table.clocks.deadline == driver.now


def test_no_increment_without_a_turn() -> None:
    driver = ForgetfulDriver(EXAMPLE, ["person", "person", "person"], clock=GAME).sit_all()
    for _ in range(3):
        driver.away(0)
        driver.do(0, wire.Back(cid=driver.cid()))
        driver.new_chain(1)
    assert driver.table.view(None)["clock"]["left"] == [10**9] * 3


def test_who_is_late_cannot_stop_the_bot_that_decides_for_him() -> None:
    driver = ForgetfulDriver(EXAMPLE, clock=MOVE).sit_all()
    driver.contribute()
    driver.now += 30 * SECOND
    driver.away(0)
    driver.do(0, wire.Back(cid=driver.cid()))  # a moment too late: he is forgiven once
    assert check(driver) == 0
    assert driver.table.clocks.deadline == driver.now + 30 * SECOND
    driver.now += 30 * SECOND
    driver.away(0)
    assert driver.table.bot_to_move
    with pytest.raises(Refusal, match="your time"):
        driver.do(0, wire.Back(cid=driver.cid()))
    driver.step(Random(1))
    driver.do(0, wire.Back(cid=driver.cid()))
    check(driver)


def test_who_comes_back_when_all_were_away_has_time_again() -> None:
    driver = ForgetfulDriver(EXAMPLE, clock=MOVE).sit_all()
    for seat in (0, 1):
        driver.now += 30 * SECOND
        driver.away(seat)
    assert check(driver) is None
    driver.now += 3600 * SECOND
    driver.do(0, wire.Back(cid=driver.cid()))
    assert check(driver) == 0
    assert driver.table.clocks.deadline == driver.now + 30 * SECOND


@pytest.mark.parametrize("noise", ["say", "new_chain", "ask"])
def test_nobody_can_make_the_move_of_another_come_too_late(noise: str) -> None:
    driver = ForgetfulDriver(EXAMPLE, ["person", "person", "person"], clock=MOVE).sit_all()
    while driver.table.playing.position.turn != 1:
        driver.step(Random(1))
    decided_about = driver.table.seq
    if noise == "say":
        driver.do(0, wire.Say(cid=driver.cid(), text="hurry"))
    elif noise == "new_chain":
        driver.new_chain(0)
    else:
        driver.do(0, wire.TakeBack(cid=driver.cid(), seq=decided_about))
        driver.do(2, wire.Consent(cid=driver.cid(), seq=driver.table.seq, agree=False))
    driver.do(1, wire.Play(cid=driver.cid(), seq=decided_about, move=driver.table.view(1)["legal"][0]))


def test_leave_is_given_to_what_was_asked_last() -> None:
    driver = ForgetfulDriver(EXAMPLE, ["person", "person", "person"]).sit_all()
    while driver.table.playing.position.turn != 1:
        driver.step(Random(1))
    seen = driver.table.seq
    driver.do(0, wire.TakeBack(cid=driver.cid(), seq=seen))
    with pytest.raises(StaleCommand):
        driver.do(2, wire.Consent(cid=driver.cid(), seq=seen, agree=True))


# ── The control: a server that awaits nobody who owes a head, and gives time for every line ──────────────────────────


def careless(table: TableState) -> int | None:
    if table.play is None or table.is_over:
        return None
    if table.play.position.is_chance:
        return table._giver
    return table.play.position.turn if table.bot_to_move is None else None


def test_the_control_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableState, "awaited", property(careless))
    with pytest.raises(AssertionError):
        test_whoever_owes_a_head_is_awaited_and_his_time_runs()
    with pytest.raises(AssertionError):
        test_who_is_awaited_whatever_has_happened(0)


@pytest.mark.parametrize(
    "test",
    [
        test_new_chains_do_not_stretch_the_time,
        test_two_who_take_turns_at_being_away_do_not_stretch_the_time,
        test_no_increment_without_a_turn,
    ],
)
def test_the_control_of_the_clocks_is_found_out(test: Callable[[], None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableState, "_progress", lambda *_: True)
    with pytest.raises(AssertionError):
        test()


# ── Bots think to the end ────────────────────────────────────────────────────────────────────────────────────────────


class Ponderer:
    """Workers whose bots think for ever."""

    async def choose(self, *_: object) -> tuple[str, bool]:
        await asyncio.sleep(3600)
        raise AssertionError


def test_talk_does_not_make_a_bot_begin_its_thought_again() -> None:
    async def think() -> None:
        driver = ForgetfulDriver(EXAMPLE, ["bot", "person"]).sit_all()
        driver.contribute()
        assert driver.table.bot_to_move
        live = LiveTable(driver.table)
        autoplay = Autoplay(cast("Registry[LiveTable]", None), cast("Workers", Ponderer()), Quotas())
        autoplay.resume(live)
        thought = live.thinking
        assert thought
        driver.do(1, wire.Say(cid=driver.cid(), text="well"))
        driver.new_chain(1)
        autoplay.resume(live)
        assert live.thinking is thought
        driver.step(Random(1))
        if driver.table.bot_to_move:  # a decision has come in between: that is another question
            autoplay.resume(live)
            assert live.thinking is not thought
        autoplay.stop(live)
        thought.cancel()

    asyncio.run(think())
