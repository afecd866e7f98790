"""docs/soak-cluster.md: what was done, what was found, and how soon everything went on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tests.helpers import ROOT
from tests.soak.cluster.recovery import percentile

if TYPE_CHECKING:
    from tests.soak.cluster.soak import Result

REPORT = ROOT / "docs" / "soak-cluster.md"
MORE = 2.0
"""Seconds beyond the lease in which 99 of 100 tables should go on."""


def verdict(result: Result) -> str:
    return "good" if result.good else "BAD: " + "; ".join(_told(result))


def _told(result: Result) -> list[str]:
    return [f"{kind} {len(found):,} ({found[0]})" for kind, found in result.audit.faults.items()]


def report(result: Result, controls: Mapping[str, Result], lease: float, command: str) -> str:
    times = result.recoveries.all
    within = percentile(times, 0.99) <= lease + MORE
    lines = [
        "# Several servers under faults",
        "",
        f"Made by `{command}`. Three servers (`stammtisch serve --node`)",
        "share a PostgreSQL. People play all games of the house with a bot, and a tournament with bots, through a load",
        "balancer that leaves out servers that do not answer. Faults happen one after the other under play; between",
        "servers, and between each and the database, stands a proxy that can cut, delay and withhold what passes.",
        "",
        f"- {result.faults} faults with a lease of {lease:g} s. {result.audit}.",
        f"- Verdict: **{verdict(result)}**.",
        "",
        "What was acknowledged and is not in the log at that number is *lost*; what is in it twice is *doubled*. Logs",
        "with gaps or wrong hashes are *broken*; what a client was shown otherwise than the log has it, dice too, does",
        "*differ*. Dice that do not verify, results of a tournament that are not those of its games, and alarms of",
        "clients are *wrong*; games that did not go on to their end, *unfinished*. Rows by a server that did not have",
        "the lease are *unleased*: a trigger in the database looks at each commit. *Errors* are lines of the servers'",
        "logs.",
        "",
        "Controls, in which the audit must find something:",
        "",
        *(f"- {name}, {control.faults} faults: {verdict(control)}." for name, control in controls.items()),
        "",
        "## How soon everything went on",
        "",
        "Seconds from a fault to the acknowledgement of the first command that a person gave after it, at each table",
        "that the server had which met it; if the database was away, at all tables and from its return. Of 100 tables",
        f"99 should go on within the lease and {MORE:g} s, which is {lease + MORE:g} s. "
        + ("They did." if within else f"**They did within {percentile(times, 0.99):.1f} s.**"),
        "",
        "| fault | times | tables | p50, s | p99, s | longest, s |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for kind, seconds in sorted({**result.recoveries.seconds, "all": times}.items(), key=lambda each: each[0] == "all"):
        many = result.faults if kind == "all" else result.recoveries.faults[kind]
        shown = [f"{percentile(seconds, part):.1f}" for part in (0.5, 0.99, 1.0)] if seconds else ["–"] * 3
        lines.append(f"| {kind} | {many} | {len(seconds)} | {' | '.join(shown)} |")
    return "\n".join(lines) + "\n"
