"""What the commands share: the application that they belong to, and arguments that several have."""

from __future__ import annotations

from pathlib import Path

import click

from stammtisch import __version__

FILE = click.Path(path_type=Path)

record_file = click.argument("file", metavar="FILE", type=FILE, help="a game record, as play and save write them")
plain = click.option("--plain", is_flag=True, help="plain lines, for screen readers and pipes")
plot = click.option("--plot", metavar="FILE", type=FILE, help="draw a chart too: .svg, .png or .pdf")
workers = click.option(
    "--workers", metavar="K", type=click.IntRange(1), help="processes at work  [default: one for each core]"
)
cluster = click.option(
    "--cluster",
    metavar="ADDRESS",
    help="compute on a Ray cluster: ray://HOST:10001; auto, the one of this machine; local, one of its own",
)
time_limit = click.option(
    "--time-limit",
    metavar="SECONDS",
    type=click.FloatRange(0.01),
    default=5.0,
    help="what an external bot has for a move",
)


class Commands(click.Group):
    """Commands in the order in which they are defined, as --help lists them."""

    group_class = type

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


@click.group(cls=Commands, context_settings={"show_default": True})
@click.version_option(__version__, message="stammtisch %(version)s", help="say the version")
def app() -> None:
    """A home for table games: play them, study them, let machines play them."""
