"""Odds: exact chances for people who like to look, on a page, as JSON, as a chart. Names no game.

What it asks of a game's solve.py, if there is one:

    odds(position)           plain JSON data: exact figures for a turn from here
    odds_here(position)      optional: more about a position that was asked for; it is added as odds["here"]
    odds_text(odds)          the same in words and bars
    odds_plot(odds, figure)  the same drawn into a matplotlib figure
"""

from __future__ import annotations

import json
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import stammtisch
from stammtisch import charts
from stammtisch.core.errors import OptionError, ParseError, StammtischError
from stammtisch.core.extras import optional_imports
from stammtisch.core.game import Game
from stammtisch.core.position import Position


def show_odds(game: Game, file: Path | None, *, as_json: bool, plot: Path | None) -> None:
    """Print the odds of a game's first turn, or of the position in a file, and draw them if a plot is wanted."""
    solver = _solver(game)
    position = read_position(file, game) if file else game.start()
    if plot and not hasattr(solver, "odds_plot"):
        raise StammtischError(f"there is no chart for {game.title} yet; --json gives the figures")
    if plot:
        charts.check_chart(plot)
    odds = solver.odds(position)
    if file and hasattr(solver, "odds_here"):
        odds["here"] = solver.odds_here(position)
    if as_json or not hasattr(solver, "odds_text"):  # without a page of its own a game shows its figures
        print(json.dumps(odds, indent=2))
    else:
        print(f"{game.title}\n\n{solver.odds_text(odds)}")
    if plot:
        figure = charts.figure(11, 5)
        figure.suptitle(game.title)
        solver.odds_plot(odds, figure)
        charts.save(figure, plot)


def _solver(game: Game) -> Any:
    name = f"{game.module.__package__}.solve"
    if find_spec(name) is None:
        raise OptionError(f"there are no odds for {game.title} yet")
    with optional_imports():
        return import_module(name)


def read_position(path: Path, game: Game) -> Position:
    """The position in a file, as Position.to_json gives it."""
    try:
        position = stammtisch.position(json.loads(path.read_text("utf-8")))
    except OSError as error:
        raise StammtischError(f"cannot read {path}: {error.strerror}") from None
    except (UnicodeDecodeError, json.JSONDecodeError):
        raise ParseError(f"{path} is no position: it is not JSON") from None
    except StammtischError as error:
        raise ParseError(f"{path}: {error}") from None
    if position.game.name != game.name:
        raise OptionError(f"{path} is a position of {position.game.name}, not of {game.name}")
    return position
