"""The operator's page: how the server is, as plain HTML that a browser loads again every few seconds. No script."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from html import escape

from stammtisch import __version__
from stammtisch.server.counters import BOUNDS, Histogram
from stammtisch.server.nodes.gossip import NodeFigures
from stammtisch.server.operator.audit import Action, OperatorState
from stammtisch.server.operator.snapshot import Snapshot
from stammtisch.server.protocol.operator import TableListed

EVERY = 5  # seconds between two loads
NODES = ("node", "address", "version", "tables in memory", "people", "late by", "state")
SILENT = 3.0
"""Seconds for which a node may tell nothing before that is said."""
STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: .3rem .6rem; }
th { text-align: left; font-weight: 600; } td.number { font-variant-numeric: tabular-nums; text-align: right; }
code { overflow-wrap: anywhere; }
"""
HEAD = f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="refresh" content="{EVERY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Stammtisch: how the server is</title>
<link rel="stylesheet" href="/admin/style.css">
</head>
<body>
"""


NO_NOTICES = "off, and the page does not offer them; start the server with --address https://HOST (docs/notices.md)"


def page(
    now: Snapshot,
    tables: Sequence[TableListed],
    state: OperatorState,
    recent: Iterable[Action],
    at: int,
    *,
    notices: bool,
) -> str:
    done = now.answers.get("done", 0)
    figures: list[tuple[str, str]] = [
        ("Storage", f"NOTHING CAN BE STORED: {now.fault}" if now.fault else "works"),
        ("Connections", f"{now.sockets:,}"),
        ("Tables in memory", f"{now.live:,}"),
        ("Tables at which a bot thinks", f"{now.thinking:,}"),
        *((f"Tables, {status}", f"{count:,}") for status, count in now.statuses.items()),
        ("Commands acknowledged since the start", f"{done:,}"),
        (
            "Refused since the start",
            ", ".join(f"{code} {n:,}" for code, n in sorted(now.refusals.items())) or "nothing",
        ),
        ("A commit takes, for 99 of 100", _nearly_all(now.commits)),
        ("Writes that wait", f"{now.queue:,}"),
        ("The event loop is late by, for 99 of 100", _nearly_all(now.lag)),
        ("Tasks, threads", f"{now.tasks:,}, {now.threads:,}"),
        ("Memory", "unknown" if now.memory is None else f"{now.memory / 2**20:,.0f} MiB"),
        ("File handles", "unknown" if now.files is None else f"{now.files:,}"),
        ("Deleted people whose traces wait for the file to be written anew", f"{now.leaving:,}"),
        ("Notices to people who are away", "on" if notices else NO_NOTICES),
    ]
    playing = [
        (
            each.table,
            each.game,
            ", ".join(person.name for person in each.people),
            str(each.sockets),
            *([each.node] if now.nodes else []),
            _when(each.changed),
        )
        for each in tables
    ]
    actions = [(_when(each.at), each.who, each.what, each.whom, each.note) for each in recent]
    return "".join(
        [
            HEAD,
            f"<h1>Stammtisch {escape(__version__)}, {_when(at)}</h1>\n",
            f"<p>Banned guests: {len(state.banned):,}. Announcement: {escape(state.announcement) or 'none'}</p>\n",
            "<table>\n",
            *(
                f'<tr><th scope="row">{escape(what)}</th><td class="number">{escape(n)}</td></tr>\n'
                for what, n in figures
            ),
            "</table>\n",
            _table(
                "Games that go on, the newest first",
                ("table", "game", "people", "connections", *(["node"] if now.nodes else []), "changed"),
                playing,
            ),
            _table("Nodes", NODES, [_node(each) for each in now.nodes]) if now.nodes else "",
            _table("Damaged", ("what", "what is wrong"), list(now.damaged.items())) if now.damaged else "",
            _table("What operators did last", ("when", "who", "what", "whom", "note"), actions),
            "</body>\n</html>\n",
        ]
    )


def _table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    if not rows:
        return f"<h2>{title}</h2>\n<p>Nothing.</p>\n"
    lines = ["".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows]
    names = "".join(f'<th scope="col">{name}</th>' for name in head)
    body = "".join(f"<tr>{line}</tr>\n" for line in lines)
    return f"<h2>{title}</h2>\n<table>\n<tr>{names}</tr>\n{body}</table>\n"


def _node(shown: NodeFigures) -> Sequence[str]:
    node, figures = shown.node, shown.figures
    state = "stops" if node.draining else "works" if shown.age < SILENT else f"silent for {shown.age:.0f} s"
    if figures is None:
        return node.name, node.address, node.version, "", "", "", "not heard yet"
    return (
        node.name, node.address, node.version, f"{figures.tables:,}", f"{figures.people:,}",
        f"{figures.lag * 1000:.0f} ms", state,
    )  # fmt: skip


def _when(at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"


def _nearly_all(histogram: Histogram) -> str:
    if not histogram.count:
        return "not measured yet"
    for bound, (_, count) in zip(BOUNDS, histogram.at_most(), strict=False):
        if count >= 0.99 * histogram.count:
            return f"at most {bound * 1000:g} ms"
    return f"more than {BOUNDS[-1]:g} s"
