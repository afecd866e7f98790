"""`stammtisch doctor`: checks whether everything is as a server needs it, and says what would be right."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from itertools import chain
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from stammtisch.core.errors import StammtischError
from stammtisch.ops import chains, local, remote
from stammtisch.ops.contents import ProgressBars
from stammtisch.ops.finding import Finding, wrong
from stammtisch.server.storage.store import Store

COLOURS = {"ok": "green", "warning": "yellow", "wrong": "bold red"}


def examine(address: str | None, data: Path) -> Iterator[Finding]:
    yield from local.findings(data)
    if address:
        yield from remote.findings(address)


def check_log(url: str, *, quiet: bool) -> Iterator[Finding]:
    """The hashes of all tables and tournaments, beside a running server or without one."""
    try:
        store = Store(url, server=False)
    except StammtischError as error:
        yield wrong("chains", str(error))
        return
    with ProgressBars(quiet=quiet) as bar:
        yield from chains.findings(store, bar)
    store.close()


def tell(address: str | None, data: Path, *, as_json: bool, log: str | None = None) -> int:
    """Say what was found, each line as soon as it is known; the exit status. `log`: the database whose log is read."""
    console, found = Console(soft_wrap=True, highlight=False), []
    for each in chain(examine(address, data), check_log(log, quiet=as_json) if log else ()):
        found.append(each)
        if not as_json:
            mark = f"[{COLOURS[each.level]}]{each.level:8}[/]"
            console.print(f"{mark} {each.what}: {escape(each.sentence)}")
    if as_json:
        print(json.dumps([asdict(each) for each in found], indent=1, ensure_ascii=False))
    return 1 if any(each.level == "wrong" for each in found) else 0
