"""A tournament's log without somebody who wants to be deleted. Draws and results know numbers only."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from stammtisch.server.storage.log import Row, compact
from stammtisch.server.table.redaction import SILENCE, changed
from stammtisch.server.table.sentences import GONE

Payload = dict[str, Any]
FREE_TEXT = ("text", "reason")
"""What somebody writes as he likes. The title stays: the others' evening is known by it."""


def redacted(rows: Sequence[Row], guest: str) -> list[Row]:
    """The rows that change."""
    return changed(rows, _Somebody(guest, [json.loads(row.payload) for row in rows]).without)


class _Somebody:
    """Whose traces are looked for: he is a player, runs the tournament, or helps to."""

    def __init__(self, guest: str, payloads: Sequence[Payload]) -> None:
        self._guest = guest
        self._numbers = {
            each[name] for each in payloads if each["guest"] == guest for name in ("own", "player") if name in each
        }
        self._runs = payloads[0]["event"]["by"] if payloads[0]["guest"] == guest else None
        self._entered = 0
        named = (each["event"] for each in payloads if each.get("event", {}).get("kind") in ("entered", "renamed"))
        taken = {event["name"].casefold() for event in named if self._player(event) not in self._numbers}
        self._entered = 0
        self._name, count = GONE, 1
        while self._name.casefold() in taken:
            count += 1
            self._name = f"{GONE} {count}"

    def _player(self, event: Payload) -> int:
        """Whose name stands in an event. Players are numbered as they enter, so all must be asked for, in order."""
        self._entered += event["kind"] == "entered"
        return self._entered if event["kind"] == "entered" else int(event["player"])

    def without(self, row: Row) -> str:
        """The row's payload; letter by letter as it was, if it tells nothing of him."""
        payload: Payload = json.loads(row.payload)
        event = payload.get("event")
        if event is None:
            return row.payload
        at_table = re.match(r"#(\d+) ", event["by"])
        his = False
        if at_table and int(at_table[1]) in self._numbers:
            event["by"], his = f"#{at_table[1]} {self._name}", True
        elif not at_table and (payload["guest"] == self._guest or (not payload["guest"] and event["by"] == self._runs)):
            event["by"], his = self._name, True
        his = his or (event["kind"] == "dropped" and event["player"] in self._numbers)
        for said in FREE_TEXT if his else ():
            if event.get(said):
                event[said] = SILENCE
        if event["kind"] in ("entered", "renamed") and self._player(event) in self._numbers:
            event["name"] = self._name
        return row.payload if payload == json.loads(row.payload) else compact(payload)
