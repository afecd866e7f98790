"""A whole game on every board, against a bot, by what the page offers; and the dice of it, checked in the browser."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tests.page.conftest import People
from tests.page.random_player import RandomPlayer
from tests.page.test_offline import INSTALLED, gone
from tests.server.server_process import ServerProcess

SHORT: dict[str, dict[str, str | bool]] = {
    "heckmeck": {"fast": "no_exception", "flip_without_tile": True},
    "barbecue": {},
    "zocken": {"rounds": "1"},
}
"""Options by which a game is shorter. Zatre has none: its whole games are played by `make soak`."""


def tampered(dice: bytes, at: int) -> tuple[bytes, int]:
    """One digit of one throw changed; the number of that throw."""
    lines = dice.splitlines(keepends=True)
    throws = [row for row, line in enumerate(lines) if line.startswith(b'{"throw":') and b'"lots":[' in line]
    row = throws[at]
    changed = re.sub(rb'("lots":\[)(\d)', lambda found: found[1] + (b"1" if found[2] == b"0" else b"0"), lines[row])
    assert changed != lines[row]
    return b"".join([*lines[:row], changed, *lines[row + 1 :]]), json.loads(lines[row])["throw"]


@pytest.mark.parametrize("game", SHORT)
def test_a_whole_game(people: People, game: str) -> None:
    ana = people()
    ana.opens(game, "beginner", **SHORT[game])
    player = RandomPlayer(ana, game)
    player.play()
    expect(ana.result).to_be_visible()
    assert player.moves
    ana.verifies_the_dice()


def test_turns_of_zatre(people: People) -> None:
    ana = people()
    ana.opens("zatre", "beginner")
    player = RandomPlayer(ana, "zatre")
    player.play(until=lambda: ana.turns > 8)
    ana.gives_up()
    expect(ana.result).to_be_visible()
    ana.verifies_the_dice()


def test_dice_that_were_changed_are_refused_with_and_without_a_connection(
    people: People, server: ServerProcess
) -> None:
    ana = people(worker=True)
    ana.open(f"/t/{ana.has_opened('heckmeck', 'beginner', moves=10)}")
    ana.gives_up()
    dice = ana.saves_the_dice()
    wrong, number = tampered(dice, 3)

    def check() -> None:
        assert "All dice verified" in ana.checks(dice)
        assert f"The first wrong roll is number {number}." in ana.checks(wrong)

    check()
    ana.page.evaluate(INSTALLED)
    ana.open()
    with ana.trouble(), gone(server, ana):
        check()
