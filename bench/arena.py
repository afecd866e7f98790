"""How fast the arena plays bots that solve their turns: each game in a Match, and all in lock step.

    python -m bench.arena [--match 40] [--together 4096]

Masters play one-turn bots, and regulars beginners. The first rounds are played both ways, and must be equal in places,
scores and plies. All figures are of one core; what counts are the ratios of one run. Written to results/arena.json.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

import stammtisch
from stammtisch.arena import Contest, Round, play_rounds
from stammtisch.arena.lockstep import FEWEST

FILE = Path(__file__).parent / "results" / "arena.json"
MASTERS, LEVELS = ["master", "one-turn"], ["regular", "beginner"]
TABLES: list[tuple[str, list[str], int]] = [  # game, bots, players
    ("heckmeck", MASTERS, 2),
    ("heckmeck", MASTERS, 4),
    ("heckmeck", MASTERS, 7),
    ("heckmeck", LEVELS, 2),
    ("barbecue", MASTERS, 2),
    ("barbecue", MASTERS, 5),
    ("barbecue", LEVELS, 2),
]
TIMES = 3  # the best of so many counts: machines are noisy


def games_a_second(play: Callable[[], list[Round]]) -> tuple[float, list[Round]]:
    """Of one core; what else runs on the machine does not count."""
    begin = time.process_time()
    rounds = play()
    return sum(len(each.games) for each in rounds) / (time.process_time() - begin), rounds


def measured(name: str, bots: list[str], players: int, match: int, together: int) -> dict[str, Any]:
    contest = Contest(stammtisch.load(name, players=players), bots, seed=0)
    few, many = contest.rounds(match), contest.rounds(together)
    contest.play(0)  # compiles
    list(play_rounds(contest, 0, contest.rounds(FEWEST)))
    alone = at_once = 0.0
    for _ in range(TIMES):
        speed, rounds = games_a_second(lambda: [contest.play(number) for number in range(few)])
        alone = max(alone, speed)
        speed, same = games_a_second(lambda: list(play_rounds(contest, 0, many)))
        at_once = max(at_once, speed)
        assert same[:few] == rounds, f"{contest}: a round in lock step is another one"
    return {
        "game": name,
        "bots": contest.names,
        "players": players,
        "games that are equal": sum(len(each.games) for each in rounds),
        "in a Match": alone,
        "in lock step": at_once,
        "times": at_once / alone,
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.arena", description=__doc__.split("\n")[0])
    parser.add_argument("--match", type=int, default=40, help="games played one by one")
    parser.add_argument("--together", type=int, default=4096, help="games played in lock step")
    given = parser.parse_args()
    shown = Table(title="The arena, games a second on one core")
    for column in ("game", "bots", "players", "in a Match", "in lock step", "times", "games found equal"):
        shown.add_column(column, justify="left" if column in ("game", "bots") else "right")
    found = []
    for name, bots, players in track(TABLES, "contests"):
        each = measured(name, bots, players, given.match, given.together)
        found.append(each)
        speeds = [f"{each[way]:,.1f}" for way in ("in a Match", "in lock step")]
        same = str(each["games that are equal"])
        shown.add_row(name, ", ".join(bots), str(players), *speeds, f"{each['times']:.0f}×", same)
    Console().print(shown)
    FILE.write_text(json.dumps({"command": "python -m bench.arena", "contests": found}, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
