"""Sessions and accounts in one process, where a test can hold the moment in which things meet."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from stammtisch.server.people.accounts import Accounts
from stammtisch.server.people.guests import hashed
from stammtisch.server.people.passwords import Passwords
from stammtisch.server.people.sessions import HOUR
from stammtisch.server.process.server import Server
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.storage.entities import Session
from tests.server.checklist import row
from tests.server.test_handles import Counting

PASSWORD = "a worm in the kitchen"


def running(folder: Path, play: Callable[[Server], Awaitable[None]]) -> None:
    async def whole() -> None:
        server = Server(f"sqlite:///{folder}/stammtisch.db")
        async with server.running():
            await play(server)

    asyncio.run(whole())


@row(3)
def test_a_token_that_ends_while_it_is_looked_up_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(server: Server) -> None:
        _, token = await server.welcome("Ann", "", program=False)
        real, read, go_on = server.store.session, threading.Event(), threading.Event()

        def slowly(key: str) -> Session | None:
            found = real(key)
            read.set()
            assert go_on.wait(30)
            return found

        monkeypatch.setattr(server.store, "session", slowly)
        looking = asyncio.ensure_future(server.session(token))
        await asyncio.to_thread(read.wait, 30)
        await server.sessions.end([hashed(token)])
        go_on.set()
        with pytest.raises(Refusal, match="belongs to nobody"):
            await looking

    running(tmp_path, play)


def test_when_a_session_was_used_is_kept_to_the_hour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(server: Server) -> None:
        guest, token = await server.welcome("Ann", "phone", program=False)
        (first,) = await server.sessions.all_of(guest)
        for later, used in ((HOUR - 1, 0), (HOUR, HOUR), (HOUR + 1, HOUR)):
            monkeypatch.setattr("stammtisch.server.people.sessions.now", lambda at=first.used + later: at)
            assert (await server.session(token)).guest.id == guest.id
            await server.rename(guest, f"Ann {later}")  # it waits for the writer, behind which nothing waits then
            (found,) = await server.sessions.all_of(guest)
            assert (found.used, found.created, found.device) == (first.used + used, first.created, "phone")

    running(tmp_path, play)


@row(18)
def test_a_password_is_hashed_again_when_the_parameters_have_changed(tmp_path: Path) -> None:
    async def play(server: Server) -> None:
        guest, _ = await server.welcome("Ann", "", program=False)
        weak = Accounts(server.store, server.writer, server.sessions, Passwords(Counting()))
        old = await weak.make(guest, "Anna", PASSWORD)
        for _ in range(2):
            session, token = await server.accounts.log_in("anna", PASSWORD, "", None)
            assert await server.session(token) == session
            found = await server.accounts.of(guest.id)
            assert found is not None
            assert "m=47104" in found.password
            assert found.changed == old.changed
        await server.accounts.change_password(session, PASSWORD, "another worm entirely", None)
        with pytest.raises(Refusal, match="another password"):
            await server.accounts.log_in("anna", PASSWORD, "", None)

    running(tmp_path, play)


@row(18)
def test_an_address_has_ten_wrong_tries(tmp_path: Path) -> None:
    async def play(server: Server) -> None:
        codes = []
        for number in range(12):
            with pytest.raises(Refusal) as refused:
                await server.accounts.log_in(f"guess-{number}", PASSWORD, "", "203.0.113.7")
            codes.append(refused.value.code)
        assert codes == ["wrong_password"] * 10 + ["too_many"] * 2
        with pytest.raises(Refusal) as refused:
            await server.accounts.log_in("guess-0", PASSWORD, "", "203.0.113.8")
        assert refused.value.code == "wrong_password"

    running(tmp_path, play)
