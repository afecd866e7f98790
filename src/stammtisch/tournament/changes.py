"""Changes: what each event does to a tournament. It is checked first: what is refused has changed nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stammtisch.core.errors import TournamentError
from stammtisch.core.translation import say
from stammtisch.tournament import ending, people, rounds, scoring
from stammtisch.tournament.event_types import (
    Announced,
    Closed,
    Confirmed,
    Corrected,
    Cut,
    Drawn,
    Dropped,
    Entered,
    EventData,
    Moved,
    NoShow,
    Opened,
    Renamed,
    Result,
    Returned,
    Seeded,
    Swapped,
    TablesChosen,
    Undrawn,
)
from stammtisch.tournament.progress import Progress

_CHANGES: dict[type[EventData], Callable[[Progress, Any, str], None]] = {
    Seeded: people.seeded,
    Entered: people.entered,
    Renamed: people.renamed,
    Dropped: people.dropped,
    Returned: people.returned,
    TablesChosen: rounds.tables_chosen,
    Drawn: rounds.drawn,
    Undrawn: rounds.undrawn,
    NoShow: rounds.no_show,
    Moved: rounds.moved,
    Swapped: rounds.swapped,
    Result: scoring.result,
    Corrected: scoring.corrected,
    Confirmed: scoring.confirmed,
    Cut: ending.cut,
    Closed: ending.closed,
    Announced: people.announced,
}


def change(progress: Progress, what: EventData, by: str) -> None:
    """Let this happen; TournamentError if it cannot."""
    if progress.phase == "closed":
        raise TournamentError(say("The tournament is closed: its results are final."))
    if isinstance(what, Opened):
        raise TournamentError(say("The tournament has already been opened."))
    _CHANGES[type(what)](progress, what, by)
    progress.proposal = None
