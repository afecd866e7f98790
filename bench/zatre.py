"""How fast turns of Zatre are listed and thought about: python -m bench.zatre"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from random import Random
from statistics import mean

from rich.console import Console
from rich.progress import track
from rich.table import Table

import stammtisch
from stammtisch.core.position import Position
from stammtisch.games.zatre.facts import state
from stammtisch.games.zatre.packed import Packed
from stammtisch.games.zatre.thinker import card_turns, listed_turns, looked_turns
from stammtisch.games.zatre.turns import legal_turns

ROUNDS = 3


@cache
def packed(view: Position) -> Packed:
    return Packed(view)


WAYS: dict[str, Callable[[Position], object]] = {
    "all turns, interpreted": legal_turns,
    "all turns, compiled": listed_turns,
    "the same, once the position is packed": lambda view: packed(view).turns(),
    "weighed by the card": card_turns.__wrapped__,  # not from its cache
    "looked ahead (master)": looked_turns,
}


def views() -> list[Position]:
    """Beginnings of turns from games of random turns."""
    found: list[Position] = []
    for seed in range(4):
        rng, match = Random(seed), stammtisch.load("zatre").match(seed=seed)
        while not match.is_over:
            match.play(rng.choice(match.legal_moves))
        starts = [p for p in match.history if p.turn >= 0 and state(p).count == 0 and state(p).most]
        found += [position.view(position.turn) for position in rng.sample(starts, 6)]
    return found


def seconds(way: Callable[[Position], object], view: Position) -> float:
    best = float("inf")
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        way(view)
        best = min(best, time.perf_counter() - begin)
    return best


def main() -> None:
    looked_at = views()
    looked_turns(looked_at[0])  # compiles
    for view in looked_at:
        packed(view)
    times: dict[str, list[float]] = {name: [] for name in WAYS}
    for view in track(looked_at, "measuring"):
        for name, way in WAYS.items():  # the ways take turns: machines are noisy
            times[name].append(seconds(way, view))
    shown = Table(
        title=f"Zatre: {len(looked_at)} positions, {mean(len(card_turns(v)) for v in looked_at):.0f} turns each"
    )
    for column in ("way", "ms a position", "times as fast as interpreted"):
        shown.add_column(column, justify="left" if column == "way" else "right")
    base = mean(times["all turns, interpreted"])
    for name, all_times in times.items():
        shown.add_row(name, f"{1e3 * mean(all_times):.3f}", f"{base / mean(all_times):,.1f}")
    Console().print(shown)


if __name__ == "__main__":
    main()
