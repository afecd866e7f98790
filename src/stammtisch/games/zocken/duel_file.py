"""The solved games for two that the package brings along, in duel.npz: the chances between two turns (duel.py).

Only leads that decide nothing yet are stored. `python -m stammtisch.games.zocken.make_duels` makes the file anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from stammtisch.core.game import Game
from stammtisch.games.zocken.duel import LEADS, OVER
from stammtisch.games.zocken.duel_solve import is_open
from stammtisch.games.zocken.rules import Options

FILE = Path(str(resources.files(__package__ or ""))) / "duel.npz"
VERSION = "version"  # of the rules for which the games were solved
TINY = 1e-10  # what is so close to 0 or 1 is not stored


def key(options: Options) -> str:
    """The options that a game for two depends on, as far as they are not as usual: "bets both"."""
    usual = {**Options().to_json(), "players": options.players, "rounds": options.rounds}
    return ", ".join(f"{name} {value}" for name, value in options.to_json().items() if value != usual.get(name))


def write(path: Path, version: int, solved: Mapping[str, Sequence[Any]]) -> None:
    """Games by their keys; of each the chances by turns left. Equal chances give equal files: nothing is compressed."""
    arrays: dict[str, Any] = {VERSION: np.array(version)}
    for name, rows in solved.items():
        which = [np.flatnonzero(is_open(row, TINY)) for row in rows[1:]]
        arrays[f"{name}: first"] = np.array([each[0] for each in which], np.int16)
        arrays[f"{name}: count"] = np.array([len(each) for each in which], np.int16)
        arrays[f"{name}: chances"] = np.concatenate([row[each] for row, each in zip(rows[1:], which, strict=True)])
    with path.open("wb") as file:
        np.savez(file, **arrays)


def read(path: Path, name: str) -> tuple[int, list[Any]] | None:
    """The version, and the chances by turns left of the game with this key; None: it is not there."""
    with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
        if f"{name}: first" not in file:
            return None
        first, count, chances = (file[f"{name}: {part}"] for part in ("first", "count", "chances"))
        version = int(file[VERSION])
    rows, begin = [OVER], 0
    for at, many in zip(first.tolist(), count.tolist(), strict=True):
        row = (np.arange(len(LEADS)) >= at).astype(np.float64)
        row[at : at + many] = chances[begin : begin + many]
        rows.append(row)
        begin += many
    return version, rows


def kept(game: Game) -> list[Any] | None:
    """The chances of who is to throw, by turns left and lead, if the package has them for these rules and options."""
    assert isinstance(game.options, Options)
    return _kept(key(game.options), game.newest.VERSION)


@cache
def _kept(name: str, version: int) -> list[Any] | None:
    found = read(FILE, name)
    return found[1] if found and found[0] == version else None
