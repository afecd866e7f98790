"""Commands for people who run a server, or play at one."""

from __future__ import annotations

from pathlib import Path

import click

from stammtisch import StammtischError
from stammtisch.cli.root import FILE, app

PORT = click.IntRange(0, 65535)

data = click.option(
    "--data", metavar="DIR", type=FILE, default=Path("stammtisch-data"), help="the folder of the database"
)
database = click.option("--database", metavar="URL", help="a PostgreSQL database instead: postgresql://…")
quiet = click.option("--quiet", is_flag=True, help="no bars")


@app.command()
@click.option(
    "--host",
    metavar="HOST",
    default="127.0.0.1",
    help="the address to listen on; others than this machine need one of its own",
)
@click.option(
    "--port", metavar="PORT", type=PORT, help="the port to listen on  [default: 8080, or a free one if that is taken]"
)
@data
@database
@click.option("--origin", metavar="URL", multiple=True, help="a page of another address that may speak to this server")
@click.option(
    "--trusted-proxy",
    metavar="ADDRESS[/MASK]",
    multiple=True,
    help="a proxy in front, whose X-Forwarded-For says for whom it asks; without this no header is believed",
)
@click.option("--bots", metavar="N", type=click.IntRange(1), default=1, help="processes in which bots think")
@click.option(
    "--sockets", metavar="N", type=click.IntRange(1), default=200, help="connections that one address may have at once"
)
@click.option(
    "--changes",
    metavar="N",
    type=click.IntRange(1),
    default=100,
    help="guests, tables and seats of one address in a minute",
)
@click.option(
    "--admin-port", metavar="PORT", type=PORT, help="listen on this port, too, for `stammtisch admin`; 0: a free one"
)
@click.option("--open", "show", is_flag=True, help="open the page in a browser")
@click.option("--address", metavar="URL", help="how people reach it, for the links in notices: https://HOST")
@click.option(
    "--mail",
    metavar="URL",
    envvar="STAMMTISCH_MAIL",
    show_envvar=True,
    help="the mail server for notices: smtps://USER:PASSWORD@HOST",
)
@click.option(
    "--notice-after",
    metavar="MINUTES",
    type=click.FloatRange(0),
    default=5.0,
    help="how long somebody is away before he is told of his turn",
)
@click.option("--notice-private", is_flag=True, help="notices may go to addresses of the own network")
@click.option(
    "--warm/--no-warm",
    default=True,
    envvar="STAMMTISCH_WARM",
    show_envvar=True,
    help="compile and load ahead what bots need, in the background; else the first who plays waits for it",
)
@click.option(
    "--node",
    metavar="NAME",
    help="the name of this server among several that share a PostgreSQL database; each needs one of its own",
)
@click.option(
    "--node-address",
    metavar="URL",
    help="how the other nodes reach this one: http://HOST:PORT  [default: --address, or where it listens]",
)
@click.option(
    "--lease",
    metavar="SECONDS",
    type=click.FloatRange(1),
    default=6.0,
    help="after which the other nodes take over what a silent node had",
)
@click.option(
    "--games",
    metavar="NAME,…",
    envvar="STAMMTISCH_GAMES",
    show_envvar=True,
    default="",
    show_default=False,
    help="games of other installed packages that may be played here  [default: none]",
)
def serve(
    host: str,
    port: int | None,
    data: Path,
    database: str | None,
    origin: tuple[str, ...],
    trusted_proxy: tuple[str, ...],
    bots: int,
    sockets: int,
    changes: int,
    admin_port: int | None,
    show: bool,
    address: str | None,
    mail: str | None,
    notice_after: float,
    notice_private: bool,
    warm: bool,
    node: str | None,
    node_address: str | None,
    lease: float,
    games: str,
) -> None:
    """Run a server for people who play in browsers, and for bots from outside.

    It listens on this machine only unless --host says otherwise, and keeps everything in one file. What it has
    acknowledged is on disk: it may be stopped, or die, at any time.
    """
    from stammtisch.games import allow
    from stammtisch.server.process.serve import ServeSettings, run

    allow(name.strip() for name in games.split(",") if name.strip())
    last = (address, mail, notice_after, notice_private, warm, trusted_proxy, node, node_address, lease)
    run(ServeSettings(host, port, database, data, origin, bots, sockets, changes, show, admin_port, *last))


