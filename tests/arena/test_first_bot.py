"""The bot of docs/first-bot.md, as it stands on the page: it plays whole matches, by the rules, and not badly."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import stammtisch
from stammtisch.arena import Contest
from tests.helpers import ROOT


def test_the_first_bot_plays_and_wins_more_than_chance(tmp_path: Path) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "first-bot.md").read_text("utf-8"), re.DOTALL)
    (tmp_path / "my_bot.py").write_text(program, "utf-8")
    command = f"ext:{sys.executable} {tmp_path / 'my_bot.py'}"
    for options in ({}, {"lower": "any", "steal": "forced"}):  # it may choose among several tiles
        contest = Contest(stammtisch.load("heckmeck", **options), [command, "random"], seed=1)
        games = [game for number in range(3) for game in contest.play(number).games]
        assert [game.fault for game in games] == [None] * len(games)
        assert sum(game.points[game.seats.index(0)] for game in games) > len(games) / 2
