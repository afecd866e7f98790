"""Tournaments that were written before draws became quick are drawn again as they were, and hold what they held.

The samples were written by the program as it was then. They are never written again.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stammtisch.core.errors import RecordError
from stammtisch.tournament import Tournament

FOLDER = Path(__file__).parent / "tournament-1"


@pytest.mark.parametrize("name", ["swiss.jsonl", "fresh.jsonl"])
def test_every_draw_follows_from_the_seed(name: str) -> None:
    written = (FOLDER / name).read_text("utf-8")
    read = Tournament.read(written)
    assert read.to_jsonl() == written
    assert read.progress.phase == "closed"
    lines = written.splitlines(keepends=True)
    at = max(at for at, line in enumerate(lines) if '"kind": "drawn"' in line)
    drawn = json.loads(lines[at])
    drawn["tables"][0].reverse()
    lines[at] = json.dumps(drawn) + "\n"
    with pytest.raises(RecordError, match="The seed gives a different draw"):
        Tournament.read("".join(lines))
