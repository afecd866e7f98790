"""How strong the masters of Heckmeck and Barbecue are: one of them at a table of one-turn bots, in lock step.

    python -m bench.masters [heckmeck] [barbecue] [--players 2] [--games 20000] [--seed 0] [--workers 2]

As many games as there are seats share their dice; the master sits once in each seat. Written to results/masters.json;
with --players or --usual only these tables are played anew.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import stammtisch
from stammtisch.computing import Place, where
from stammtisch.core.game import Game
from stammtisch.games.keeping.bot import OneTurnBot
from stammtisch.games.keeping.strength import strength
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


def share(game: Game, games: int, seed: int, place: Place) -> tuple[float, float]:
    """What one master wins of a game on average, and half of the 95 % interval."""
    with Progress() as progress:
        bar = progress.add_task(words(unusual(game)))
        return strength(
            place,
            game,
            learned(game),
            OneTurnBot.name,
            games,
            seed,
            further=True,
            tell=lambda done, of: progress.update(bar, completed=done, total=of),
        )


def unusual(game: Game) -> dict[str, Any]:
    """The number of players, and options that are not as usual."""
    usual = stammtisch.load(game.name).options.to_json()
    return {k: value for k, value in game.options.to_json().items() if k == "players" or value != usual[k]}


def words(options: Mapping[str, Any]) -> str:
    return ", ".join(f"{option} {value}" for option, value in options.items())


def tables(name: str) -> list[Game]:
    """Every number of players, and other options for two."""
    players = stammtisch.load(name).options.choices()["players"]
    return [stammtisch.load(name, **each) for each in [*({"players": n} for n in players), *VARIANTS.get(name, [])]]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.masters", description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", default=list(VARIANTS), metavar="GAME", help="all, if none is given")
    parser.add_argument("--players", type=int, action="append", help="only tables of so many; may be given again")
    parser.add_argument("--usual", action="store_true", help="only under the usual options, but for the players")
    parser.add_argument("--workers", type=int, help="processes at work; by default one for each core")
    parser.add_argument("--games", type=int, default=20_000, help="for every table")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    shown = Table(title="One master at a table of one-turn bots")
    for column in ("game", "options", "games", "master wins", "an equal share"):
        shown.add_column(column, justify="left" if column in ("game", "options") else "right")
    found: dict[str, list[dict[str, Any]]] = json.loads(FILE.read_text("utf-8"))["tables"] if FILE.exists() else {}
    with where(None, given.workers) as place:
        for name in given.names:
            before = {words(each["options"]): each for each in found.get(name, [])}
            found[name] = []
            for game in tables(name):
                options = unusual(game)
                row = before.get(words(options))
                wanted = not given.players or game.players in given.players
                if row is None or (wanted and not (given.usual and options.keys() - {"players"})):
                    games = given.games // game.players * game.players
                    mean, half = share(game, games, given.seed, place)
                    row = {"options": options, "games": games, "seed": given.seed, "share": mean, "±": half}
                found[name].append(row)
                part = f"{100 * row['share']:.2f} ± {100 * row['±']:.2f} %"
                shown.add_row(name, words(options), f"{row['games']:,}", part, f"{100 / game.players:.2f} %")
    Console().print(shown)
    FILE.write_text(
        json.dumps({"command": "python -m bench.masters", "tables": found}, indent=2, ensure_ascii=False) + "\n",
        "utf-8",
    )


if __name__ == "__main__":
    main()
