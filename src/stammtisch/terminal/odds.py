"""Odds: exact chances, as a page, as JSON or as a chart. Names no game."""

from __future__ import annotations

import json
from pathlib import Path

import stammtisch
from stammtisch import charts
from stammtisch.core.contract.solver import Solver
from stammtisch.core.errors import OptionError, ParseError, StammtischError
from stammtisch.core.game import Game
from stammtisch.core.position import Position
from stammtisch.core.strict_json import DuplicateField, loads


def show_odds(game: Game, file: Path | None, *, as_json: bool, plot: Path | None) -> None:
    """Print the odds of a game's first turn, or of the position in a file, and draw them if a plot is wanted."""
    solver = game.part(Solver)
    if not solver:
        raise OptionError(f"there are no odds for {game.title} yet")
    position = read_position(file, game) if file else game.start()
    if plot and not solver.odds_plot:
        raise StammtischError(f"there is no chart for {game.title} yet; --json gives the figures")
    if plot:
        charts.check_chart(plot)
    odds = solver.odds(position)
    here = solver.odds_here(position) if file else None
    if here is not None:
        odds["here"] = here
    words = None if as_json else solver.odds_text(odds)
    print(json.dumps(odds, indent=2) if words is None else f"{game.title}\n\n{words}")
    if plot and solver.odds_plot:
        figure = charts.figure(11, 5)
        figure.suptitle(game.title)
        solver.odds_plot(odds, figure)
        charts.save(figure, plot)


def read_position(path: Path, game: Game | None = None) -> Position:
    """The position in a file, as Position.to_text or Position.to_json gives it; of this game, if one is given."""
    try:
        text = path.read_text("utf-8")
        position = stammtisch.position(text if text.lstrip().startswith("stammtisch/") else loads(text))
    except OSError as error:
        raise StammtischError(f"cannot read {path}: {error.strerror}") from None
    except StammtischError as error:
        raise ParseError(f"{path}: {error}") from None
    except DuplicateField as error:
        raise ParseError(f"{path} is no position: {error}") from None
    except (ValueError, RecursionError):  # no text, no JSON, a number of thousands of digits, lists in lists in lists
        raise ParseError(f"{path} is no position: it is neither a line that begins with stammtisch/ nor JSON") from None
    if game and position.game.name != game.name:
        raise OptionError(f"{path} is a position of {position.game.name}, not of {game.name}")
    return position
