"""The command line. Commands are defined here; what they do is elsewhere, and imported when they are called."""

from __future__ import annotations

import sys

import click

from stammtisch import StammtischError
from stammtisch.cli import playing, puzzles, serving, tournaments
from stammtisch.cli.root import app
from stammtisch.core.extras import optional_imports

__all__ = ["app", "main", "playing", "puzzles", "serving", "tournaments"]


def main() -> None:
    """Run a command. Whatever is refused is one sentence, and status 2."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # a strange byte is no reason to stop
    try:
        with optional_imports():
            status = app(sys.argv[1:] or ["--help"], prog_name="stammtisch", standalone_mode=False)
    except StammtischError as error:
        sentence = str(error)
    except click.ClickException as error:
        sentence = error.format_message()
    except click.Abort:  # Ctrl-C
        print("Stopped.", file=sys.stderr)
        sys.exit(130)
    else:
        sys.exit(status)
    print(sentence, file=sys.stderr)
    sys.exit(2)
