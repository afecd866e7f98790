"""How the last turn ended stands on the board, whether one has seen it happen, comes later, or only watches."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.page.conftest import People
from tests.page.person import Person

Told = Callable[[Person], list[str]]


def in_the_tray(person: Person) -> list[str]:
    return person.page.locator(".sum p").all_inner_texts()


def on_the_paper(person: Person) -> list[str]:
    return person.page.get_by_role("region", name=re.compile("^Last turn: ")).all_inner_texts()


def on_the_tiles(person: Person) -> list[str]:
    tiles = person.page.get_by_label(re.compile(r"Laid last turn\."))
    return sorted(str(tile.get_attribute("aria-label")) for tile in tiles.all())


@pytest.mark.parametrize(
    ("game", "told"),
    [("heckmeck", in_the_tray), ("barbecue", in_the_tray), ("zocken", on_the_paper), ("zatre", on_the_tiles)],
)
def test_the_same_is_told_to_everybody(people: People, game: str, told: Told) -> None:
    ana, watching = people(), people("Ion")
    table = ana.has_opened(game, "beginner")
    watching.open(f"/t/{table}")
    ana.plays_elsewhere(table, turns=4)  # it is her turn again
    ana.open(f"/t/{table}")
    ana.until(lambda: bool(told(ana)), "the last turn, to somebody who comes later")
    last = told(ana)
    watching.until(lambda: told(watching) == last, "the same, to somebody who has seen it happen")
    ana.page.reload()
    ana.until(lambda: told(ana) == last, "the same after a reload")