@app.command()
@click.argument("target", metavar="FILE|DIR", type=FILE, help="the file to write, or a folder for it")
@data
@click.option("--database", metavar="URL", help="a PostgreSQL database: says what to use")
@quiet
def backup(target: Path, data: Path, database: str | None, quiet: bool) -> None:
    """Copy the database, also while a server is running. The copy is checked before it gets its name.

    It holds everything that was acknowledged before its mark, the time of its last event. It holds the secrets of
    unfinished games, too: keep it where only you can read it.
    """
    from stammtisch.ops import backup as ops
    from stammtisch.ops.contents import ProgressBars

    if database and database.startswith("postgres"):
        raise StammtischError(ops.POSTGRES)
    with ProgressBars(quiet=quiet) as bar:
        made, contents = ops.back_up(data, target, bar)
    print(f"{made}: {contents}")


@app.command()
@click.argument("file", metavar="FILE", type=FILE, help="what `stammtisch backup` has written")
@data
@click.option("--replace", is_flag=True, help="a database that is there goes aside")
@quiet
def restore(file: Path, data: Path, replace: bool, quiet: bool) -> None:
    """Put a backup in the place of a server's database. It is checked first, and no server may be running."""
    from stammtisch.ops import backup as ops
    from stammtisch.ops.contents import ProgressBars

    with ProgressBars(quiet=quiet) as bar:
        kept, contents = ops.restore(file, data, bar, replace=replace)
    print(f"{data / ops.DATABASE}: {contents}")
    if kept:
        print(f"What was there before: {kept}")


@app.command()
@click.argument("address", metavar="[ADDRESS]", required=False, help="where browsers reach the server: https://HOST")
@data
@click.option("--check-log", is_flag=True, help="also read the whole log: the hashes of all tables and tournaments")
@click.option("--database", metavar="URL", help="the PostgreSQL database whose log is read")
@click.option("--json", "as_json", is_flag=True, help="everything as JSON")
def doctor(address: str | None, data: Path, check_log: bool, database: str | None, as_json: bool) -> int:
    """Look whether everything is as a server needs it: disk, database, clock, limits, and with ADDRESS the proxy.

    Every line is ok, a warning or wrong, with what would be right. The exit status is 1 if something is wrong. With
    --check-log every event is read and checked, also while the server is running.
    """
    from stammtisch.ops.doctor import tell

    log = database or f"sqlite:///{data / 'stammtisch.db'}"
    return tell(address, data, as_json=as_json, log=log if check_log or database else None)


@app.command()
@click.argument("file", metavar="FILE", type=FILE, help="the new database, which `stammtisch restore` can put in place")
@data
@quiet
def salvage(file: Path, data: Path, quiet: bool) -> int:
    """Copy what can be read of a damaged database into a new one. The damaged one stays as it is.

    Tables whose log is damaged are left out, and listed; the exit status is 1 if there are any. The server must be
    stopped. A backup is better if there is one that is not too old.
    """
    from stammtisch.ops.contents import ProgressBars
    from stammtisch.ops.salvage import salvage as copy

    with ProgressBars(quiet=quiet) as bar:
        contents, found = copy(file, data, bar)
    for name, fault in found.damaged.items():
        print(f"left out: {name}, {fault}")
    for fault in found.unread:
        print(f"left out: {fault}")
    print(f"{file}: {contents}")
    return 1 if found.damaged or found.unread else 0


