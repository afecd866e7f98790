"""Who is told what, when, how often, and what happens when it fails; with a clock that is moved by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from stammtisch.server.notices import dispatcher, queue
from stammtisch.server.notices.channels import OWNED
from stammtisch.server.notices.sender import Outcome, Parcel
from stammtisch.server.notices.sender_process import SenderProcess
from stammtisch.server.notices.settings import NoticeSettings
from stammtisch.server.protocol import wire
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.storage.log import Write
from tests.server.endpoints import Web, web
from tests.server.evening import ANA, HOUR, ION, MINUTE, ORIGIN, Evening, evenings


@pytest.fixture(scope="module")
def carrier() -> Iterator[SenderProcess]:
    """Real: in its process are the real libraries."""
    found = SenderProcess()
    yield found
    found.close()


@pytest.fixture
def hook() -> Iterator[Web]:
    with web() as found:
        yield found


def texts(hook: Web) -> list[str]:
    return [each.json["message"] for each in hook.came]


def test_a_turn_is_told_once_and_only_to_who_is_away(tmp_path: Path, carrier: SenderProcess, hook: Web) -> None:
    async def play(evening: Evening) -> None:
        await evening.channel(f"json://{hook.host}/ana")
        await evening.channel(f"json://{hook.host}/ion", ION)
        name = await evening.table()
        watcher = await evening.enter(name, ANA)
        await evening.until_awaited(name, 0)
        await evening.later(10 * MINUTE)
        assert hook.came == []  # she sees it
        await evening.exit(name, watcher)
        await evening.later(4 * MINUTE)
        assert hook.came == []  # she may come back
        evening.tables.presence.seen(ANA.id)
        await evening.later(4 * MINUTE)
        assert hook.came == []  # she looked at the start page
        await evening.later(MINUTE)
        (said,) = hook.came
        assert said.path == "/ana"
        assert said.json["title"] == "Heckmeck am Bratwurmeck: it is your turn"
        assert f"Heckmeck am Bratwurmeck with Ion: it is your turn.\n{ORIGIN}/t/{name}" in said.json["message"]
        assert f"Sent by Stammtisch at {ORIGIN}." in said.json["message"]
        assert f"{ORIGIN}/unsubscribe#{evening.post.channels(ANA.id)[0].token}" in said.json["message"]
        for _ in range(50):
            await evening.later(HOUR)
        assert len(hook.came) == 1  # once for a turn, however long it takes
        await evening.until_awaited(name, 1)
        await evening.later(6 * MINUTE)
        assert [each.path for each in hook.came] == ["/ana", "/ion"]

    evenings(tmp_path, carrier, play)


def test_what_comes_within_an_hour_comes_together(tmp_path: Path, carrier: SenderProcess, hook: Web) -> None:
    async def play(evening: Evening) -> None:
        await evening.channel(f"json://{hook.host}/", language="de")
        names = [await evening.table() for _ in range(3)]
        for name in names:
            await evening.until_awaited(name, 0)
        await evening.later(6 * MINUTE)
        assert all(name in texts(hook)[0] for name in names)
        for name in names[:2]:
            await evening.turn(name, 0)
        await evening.later(50 * MINUTE)
        assert len(hook.came) == 1  # too soon
        await evening.turn(names[0], 0)  # she has seen that one meanwhile
        await evening.later(11 * MINUTE)
        assert len(hook.came) == 2
        assert names[1] in texts(hook)[1]
        assert names[2] not in texts(hook)[1]  # still the turn that she was told of

    evenings(tmp_path, carrier, play)


def test_a_turn_that_was_made_meanwhile_is_not_told(tmp_path: Path, carrier: SenderProcess, hook: Web) -> None:
    async def play(evening: Evening) -> None:
        hook.status = 500
        await evening.channel(f"json://{hook.host}/")
        name = await evening.table()
        await evening.until_awaited(name, 0)
        await evening.later(6 * MINUTE)
        assert len(hook.came) == 1
        await evening.until_awaited(name, 1)
        hook.status = 200
        await evening.later(2 * MINUTE)
        assert len(hook.came) == 1
        assert queue.due(evening.store, evening.clock() + 100 * HOUR) == []

    evenings(tmp_path, carrier, play)


def test_an_end_and_a_rematch_are_queued_with_the_game_and_told_after_a_restart(
    tmp_path: Path, carrier: SenderProcess, hook: Web
) -> None:
    async def play(evening: Evening) -> None:
        await evening.channel(f"json://{hook.host}/ana")
        await evening.channel(f"json://{hook.host}/ion", ION)
        name = await evening.table()
        watcher = await evening.enter(name, ION)
        await evening.resign(name, 1)
        live = await evening.tables.live(name)
        again = wire.Rematch(cid="client-id-rematch1")
        assert isinstance(await evening.tables.do(live, again, ION.id), wire.Done)
        await evening.exit(name, watcher)
        assert hook.came == []  # it dies before anything could be sent

    async def after(evening: Evening) -> None:
        await evening.later(0)
        (said,) = hook.came
        assert said.path == "/ana"  # Ion was there, and asked himself
        assert "the game is over. First place: Ana." in said.json["message"]
        assert "a rematch is set up, and your seat is kept." in said.json["message"]
        (old,) = [each for each, _ in await evening.turns.mine(ANA.id)]
        new = (await evening.turns.at([old.table]))[old.table].rematch
        assert f"{ORIGIN}/t/{new}" in said.json["message"]
        await evening.later(30 * HOUR)
        assert len(hook.came) == 1

    evenings(tmp_path, carrier, play, after)


def test_what_fails_is_tried_again_ever_later_and_at_last_switched_off(
    tmp_path: Path, carrier: SenderProcess, hook: Web
) -> None:
    async def play(evening: Evening) -> None:
        hook.status = 503
        channel = await evening.channel(f"json://{hook.host}/")
        name = await evening.table()
        await evening.until_awaited(name, 0)
        await evening.later(6 * MINUTE)
        tried = [len(hook.came)]
        for pause in queue.PAUSES:
            await evening.later(pause - MINUTE // 2)
            tried.append(len(hook.came))
            await evening.later(MINUTE)
            tried.append(len(hook.came))
        assert tried == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6]
        await evening.later(100 * HOUR)
        assert len(hook.came) == 6  # given up
        assert evening.state(channel).failures == 6
        await evening.turn(name, 0)
        for _ in range(20):
            await evening.later(7 * HOUR)
        assert len(hook.came) == dispatcher.PATIENCE
        assert evening.state(channel).off == "failed"

    async def after(evening: Evening) -> None:
        """Its owner switches it on again."""
        hook.status = 200
        hook.came.clear()
        (channel,) = evening.post.channels(ANA.id)
        assert channel.off == "failed"
        ((table, _),) = await evening.turns.mine(ANA.id)
        await evening.later(6 * MINUTE)
        assert hook.came == []
        await evening.post.keep(channel.changed("en", ["turn"]))
        await evening.turn(table.table, 0)
        await evening.later(6 * MINUTE)
        assert len(hook.came) == 1
        assert evening.state(channel).failures == 0

    evenings(tmp_path, carrier, play, after)


def test_who_dies_while_sending_sends_once_more_and_not_for_ever(
    tmp_path: Path, carrier: SenderProcess, hook: Web
) -> None:
    async def play(evening: Evening) -> None:
        await evening.channel(f"json://{hook.host}/")
        name = await evening.table()
        await evening.until_awaited(name, 0)
        send = evening.post._send

        async def die(parcel: Parcel) -> Outcome:
            await send(parcel)
            raise KeyError

        evening.post._send = die
        with pytest.raises(KeyError):
            await evening.later(6 * MINUTE)
        assert len(hook.came) == 1

    async def after(evening: Evening) -> None:
        evening.moved = 6 * MINUTE
        await evening.later(0)
        assert len(hook.came) == 1  # it may be under way
        await evening.later(queue.LEASE + MINUTE)
        assert len(hook.came) == 2
        assert texts(hook)[0] == texts(hook)[1]
        await evening.later(100 * HOUR)
        assert len(hook.came) == 2

    evenings(tmp_path, carrier, play, after)


def test_a_day_has_an_end(tmp_path: Path, carrier: SenderProcess, hook: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatcher, "A_DAY", 2)

    async def play(evening: Evening) -> None:
        await evening.channel(f"json://{hook.host}/", ANA)
        await evening.channel(f"json://{hook.host}/", ION)
        name = await evening.table()
        for seat in (0, 1, 0, 1, 0):
            await evening.until_awaited(name, seat)
            await evening.later(90 * MINUTE)
        assert len(hook.came) == 2  # one address, whoever is told there
        await evening.later(24 * HOUR)
        assert len(hook.came) == 3

    evenings(tmp_path, carrier, play)


def test_nobody_can_have_the_server_write_to_somebody_all_day(
    tmp_path: Path, carrier: SenderProcess, hook: Web
) -> None:
    async def play(evening: Evening) -> None:
        hers = await evening.channel(f"json://{hook.host}/")
        his = await evening.channel(f"json://{hook.host}/", ION)
        for _ in range(dispatcher.WISHES):
            await evening.post.ask(hers, "test")
            await evening.later(1)
        for channel in (hers, his):
            with pytest.raises(Refusal, match="today"):
                await evening.post.ask(channel, "test")
        assert len(hook.came) == dispatcher.WISHES
        await evening.later(25 * HOUR)
        await evening.post.ask(his, "test")

    evenings(tmp_path, carrier, play)


def test_without_an_address_of_its_own_a_server_tells_nobody(tmp_path: Path, carrier: SenderProcess, hook: Web) -> None:
    async def play(evening: Evening) -> None:
        await evening.channel(f"json://{hook.host}/")
        await evening.until_awaited(await evening.table(), 0)
        await evening.later(HOUR)
        assert hook.came == []

    assert not NoticeSettings().url
    evenings(tmp_path, carrier, play, address=None)


def test_who_was_deleted_is_told_nothing(tmp_path: Path, carrier: SenderProcess, hook: Web) -> None:
    async def play(evening: Evening) -> None:
        channel = await evening.channel(f"json://{hook.host}/")
        name = await evening.table()
        await evening.until_awaited(name, 0)
        gone = [(f"DELETE FROM {table} WHERE {column} = ?", (ANA.id,)) for table, column in OWNED]
        await evening.writer.write(Write(also=gone))
        evening.post.leave(ANA.id)
        await evening.later(HOUR)
        assert hook.came == []
        assert evening.post.by_token(channel.token) is None

    evenings(tmp_path, carrier, play)


def test_whose_turn_it_is_of_tables_in_use_and_put_away(tmp_path: Path, carrier: SenderProcess) -> None:
    async def play(evening: Evening) -> None:
        tables = [await evening.table(game) for game in ("heckmeck", "zatre", "zocken")]
        for name, seat in zip(tables, (1, 0, 0), strict=True):
            await evening.until_awaited(name, seat)
        live = [(table.table, seen) for table, seen in await evening.turns.mine(ANA.id)]
        assert [seen.awaited for _, seen in live] == [0, 0, 1]  # hers first,
        assert live[0][1].since <= live[1][1].since  # and what waits longest before the others
        evening.tables._live.clear()
        assert [(table.table, seen) for table, seen in await evening.turns.mine(ANA.id)] == live
        await evening.turn(live[0][0], 0)
        evening.tables._live.clear()
        assert [table.table for table, _ in await evening.turns.mine(ANA.id)][:2] == [live[1][0], live[0][0]]

    evenings(tmp_path, carrier, play)
