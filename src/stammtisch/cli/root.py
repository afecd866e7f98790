"""What the commands share: the application that they belong to, and arguments that several have."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="a game record, as play and save write them")]
Plain = Annotated[bool, typer.Option("--plain", help="plain lines, for screen readers and pipes", show_default=False)]

app = typer.Typer(rich_markup_mode=None, add_completion=False)
