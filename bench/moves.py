"""How long a master thinks about a move, on one core. Written to results/moves.json.

    python -m bench.moves [GAME …] [--games 4]

Masters play whole games by themselves, at every size of table. Only moves with a choice count; times are those of the
processor. Compiling, and tables that are made once and kept, come before.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

import stammtisch
from stammtisch.bots import LEVELS, decision_seed
from stammtisch.core.game import Game

FILE = Path(__file__).parent / "results" / "moves.json"


def times(game: Game, games: int) -> list[float]:
    """Of all moves with a choice, in seconds."""
    master = game.bots[LEVELS[-1]]
    found = []
    for seed in range(games):
        match = game.match(seed)
        while not match.is_over:
            view = match.position.view(match.turn)
            begin = time.process_time()
            move = master.choose(view, decision_seed(match))
            taken = time.process_time() - begin
            if len(view.legal_moves) > 1 and seed:  # the first game warms up
                found.append(taken)
            match.play(move)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.moves", description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", default=[game.name for game in stammtisch.catalogue()], help="of games")
    parser.add_argument("--games", type=int, default=4, help="at each size of table, and one more before that")
    given = parser.parse_args()
    shown = Table(title="A master's move, in milliseconds")
    for column in ("game", "players", "moves", "median", "95 of 100", "longest"):
        shown.add_column(column, justify="left" if column == "game" else "right")
    kept: dict[str, Any] = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {"games": {}}
    for name in given.names:
        sizes = stammtisch.load(name).options.choices()["players"]
        kept["games"][name] = []
        for players in track(sizes, name):
            taken = 1000 * np.array(times(stammtisch.load(name, players=players), given.games + 1))
            median, most, longest = np.quantile(taken, [0.5, 0.95, 1]).round(2).tolist()
            kept["games"][name].append(
                {"players": players, "moves": len(taken), "median": median, "95 of 100": most, "longest": longest}
            )
            shown.add_row(name, str(players), f"{len(taken):,}", f"{median:.1f}", f"{most:.1f}", f"{longest:.1f}")
    kept.update(command="python -m bench.moves", unit="ms of one core")
    Console().print(shown)
    FILE.write_text(json.dumps(kept, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
