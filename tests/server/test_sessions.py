"""Sessions and accounts in one process, where a test can hold the moment in which things meet."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from stammtisch.server.people.accounts import Accounts
from stammtisch.server.people.guests import hashed
from stammtisch.server.people.passwords import EACH, WAITING, Passwords
from stammtisch.server.people.sessions import HOUR, UNUSED
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
        await server.sessions.end(hashed(token))
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
def test_a_handle_that_is_taken_costs_no_hash(tmp_path: Path) -> None:
    async def play(server: Server) -> None:
        hasher = Counting()
        accounts = Accounts(server.store, server.writer, server.sessions, Passwords(hasher))
        ann, ben = [(await server.welcome(name, "", program=False))[0] for name in ("Ann", "Ben")]
        await accounts.make(ann, "Anna", PASSWORD)
        made = hasher.hashes
        with pytest.raises(Refusal, match="somebody has this handle"):
            await accounts.make(ben, "ANNA", PASSWORD)
        assert hasher.hashes == made
        await accounts.make(ben, "Benno", PASSWORD)  # the control
        assert hasher.hashes == made + 1

    running(tmp_path, play)


@row(3)
def test_a_session_that_nobody_used_for_half_a_year_ends_if_its_guest_can_log_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(server: Server) -> None:
        ann, with_account = await server.welcome("Ann", "", program=False)
        ben, without = await server.welcome("Ben", "", program=False)
        await Accounts(server.store, server.writer, server.sessions, Passwords(Counting())).make(ann, "Anna", PASSWORD)
        started = (await server.sessions.all_of(ann))[0].used
        for later, ends in ((UNUSED - 1, False), (2 * UNUSED, True)):
            monkeypatch.setattr("stammtisch.server.people.sessions.now", lambda at=started + later: at)
            server.sessions.look_again(ann.id)
            server.sessions.look_again(ben.id)
            assert (await server.session(without)).guest.id == ben.id
            if ends:
                with pytest.raises(Refusal, match="not used for half a year"):
                    await server.session(with_account)
                assert await server.sessions.all_of(ann) == []
            else:
                assert (await server.session(with_account)).guest.id == ann.id

    running(tmp_path, play)


class Slow(Counting):
    """Compares when it may."""

    def __init__(self) -> None:
        super().__init__()
        self.go_on = threading.Event()

    def verify(self, hash: str | bytes, password: str | bytes) -> bool:  # type: ignore[override]  # as above it
        assert self.go_on.wait(30)
        return super().verify(hash, password)


@row(18)
@pytest.mark.parametrize("each", [EACH, WAITING])
def test_wrong_logins_do_not_keep_the_owner_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, each: int) -> None:
    """The second is the control: one address may take all places."""
    monkeypatch.setattr("stammtisch.server.people.passwords.EACH", each)
    attacker, home = "203.0.113.7", "203.0.113.8"

    async def play(server: Server) -> None:
        guest, _ = await server.welcome("Ann", "", program=False)
        hasher = Slow()
        passwords = Passwords(hasher)
        accounts = Accounts(server.store, server.writer, server.sessions, passwords)
        await accounts.make(guest, "Anna", PASSWORD)
        log_in = accounts.log_in
        tries = [asyncio.ensure_future(log_in(f"guess-{n}", PASSWORD, "", f"203.0.113.{n}")) for n in range(100, 102)]
        tries += [asyncio.ensure_future(log_in("anna", f"a wrong one {n}", "", attacker)) for n in range(5)]
        tries += [asyncio.ensure_future(log_in(f"other-{n}", "a wrong one", "", attacker)) for n in range(5)]
        tries += [asyncio.ensure_future(log_in(f"more-{n}", "a wrong one", "", "203.0.113.9")) for n in range(7)]
        while passwords.waiting < min(WAITING, 2 * each):
            await asyncio.sleep(0.01)
        mine = asyncio.ensure_future(log_in("anna", PASSWORD, "", home))
        while not mine.done() and passwords.waiting <= 2 * each:
            await asyncio.sleep(0.01)
        hasher.go_on.set()
        if each == WAITING:
            with pytest.raises(Refusal, match="too many people log in"):
                await mine
        else:
            assert (await mine)[0].guest.id == guest.id
        await asyncio.gather(*tries, return_exceptions=True)

    running(tmp_path, play)


@row(18)
def test_five_wrong_tries_lock_out_who_made_them(tmp_path: Path) -> None:
    async def play(server: Server) -> None:
        guest, _ = await server.welcome("Ann", "", program=False)
        accounts = Accounts(server.store, server.writer, server.sessions, Passwords(Counting()))
        await accounts.make(guest, "Anna", PASSWORD)
        codes = []
        for _ in range(6):
            with pytest.raises(Refusal) as refused:
                await accounts.log_in("anna", "not this one", "", "203.0.113.7")
            codes.append(refused.value.code)
        assert codes == ["wrong_password"] * 5 + ["too_many"]
        session, _ = await accounts.log_in("anna", PASSWORD, "", "203.0.113.8")
        assert session.guest.id == guest.id

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
