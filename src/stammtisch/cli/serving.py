"""Commands for who runs a server, or sits down at one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from stammtisch import StammtischError
from stammtisch.cli.root import app


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
    address: Annotated[
        str | None, typer.Option(metavar="URL", help="how people reach it, for the links in notices: https://HOST")
    ] = None,
    mail: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            envvar="STAMMTISCH_MAIL",
            show_envvar=True,
            help="the mail server for notices: smtps://USER:PASSWORD@HOST",
        ),
    ] = None,
    notice_after: Annotated[
        float, typer.Option(min=0, metavar="MINUTES", help="how long somebody is away before he is told of his turn")
    ] = 5.0,
    notice_private: Annotated[
        bool, typer.Option("--notice-private", help="notices may go to addresses of the own network")
    ] = False,
    warm: Annotated[
        bool,
        typer.Option(
            envvar="STAMMTISCH_WARM",
            help="compile and load ahead what bots need, in the background; else the first who plays waits for it",
        ),
    ] = True,
    games: Annotated[
        str,
        typer.Option(
            metavar="NAME,…",
            envvar="STAMMTISCH_GAMES",
            help="games of other installed packages that may be played here  [default: none]",
            show_default=False,
        ),
    ] = "",
) -> None:
    """Run a server for people who play in browsers, and for bots from outside.

    It listens on this machine only unless --host says otherwise, and keeps everything in one file. What it has
    acknowledged is on disk: it may be stopped, or die, at any time.
    """
    from stammtisch.games import allow
    from stammtisch.server.process.serve import ServeSettings, run

    allow(name.strip() for name in games.split(",") if name.strip())
    last = (address, mail, notice_after, notice_private, warm)
    run(ServeSettings(host, port, database, data, tuple(origin or ()), bots, sockets, changes, show, admin_port, *last))


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
    url: Annotated[str, typer.Argument(metavar="URL", help="a link as the page gives it: https://HOST/t/TABLE#join-…")],
    bot: Annotated[str, typer.Option(metavar="NAME|ext:COMMAND", help="who plays: a bot, or a program of your own")],
    seat: Annotated[
        int | None, typer.Option(min=0, max=15, help="the seat, from 0  [default: the link's, or a free one]")
    ] = None,
    invite: Annotated[
        str | None, typer.Option(metavar="KEY", help="the key of the seat or the table  [default: the link's]")
    ] = None,
    name: Annotated[str | None, typer.Option(help="the name to be shown  [default: the bot's]")] = None,
) -> None:
    """Let a bot of yours play at a table of a server, to the end of the game.

    It is shown as a program. The server may be restarted meanwhile; if this command is stopped, the seat stays empty.
    """
    from stammtisch.client.bot import SitRequest
    from stammtisch.client.bot import sit as sit_down

    raise typer.Exit(sit_down(SitRequest(url, bot, seat, invite, name)))


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
    from stammtisch.ops.admin import AdminClient, show

    show("tables", AdminClient(data).look("tables", status=status, limit=limit))


@admin.command("guests")
def admin_guests(
    name: Annotated[str, typer.Argument(metavar="NAME", help="letters of the name")] = "",
    limit: Many = 50,
    data: Data = Path("stammtisch-data"),
) -> None:
    """List guests, the newest first."""
    from stammtisch.ops.admin import AdminClient, show

    show("guests", AdminClient(data).look("guests", name=name, limit=limit))


@admin.command("close")
def admin_close(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="its name, as in its link")],
    reason: Reason = "",
    data: Data = Path("stammtisch-data"),
) -> None:
    """Close a table: its game ends for everybody, and nobody has a place."""
    from stammtisch.ops.admin import AdminClient

    AdminClient(data).order("close", table=table, reason=reason)


@admin.command("ban")
def admin_ban(
    guest: Annotated[str, typer.Argument(metavar="GUEST", help="as `stammtisch admin guests` shows him")],
    reason: Reason = "",
    data: Data = Path("stammtisch-data"),
) -> None:
    """Ban a guest: his connections end, and his token is refused."""
    from stammtisch.ops.admin import AdminClient

    AdminClient(data).order("ban", guest=guest, reason=reason)


@admin.command("unban")
def admin_unban(
    guest: Annotated[str, typer.Argument(metavar="GUEST", help="as `stammtisch admin guests` shows him")],
    reason: Reason = "",
    data: Data = Path("stammtisch-data"),
) -> None:
    """Let a guest in again."""
    from stammtisch.ops.admin import AdminClient

    AdminClient(data).order("unban", guest=guest, reason=reason)


@admin.command("announce")
def admin_announce(
    text: Annotated[str, typer.Argument(metavar="SENTENCE", help="what everybody is shown; '' ends it")],
    data: Data = Path("stammtisch-data"),
) -> None:
    """Show a sentence at the top of everybody's page."""
    from stammtisch.ops.admin import AdminClient

    AdminClient(data).order("announce", text=text)


@admin.command("audit")
def admin_audit(limit: Many = 50, data: Data = Path("stammtisch-data")) -> None:
    """List what operators did, the newest first."""
    from stammtisch.ops.admin import AdminClient, show

    show("audit", AdminClient(data).look("audit", limit=limit))
