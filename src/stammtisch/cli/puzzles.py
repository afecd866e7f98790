"""Commands for puzzles."""

from __future__ import annotations

from pathlib import Path

import click

from stammtisch.cli.root import FILE, Commands, app

game = click.argument("game")


@app.group(cls=Commands)
def puzzles() -> None:
    """Solve puzzles: positions with one clear best move. Make them, and check them.

    docs/puzzles.md tells how they are found, checked and rated.
    """


@puzzles.command()
@game
@click.option("--rating", type=float, default=25.0, help="how hard they are: beginners solve 20, experts 30")
@click.option("--day", is_flag=True, help="today's puzzles instead: the same for everybody")
def solve(game: str, rating: float, day: bool) -> None:
    """Solve puzzles of a game in the terminal, one after another."""
    from stammtisch.terminal.puzzles import solve_puzzles

    solve_puzzles(game, rating, day=day)


@puzzles.command()
@game
@click.option("--puzzles", "wanted", metavar="N", type=click.IntRange(1), default=200, help="how many puzzles")
@click.option("--to", metavar="FILE", type=FILE, required=True, help="the file to write; .gz compresses it")
@click.option("--seed", metavar="N", type=int, default=1, help="the number that all matches come from")
@click.option("--workers", metavar="K", type=click.IntRange(1), default=1, help="processes at work")
@click.argument("records", metavar="[RECORD…]", nargs=-1, type=FILE)
def make(game: str, wanted: int, to: Path, seed: int, workers: int, records: tuple[Path, ...]) -> None:
    """Find puzzles in matches that bots play, or in recorded ones, and write them as a file.

    The same seed gives the same file, whatever the number of workers. Whoever stops it can call it again: it goes on
    from FILE.part. 200 puzzles take from some minutes to half an hour, depending on the game.
    """
    from stammtisch.terminal.puzzle_making import MakeRequest, make_puzzles

    make_puzzles(MakeRequest(game, wanted, to, seed, workers, records))


@puzzles.command()
@game
@click.option("--file", metavar="FILE", type=FILE, help="a file of puzzles  [default: those of the game]")
@click.option("--seed", metavar="N", type=int, help="play on with other dice than when they were made")
def check(game: str, file: Path | None, seed: int | None) -> int:
    """Check every puzzle anew: the analysis, and the computation without the solver. Status 1: one is wrong."""
    from stammtisch.terminal.puzzle_making import check_puzzles

    return check_puzzles(game, file, seed)
