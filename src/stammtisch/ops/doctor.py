"""`stammtisch doctor`: checks whether everything is as a server needs it, and says what would be right."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from stammtisch.ops import local, remote
from stammtisch.ops.finding import Finding

COLOURS = {"ok": "green", "warning": "yellow", "wrong": "bold red"}


def examine(address: str | None, data: Path) -> Iterator[Finding]:
    yield from local.findings(data)
    if address:
        yield from remote.findings(address)


def tell(address: str | None, data: Path, *, as_json: bool) -> int:
    """Say what was found, each line as soon as it is known; the exit status."""
    console, found = Console(soft_wrap=True, highlight=False), []
    for each in examine(address, data):
        found.append(each)
        if not as_json:
            mark = f"[{COLOURS[each.level]}]{each.level:8}[/]"
            console.print(f"{mark} {each.what}: {escape(each.sentence)}")
    if as_json:
        print(json.dumps([asdict(each) for each in found], indent=1, ensure_ascii=False))
    return 1 if any(each.level == "wrong" for each in found) else 0
