"""The table of docs/soak-server.md: a row for every harness of the server, put there by its long form."""

from __future__ import annotations

from tests.helpers import ROOT

REPORT = ROOT / "docs" / "soak-server.md"
HEAD = """# The server under faults and load

Every row is made by the command that it names, which also runs a control that must fail: a harness that finds nothing
wrong with a wrong server would show nothing. Short forms run with `make test`.

| what | how much | found | control | command |
|---|---|---|---|---|
"""


def put(what: str, how_much: str, found: str, control: str, command: str) -> None:
    """Add the row of a harness, or replace the one it has."""
    text = REPORT.read_text("utf-8") if REPORT.exists() else HEAD
    rows = text[len(HEAD) :].splitlines() if text.startswith(HEAD) else []
    rows = [row for row in rows if not row.startswith(f"| {what} |")]
    rows.append(f"| {what} | {how_much} | {found} | {control} | `{command}` |")
    REPORT.write_text(HEAD + "\n".join(sorted(rows)) + "\n", "utf-8")
