"""Reading: from a file of decisions back to its game and its matches."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stammtisch import games
from stammtisch.core.errors import StammtischError
from stammtisch.core.extras import optional_imports
from stammtisch.core.game import Game
from stammtisch.core.match import Match
from stammtisch.data.schema import FORMAT, KEY

with optional_imports():
    import pyarrow as pa
    import pyarrow.parquet as pq

NEEDED = ["match", "chance", "move", "chance_after"]


@dataclass(frozen=True)
class About:
    """What the metadata of a file says of all its matches."""

    game: Game
    """The game, in the version and with the options that were played."""
    rows: int
    """How many decisions there are."""
    names: list[str]
    """What each number of an observation is about."""
    low: list[int]
    """The lowest value of each."""
    high: list[int]
    """The highest."""
    moves: list[str]
    """The names of all moves, by number."""
    values: str
    """Whose values the rows have: "advice" of the game, "search", or "" for none."""


def about(path: str | Path) -> About:
    """What a file says of its matches.

    Raises:
        StammtischError: The file cannot be read, is of a later format, or was not written by Stammtisch.
    """
    with _opened(path) as file:
        known = _known(path, file)
        seen = known["observation"]
        game = games.load(known["game"], known["options"], known["version"])
        rows = file.metadata.num_rows
    return About(game, rows, seen["names"], seen["low"], seen["high"], known["moves"], known["values"] or "")


def matches(path: str | Path) -> Iterator[tuple[str, Match]]:
    """All matches of a file, each replayed from its rows, with its name.

    Raises:
        StammtischError: As `about`; or a match cannot be replayed.
    """
    game = about(path).game
    with _opened(path) as file:
        name, match = "", None
        for batch in file.iter_batches(columns=NEEDED):
            for row in batch.to_pylist():
                if match is None or row["match"] != name:
                    if match:
                        yield name, match
                    name, match = row["match"], game.match(fed=True)
                for outcome in row["chance"]:
                    match.play(outcome)
                match.play(game.moves[row["move"]])
                for outcome in row["chance_after"] or ():
                    match.play(outcome)
        if match:
            yield name, match


def _opened(path: str | Path) -> Any:
    try:
        return pq.ParquetFile(path)
    except OSError as error:
        raise StammtischError(f"cannot read {path}: {error.strerror or error}") from None
    except pa.ArrowInvalid:
        raise StammtischError(f"{path} is no Parquet file, or it is damaged") from None


def _known(path: str | Path, file: Any) -> dict[str, Any]:
    text = (file.schema_arrow.metadata or {}).get(KEY)
    if text is None:
        raise StammtischError(f"{path} was not written by `stammtisch export`")
    known: dict[str, Any] = json.loads(text)
    if known["format"] != FORMAT:
        raise StammtischError(f"{path} has format {known['format']}; this version reads {FORMAT}")
    return known
