"""What a position between two turns is worth, as learned by keeping/learn.py: the chance of winning the game.

A game's folder has it in value.npz: a net for each number of players, and for which rules and options it was learned.
"""

from __future__ import annotations

import json
import zipfile
from functools import lru_cache
from importlib import resources
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

import numpy as np

from stammtisch.core.bind import Rules, bind
from stammtisch.core.errors import StammtischError
from stammtisch.core.game import Game
from stammtisch.core.position import Position
from stammtisch.fast.layout import pack
from stammtisch.games.keeping.drive import FAILED
from stammtisch.games.keeping.lockstep import LockStep, drivers
from stammtisch.games.keeping.odds import before_turn
from stammtisch.games.keeping.solved import Turn, solved


class Net(NamedTuple):
    """See keeping/learned_value.py for what it computes."""

    first: Any  # [fact, wide]
    second: Any  # [wide + 1, narrow]
    third: Any  # [narrow + 1]


def file_of(game: Game) -> Path:
    return Path(str(resources.files(game.module.__package__ or ""))) / "value.npz"


class Learned(NamedTuple):
    """What a file holds, by the number of players."""

    nets: dict[int, Net]
    lessons: dict[int, dict[str, int]]
    """How each was learned: {"games": 250000, "seed": 1}."""


def write(path: Path, game: Game, learned: Learned) -> None:
    """Equal nets give equal files: nothing is compressed, for not all do that alike."""
    lessons = {str(players): learned.lessons[players] for players in sorted(learned.lessons)}
    about = {"game": game.name, "version": game.version, "options": _options(game), "players": lessons}
    arrays: dict[str, Any] = {"about": np.array(json.dumps(about))}
    for players in sorted(learned.nets):
        for name, array in zip(Net._fields, learned.nets[players], strict=True):
            arrays[f"{name} {players}"] = array.astype(np.float16)
    with path.open("wb") as file:
        np.savez(file, **arrays)


def read(path: Path, game: Game) -> Learned:
    """What is damaged, not complete, or for other rules, is refused."""
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            arrays = dict(file)
        about = json.loads(str(arrays["about"]))
        name, version = about["game"], about["version"]
        lessons = {int(players): each for players, each in about["players"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, EOFError, zipfile.BadZipFile) as fault:
        raise StammtischError(f"the learned value of {game.name} cannot be read, {path.name}: {fault}") from fault
    if (name, version) != (game.name, game.version):
        raise StammtischError(
            f"the learned value in {path.name} is for version {version} of {name}, not for {game.version} of "
            f"{game.name}; learn it anew: python -m stammtisch.games.keeping.learn {game.name}"
        )
    nets: dict[int, Net] = {}
    for players in game.options.choices()["players"]:
        net = Net(*(np.asarray(arrays.get(f"{field} {players}", np.nan), np.float32) for field in Net._fields))
        if not _fits(net, _bound(game).facts(players)):
            raise StammtischError(f"the learned value of {game.name} for {players} players is damaged, {path.name}")
        nets[players] = net
    return Learned(nets, lessons)


def _fits(net: Net, facts: int) -> bool:
    shapes = [each.shape for each in net]
    if [len(shape) for shape in shapes] != [2, 2, 1]:
        return False
    (rows, wide), (more, narrow), (last,) = shapes
    return (rows, more, last) == (facts, wide + 1, narrow + 1) and all(np.isfinite(each).all() for each in net)


def _options(game: Game) -> dict[str, object]:
    return {name: value for name, value in game.options.to_json().items() if name != "players"}


@lru_cache(32)
def learned(game: Game) -> Net:
    """The net for this game's number of players."""
    return read(file_of(game), game).nets[game.players]


def turn(position: Position) -> Turn:
    """The turn of a position for one who wants to win the game: values are chances."""
    return _turn(before_turn(position))


@lru_cache(16)
def _turn(position: Position) -> Turn:
    rules, o = _bound(position.game), position.game.options
    worth = _weighed(position)

    def prize(s: Any, m: int) -> float | None:
        end = rules.end_of(s, o, m)
        return None if end == FAILED else float(worth[end])

    return solved(position, prize, float(worth[FAILED]))


def _weighed(position: Position) -> Any:
    """What each end of the turn is worth."""
    with _SCRATCH:
        step, states, rows = _lockstep(position.game), pack(position.state), np.arange(1)
        ahead = step.ahead(states)
        worth = np.zeros((1, step.compiled.ENDS))
        weigh = step.chances(learned(position.game))
        weigh(states, step.options, rows, rows == 0, ahead.afters, ahead.possible, worth)
    return worth[0]


_SCRATCH = Lock()
"""Games in lock step have scratch space, which threads of this process take in turns."""


@lru_cache(16)
def _lockstep(game: Game) -> LockStep:
    return LockStep(game)


@lru_cache(16)
def _bound(game: Game) -> Rules:
    return bind(game.module, *drivers(game))
