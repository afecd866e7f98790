"""A duplicate tournament of twelve in the browser: its tables are compared board by board."""

from __future__ import annotations

import re

from tests.page.conftest import People
from tests.page.scenes import duplicate


def test_two_tables_are_compared_board_by_board(people: People) -> None:
    ana = people()
    duplicate(ana)
    table = ana.page.get_by_role("region", name="Board by board").get_by_role("table")
    heads = table.get_by_role("columnheader").all_inner_texts()
    assert heads == ["Seat", "Table 1", "Table 2", "Table 3", "Table 4"]
    rows = table.get_by_role("row").all()[1:]
    assert len(rows) == 3
    for row in rows:
        cells = row.get_by_role("cell").all_inner_texts()
        points = [float(re.search(r"([\d.]+) matchpoints", cell)[1]) for cell in cells]  # type: ignore[index]
        scores = [int(re.search(r"Worms: (-?\d+)", cell)[1]) for cell in cells]  # type: ignore[index]
        assert len(points) == len(scores) == 4
        assert abs(sum(points) - 200) < 0.5
    ana.page.get_by_text("All tables of a round have the same dice.").first.wait_for()
