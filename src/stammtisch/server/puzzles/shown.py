"""A puzzle as a board shows it, and what its moves are worth in words."""

from __future__ import annotations

from functools import lru_cache

from stammtisch.core.contract.advice import SAME, Analysis
from stammtisch.core.position import Position
from stammtisch.core.translation import say, speaking
from stammtisch.puzzles.library import puzzles_of
from stammtisch.puzzles.puzzle import Puzzle
from stammtisch.server.live.workers import when_ready
from stammtisch.server.protocol.page import MoveChoice
from stammtisch.server.protocol.puzzles import PuzzleCheck, PuzzleChoice, PuzzleExplained, PuzzleShown
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.protocol.study import SceneView
from stammtisch.server.study.library import the_game
from stammtisch.server.table.own_page import figures
from stammtisch.server.table.page import applies, choices

RIVALS = ("Ana", "Ion", "Eva", "Leo", "Mia", "Tom", "Zoe")


def the_puzzle(game: str, name: str) -> Puzzle:
    """A puzzle of a game by its name."""
    found = puzzles_of(the_game(game)).get(name)
    if found is None:
        raise Refusal("no_puzzle", "there is no such puzzle")
    return found


def names_at(view: Position) -> list[str]:
    """Who sits where: the one to move is you."""
    rivals = iter(RIVALS)
    return [say("You") if seat == view.turn else next(rivals) for seat in range(view.game.players)]


@lru_cache(maxsize=512)
def shown(game: str, name: str, language: str) -> PuzzleShown:
    """A puzzle without its solution."""
    puzzle = the_puzzle(game, name)
    view = puzzle.view
    with speaking(language):
        names = names_at(view)
        return PuzzleShown(
            game=game,
            puzzle=name,
            rating=puzzle.rating,
            position=puzzle.position,
            seat=view.turn,
            names=names,
            options=view.game.options.to_json(),
            view=SceneView(
                turn=view.turn,
                state=view.state.to_json(),
                scores=view.scores,
                legal=[str(move) for move in view.legal_moves],
            ),
            choices=[MoveChoice(**each) for each in choices(view, names)],
            figures=figures(view, names),
            aloud=view.game.text.board(view, names),
            answered=None,
        )


def explained(game: str, name: str, language: str) -> tuple[bytes, ...]:
    """In a worker: what every move of a puzzle is worth, and why."""
    from stammtisch.bots.analysis import analyse  # it brings NumPy and Numba

    puzzle = the_puzzle(game, name)
    view = puzzle.view
    when_ready(view.game)
    with speaking(language):
        analysis = analyse(view)
        found = PuzzleExplained(
            puzzle=name,
            unit=str(analysis.unit),
            best=list(puzzle.best),
            lead=analysis.amount(puzzle.lead),
            choices=_choices(view, analysis),
            cites=applies(view),
            check=PuzzleCheck(
                way=puzzle.check.way, lead=puzzle.check.lead, count=puzzle.check.count, error=puzzle.check.error
            ),
            source=puzzle.source,
        )
    return (found.model_dump_json().encode(),)


def _choices(view: Position, analysis: Analysis) -> list[PuzzleChoice]:
    text, names = view.game.text, names_at(view)
    found = []
    for each in analysis.choices:
        loss = analysis.loss(each.move)
        best = analysis.best.move
        found.append(
            PuzzleChoice(
                move=str(each.move),
                said=each.move.said,
                value=each.value,
                loss=loss,
                sentence=analysis.sentence(each.move),
                did=text.you_did(view, each.move, names),
                leads=each.leads,
                instead=text.better(view, best, analysis.amount(loss), names) if loss >= SAME else "",
            )
        )
    return found
