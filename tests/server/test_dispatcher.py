"""Who is told what, when, how often, and what happens when it fails; with a clock that is moved by hand."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from stammtisch.server.notices import dispatcher, queue
from stammtisch.server.notices.channels import OWNED, Channel, remove_channel
from stammtisch.server.notices.sender import Delivery, Outcome
from stammtisch.server.notices.sender_process import SenderProcess
from stammtisch.server.notices.settings import NoticeSettings
from stammtisch.server.protocol import wire
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.storage.log import Write
from tests.server.notice_driver import ANA, HOUR, ION, MINUTE, ORIGIN, NoticeDriver, runs
from tests.server.notice_endpoints import Web, web


@pytest.fixture(scope="module")
def sender() -> Iterator[SenderProcess]:
    """Real: in its process are the real libraries."""
    found = SenderProcess()
    yield found
    found.close()


@pytest.fixture
def hook() -> Iterator[Web]:
    with web() as found:
        yield found


def texts(hook: Web) -> list[str]:
    return [each.json["message"] for each in hook.received]


def test_a_turn_is_told_once_and_only_to_who_is_away(tmp_path: Path, sender: SenderProcess, hook: Web) -> None:
    async def play(driver: NoticeDriver) -> None:
        await driver.channel(f"json://{hook.host}/ana")
        await driver.channel(f"json://{hook.host}/ion", ION)
        name = await driver.table()
        watcher = await driver.enter(name, ANA)
        await driver.until_awaited(name, 0)
        await driver.later(10 * MINUTE)
        assert hook.received == []  # she sees it
        await driver.exit(name, watcher)
        await driver.later(4 * MINUTE)
        assert hook.received == []  # she may come back
        driver.tables.presence.seen(ANA.id)
        await driver.later(4 * MINUTE)
        assert hook.received == []  # she looked at the start page
        await driver.later(MINUTE)
        (said,) = hook.received
        assert said.path == "/ana"
        assert said.json["title"] == "Heckmeck am Bratwurmeck: it is your turn"
        assert f"Heckmeck am Bratwurmeck with Ion: it is your turn.\n{ORIGIN}/t/{name}" in said.json["message"]
        assert f"Sent by Stammtisch at {ORIGIN}." in said.json["message"]
        assert f"{ORIGIN}/unsubscribe#{driver.dispatcher.channels(ANA.id)[0].token}" in said.json["message"]
        for _ in range(50):
            await driver.later(HOUR)
        assert len(hook.received) == 1  # once for a turn, however long it takes
        await driver.until_awaited(name, 1)
        await driver.later(6 * MINUTE)
        assert [each.path for each in hook.received] == ["/ana", "/ion"]

    runs(tmp_path, sender, play)


def test_what_comes_within_an_hour_comes_together(tmp_path: Path, sender: SenderProcess, hook: Web) -> None:
    async def play(driver: NoticeDriver) -> None:
        await driver.channel(f"json://{hook.host}/", language="de")
        names = [await driver.table() for _ in range(3)]
        for name in names:
            await driver.until_awaited(name, 0)
        await driver.later(6 * MINUTE)
        assert all(name in texts(hook)[0] for name in names)
        for name in names[:2]:
            await driver.turn(name, 0)
        await driver.later(50 * MINUTE)
        assert len(hook.received) == 1  # too soon
        await driver.turn(names[0], 0)  # she has seen that one meanwhile
        await driver.later(11 * MINUTE)
        assert len(hook.received) == 2
        assert names[1] in texts(hook)[1]
        assert names[2] not in texts(hook)[1]  # still the turn that she was told of

    runs(tmp_path, sender, play)


def test_a_turn_that_was_made_meanwhile_is_not_told(tmp_path: Path, sender: SenderProcess, hook: Web) -> None:
    async def play(driver: NoticeDriver) -> None:
        hook.status = 500
        await driver.channel(f"json://{hook.host}/")
        name = await driver.table()
        await driver.until_awaited(name, 0)
        await driver.later(6 * MINUTE)
        assert len(hook.received) == 1
        await driver.until_awaited(name, 1)
        hook.status = 200
        await driver.later(2 * MINUTE)
        assert len(hook.received) == 1
        assert queue.due(driver.store, driver.clock() + 100 * HOUR) == []

    runs(tmp_path, sender, play)


def test_an_end_and_a_rematch_are_queued_with_the_game_and_told_after_a_restart(
    tmp_path: Path, sender: SenderProcess, hook: Web
) -> None:
    async def play(driver: NoticeDriver) -> None:
        await driver.channel(f"json://{hook.host}/ana")
        await driver.channel(f"json://{hook.host}/ion", ION)
        name = await driver.table()
        watcher = await driver.enter(name, ION)
        await driver.resign(name, 1)
        live = await driver.tables.live(name)
        again = wire.Rematch(cid="client-id-rematch1")
        assert isinstance(await driver.tables.do(live, again, ION.id), wire.Done)
        await driver.exit(name, watcher)
        assert hook.received == []  # it dies before anything could be sent

    async def after(driver: NoticeDriver) -> None:
        await driver.later(0)
        (said,) = hook.received
        assert said.path == "/ana"  # Ion was there, and asked himself
        assert "the game is over. First place: Ana." in said.json["message"]
        assert "a rematch is set up, and your seat is kept." in said.json["message"]
        (old,) = [each for each, _ in await driver.turns.mine(ANA.id)]
        new = (await driver.turns.at([old.table]))[old.table].rematch
        assert f"{ORIGIN}/t/{new}" in said.json["message"]
        await driver.later(30 * HOUR)
        assert len(hook.received) == 1

    runs(tmp_path, sender, play, after)


def test_what_fails_is_tried_again_ever_later_and_at_last_switched_off(
    tmp_path: Path, sender: SenderProcess, hook: Web
) -> None:
    async def play(driver: NoticeDriver) -> None:
        hook.status = 503
        channel = await driver.channel(f"json://{hook.host}/")
        name = await driver.table()
        await driver.until_awaited(name, 0)
        await driver.later(6 * MINUTE)
        tried = [len(hook.received)]
        for pause in queue.PAUSES:
            await driver.later(pause - MINUTE // 2)
            tried.append(len(hook.received))
            await driver.later(MINUTE)
            tried.append(len(hook.received))
        assert tried == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6]
        await driver.later(100 * HOUR)
        assert len(hook.received) == 6  # given up
        assert driver.state(channel).failures == 6
        await driver.turn(name, 0)
        for _ in range(20):
            await driver.later(7 * HOUR)
        assert len(hook.received) == dispatcher.PATIENCE
        assert driver.state(channel).off == "failed"

    async def after(driver: NoticeDriver) -> None:
        """Its owner switches it on again."""
        hook.status = 200
        hook.received.clear()
        (channel,) = driver.dispatcher.channels(ANA.id)
        assert channel.off == "failed"
        ((table, _),) = await driver.turns.mine(ANA.id)
        await driver.later(6 * MINUTE)
        assert hook.received == []
        await driver.dispatcher.keep(channel.changed("en", ["turn"]))
        await driver.turn(table.table, 0)
        await driver.later(6 * MINUTE)
        assert len(hook.received) == 1
        assert driver.state(channel).failures == 0

    runs(tmp_path, sender, play, after)


def test_who_dies_while_sending_sends_once_more_and_not_for_ever(
    tmp_path: Path, sender: SenderProcess, hook: Web
) -> None:
    async def play(driver: NoticeDriver) -> None:
        await driver.channel(f"json://{hook.host}/")
        name = await driver.table()
        await driver.until_awaited(name, 0)
        send = driver.dispatcher._send

        async def die(delivery: Delivery) -> Outcome:
            await send(delivery)
            raise KeyError

        driver.dispatcher._send = die
        with pytest.raises(KeyError):
            await driver.later(6 * MINUTE)
        assert len(hook.received) == 1

    async def after(driver: NoticeDriver) -> None:
        driver.moved = 6 * MINUTE
        await driver.later(0)
        assert len(hook.received) == 1  # it may be under way
        await driver.later(queue.LEASE + MINUTE)
        assert len(hook.received) == 2
        assert texts(hook)[0] == texts(hook)[1]
        await driver.later(100 * HOUR)
        assert len(hook.received) == 2

    runs(tmp_path, sender, play, after)


def test_a_day_has_an_end(tmp_path: Path, sender: SenderProcess, hook: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatcher, "A_DAY", 2)

    async def play(driver: NoticeDriver) -> None:
        await driver.channel(f"json://{hook.host}/", ANA)
        await driver.channel(f"json://{hook.host}/", ION)
        name = await driver.table()
        for seat in (0, 1, 0, 1, 0):
            await driver.until_awaited(name, seat)
            await driver.later(90 * MINUTE)
        assert len(hook.received) == 2  # one address, whoever is told there
        await driver.later(24 * HOUR)
        assert len(hook.received) == 3

    runs(tmp_path, sender, play)


def test_nobody_can_have_the_server_write_to_somebody_all_day(tmp_path: Path, sender: SenderProcess, hook: Web) -> None:
    async def play(driver: NoticeDriver) -> None:
        hers = await driver.channel(f"json://{hook.host}/")
        his = await driver.channel(f"json://{hook.host}/", ION)
        for _ in range(dispatcher.WISHES):
            await driver.dispatcher.ask(hers, "test")
            await driver.later(1)
        for channel in (hers, his):
            with pytest.raises(Refusal, match="today"):
                await driver.dispatcher.ask(channel, "test")
        assert len(hook.received) == dispatcher.WISHES
        await driver.later(25 * HOUR)
        await driver.dispatcher.ask(his, "test")

    runs(tmp_path, sender, play)


@pytest.mark.parametrize("most", [2, 100])
def test_many_guests_cannot_have_the_server_write_to_many_strangers(
    tmp_path: Path, sender: SenderProcess, hook: Web, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    """The second is the control."""
    monkeypatch.setattr(dispatcher, "CONFIRMATIONS", most)

    async def play(driver: NoticeDriver) -> None:
        refused = 0
        for number in range(4):
            channel = await driver.channel(f"json://{hook.host}/{number}", replace(ANA, id=f"guest-{number}"))
            try:
                await driver.dispatcher.ask(channel, "confirm")
            except Refusal:
                refused += 1
        assert refused == (2 if most == 2 else 0)
        await driver.later(HOUR + 1)
        await driver.dispatcher.ask(channel, "confirm")  # and an hour later it goes on

    runs(tmp_path, sender, play)


def test_without_an_address_of_its_own_a_server_tells_nobody(tmp_path: Path, sender: SenderProcess, hook: Web) -> None:
    async def play(driver: NoticeDriver) -> None:
        await driver.channel(f"json://{hook.host}/")
        await driver.until_awaited(await driver.table(), 0)
        await driver.later(HOUR)
        assert hook.received == []

    assert not NoticeSettings().url
    runs(tmp_path, sender, play, address=None)


def test_who_was_deleted_is_told_nothing(tmp_path: Path, sender: SenderProcess, hook: Web) -> None:
    async def play(driver: NoticeDriver) -> None:
        channel = await driver.channel(f"json://{hook.host}/")
        name = await driver.table()
        await driver.until_awaited(name, 0)
        gone = [(f"DELETE FROM {table} WHERE {column} = ?", (ANA.id,)) for table, column in OWNED]
        await driver.writer.write(Write(also=gone))
        driver.dispatcher.leave(ANA.id)
        await driver.later(HOUR)
        assert hook.received == []
        assert driver.dispatcher.by_token(channel.token) is None

    runs(tmp_path, sender, play)


def test_whose_turn_it_is_of_tables_in_use_and_put_away(tmp_path: Path, sender: SenderProcess) -> None:
    async def play(driver: NoticeDriver) -> None:
        tables = [await driver.table(game) for game in ("heckmeck", "zatre", "zocken")]
        for name, seat in zip(tables, (1, 0, 0), strict=True):
            await driver.until_awaited(name, seat)
        live = [(table.table, seen) for table, seen in await driver.turns.mine(ANA.id)]
        assert [seen.awaited for _, seen in live] == [0, 0, 1]  # hers first,
        assert live[0][1].since <= live[1][1].since  # and what waits longest before the others
        driver.tables._live.clear()
        assert [(table.table, seen) for table, seen in await driver.turns.mine(ANA.id)] == live
        await driver.turn(live[0][0], 0)
        driver.tables._live.clear()
        assert [table.table for table, _ in await driver.turns.mine(ANA.id)][:2] == [live[1][0], live[0][0]]

    runs(tmp_path, sender, play)


@pytest.mark.parametrize("removed", [True, False])
def test_what_its_owner_does_while_a_delivery_is_noted_stays(
    tmp_path: Path, sender: SenderProcess, hook: Web, removed: bool
) -> None:
    async def play(driver: NoticeDriver) -> None:
        channel = await driver.channel(f"json://{hook.host}/")
        send, does = driver.dispatcher._send, list[asyncio.Task[None]]()

        async def send_and_change(delivery: Delivery) -> Outcome:
            outcome = await send(delivery)
            does.append(asyncio.create_task(_done_by_its_owner(driver, channel, removed)))
            await asyncio.sleep(0)  # that is on its way to the database, before what is noted of the delivery
            return outcome

        driver.dispatcher._send = send_and_change
        await driver.dispatcher.ask(channel, "test")
        await driver.later(0)
        await asyncio.gather(*does)
        assert len(does) == len(hook.received) == 1
        assert [each.language for each in driver.dispatcher.channels(ANA.id)] == ([] if removed else ["cs"])

    runs(tmp_path, sender, play)


async def _done_by_its_owner(driver: NoticeDriver, channel: Channel, removed: bool) -> None:
    if removed:
        await driver.dispatcher.remove(channel, remove_channel(channel))
    else:
        await driver.dispatcher.keep(replace(channel, language="cs"))
