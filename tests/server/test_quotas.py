"""Quotas: how much one guest, and one address, may open and say. Each control is the same without the quota."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from stammtisch.server.live import quotas
from stammtisch.server.live.fairness import fairly
from stammtisch.server.live.quotas import Quotas
from stammtisch.server.protocol import wire
from stammtisch.server.protocol.refusal import Refusal
from tests.examples import EXAMPLE
from tests.server import api
from tests.server.checklist import row
from tests.server.server_process import ServerProcess
from tests.server.table_driver import TableDriver

NEAR, FAR = "203.0.113.1", "203.0.113.2"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time of all buckets and quotas, as a test wants it."""
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return now


def codes(times: int, ask: Callable[[int], object]) -> list[str]:
    """What became of asking so often."""
    found = []
    for number in range(times):
        try:
            ask(number)
            found.append("done")
        except Refusal as refusal:
            found.append(refusal.code)
    return found


@row(12)
def test_a_guest_and_an_address_open_only_so_many_tables_at_once(clock: list[float]) -> None:
    found = Quotas()
    assert codes(quotas.TABLES + 1, lambda _: found.may_open("ann", NEAR)) == ["done"] * quotas.TABLES + ["busy"]
    assert codes(1, lambda _: found.may_open("ann", FAR)) == ["busy"]  # it is he, wherever he is
    others = quotas.TABLES_OF_ADDRESS - quotas.TABLES
    made = codes(others + 1, lambda number: found.may_open(f"guest {number}", NEAR))
    assert made == ["done"] * others + ["busy"]  # it is there, whoever he says that he is
    assert codes(1, lambda _: found.may_open("ben", FAR)) == ["done"]
    clock[0] = 3600.0
    assert codes(1, lambda _: found.may_open("ann", NEAR)) == ["done"]
    assert codes(quotas.TABLES + 1, lambda _: found.may_open("cleo", None)) == ["done"] * (quotas.TABLES + 1)


@row(12)
def test_tables_that_are_not_over_are_counted_for_a_day(clock: list[float]) -> None:
    found = Quotas()
    for number in range(quotas.OPEN):
        found.opened(f"table {number}", "ann", NEAR)
    assert codes(1, lambda _: found.may_open("ann", FAR)) == ["too_many"]
    found.over("table 0")
    found.over("table 0")
    assert codes(1, lambda _: found.may_open("ann", FAR)) == ["done"]
    found.opened("another", "ann", FAR)
    assert codes(1, lambda _: found.may_open("ann", NEAR)) == ["too_many"]
    clock[0] = quotas.DAY
    assert codes(1, lambda _: found.may_open("ann", NEAR)) == ["done"]
    assert found.opener("another") is None


@row(12)
def test_tournaments_have_a_quota(clock: list[float]) -> None:
    found, many = Quotas(), quotas.TOURNAMENTS
    assert codes(many + 1, lambda _: found.may_hold_tournament("ann", NEAR)) == ["done"] * many + ["busy"]


@row(12)
def test_talk_is_counted_for_a_guest_and_for_a_table(clock: list[float]) -> None:
    """Not for a connection: whoever opens another has said as much as before."""
    driver = TableDriver(EXAMPLE)
    found, words = Quotas(), wire.Say(cid="c" * 16, text="hello", type="say")
    many = quotas.TALK_AT_ONCE
    assert codes(many + 1, lambda _: found.check(driver.table, words, "ann")) == ["done"] * many + ["busy"]
    left = quotas.TALK_OF_TABLE_AT_ONCE - many
    heard = codes(left + 1, lambda number: found.check(driver.table, words, f"guest {number}"))
    assert heard == ["done"] * left + ["busy"]
    clock[0] = 60.0
    assert codes(1, lambda _: found.check(driver.table, words, "ann")) == ["done"]


@row(12)
def test_messages_are_counted_over_all_connections(clock: list[float]) -> None:
    """Whoever sends too many waits; nothing of his is refused, and others need not wait."""
    found = Quotas()
    at_once = quotas.MESSAGES_AT_ONCE
    assert [found.message("ann", NEAR) for _ in range(at_once)] == [0.0] * at_once
    assert [found.message("ann", NEAR) for _ in range(3)] == pytest.approx([n / quotas.MESSAGES for n in (1, 2, 3)])
    assert found.message("ben", NEAR) == found.message(None, NEAR) == 0.0
    others = quotas.MESSAGES_OF_ADDRESS_AT_ONCE - at_once - 5
    assert [found.message(f"guest {number}", NEAR) for number in range(others)] == [0.0] * others
    assert found.message("ben", NEAR) == pytest.approx(1 / quotas.MESSAGES_OF_ADDRESS)
    assert found.message("cleo", FAR) == 0.0
    clock[0] = 60.0
    assert found.message("ann", NEAR) == 0.0
    assert [found.message("ann", None) for _ in range(2 * at_once)] == [0.0] * 2 * at_once  # this machine


