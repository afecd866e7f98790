"""Checks a stored puzzle anew: its form, its legality, the analysis of today, and the check without the solver."""

from __future__ import annotations

from collections.abc import Iterator

from stammtisch.bots.analysis import SAME, analyse
from stammtisch.core.errors import StammtischError
from stammtisch.puzzles.checking import check
from stammtisch.puzzles.puzzle import TURN, Puzzle

ROUNDING = 0.001


def faults(puzzle: Puzzle, game: str, seed: int | None = None) -> Iterator[str]:
    """What is wrong with a puzzle of this game. It is played on with the seed of the puzzle, or with another one."""
    try:
        view = puzzle.view
    except StammtischError as error:
        yield str(error)
        return
    if view.game.name != game:
        yield f"it is a position of {view.game.name}"
        return
    if view.viewer != view.turn:
        yield "it is not the position of the player to move as he sees it"
        return
    legal = {str(move) for move in view.legal_moves}
    if strange := {*puzzle.best, puzzle.second} - legal:
        yield f"{', '.join(sorted(strange))} is not legal; legal are {', '.join(sorted(legal))}"
        return
    analysis = analyse(view)
    best = {str(choice.move) for choice in analysis.choices if analysis.loss(choice.move) < SAME}
    if best != set(puzzle.best):
        yield f"by the analysis {', '.join(sorted(best))} is best, not {', '.join(puzzle.best)}"
    if abs(analysis.best.value - puzzle.values[0]) > ROUNDING:
        yield f"by the analysis the best move is worth {analysis.best.value:.4f}, not {puzzle.values[0]}"
    slack = SAME if len(puzzle.best) > 1 else 0.0  # of several best moves the check takes the least
    found = check(view, puzzle.best, puzzle.second, puzzle.lead, puzzle.seed if seed is None else seed)
    if found is None:
        yield "the check without the solver does not find that its move is the best"
    elif found.way == TURN and abs(found.lead - puzzle.lead) > ROUNDING + slack:
        yield f"by the rules alone the best move leads by {found.lead:.4f}, by the analysis by {puzzle.lead:.4f}"
    elif seed is None and found != puzzle.check:
        yield f"the check now says {found}, and said {puzzle.check}"
