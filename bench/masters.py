"""How strong the masters of Heckmeck and Barbecue are: one of them at a table of one-turn bots, in lock step.

    python -m bench.masters [heckmeck] [barbecue] [--games 20000] [--seed 0]

As many games as there are seats share their dice; the master sits once in each seat. Written to results/masters.json.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

import stammtisch
from stammtisch.core.game import Game
from stammtisch.games.keeping.lockstep import LockStep
from stammtisch.games.keeping.value import learned

FILE = Path(__file__).parent / "results" / "masters.json"

VARIANTS: dict[str, list[dict[str, object]]] = {
    "heckmeck": [
        {"steal": "forced"},
        {"lower": "any"},
        {"flip_without_tile": True},
        {"fast": "returned_down"},
        {"fast": "no_exception"},
    ],
    "barbecue": [{"worms": "blocks"}, {"plates": "ten_then_fail", "deliberate_fail": True}],
}
"""Options that change the game from the one that was learned."""


def share(game: Game, games: int, seed: int) -> tuple[float, float]:
    """What one master wins of a game on average, and half of the 95 % interval."""
    net = learned(game)
    lockstep = LockStep(game)
    seats = game.players
    deals = games // seats
    seating = np.tile(1 - np.eye(seats, dtype=np.int64), (deals, 1))
    seeds = np.repeat(seed + np.arange(deals), seats)
    won = lockstep.play([lockstep.chances(net), lockstep.gains], seating, seeds)
    by_deal = won[seating == 0].reshape(deals, seats).mean(1)
    return float(by_deal.mean()), float(1.96 * by_deal.std(ddof=1) / np.sqrt(deals))


def unusual(game: Game) -> dict[str, Any]:
    """The number of players, and options that are not as usual."""
    usual = stammtisch.load(game.name).options.to_json()
    return {k: value for k, value in game.options.to_json().items() if k == "players" or value != usual[k]}


def tables(name: str) -> list[Game]:
    """Every number of players, and other options for two."""
    players = stammtisch.load(name).options.choices()["players"]
    return [stammtisch.load(name, **each) for each in [*({"players": n} for n in players), *VARIANTS[name]]]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.masters", description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", default=list(VARIANTS), choices=list(VARIANTS), help="of games")
    parser.add_argument("--games", type=int, default=20_000, help="for every table")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    shown = Table(title="One master at a table of one-turn bots")
    for column in ("game", "options", "games", "master wins", "an equal share"):
        shown.add_column(column, justify="left" if column in ("game", "options") else "right")
    found: dict[str, list[dict[str, Any]]] = json.loads(FILE.read_text("utf-8"))["tables"] if FILE.exists() else {}
    for name in given.names:
        found[name] = []
        for game in track(tables(name), name):
            games = given.games // game.players * game.players
            mean, half = share(game, games, given.seed)
            options = unusual(game)
            found[name].append({"options": options, "games": games, "seed": given.seed, "share": mean, "±": half})
            words = ", ".join(f"{option} {value}" for option, value in options.items())
            shown.add_row(
                name, words, f"{games:,}", f"{100 * mean:.2f} ± {100 * half:.2f} %", f"{100 / game.players:.2f} %"
            )
    Console().print(shown)
    FILE.write_text(
        json.dumps({"command": "python -m bench.masters", "tables": found}, indent=2, ensure_ascii=False) + "\n",
        "utf-8",
    )


if __name__ == "__main__":
    main()
