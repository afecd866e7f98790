"""Puzzles in the terminal, in plain lines: a position, a move, and what every move was worth."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime

import stammtisch
from stammtisch.bots.analysis import Analysis
from stammtisch.core.errors import StammtischError
from stammtisch.core.game import Game
from stammtisch.core.turn import LastTurns, Turn
from stammtisch.puzzles import Puzzle
from stammtisch.puzzles.library import next_puzzle, of_the_day, puzzles_of
from stammtisch.terminal.plain import Plain
from stammtisch.terminal.typed_moves import understand

LEAVE = ("quit", "q")
RIVALS = ("Ana", "Ion", "Eva", "Leo", "Mia", "Tom", "Zoe")
SHOWN = 8  # moves that are told of afterwards


def solve_puzzles(name: str, rating: float, *, day: bool) -> None:
    """One puzzle after another, until somebody has enough."""
    game = stammtisch.load(name)
    if not puzzles_of(game):
        raise StammtischError(f"there are no puzzles of {game.title} yet")
    solved = asked = 0
    try:
        for puzzle in _of_today(game) if day else _more(game, rating):
            solved += _solve(puzzle)
            asked += 1
    except EOFError:
        pass
    print(f"You have solved {solved} of {asked}.")


def _of_today(game: Game) -> Iterator[Puzzle]:
    yield from of_the_day(puzzles_of(game), game.name, datetime.now(UTC).date())


def _more(game: Game, rating: float) -> Iterator[Puzzle]:
    seen: set[str] = set()
    while puzzle := next_puzzle(puzzles_of(game).values(), rating, seen, random.randrange(2**16)):
        seen.add(puzzle.name)
        yield puzzle


def _solve(puzzle: Puzzle) -> bool:
    """Ask for the move, and tell what was right; EOFError: somebody has enough."""
    view = puzzle.view
    rivals = iter(RIVALS)
    names = ["You" if seat == view.turn else next(rivals) for seat in range(view.game.players)]
    screen, turns = Plain(names), LastTurns(Turn(view, ()))
    screen.board(view, turns)
    screen.say(f"What is your best move? Difficulty {puzzle.rating:.0f}; `quit` ends.")
    while True:
        line = screen.ask(view, turns).strip()
        if line in LEAVE:
            raise EOFError
        try:
            move = understand(view, line, LEAVE)
            break
        except StammtischError as error:
            screen.say(str(error))
    right = puzzle.solved_by(str(move))
    screen.say("Right!" if right else "Not quite.")
    analysis = stammtisch.analyse(view)
    if not right:
        amount = analysis.amount(analysis.loss(move))
        screen.say(view.game.text.better(view, analysis.best.move, amount, names))
    for each in _told(analysis):
        screen.say(f"  {each}")
    return right


def _told(analysis: Analysis) -> list[str]:
    return [analysis.sentence(choice.move) for choice in analysis.choices[:SHOWN]]
