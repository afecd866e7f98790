"""The table of docs/soak-server.md: a row for every soak of the server, written by its long form."""

from __future__ import annotations

from pathlib import Path

from tests.helpers import ROOT

REPORT = ROOT / "docs" / "soak-server.md"
HEAD = """# The server under faults and load

Every row is made by the command that it names, which also runs a control that must fail: a harness that finds nothing
wrong with a wrong server would show nothing. Short forms run with `make test`.

| what | how much | found | control | command |
|---|---|---|---|---|
"""


def tell(
    row: tuple[str, str, str, str, str], *, good: bool, keep: bool, report: Path = REPORT, head: str = HEAD
) -> int:
    """Show the row of a harness: what, how much, found, control, command. A good one may be kept. The exit status."""
    what, *rest, command = row
    print("\n".join([f"{what}: {'good' if good else 'BAD'}", *rest]))
    if good and keep:
        text = report.read_text("utf-8") if report.exists() else head
        rows = [line for line in text.removeprefix(head).splitlines() if not line.startswith(f"| {what} |")]
        rows.append(f"| {' | '.join([what, *rest])} | `{command}` |")
        report.write_text(head + "\n".join(sorted(rows)) + "\n", "utf-8")
    return 0 if good else 1
