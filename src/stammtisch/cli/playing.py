"""Commands for who plays and studies games."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from stammtisch import games, load
from stammtisch.cli.root import Plain, RecordFile, app
from stammtisch.terminal.flags import for_each_game


def play(
    game: str,
    options: dict[str, object],
    *,
    seats: Annotated[
        str | None,
        typer.Option(metavar="A,B,…", help="who plays: people by name, bots, ext:COMMAND  [default: me,bot,bot]"),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="the number all dice come from  [default: drawn]")
    ] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="go on with a saved match")] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="where the match is saved when you leave")] = None,
    plain: Plain = False,
    pause: Annotated[float, typer.Option(min=0, metavar="SECONDS", help="how long each step of a bot is shown")] = 0.7,
    warm: Annotated[
        bool,
        typer.Option(
            envvar="STAMMTISCH_WARM",
            help="compile in the background what bots need; else the first move waits for it",
        ),
    ] = True,
) -> None:
    """The number of seats is the number of players. A seat is a person's name, a bot's name, or `bot` for a
    beginner: `--seats Ann,Ben,master`. Without --seats you play against a beginner.

    In the match press a move's key, or type the move; `help` tells what else there is. A match is saved when you
    leave it, and --resume goes on with it. Pipes and screen readers get plain lines, one move a line.
    """
    from stammtisch.terminal.play import PlayRequest
    from stammtisch.terminal.play import play as play_match

    raise typer.Exit(play_match(PlayRequest(game, options, seats, seed, resume, save, plain, pause, warm)))


app.add_typer(
    typer.Typer(cls=for_each_game(play), no_args_is_help=True, subcommand_metavar="GAME [OPTIONS]"),
    name="play",
    help="Play a game in the terminal: people and bots at one keyboard.",
)


def arena(
    game: str,
    options: dict[str, object],
    *,
    bots: Annotated[
        str, typer.Option(metavar="A,B,…", help="who plays: bots by name, and programs of your own as ext:COMMAND")
    ],
    games: Annotated[int, typer.Option(min=1, metavar="N", help="how many games, filled up to whole rounds")] = 200,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="the number all dice come from  [default: drawn]")
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(metavar="P0,P1", help="stop when it is clear which of two win shares the first bot has"),
    ] = None,
    json: Annotated[Path | None, typer.Option(metavar="FILE", help="write everything in numbers")] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="draw the win shares: .svg, .png or .pdf")] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="keep the rounds in a file, and go on with those in it")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, metavar="K", help="processes at work  [default: one for each core]")
    ] = None,
    time_limit: Annotated[
        float, typer.Option(min=0.01, metavar="SECONDS", help="what an external bot has for a move")
    ] = 5.0,
) -> None:
    """Bots play against each other: `--bots first,random --games 1000`. Games come in rounds that share their dice,
    with the seats rotated, and intervals are computed on rounds. By default there is a seat for each bot.

    docs/arena.md tells how shares, test and ratings are computed, and docs/bots.md how a program of yours plays.
    """
    from stammtisch.terminal.contest import ContestRequest, run_contest

    raise typer.Exit(
        run_contest(ContestRequest(game, options, bots, games, seed, sprt, json, plot, resume, workers, time_limit))
    )


app.add_typer(
    typer.Typer(cls=for_each_game(arena), no_args_is_help=True, subcommand_metavar="GAME [OPTIONS]"),
    name="arena",
    help="Let bots play against each other, and measure them.",
)


@app.command()
def replay(
    file: RecordFile,
    to: Annotated[int | None, typer.Option(metavar="N", help="jump to event N")] = None,
    plain: Plain = False,
) -> None:
    """Watch a recorded match step by step."""
    from stammtisch.terminal.replay import replay as replay_match

    replay_match(file, to, plain=plain)


@app.command()
def rules(
    game: str,
    paragraph: Annotated[str | None, typer.Argument(help="one paragraph, such as 3.4, or a section, such as 3")] = None,
    plain: Plain = False,
) -> None:
    """Show the rules of a game, or one paragraph of them."""
    from stammtisch.terminal.pages import show_rules
    from stammtisch.terminal.screen import is_plain

    show_rules(load(game), paragraph, plain=is_plain(plain))


@app.command()
def catalogue() -> None:
    """List all games with their options and bots."""
    from stammtisch.terminal.pages import catalogue as whole_catalogue

    print(whole_catalogue())
    for why in games.faults().values():
        print(why, file=sys.stderr)


@app.command()
def odds(
    game: str,
    position: Annotated[
        Path | None, typer.Option(metavar="FILE", help="a position as JSON  [default: the start of the game]")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="exact figures as JSON")] = False,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="draw a chart too: .svg, .png or .pdf")] = None,
) -> None:
    """Look up the exact odds of a turn: what can be reached, and how likely it is."""
    from stammtisch.terminal.odds import show_odds

    show_odds(load(game), position, as_json=as_json, plot=plot)


@app.command()
def review(
    file: RecordFile,
    moves: Annotated[bool, typer.Option("--moves", help="tell every move, not only the mistakes")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="everything as JSON")] = False,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="draw a chart too: .svg, .png or .pdf")] = None,
) -> None:
    """Look at a recorded match again: mistakes by size, and luck apart from skill."""
    from stammtisch.terminal.review import show_review

    show_review(file, moves=moves, as_json=as_json, plot=plot)


@app.command()
def warm(
    game: Annotated[list[str] | None, typer.Argument(metavar="[GAME…]", help="which games  [default: all]")] = None,
    search: Annotated[bool, typer.Option("--search", help="also the bot `search`, which plays any game")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="no bars", show_default=False)] = False,
) -> None:
    """Compile now what bots and hints need, instead of when somebody plays: about half a minute a game, once.

    Nobody has to: a server and `stammtisch play` do it by themselves, in the background, and until it is done bots play
    a simpler game. Do it where an installation is made for others, as in a container, or where there is power now and
    none later. What is there already is not made again, also after an upgrade that leaves the rules as they were.

    It is kept in the folder `stammtisch` in $XDG_CACHE_HOME, or in ~/.cache; it can be deleted at any time.
    """
    from stammtisch.terminal.precompile import precompile_games

    precompile_games(game or [], search=search, quiet=quiet)


class Form(StrEnum):
    TEXT = "text"
    JSONL = "jsonl"


@app.command()
def convert(
    file: RecordFile,
    to: Annotated[Form, typer.Option(help="the form to write")] = Form.TEXT,
    short: Annotated[bool, typer.Option("--short", help="leave the dice out, give the seed only")] = False,
) -> None:
    """Write a game record in its other form."""
    from stammtisch.terminal.files import read_record

    replayed = read_record(file)
    record = replayed.match.record(complete=not short, seats=replayed.seats)
    print(record.to_text() if to is Form.TEXT else record.to_jsonl(), end="")


@app.command()
def verify(
    game: Annotated[
        str,
        typer.Argument(metavar="LINK|FILE", help="a game that is over: its link, or a file: its dice or its record"),
    ],
) -> None:
    """Check the dice of a game played on a server: every throw, every commitment, and the rules.

    With a link, the transcript is fetched from the link's server, and everything is computed here.
    """
    from stammtisch.terminal.verify import check

    raise typer.Exit(check(game))
