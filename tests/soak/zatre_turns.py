"""Legal turns of Zatre against a brute force from the wording of its rules, under every combination of options.

    python -m tests.soak.zatre_turns            written to docs/soak-zatre.md
    python -m tests.soak.zatre_turns 20         20 positions of each kind, only shown
    python -m tests.soak.zatre_turns --cluster ray://host:10001

Exits with 1 if a position differs, and says which one.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from itertools import combinations_with_replacement
from random import Random

from rich.console import Console
from rich.progress import track

from stammtisch.computing import Place, in_order, where
from stammtisch.core.errors import StammtischError
from tests.games.zatre.positions import given
from tests.games.zatre.test_legal_turns import DUTIES, OPENINGS, check, check_closed, check_wild, follow
from tests.helpers import ROOT

POSITIONS = 300
REPORT = ROOT / "docs" / "soak-zatre.md"

Kinds = Counter[tuple[int, ...]]


def check_opening(number: int) -> Kinds:
    """One hand of three under all options."""
    kinds = Kinds()
    for options in OPENINGS:
        for duties in DUTIES:
            position = given((), HANDS[number], **options, **duties)
            kinds[check(position)] += 1
            follow(position, Random(number))
    return kinds


HANDS = list(combinations_with_replacement(range(1, 7), 3))


def check_any(number: int) -> Kinds:
    return check_wild(Random(f"any {number}"))


def check_fallback(number: int) -> Kinds:
    return check_closed(Random(f"closed {number}"))


def compared(name: str, compare: Callable[[int], Kinds], positions: int, place: Place, console: Console) -> str:
    """Compare so many positions; a row of the report."""
    kinds = Kinds()
    numbers = ((number,) for number in range(positions))
    for found in track(in_order(place, compare, numbers), name, positions, console=console):
        kinds += found
    owing = sum(number for (_, owed, _), number in kinds.items() if owed)
    fallback = sum(number for (_, _, fallback), number in kinds.items() if fallback)
    blocked = sum(number for (most, _, _), number in kinds.items() if not most)
    return f"| {name} | {positions:,} | {kinds.total():,} | {owing:,} | {fallback:,} | {blocked:,} |"


def main(arguments: list[str]) -> int:
    console = Console()
    command = "python -m tests.soak.zatre_turns"
    parser = argparse.ArgumentParser(prog=command)
    parser.add_argument("positions", type=int, nargs="?")
    parser.add_argument("--cluster")
    asked = parser.parse_args(arguments)
    positions = asked.positions or POSITIONS
    try:
        with where(asked.cluster, None) as place:
            rows = [
                compared("any board, any hand", check_any, positions, place, console),
                compared("hardly a tile fits but on double cells", check_fallback, positions, place, console),
                compared("openings", check_opening, len(HANDS), place, console),
            ]
    except (AssertionError, StammtischError) as error:
        console.print(f"differs: {error}")
        return 1
    command += f" {positions}" if asked.positions else ""
    lines = [
        "# Legal turns of Zatre against a brute force",
        "",
        f"Made by `{command}`. A brute force written from the wording",
        "of the rules found all legal turns of random positions, under every combination of `must_score`, `lay` and",
        "`low_runs`, and of openings also with every combination of `opening`, `opening_cap` and `opening_sum`. "
        "The rules",
        "found the same ones each time, and after a placement those that contain it.",
        "",
        "| positions | how many | with options | something must be made | double cells free | blocked |",
        "|---|---:|---:|---:|---:|---:|",
        *rows,
    ]
    text = "\n".join(lines) + "\n"
    console.print(text)
    if not asked.positions:
        REPORT.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
