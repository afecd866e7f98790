"""How strong the master of Zatre is: one master at a table of other bots, or of masters of an earlier version.

    python -m bench.zatre_master [--deals 40] [--players 2 …] [--lay free …] [--rivals card …] [--earlier FOLDER]

FOLDER is a checkout of the earlier version; its masters think in a process of their own. As many games as there are
seats share their tiles; the master sits once in each seat. Times are of CPU. Written to results/zatre.json.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

import stammtisch
from stammtisch.arena.shares import FEWEST, student
from stammtisch.bots import decision_seed
from stammtisch.computing import Place, in_order, where
from stammtisch.core.game import Game
from stammtisch.core.match import Match

FILE = Path(__file__).parent / "results" / "zatre.json"
COMMAND = "python -m bench.zatre_master"

Chooser = Callable[[Match], int]

ANSWERS = """
import sys, time, stammtisch
for line in sys.stdin:
    view = stammtisch.position(line)
    begin = time.process_time()
    move = int(view.game.bots["master"].choose(view, 0))
    print(move, time.process_time() - begin, flush=True)
"""


def bot(name: str, times: list[float] | None = None) -> Chooser:
    """A bot of this version; `times` takes the seconds of each of its choices."""

    def choose(match: Match) -> int:
        view = match.position.view(match.turn)
        begin = time.process_time()
        move = match.game.bots[name].choose(view, decision_seed(match))
        if times is not None:
            times.append(time.process_time() - begin)
        return int(move)

    return choose


@lru_cache(1)
def answering(folder: Path) -> subprocess.Popen[str]:
    """A process of the checkout in this folder, whose master answers positions."""
    return subprocess.Popen(
        [sys.executable, "-c", ANSWERS],
        env={**os.environ, "PYTHONPATH": str(folder / "src")},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def earlier(folder: Path, times: list[float]) -> Chooser:
    """The master of the checkout in this folder."""
    process = answering(folder)
    assert process.stdin
    assert process.stdout
    to, answers = process.stdin, process.stdout

    def choose(match: Match) -> int:
        print(match.position.view(match.turn).to_text(), file=to, flush=True)
        move, seconds = answers.readline().split()
        times.append(float(seconds))
        return int(move)

    return choose


def scores(game: Game, seed: int, choosers: list[Chooser]) -> list[int]:
    match = game.match(seed=seed)
    while not match.is_over:
        legal = match.legal_moves
        match.play(legal[0] if len(legal) == 1 else choosers[match.turn](match))
    return list(match.scores)


def interval(by_deal: Any) -> dict[str, float]:
    """A mean and half of its 95 % interval."""
    half = student(len(by_deal) - 1) * by_deal.std(ddof=1) / np.sqrt(len(by_deal))
    return {"mean": float(by_deal.mean()), "±": float(half)}


def milliseconds(times: list[float]) -> dict[str, float]:
    return {
        "mean": 1e3 * float(np.mean(times)),
        "median": 1e3 * float(np.median(times)),
        "95 %": 1e3 * float(np.percentile(times, 95)),
    }


def deal(game: Game, rivals: str, folder: Path, seed: int) -> dict[str, list[float]]:
    """One deal, played once with the master in each seat."""
    mine: list[float] = []
    theirs: list[float] = []
    master = bot("master", mine)
    rival = earlier(folder, theirs) if rivals == "earlier" else bot(rivals, theirs)
    shares, own, others = [], [], []
    for seat in range(game.players):
        found = scores(game, seed, [master if p == seat else rival for p in range(game.players)])
        shares.append((found[seat] == max(found)) / found.count(max(found)))
        own.append(float(found[seat]))
        others.append((sum(found) - found[seat]) / (game.players - 1))
    return {"shares": shares, "own": own, "others": others, "mine": mine, "theirs": theirs}


def measured(game: Game, rivals: str, folder: Path, deals: int, seed: int, place: Place) -> Iterator[dict[str, Any]]:
    """One master against a table of these rivals: what is known after so many deals."""
    played = in_order(place, deal, ((game, rivals, folder, seed + number) for number in range(deals)))
    found: list[dict[str, list[float]]] = []
    for each in track(played, f"{game.players} players, {rivals}", deals):
        found.append(each)
        if len(found) >= FEWEST:
            shares, own, others = (np.array([one[key] for one in found]) for key in ("shares", "own", "others"))
            mine, theirs = ([each for one in found for each in one[key]] for key in ("mine", "theirs"))
            yield {
                "rivals": rivals,
                "players": game.players,
                "lay": str(game.options.to_json()["lay"]),
                "games": len(found) * game.players,
                "seed": seed,
                "share": interval(shares.mean(1)),
                "score": interval(own.mean(1)),
                "rivals' score": interval(others.mean(1)),
                "lead": interval((own - others).mean(1)),
                "ms a move": milliseconds(mine),
                "rivals' ms a move": milliseconds(theirs),
            }


def keep(found: dict[str, Any]) -> None:
    """In the file, in the place of what was there for such a table."""
    kept = json.loads(FILE.read_text("utf-8"))["tables"] if FILE.exists() else []
    keys = ("rivals", "players", "lay")
    kept = [each for each in kept if any(each[key] != found[key] for key in keys)] + [found]
    FILE.write_text(json.dumps({"command": COMMAND, "tables": kept}, indent=2, ensure_ascii=False) + "\n", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__.split("\n")[0])
    parser.add_argument("--deals", type=int, default=40, help="for every table, at least 4")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--lay", nargs="+", default=["free"], choices=["free", "most"])
    parser.add_argument("--rivals", nargs="+", default=["card"], help="bots, or `earlier`")
    parser.add_argument("--earlier", type=Path, default=Path(), metavar="FOLDER", help="a checkout for `earlier`")
    parser.add_argument("--workers", type=int, help="processes at work; by default one for each core")
    given = parser.parse_args()
    shown = Table(title="One master at a table of others")
    for column in ("rivals", "players", "lay", "games", "wins", "its score", "theirs", "ms a move", "95 %"):
        shown.add_column(column, justify="left" if column in ("rivals", "lay") else "right")
    with where(None, given.workers) as place:
        for players in given.players:
            for lay in given.lay:
                for rivals in given.rivals:
                    game = stammtisch.load("zatre", players=players, lay=lay)
                    for found in measured(game, rivals, given.earlier, given.deals, given.seed, place):
                        keep(found)  # whoever stops it has what is known by then
                    shown.add_row(
                        rivals,
                        str(players),
                        lay,
                        str(found["games"]),
                        f"{100 * found['share']['mean']:.1f} ± {100 * found['share']['±']:.1f} %",
                        *(f"{found[key]['mean']:.1f} ± {found[key]['±']:.1f}" for key in ("score", "rivals' score")),
                        *(f"{found['ms a move'][key]:.0f}" for key in ("median", "95 %")),
                    )
    Console().print(shown)


if __name__ == "__main__":
    main()