@app.command()
@click.argument("url", metavar="URL", help="a link as the page gives it: https://HOST/t/TABLE#join-…")
@click.option("--bot", metavar="NAME|ext:COMMAND", required=True, help="who plays: a bot, or a program of your own")
@click.option(
    "--seat", metavar="N", type=click.IntRange(0, 15), help="the seat, from 0  [default: the link's, or a free one]"
)
@click.option("--invite", metavar="KEY", help="the key of the seat or the table  [default: the link's]")
@click.option("--name", metavar="NAME", help="the name to be shown  [default: the bot's]")
def sit(url: str, bot: str, seat: int | None, invite: str | None, name: str | None) -> int:
    """Let a bot of yours play at a table of a server, to the end of the game.

    It is shown as a program. The server may be restarted meanwhile; if this command is stopped, the seat stays empty.
    """
    from stammtisch.client.bot import SitRequest
    from stammtisch.client.bot import sit as sit_down

    return sit_down(SitRequest(url, bot, seat, invite, name))


@app.group()
def statistics() -> None:
    """Statistics of a server: ratings, win shares and the dice."""


@statistics.command("rebuild")
@data
@database
def statistics_rebuild(data: Path, database: str | None) -> None:
    """Count all games of a server again, from its log. The server must be stopped. Reviews are kept."""
    from stammtisch.server.statistics.rebuild import rebuild

    print(rebuild(database or f"sqlite:///{data / 'stammtisch.db'}"))


@app.group()
def admin() -> None:
    """Look after a running server: tables, guests, bans, an announcement."""


reason = click.option("--reason", metavar="SENTENCE", default="", help="why, for the audit")
limit = click.option("--limit", metavar="N", type=click.IntRange(1, 500), default=50, help="how many at most")
guest = click.argument("guest", metavar="GUEST", help="as `stammtisch admin guests` shows him")


@admin.command("tables")
@click.option("--status", metavar="waiting|playing|over", default="playing", help="which")
@limit
@data
def admin_tables(status: str, limit: int, data: Path) -> None:
    """List tables, those first where something happened last. What lies on them is not shown to anybody."""
    from stammtisch.ops.admin import AdminClient, show

    show("tables", AdminClient(data).look("tables", status=status, limit=limit))


@admin.command("guests")
@click.argument("name", metavar="[NAME]", default="", help="letters of the name")
@limit
@data
def admin_guests(name: str, limit: int, data: Path) -> None:
    """List guests, the newest first."""
    from stammtisch.ops.admin import AdminClient, show

    show("guests", AdminClient(data).look("guests", name=name, limit=limit))


@admin.command("close")
@click.argument("table", metavar="TABLE", help="its name, as in its link")
@reason
@data
def admin_close(table: str, reason: str, data: Path) -> None:
    """Close a table: its game ends for everybody, and nobody has a place."""
    from stammtisch.ops.admin import AdminClient

    AdminClient(data).order("close", table=table, reason=reason)


@admin.command("ban")
@guest
@reason
@data
def admin_ban(guest: str, reason: str, data: Path) -> None:
    """Ban a guest: his connections end, and his token is refused."""
    from stammtisch.ops.admin import AdminClient

    AdminClient(data).order("ban", guest=guest, reason=reason)


@admin.command("unban")
@guest
@reason
@data
def admin_unban(guest: str, reason: str, data: Path) -> None:
    """Let a guest in again."""
    from stammtisch.ops.admin import AdminClient

    AdminClient(data).order("unban", guest=guest, reason=reason)


@admin.command("announce")
@click.argument("text", metavar="SENTENCE", help="what everybody is shown; '' ends it")
@data
def admin_announce(text: str, data: Path) -> None:
    """Show a sentence at the top of everybody's page."""
    from stammtisch.ops.admin import AdminClient

    AdminClient(data).order("announce", text=text)


@admin.command("audit")
@limit
@data
def admin_audit(limit: int, data: Path) -> None:
    """List what operators did, the newest first."""
    from stammtisch.ops.admin import AdminClient, show

    show("audit", AdminClient(data).look("audit", limit=limit))
