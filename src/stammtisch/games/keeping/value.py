"""What a position between two turns is worth, as learned by keeping/learn.py: the chance of winning the game.

A game's folder has it in value.npz: a net for each number of players, and for which rules and options it was learned.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from stammtisch.core.bind import Rules, bind
from stammtisch.core.constants import OVER, PASS
from stammtisch.core.errors import StammtischError
from stammtisch.core.game import Game
from stammtisch.core.position import Position
from stammtisch.fast.compiler import jit
from stammtisch.games.keeping import CHOOSING, learned_value
from stammtisch.games.keeping.drive import FAILED
from stammtisch.games.keeping.lockstep import drivers
from stammtisch.games.keeping.odds import before_turn
from stammtisch.games.keeping.solved import Turn, solved

_chance = jit(learned_value.chance, nogil=True, error_model="numpy")


class Net(NamedTuple):
    """See keeping/learned_value.py for what it computes."""

    first: Any  # [fact, hidden]
    second: Any  # [hidden + 1]

    def chance(self, facts: Sequence[int]) -> float:
        """Compiled from what games in lock step compute: so both are equal to the last bit."""
        hidden = np.zeros(len(self.second) - 1, np.float32)
        return float(_chance(np.array(facts, np.int16), len(facts), self.first, self.second, hidden))


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
        if net.first.shape != (_bound(game).facts(players), net.second.size - 1) or not np.isfinite(net.first).all():
            raise StammtischError(f"the learned value of {game.name} for {players} players is damaged, {path.name}")
        nets[players] = net
    return Learned(nets, lessons)


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
    rules, o, net = _bound(position.game), position.game.options, learned(position.game)
    known: dict[int, float] = {}

    def worth(s: Any, m: int) -> float:
        after = s.copy()
        rules.play(after, o, m)
        if rules.turn(after, o) == OVER:
            return float(rules.share(after, o, s.player))
        seen = [0] * rules.MOST_FACTS
        return net.chance(seen[: rules.see(after, o, s.player, seen)])

    def prize(s: Any, m: int) -> float | None:
        end = rules.end_of(s, o, m)
        if end == FAILED:
            return None
        if end not in known:
            known[end] = worth(s, m)
        return known[end]

    failing: Any = position.state.copy()
    failing.phase = CHOOSING
    return solved(position, prize, worth(failing, PASS))


@lru_cache(16)
def _bound(game: Game) -> Rules:
    return bind(game.module, *drivers(game))
