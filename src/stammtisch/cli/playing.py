"""Commands for people who play and study games."""

from __future__ import annotations

import os
import sys
from contextlib import closing
from pathlib import Path

import click

from stammtisch import games, load
from stammtisch.cli.root import FILE, app, cluster, plain, plot, record_file, time_limit, workers
from stammtisch.core.errors import OptionError
from stammtisch.core.translation import LANGUAGES, language_of, speaking
from stammtisch.terminal.flags import GameCommands

seed = click.option("--seed", metavar="N", type=int, help="the number all dice come from  [default: drawn]")


@click.option("--seats", metavar="A,B,…", help="who plays: people by name, bots, ext:COMMAND  [default: me,bot,bot]")
@seed
@click.option("--resume", metavar="FILE", type=FILE, help="go on with a saved match")
@click.option("--save", metavar="FILE", type=FILE, help="where the match is saved when you leave")
@plain
@click.option(
    "--pause",
    metavar="SECONDS",
    type=click.FloatRange(0),
    default=0.7,
    help="how long each step of a bot is shown",
)
@click.option(
    "--warm/--no-warm",
    default=True,
    envvar="STAMMTISCH_WARM",
    show_envvar=True,
    help="compile in the background what bots need; else the first move waits for it",
)
def play(
    game: str,
    options: dict[str, object],
    seats: str | None,
    seed: int | None,
    resume: Path | None,
    save: Path | None,
    plain: bool,
    pause: float,
    warm: bool,
) -> int:
    """The number of seats is the number of players. A seat is a person's name, a bot's name, or `bot` for a
    beginner: `--seats Ann,Ben,master`. Without --seats you play against beginners. Where Numba is not installed
    (pip install 'stammtisch[fast]'), `bot` is the best bot that needs no compiling.

    In the match press a move's key, or type the move; `help` tells what else there is. A match is saved when you
    leave it, and --resume goes on with it. Pipes and screen readers get plain lines, one move a line.
    """
    from stammtisch.terminal.play import PlayRequest
    from stammtisch.terminal.play import play as play_match

    return play_match(PlayRequest(game, options, seats, seed, resume, save, plain, pause, warm))


app.add_command(GameCommands("play", play, "Play a game in the terminal: people and bots at one keyboard."))


@click.option(
    "--bots",
    metavar="A,B,…",
    help="who plays: bots by name, and programs of your own as ext:COMMAND",
)
@click.option("--exploit", metavar="BOT", help="instead: how often this bot is beaten by one who knows how it plays")
@click.option(
    "--games",
    metavar="N",
    type=click.IntRange(1),
    help="how many games, filled up to whole rounds  [default: 200; 40000 to learn from with --exploit]",
)
@seed
@click.option("--sprt", metavar="P0,P1", help="stop when it is clear which of two win shares the first bot has")
@click.option("--json", metavar="FILE", type=FILE, help="write everything in numbers")
@click.option("--plot", metavar="FILE", type=FILE, help="draw the win shares: .svg, .png or .pdf")
@click.option("--resume", metavar="FILE", type=FILE, help="keep the rounds in a file, and go on with those in it")
@workers
@cluster
@time_limit
def arena(
    game: str,
    options: dict[str, object],
    bots: str | None,
    exploit: str | None,
    games: int | None,
    seed: int | None,
    sprt: str | None,
    json: Path | None,
    plot: Path | None,
    resume: Path | None,
    workers: int | None,
    cluster: str | None,
    time_limit: float,
) -> int:
    """Bots play against each other: `--bots first,random --games 1000`. Games come in rounds that share their dice,
    with the seats rotated, and intervals are computed on rounds. By default there is a seat for each bot.

    `--exploit master` tells how far a bot can be beaten instead: exactly in games for two that can be solved, and in
    others by the best answer that is learned from so many games against it.

    docs/arena.md tells how shares, test and ratings are computed, and docs/bots.md how a program of yours plays.
    """
    if bool(bots) == bool(exploit):
        raise OptionError("tell who plays: --bots A,B,… for games between bots, or --exploit BOT for its best answer")
    if exploit:
        if sprt or plot or resume:
            raise OptionError("--sprt, --plot and --resume are for --bots")
        from stammtisch.terminal.exploit import ExploitRequest, show_exploit

        return show_exploit(ExploitRequest(game, options, exploit, games or 40_000, seed or 0, json, workers, cluster))
    from stammtisch.terminal.contest import ContestRequest, run_contest

    assert bots
    return run_contest(
        ContestRequest(game, options, bots, games or 200, seed, sprt, json, plot, resume, workers, cluster, time_limit)
    )


app.add_command(GameCommands("arena", arena, "Let bots play against each other, and measure them."))


