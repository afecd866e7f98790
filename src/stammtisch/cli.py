"""The command line. Commands are defined here; what they do is elsewhere, and imported when they are called."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from stammtisch import StammtischError, __version__, load
from stammtisch.terminal.flags import for_each_game

RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="a game record, as play and save write them")]
Plain = Annotated[bool, typer.Option("--plain", help="plain lines, for screen readers and pipes", show_default=False)]

app = typer.Typer(rich_markup_mode=None, add_completion=False)


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
) -> None:
    """The number of seats is the number of players. A seat is a person's name, a bot's name, or `bot` for a
    beginner: `--seats Ann,Ben,master`. Without --seats you play against a beginner.

    In the match press a move's key, or type the move; `help` tells what else there is. A match is saved when you
    leave it, and --resume goes on with it. Pipes and screen readers get plain lines, one move a line.
    """
    from stammtisch.terminal.evening import Wishes
    from stammtisch.terminal.evening import play as play_match

    raise typer.Exit(play_match(Wishes(game, options, seats, seed, resume, save, plain, pause)))


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
    from stammtisch.terminal.contest import Challenge, hold

    raise typer.Exit(hold(Challenge(game, options, bots, games, seed, sprt, json, plot, resume, workers, time_limit)))


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
def serve(
    host: Annotated[
        str, typer.Option(help="the address to listen on; others than this machine need one of its own")
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="the port to listen on  [default: 8080, or a free one if that is taken]"),
    ] = None,
    data: Annotated[Path, typer.Option(metavar="DIR", help="the folder of the database")] = Path("stammtisch-data"),
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="a PostgreSQL database instead: postgresql://…")
    ] = None,
    origin: Annotated[
        list[str] | None, typer.Option(metavar="URL", help="a page of another address that may speak to this server")
    ] = None,
    bots: Annotated[int, typer.Option(min=1, help="processes in which bots think")] = 1,
    sockets: Annotated[int, typer.Option(min=1, help="connections that one address may have at once")] = 200,
    changes: Annotated[int, typer.Option(min=1, help="guests, tables and seats of one address in a minute")] = 100,
    admin_port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="listen on this port, too, for `stammtisch admin`; 0: a free one"),
    ] = None,
    show: Annotated[bool, typer.Option("--open", help="open the page in a browser")] = False,
) -> None:
    """Run a server for people who play in browsers, and for bots from outside.

    It listens on this machine only unless --host says otherwise, and keeps everything in one file. What it has
    acknowledged is on disk: it may be stopped, or die, at any time.
    """
    from stammtisch.server.serve import Wishes, run

    run(Wishes(host, port, database, data, tuple(origin or ()), bots, sockets, changes, show, admin_port))


Data = Annotated[Path, typer.Option(metavar="DIR", help="the folder of the database")]
Quiet = Annotated[bool, typer.Option("--quiet", help="no bars", show_default=False)]


@app.command()
def backup(
    target: Annotated[Path, typer.Argument(metavar="FILE|DIR", help="the file to write, or a folder for it")],
    data: Data = Path("stammtisch-data"),
    database: Annotated[str | None, typer.Option(metavar="URL", help="a PostgreSQL database: says what to use")] = None,
    quiet: Quiet = False,
) -> None:
    """Copy the database, also while a server is running. The copy is checked before it gets its name.

    It holds everything that was acknowledged before its mark, the time of its last event. It holds the secrets of
    unfinished games, too: keep it where only you can read it.
    """
    from stammtisch.ops import backup as ops
    from stammtisch.ops.contents import Bar

    if database and database.startswith("postgres"):
        raise StammtischError(ops.POSTGRES)
    with Bar(quiet=quiet) as bar:
        made, contents = ops.back_up(data, target, bar)
    print(f"{made}: {contents}")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="what `stammtisch backup` has written")],
    data: Data = Path("stammtisch-data"),
    replace: Annotated[bool, typer.Option("--replace", help="a database that is there goes aside")] = False,
    quiet: Quiet = False,
) -> None:
    """Put a backup in the place of a server's database. It is checked first, and no server may be running."""
    from stammtisch.ops import backup as ops
    from stammtisch.ops.contents import Bar

    with Bar(quiet=quiet) as bar:
        kept, contents = ops.restore(file, data, bar, replace=replace)
    print(f"{data / ops.DATABASE}: {contents}")
    if kept:
        print(f"What was there before: {kept}")


