"""The command line. Commands are defined here; what they do is elsewhere, and imported when they are called."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from stammtisch import StammtischError, __version__
from stammtisch.cli import playing, serving, tournaments
from stammtisch.cli.root import app

__all__ = ["app", "main", "playing", "serving", "tournaments"]


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
