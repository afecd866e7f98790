"""The schema of a file of decisions: its columns, and what is known of the game, as JSON in its metadata."""

from __future__ import annotations

import json
from typing import Any

from stammtisch.core.contract.advice import Advice
from stammtisch.core.extras import optional_imports
from stammtisch.core.game import Game

with optional_imports():
    import pyarrow as pa

FORMAT = 1
"""The version of what the files hold."""
KEY = b"stammtisch"
"""Where the metadata of the schema has what is known of the game."""

Kind = tuple[str, int, str]
"""What the matches of one file have in common: game, version of its rules, and options as JSON."""


def kind_of(game: Game) -> Kind:
    """What matches must have in common to lie in one file."""
    return game.name, game.version, json.dumps(game.options.to_json(), sort_keys=True)


def schema(game: Game, *, values: bool) -> pa.Schema:
    """The columns for the decisions of a game, and all that says what their numbers mean."""
    seen = game.observation
    word = pa.dictionary(pa.int16(), pa.string())
    fields: list[tuple[str, Any]] = [
        ("game", word),
        ("version", pa.int16()),
        ("options", word),
        ("match", pa.string()),
        ("ply", pa.int32()),
        ("turn", pa.int32()),
        ("seat", pa.int8()),
        ("player", word),
        ("chance", pa.list_(pa.string())),
        ("observation", pa.list_(_number(seen.low, seen.high), len(seen))),
        ("legal", pa.list_(pa.int16())),
        ("move", pa.int16()),
        ("move_name", word),
        ("values", pa.list_(pa.float32())),
        ("score", pa.int32()),
        ("place", pa.int8()),
        ("share", pa.float32()),
        ("scores", pa.list_(pa.int32())),
        ("places", pa.list_(pa.int8())),
        ("chance_after", pa.list_(pa.string())),
    ]
    known = {
        "format": FORMAT,
        "game": game.name,
        "title": game.title,
        "version": game.version,
        "options": game.options.to_json(),
        "players": game.players,
        "moves": [str(move) for move in game.moves],
        "observation": {"names": seen.names, "low": seen.low, "high": seen.high},
        "values": values and ("advice" if game.part(Advice) else "search"),
    }
    return pa.schema(fields, metadata={KEY: json.dumps(known, ensure_ascii=False).encode()})


def _number(low: list[int], high: list[int]) -> Any:
    """The smallest kind of number that holds them all."""
    for kind, limit in ((pa.int8(), 2**7), (pa.int16(), 2**15)):
        if -limit <= min(low, default=0) and max(high, default=0) < limit:
            return kind
    return pa.int32()
