"""An old database and a new server: brought up whole, and whole again after every kill. Large: tests.soak.upgrade."""

from __future__ import annotations

from tests.soak import upgrade


def test_an_old_database_is_brought_up_and_no_kill_harms_it() -> None:
    found = upgrade.run(4_000, 3)
    assert found.good
    assert found.kills == 3
    assert found.broken == 0


def test_a_server_that_makes_its_steps_one_by_one_is_found_out() -> None:
    assert upgrade.stuck(4_000)