@app.command()
@record_file
@click.option("--to", metavar="N", type=int, help="jump to event N")
@plain
def replay(file: Path, to: int | None, plain: bool) -> None:
    """Watch a recorded match step by step."""
    from stammtisch.terminal.replay import replay as replay_match

    replay_match(file, to, plain=plain)


@app.command()
@click.argument("game")
@click.argument("paragraph", required=False, help="one paragraph, such as 3.4, or a section, such as 3")
@click.option(
    "--language",
    type=click.Choice(list(LANGUAGES)),
    help="the language to read them in  [default: that of LC_ALL, LC_MESSAGES or LANG, else English]",
)
@plain
def rules(game: str, paragraph: str | None, language: str | None, plain: bool) -> None:
    """Show the rules of a game: first how it is played, then every rule in numbered paragraphs; or only one of these.

    On the page the same text has drawings; here stands in brackets what they show.
    """
    from stammtisch.terminal.pages import show_rules
    from stammtisch.terminal.screen import is_plain

    with speaking(language or language_of(os.environ)):
        show_rules(load(game), paragraph, plain=is_plain(plain))


@app.command()
def catalogue() -> None:
    """List all games with their options and bots."""
    from stammtisch.terminal.pages import catalogue as whole_catalogue

    print(whole_catalogue())
    for why in games.faults().values():
        print(why, file=sys.stderr)


@app.command()
@click.argument("game")
def check(game: str) -> int:
    """Try out whether a game does all that Stammtisch relies on, and say what is wrong. For who writes a game.

    It plays matches under all pairs of options and looks at every ply, at words, records, views, bots and hints.
    Status 1 means that something is wrong. For tests there is `stammtisch.testing.faults`.
    """
    from stammtisch.terminal.check import show_checks

    return show_checks(load(game))


@app.command()
@click.argument("game")
@click.option(
    "--position",
    metavar="FILE",
    type=FILE,
    help="a position as a line of text or JSON  [default: the start of the game]",
)
@click.option("--json", "as_json", is_flag=True, help="exact figures as JSON")
@plot
def odds(game: str, position: Path | None, as_json: bool, plot: Path | None) -> None:
    """Look up the exact odds of a turn: what can be reached, and how likely it is."""
    from stammtisch.terminal.odds import show_odds

    show_odds(load(game), position, as_json=as_json, plot=plot)


@app.command()
@click.argument("position", metavar="LINE")
@click.option("--json", "as_json", is_flag=True, help="exact figures as JSON")
def analyse(position: str, as_json: bool) -> None:
    """Analyse a position: what it and every move of it are worth.

    LINE is the position as a line of text, in quotes, or a file with one. A page shows the same beside the board, at
    /analysis. `odds` tells what can be reached in the turn, and how likely it is.
    """
    from stammtisch.terminal.analyse import show_analysis

    show_analysis(position, as_json=as_json)


@click.option("--tiles", metavar="N,N,…", help="a smaller game: these tiles, or places, only")
@click.option("--position", metavar="FILE", type=FILE, help="from this position on: a line of text or JSON")
@click.option("--against", metavar="BOT,…", default="", help="also the best answer to each of these bots")
@click.option(
    "--workers", metavar="K", type=click.IntRange(1), default=1, help="processes, if the game can use several"
)
@click.option("--json", "as_json", is_flag=True, help="exact figures as JSON")
def solve(
    game: str,
    options: dict[str, object],
    tiles: str | None,
    position: Path | None,
    against: str,
    workers: int,
    as_json: bool,
) -> None:
    """Solve a whole game for two: the exact chance of winning, if both play as well as can be. Some games are solved
    from their start; others where few enough positions can come, so tell a smaller game or a position.
    `--against master` also tells how often a perfect rival beats this bot.

    docs/solving.md says how, and what is known.
    """
    from stammtisch.terminal.solve import SolveRequest, show_solved

    bots = [each.strip() for each in against.split(",") if each.strip()]
    options = {"players": 2, **options}
    show_solved(SolveRequest(game, options, _numbers(tiles), position, bots, workers, as_json))


app.add_command(GameCommands("solve", solve, "Solve a whole game: exact chances, and the best answer to a bot."))


def _numbers(text: str | None) -> list[int]:
    try:
        return [int(each) for each in text.split(",")] if text else []
    except ValueError:
        raise OptionError(f"--tiles takes numbers with commas between them, such as 21,25,29, not '{text}'") from None


@app.command()
@record_file
@click.option("--moves", is_flag=True, help="tell every move, not only the mistakes")
@click.option("--json", "as_json", is_flag=True, help="everything as JSON")
@plot
def review(file: Path, moves: bool, as_json: bool, plot: Path | None) -> None:
    """Look at a recorded match again: mistakes by size, and luck apart from skill."""
    from stammtisch.terminal.review import show_review

    show_review(file, moves=moves, as_json=as_json, plot=plot)