@row(12)
def test_a_welcome_with_many_events_comes_later(clock: list[float]) -> None:
    found = Quotas()
    assert found.welcome(None, NEAR, quotas.TOLD_AT_ONCE, in_words=True) == 0.0
    assert found.welcome(None, NEAR, 200, in_words=True) == pytest.approx(200 / quotas.TOLD)
    assert found.welcome("ann", NEAR, 200, in_words=False) == pytest.approx((200 + 200 * quotas.PLAIN) / quotas.TOLD)
    assert found.welcome("ann", FAR, 200, in_words=True) == 0.0
    far = int(quotas.PATIENCE * quotas.TOLD)
    assert codes(2, lambda _: found.welcome("ben", NEAR, far, in_words=True)) == ["busy"] * 2
    assert found.welcome("ben", NEAR, 0, in_words=True) == pytest.approx(0.21)  # what was refused is not owed


def test_after_very_many_events_only_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    driver = TableDriver(EXAMPLE)
    monkeypatch.setattr(quotas, "EVENTS", driver.table.seq)
    found = Quotas()
    idle: list[wire.Command] = [
        wire.Say(cid="c" * 16, text="hm", type="say"),
        wire.Undo(cid="c" * 16, seq=1, type="undo"),
    ]
    idle.append(wire.TakeBack(cid="c" * 16, seq=1, type="take_back"))
    assert codes(len(idle), lambda number: found.check(driver.table, idle[number], "ann")) == ["full"] * len(idle)
    move = wire.Play(cid="c" * 16, seq=1, move="pass", type="move")
    assert codes(1, lambda _: found.check(driver.table, move, "ann")) == ["done"]
    monkeypatch.setattr(quotas, "EVENTS", driver.table.seq + 1)  # the control
    assert codes(1, lambda _: found.check(driver.table, idle[0], "ann")) == ["done"]


def said(server: ServerProcess, table: str, token: str, words: int) -> list[str]:
    """What is answered to so many words, over a connection of its own."""
    with api.enter(server, table, token) as line:
        answers = []
        for number in range(words):
            line.send(json.dumps({"type": "say", "cid": f"{time.monotonic_ns():016}{number}", "text": "hm"}))
            while (answer := json.loads(line.recv(90)))["type"] in ("news", "present"):
                pass
            answers.append(answer.get("code", answer["type"]))
        return answers


@row(12)
def test_another_connection_gives_no_more_words(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as server:
        token = api.guest(server)
        table, _ = api.table(server, token)
        seat = api.ask(server, "POST", f"/api/tables/{table}/seats/0", {"head": "ab" * 32}, token=token)
        assert seat.status == 200, seat
        assert said(server, table, token, 30) == ["done"] * 30
        assert "busy" in said(server, table, token, 30)


# ── The public list ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_fair_list_shows_something_of_everybody() -> None:
    items = [("eve", number) for number in range(101)] + [("ann", 1), ("ben", 1), ("ann", 2)]
    shown = fairly(items, lambda each: each[0], 50)
    assert len(shown) == 50
    assert shown[-3:] == [("ann", 1), ("ben", 1), ("ann", 2)]
    assert shown[:47] == items[:47]  # the order is as it was
    assert fairly(items, lambda each: each[0], 200) == items
    assert ("ann", 1) not in fairly(items, lambda _: "everybody", 50)  # the control


@row(12)
def test_101_tables_of_one_leave_those_of_others_on_the_list(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, "--trusted-proxy", "127.0.0.1", "--changes", "1000") as server:

        def opened(name: str, address: str, tables: int) -> list[str]:
            token = api.ask(server, "POST", "/api/guests", {"name": name}, X_Forwarded_For=address).json["token"]
            opening = {"game": EXAMPLE, "seats": [{}, {}], "public": True}
            asked = [
                api.ask(server, "POST", "/api/tables", opening, token=token, X_Forwarded_For=address)
                for _ in range(tables)
            ]
            return [each.json["table"] for each in asked if each.status == 201]

        (ann,) = opened("Ann", FAR, 1)
        assert len([table for number in range(4) for table in opened(f"Eve {number}", NEAR, 26)]) == 104
        for limit in (2, 50, 100):
            listed = api.ask(server, "GET", f"/api/tables?limit={limit}").json
            assert len(listed) == limit
            assert listed[-1]["table"] == ann  # the oldest of all