@app.command()
def doctor(
    address: Annotated[
        str | None, typer.Argument(metavar="ADDRESS", help="where browsers reach the server: https://HOST")
    ] = None,
    data: Data = Path("stammtisch-data"),
    as_json: Annotated[bool, typer.Option("--json", help="everything as JSON")] = False,
) -> None:
    """Look whether everything is as a server needs it: disk, database, clock, limits, and with ADDRESS the proxy.

    Every line is ok, a warning or wrong, with what would be right. The exit status is 1 if something is wrong.
    """
    from stammtisch.ops.doctor import tell

    raise typer.Exit(tell(address, data, as_json=as_json))


@app.command()
def sit(
    url: Annotated[str, typer.Argument(metavar="URL", help="the link to a table or seat: http://HOST:PORT/t/TABLE?…")],
    bot: Annotated[str, typer.Option(metavar="NAME|ext:COMMAND", help="who plays: a bot, or a program of your own")],
    seat: Annotated[int | None, typer.Option(min=0, max=15, help="the seat, from 0  [default: the link's]")] = None,
    invite: Annotated[
        str | None, typer.Option(metavar="KEY", help="the key of the seat's invitation  [default: the link's]")
    ] = None,
    name: Annotated[str | None, typer.Option(help="the name to be shown  [default: the bot's]")] = None,
) -> None:
    """Let a bot of yours play at a table of a server, to the end of the game.

    It is shown as a program. The server may be restarted meanwhile; if this command is stopped, the seat stays empty.
    """
    from stammtisch.client.bot import Wishes
    from stammtisch.client.bot import sit as sit_down

    raise typer.Exit(sit_down(Wishes(url, bot, seat, invite, name)))


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
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a transcript of a table's dice, as a server gives it")],
) -> None:
    """Check the dice of a game played on a server: every throw, every commitment, and the rules."""
    from stammtisch.terminal.verify import check

    raise typer.Exit(check(file))


tournament = typer.Typer(rich_markup_mode=None, no_args_is_help=True)
app.add_typer(tournament, name="tournament", help="Tournaments and leagues: let bots play one, check one, plan one.")


@tournament.command("run")
def tournament_run(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="who plays by which scheme, as TOML or JSON")],
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="keep the tournament, for verify")] = None,
    json: Annotated[Path | None, typer.Option(metavar="FILE", help="write the standings in numbers")] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, metavar="K", help="processes at work  [default: one for each core]")
    ] = None,
    time_limit: Annotated[
        float, typer.Option(min=0.01, metavar="SECONDS", help="what an external bot has for a move")
    ] = 5.0,
) -> None:
    """Let bots play a tournament, or a league of many tournaments, and show standings with intervals.

    docs/tournament.md tells what stands in the file, and has the rules of tournaments.
    """
    from stammtisch.terminal.league import Plan, hold

    hold(Plan(file, save, json, workers, time_limit))


@tournament.command("verify")
def tournament_verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a saved tournament")],
) -> None:
    """Draw and count a saved tournament again; whatever does not follow from the rules is told with its line."""
    from stammtisch.terminal.league import verify as verify_tournament

    verify_tournament(file)


@tournament.command("advise")
def tournament_advise(
    players: Annotated[int, typer.Option(min=2, max=1000, metavar="N", help="how many take part")],
    scheme: Annotated[str, typer.Option(metavar="heckmeck_classic|heckmeck_wm|free", help="the scheme")] = "free",
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help="the game of a free scheme  [default: heckmeck]")
    ] = None,
    rounds: Annotated[str, typer.Option(metavar="N|A-B", help="preliminary rounds")] = "1-5",
    final_games: Annotated[int, typer.Option(min=1, metavar="N", help="the final is best of so many")] = 1,
    edge: Annotated[
        float, typer.Option(metavar="SHARE", help="games of two that the best wins against an average player")
    ] = 0.65,
    levels: Annotated[
        str | None, typer.Option(metavar="LEVEL=N,…", help="strengths of bots instead: master=1,expert=7,regular=16")
    ] = None,
    minutes: Annotated[float, typer.Option(min=1, help="that a game takes")] = 30,
    pause: Annotated[float, typer.Option(min=0, metavar="MINUTES", help="between two rounds")] = 10,
    evenings: Annotated[int, typer.Option(min=10, metavar="N", help="how many are simulated")] = 400,
    seed: Annotated[int, typer.Option(metavar="N", help="another gives other evenings")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="everything in numbers")] = False,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="draw a chart too: .svg, .png or .pdf")] = None,
) -> None:
    """How many rounds? Simulate the evening: how often the best player wins, and how long it takes."""
    from stammtisch.terminal.advise import Question, show_advice

    given: dict[str, Any] = {"preset": scheme, "final_games": final_games}
    if game:
        given["game"] = game
    show_advice(
        Question(players, given, rounds, edge, levels, minutes, pause, evenings, seed, as_json=as_json, plot=plot)
    )