@app.command()
@click.argument("game", metavar="[GAME…]", nargs=-1, help="which games  [default: all]")
@click.option("--search", is_flag=True, help="also the bot `search`, which plays any game")
@click.option("--quiet", is_flag=True, help="no bars")
def warm(game: tuple[str, ...], search: bool, quiet: bool) -> None:
    """Compile now what bots and hints need, instead of when somebody plays: about half a minute a game, once.

    Nobody has to: a server and `stammtisch play` do it by themselves, in the background, and until it is done bots play
    a simpler game. Do it where an installation is made for others, as in a container, or where there is power now and
    none later. What is there already is not made again, also after an upgrade that leaves the rules as they were.

    It is kept in the folder `stammtisch` in $XDG_CACHE_HOME, or in ~/.cache; it can be deleted at any time.
    """
    from stammtisch.terminal.precompile import precompile_games

    precompile_games(game, search=search, quiet=quiet)


@app.command()
@record_file
@click.option("--to", type=click.Choice(["text", "jsonl"]), default="text", help="the form to write")
@click.option("--short", is_flag=True, help="leave the dice out, give the seed only")
def convert(file: Path, to: str, short: bool) -> None:
    """Write a game record in its other form."""
    from stammtisch.terminal.files import read_record

    replayed = read_record(file)
    record = replayed.match.record(complete=not short, seats=replayed.seats)
    print(record.to_text() if to == "text" else record.to_jsonl(), end="")


to = click.option(
    "--to",
    metavar="FILE|DIR",
    type=FILE,
    required=True,
    help="a .parquet file, or a folder that gets one for each game",
)
values = click.option("--values", is_flag=True, help="also what each legal move was worth; that takes long")


@click.option("--bots", metavar="A,B,…", required=True, help="who plays; from game to game they move on by a seat")
@click.option("--games", metavar="N", type=click.IntRange(1), default=200, help="how many games")
@seed
@to
@values
@workers
@cluster
def export(
    game: str,
    options: dict[str, object],
    bots: str,
    games: int,
    seed: int | None,
    to: Path,
    values: bool,
    workers: int | None,
    cluster: str | None,
) -> int:
    """Bots play games against each other, which are written as they are played. By default there is a seat for each
    bot. The same seed gives the same file, whatever the number of workers.

    docs/data.md has the columns, and tells how to load them.
    """
    from stammtisch.terminal.export import SelfPlayRequest, export_self_play

    return export_self_play(SelfPlayRequest(game, options, bots, games, to, seed, values, workers, cluster))


@click.command()
@click.argument("records", metavar="[FILE|DIR…]", nargs=-1, type=FILE, help="game records, and folders of them")
@click.option(
    "--database", metavar="FILE|URL", help="instead: the games of a server, by its SQLite file or its address"
)
@to
@values
def records(records: tuple[Path, ...], database: str | None, to: Path, values: bool) -> int:
    """Write the games of records, or those that were played to their end on a server, as Parquet.

    Records are files as `stammtisch play` and the page save them; in a folder, all that end in .jsonl or .txt. One that
    is damaged is named with the reason, the others are written, and the status is 1.

    Nobody is named: of a seat it is only said which bot it was, or that it was a person. A server's games lack their
    times and the links of their tables, too. The database is only read, also while the server is running.
    """
    from stammtisch.terminal.export import export_matches, export_records

    if bool(records) == bool(database):
        raise click.UsageError("name records, or folders of them, or a server's --database")
    if not database:
        return export_records(records, to, values=values)
    from stammtisch.ops.finished_games import FinishedGames

    with closing(FinishedGames(database)) as found:
        return export_matches(found, len(found), to, values=values)


class ExportCommands(GameCommands):
    """A command for each game; whatever is no name of a game is records."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        first = args[0] if args else "--help"
        if first not in ("--help", "records") and (
            first.startswith("-") or set(first) & set("./\\") or Path(first).exists()
        ):
            args = ["records", *args]
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return ["records", *super().list_commands(ctx)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        return records if cmd_name == "records" else super().get_command(ctx, cmd_name)


app.add_command(
    ExportCommands(
        "export",
        export,
        """Write games as Parquet, a row for every decision: what was seen, what was legal, what was played, and how it
        ended. `stammtisch export GAME --bots master,expert --to games.parquet` has bots play;
        `stammtisch export match.jsonl … --to games.parquet` takes records; `--database` those of a server.
        docs/data.md has the columns.""",
    )
)


@app.command()
@click.argument("game", metavar="LINK|FILE", help="a game that is over: its link, or a file: its dice or its record")
def verify(game: str) -> int:
    """Check the dice of a game played on a server: every throw, every commitment, and the rules.

    With a link, the transcript is fetched from the link's server, and everything is computed here.
    """
    from stammtisch.terminal.verify import check

    return check(game)
