"""How far learning is: kept in a file, so that it can go on, and drawn as a curve."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from stammtisch import charts
from stammtisch.core.errors import StammtischError
from stammtisch.core.game import Game
from stammtisch.games.keeping.training import Pupil


class Point(NamedTuple):
    """How good a net is after so many games."""

    games: int
    wrong: float
    """By how much its chances miss what they are taught, as a root mean square."""
    share: float
    """What it wins of a game at a table of the same bots."""
    margin: float
    """Half of the 95 % interval of that."""

    def text(self, game: Game, rival: str) -> str:
        return (
            f"{self.games:>11,} games: wins {100 * self.share:.1f} ± {100 * self.margin:.1f} % against {rival}, "
            f"where {100 / game.players:.1f} % is an equal share; misses its lessons by {self.wrong:.4f}"
        )


class Checkpoint:
    """What is kept in a folder of learning one net; without a folder nothing is."""

    def __init__(self, folder: Path | None, game: Game, lesson: Mapping[str, object]) -> None:
        self._file = folder / f"{game.name}-{game.players}.npz" if folder else None
        self._about = {"game": game.name, "version": game.version, "players": game.players, **lesson}

    def restore(self, pupil: Pupil, rng: np.random.Generator) -> tuple[int, list[Point]]:
        """Go on from what is kept: how many generations are done, and the curve so far."""
        if self._file is None or not self._file.exists():
            return 0, []
        with np.load(self._file, allow_pickle=False) as kept:
            about = json.loads(str(kept["about"]))
            if about["of"] != self._about or kept["weights"].shape != pupil.weights.shape:
                raise StammtischError(
                    f"{self._file} keeps another learning, of {about['of']}; give --keep another folder, or delete it"
                )
            for name in ("weights", "mean", "square"):
                getattr(pupil, name)[:] = kept[name]
        pupil.steps = about["steps"]
        rng.bit_generator.state = about["rng"]
        return about["done"], [Point(*point) for point in about["curve"]]

    def save(self, pupil: Pupil, rng: np.random.Generator, done: int, curve: Sequence[Point]) -> None:
        if self._file is None:
            return
        self._file.parent.mkdir(parents=True, exist_ok=True)
        about = {"of": self._about, "steps": pupil.steps, "rng": rng.bit_generator.state, "done": done, "curve": curve}
        arrays: dict[str, Any] = {name: getattr(pupil, name) for name in ("weights", "mean", "square")}
        written = self._file.with_suffix(".tmp")
        with written.open("wb") as file:
            np.savez(file, about=np.array(json.dumps(about)), **arrays)
        written.replace(self._file)


def draw(game: Game, curves: Mapping[int, Sequence[Point]], path: Path) -> None:
    """What the nets won at a table of one-turn bots, as a multiple of an equal share, by the games they had played."""
    figure = charts.figure(7, 4.2)
    axes = figure.subplots()
    for row, (players, curve) in enumerate(sorted(curves.items())):
        axes.errorbar(
            [point.games for point in curve],
            [players * point.share for point in curve],
            [players * point.margin for point in curve],
            color=charts.COLOURS[row % len(charts.COLOURS)],
            label=f"{players} players",
            capsize=2,
        )
    charts.bare(axes)
    axes.set_xlabel("games against itself")
    axes.set_ylabel("wins at a table of one-turn bots, × an equal share")
    axes.set_title(game.title, fontsize=10)
    axes.legend(frameon=False, fontsize=9)
    charts.save(figure, path)
