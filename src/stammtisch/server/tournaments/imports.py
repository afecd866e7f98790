"""Imports: a tournament from a file of anybody's. What it says is proved and bounded before it becomes a log here.

The file says who did what, and only its organiser vouches for that. So nobody in it may pass for this server: of the
authors that begin with # only players at their tables stay what they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from stammtisch.core.errors import RecordError, StammtischError
from stammtisch.core.translation import speaking
from stammtisch.tournament import Drawn, Event, Renamed, Tournament
from stammtisch.tournament.event_types import Entered
from stammtisch.tournament.sentences import AT_THE_TABLE

LONGEST = {"title": 80, "by": 70, "at": 40, "text": 500, "reason": 500}
OTHERWISE = 100  # letters; names and seeds are bounded by the rules of tournaments
LARGEST = 2**53 - 1


def imported(text: str, language: str) -> Tournament | str:
    """The tournament of a file, or what is wrong with it. All draws are drawn again: this is for a worker process."""
    with speaking(language):
        try:
            return _cleaned(Tournament.read(text))
        except StammtischError as error:
            return str(error)


def _cleaned(tournament: Tournament) -> Tournament:
    names: list[set[str]] = []  # that each player has had
    found: Tournament | None = None
    for line, event in enumerate(tournament.events, 2):
        _check(event, line)
        if isinstance(event.what, Entered):
            names.append({event.what.name})
        elif isinstance(event.what, Renamed):
            names[event.what.player - 1].add(event.what.name)
        ours = replace(event, by=_author(event.by, names))
        if found is None:
            found = Tournament(ours)
            continue
        if isinstance(ours.what, Drawn):
            found.propose(ours.what)  # it has been proved
        found.add(ours)
    assert found
    return found


def _author(by: str, names: list[set[str]]) -> str:
    seated = AT_THE_TABLE.fullmatch(by)
    if seated and 1 <= int(seated[1]) <= len(names) and seated[2] in names[int(seated[1]) - 1]:
        return by
    return by.lstrip("# ") or "?"


def _check(event: Event, line: int) -> None:
    for name, value in _values(event.to_json()):
        if isinstance(value, str) and len(value) > LONGEST.get(name, OTHERWISE):
            raise RecordError(f"'{name}' is too long", line)
        if isinstance(value, str) and not all(letter.isprintable() or letter == "\n" for letter in value):
            raise RecordError(f"'{name}' has invisible characters", line)
        if isinstance(value, int) and abs(value) > LARGEST:
            raise RecordError(f"'{name}' is too large", line)


def _values(data: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """All values in JSON, each with the name it stands under."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _values(value, key)
    elif isinstance(data, list):
        for value in data:
            yield from _values(value, name)
    else:
        yield name, data
