"""Puzzles: positions with one clear best move, found by the bots' analysis, checked again without it, and rated.

    puzzle.py      a puzzle, and the line of a file that it is
    library.py     the puzzles of a game, by their names and by their ratings; those of a day
    mining.py      finds them in matches of bots, and in recorded ones
    checking.py    computes again which move is best: by all throws of the turn, or by playing on
    difficulty.py  how hard a puzzle is: how often each level finds the move
    making.py      writes a file of them, and goes on with one that was begun

docs/puzzles.md tells how all this is done.
"""

from stammtisch.puzzles.puzzle import Check, Puzzle

__all__ = ["Check", "Puzzle"]