statistics = typer.Typer(rich_markup_mode=None, no_args_is_help=True)
app.add_typer(statistics, name="statistics", help="Statistics of a server: ratings, win shares and the dice.")


@statistics.command("rebuild")
def statistics_rebuild(
    data: Annotated[Path, typer.Option(metavar="DIR", help="the folder of the database")] = Path("stammtisch-data"),
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="a PostgreSQL database instead: postgresql://…")
    ] = None,
) -> None:
    """Count all games of a server again, from its log. The server must be stopped. Reviews are kept."""
    from stammtisch.server.statistics.rebuild import rebuild

    print(rebuild(database or f"sqlite:///{data / 'stammtisch.db'}"))


admin = typer.Typer(rich_markup_mode=None, no_args_is_help=True)
app.add_typer(admin, name="admin", help="Look after a running server: tables, guests, bans, an announcement.")
Reason = Annotated[str, typer.Option(help="why, for the audit")]
Many = Annotated[int, typer.Option(min=1, max=500, metavar="N", help="how many at most")]


@admin.command("tables")
def admin_tables(
    status: Annotated[str, typer.Option(metavar="waiting|playing|over", help="which")] = "playing",
    limit: Many = 50,
    data: Data = Path("stammtisch-data"),
) -> None:
    """List tables, those first where something happened last. What lies on them is not shown to anybody."""
    from stammtisch.ops.admin import Desk, show

    show("tables", Desk(data).look("tables", status=status, limit=limit))


@admin.command("guests")
def admin_guests(
    name: Annotated[str, typer.Argument(metavar="NAME", help="letters of the name")] = "",
    limit: Many = 50,
    data: Data = Path("stammtisch-data"),
) -> None:
    """List guests, the newest first."""
    from stammtisch.ops.admin import Desk, show

    show("guests", Desk(data).look("guests", name=name, limit=limit))


@admin.command("close")
def admin_close(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="its name, as in its link")],
    reason: Reason = "",
    data: Data = Path("stammtisch-data"),
) -> None:
    """Close a table: its game ends for everybody, and nobody has a place."""
    from stammtisch.ops.admin import Desk

    Desk(data).order("close", table=table, reason=reason)


@admin.command("ban")
def admin_ban(
    guest: Annotated[str, typer.Argument(metavar="GUEST", help="as `stammtisch admin guests` shows him")],
    reason: Reason = "",
    data: Data = Path("stammtisch-data"),
) -> None:
    """Ban a guest: his connections end, and his token is refused."""
    from stammtisch.ops.admin import Desk

    Desk(data).order("ban", guest=guest, reason=reason)


@admin.command("unban")
def admin_unban(
    guest: Annotated[str, typer.Argument(metavar="GUEST", help="as `stammtisch admin guests` shows him")],
    reason: Reason = "",
    data: Data = Path("stammtisch-data"),
) -> None:
    """Let a guest in again."""
    from stammtisch.ops.admin import Desk

    Desk(data).order("unban", guest=guest, reason=reason)


@admin.command("announce")
def admin_announce(
    text: Annotated[str, typer.Argument(metavar="SENTENCE", help="what everybody is shown; '' ends it")],
    data: Data = Path("stammtisch-data"),
) -> None:
    """Show a sentence at the top of everybody's page."""
    from stammtisch.ops.admin import Desk

    Desk(data).order("announce", text=text)


@admin.command("audit")
def admin_audit(limit: Many = 50, data: Data = Path("stammtisch-data")) -> None:
    """List what operators did, the newest first."""
    from stammtisch.ops.admin import Desk, show

    show("audit", Desk(data).look("audit", limit=limit))


def _say_version(asked: bool) -> None:
    if asked:
        print(f"stammtisch {__version__}")
        raise typer.Exit


@app.callback()
def stammtisch(
    version: Annotated[
        bool, typer.Option("--version", help="say the version", callback=_say_version, is_eager=True)
    ] = False,
) -> None:
    """A home for table games: play them, study them, let machines play them."""


# Typer carries its own copy of Click; its errors about flags and arguments share this root in every version.
_UsageError: Any = typer.BadParameter.__base__


def main() -> None:
    """Run a command. Whatever is refused is one sentence, and status 2."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # a strange byte is no reason to stop
    try:
        status = app(sys.argv[1:] or ["--help"], prog_name="stammtisch", standalone_mode=False)
    except StammtischError as error:
        sentence = str(error)
    except _UsageError as error:
        sentence = error.format_message()
    else:
        sys.exit(status)
    print(sentence, file=sys.stderr)
    sys.exit(2)
