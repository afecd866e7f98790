"""The perft files: one per game, one line per depth, so that a change of the rules can be read as a diff."""

from __future__ import annotations

import json
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from stammtisch.core.position import Position
from tests.helpers import GAMES, TOY, load
from tests.perft.perft import perft

STATES = 7_000  # a depth with more states is not stored; enough for all throws of eight dice and what is kept of them

FOLDER = Path(__file__).parent


def starts(name: str) -> dict[str, Position]:
    """Where perft begins: the start under the defaults and under all last option values, and positions of the game."""
    game = load(name)
    last = {option: values[-1] for option, values in game.options.choices().items()}
    found = {"start": game.start(), "start, all options at their last value": load(name, last).start()}
    own = f"tests.games.{name}.positions"
    if name != TOY and find_spec(own):
        found |= import_module(own).START
    return found


def written(name: str) -> str:
    """The text of a game's perft file."""
    parts = []
    for title, start in starts(name).items():
        depths = ",\n".join(f"      {json.dumps(depth.to_json())}" for depth in perft(start, STATES))
        options = json.dumps(start.game.options.to_json())
        parts.append(f'  {json.dumps(title)}: {{\n    "options": {options},\n    "depths": [\n{depths}\n    ]\n  }}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def path(name: str) -> Path:
    return FOLDER / f"{name}.json"


def paths() -> dict[str, Path]:
    return {name: path(name) for name in GAMES}
