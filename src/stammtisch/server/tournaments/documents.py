"""Documents of a tournament: its log in words, its file, its tables. A worker writes them and reads the log itself."""

from __future__ import annotations

import json
from enum import StrEnum

from stammtisch.core.translation import speaking
from stammtisch.server.study.asked import reader
from stammtisch.server.tournaments import csv_files
from stammtisch.server.tournaments.hosted import HostedTournament
from stammtisch.tournament.sentences import log as logged

MARK = "\ufeff"
"""Without it a spreadsheet may take ü for two letters."""


class Document(StrEnum):
    LOG = "log"
    FILE = "tournament.jsonl"
    STANDINGS = "standings.csv"
    RESULTS = "results.csv"
    ENTRIES = "entries.csv"


def written(database: str, name: str, seq: int, document: Document, language: str) -> tuple[bytes, ...]:
    """In a worker: as it was after row `seq`."""
    secret, rows = reader(database).log(name)
    tournament = HostedTournament.folded(name, secret or b"", [row for row in rows if row.seq <= seq]).tournament
    with speaking(language):
        match document:
            case Document.LOG:
                told = [
                    {"number": number, "at": at, "by": by, "text": text} for number, at, by, text in logged(tournament)
                ]
                text = json.dumps(told, ensure_ascii=False)
            case Document.FILE:
                text = tournament.to_jsonl()
            case Document.STANDINGS:
                text = MARK + csv_files.standings_csv(tournament.view())
            case Document.RESULTS:
                text = MARK + csv_files.results_csv(tournament.view())
            case Document.ENTRIES:
                text = MARK + csv_files.entries_csv(tournament.view())
    return (text.encode(),)
