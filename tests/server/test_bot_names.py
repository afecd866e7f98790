"""Bots at a table have names: unique, the same after a restart and at a rematch; old logs read as before."""

from __future__ import annotations

import asyncio
from pathlib import Path

from stammtisch.bots.names import NAMES, logged, nameplate, names_for
from stammtisch.client import Server
from stammtisch.core.translation import speaking
from stammtisch.server.table.sentences import called, told
from tests.server.server_process import ServerProcess
from tests.server.table_driver import TableDriver


def own_names(names: list[str]) -> list[str]:
    return [plate.name for name in names if (plate := nameplate(name))]


def test_names_are_ours_and_all_different() -> None:
    assert len({name.casefold() for name in NAMES}) == len(NAMES)
    for table in (f"table-{n}" for n in range(200)):
        names = names_for(table, 8, ["otto", "Resi K.", "", "Somebody"])
        assert len(set(names)) == 8
        assert set(names) <= set(NAMES) - {"Otto", "Resi"}
    assert len({names_for(f"table-{n}", 1)[0] for n in range(300)}) == len(NAMES)  # everybody plays somewhere


def test_what_a_log_calls_a_bot() -> None:
    assert nameplate(logged("beginner", "Resi")) == ("beginner", "Resi", "")
    assert nameplate("bot one-turn 2") == ("one-turn", "", "2")
    assert nameplate("bot expert Worm 3") == ("expert", "Worm 3", "")  # in a tournament
    assert nameplate("Resi") is nameplate("bot") is None


def test_old_logs_read_as_before() -> None:
    old = ["Ann", "bot beginner", "bot beginner 2", "bot one-turn 12", "Somebody", "Somebody 2"]
    assert called(old) == ["Ann", "beginner bot", "beginner bot 2", "one-turn bot 12", "Somebody", "Somebody 2"]
    with speaking("de"):
        assert called(["bot beginner Resi"]) == ["Resi"]


def test_they_are_the_same_before_the_game_in_its_log_and_after_a_restart() -> None:
    driver = TableDriver("heckmeck", ("person", "beginner", "regular", "bot"))
    waiting = driver.table.names
    names = own_names(waiting)
    assert len(set(names)) == 3
    assert [seat["name"] for seat in driver.table.view(None)["seats"]] == waiting == driver.folded().names
    driver.sit_all().play_on(seed=1, steps=40)
    assert own_names(driver.table.names) == own_names(driver.folded().names) == names
    assert {plate.level for name in waiting if (plate := nameplate(name))} == {"beginner", "regular"}
    words = " ".join(each["text"] for each in told(driver.steps, 0, over=False))
    assert all(name in words for name in names)
    assert "bot" not in words


def test_nobody_is_called_as_a_person_here() -> None:
    driver = TableDriver("heckmeck", ("person", "bot", "person", "bot"))
    wanted = own_names(driver.table.names)[0]
    driver.table.sit(0, "guest-0", wanted, "ab" * 32, 0)
    names = own_names(driver.table.names)
    assert driver.table.seats[0].name == wanted  # a person keeps his name
    assert wanted not in names
    assert len(set(names)) == 2
    driver.table.leave("guest-0", 0)
    assert own_names(driver.table.names)[0] == wanted


def test_at_a_rematch_the_same_bots_sit_there(tmp_path: Path) -> None:
    async def play(server: ServerProcess) -> None:
        guest = await Server(server.address).guest("Ann")
        table, invites = await guest.open("zocken", ("person", "beginner", "expert"))
        async with await guest.sit(table, 0, invites[0]) as ann:
            before = own_names([seat["name"] for seat in ann.view["seats"]])
            await ann.send("resign")
            await ann.until(lambda: ann.is_over)
            await ann.send("rematch")
            await ann.until(lambda: ann.view["rematch"] is not None)
        async with await guest.sit(ann.view["rematch"], 2) as again:
            after = own_names([seat["name"] for seat in again.view["seats"]])
        assert sorted(after) == sorted(before)

    with ServerProcess(tmp_path) as server:
        asyncio.run(play(server))
