"""`stammtisch admin`: commands for a running server. They go to its operator's listener, on the same machine."""

from __future__ import annotations

import asyncio
import getpass
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from stammtisch.client import Server, ServerError
from stammtisch.core.errors import StammtischError
from stammtisch.server.operator.listener import ADDRESS, TOKEN

COLUMNS = {
    "tables": ("table", "game", "status", "people", "sockets", "changed"),
    "guests": ("guest", "name", "sockets", "banned", "created"),
    "audit": ("at", "who", "what", "whom", "note"),
}
TIMES = ("at", "changed", "created")


class AdminClient:
    """Where the operator gives his orders: the data folder of a server that was started with --admin-port."""

    def __init__(self, data: Path) -> None:
        try:
            self._server = Server((data / ADDRESS).read_text("ascii").strip())
            self._token = (data / TOKEN).read_text("ascii").strip()
        except OSError as error:
            raise StammtischError(
                f"{data} has no {ADDRESS} and {TOKEN} that you may read ({error.strerror}): "
                "start the server with --admin-port, and ask as the user that runs it"
            ) from None

    def look(self, what: str, **asked: object) -> list[dict[str, Any]]:
        question = urlencode({name: value for name, value in asked.items() if value is not None})
        found: list[dict[str, Any]] = self._ask("GET", f"/api/admin/{what}?{question}")
        return found

    def order(self, what: str, **said: object) -> None:
        self._ask("POST", f"/api/admin/{what}", {**said, "who": _who()})

    def _ask(self, method: str, path: str, data: object = None) -> Any:
        try:
            return asyncio.run(self._server.ask(method, path, data, self._token))
        except ServerError as error:
            raise StammtischError(str(error)) from None


def show(what: str, rows: list[dict[str, Any]]) -> None:
    """A table for people; in a pipe it is as wide as it needs to be."""
    console = Console()
    if not console.is_terminal:
        console = Console(width=400)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in COLUMNS[what]:
        table.add_column(name, overflow="fold")
    for row in rows:
        table.add_row(*(escape(_cell(row, name)) for name in COLUMNS[what]))
    console.print(table if rows else "Nothing.")


def _cell(row: Mapping[str, Any], name: str) -> str:
    value = row[name]
    if name in TIMES:
        return f"{datetime.fromtimestamp(value / 1000, UTC):%Y-%m-%d %H:%M:%S}"
    if name == "people":
        return ", ".join(f"{each['name']} ({each['guest'][:8]})" for each in value)
    if isinstance(value, bool):
        return "yes" if value else ""
    return str(value)


def _who() -> str:
    try:
        return getpass.getuser()[:64]
    except (KeyError, OSError):  # a user without a name
        return "operator"
