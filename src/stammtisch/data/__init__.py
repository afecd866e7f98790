"""Games as data: every decision a row of a Parquet file (docs/data.md). It needs the extra `data`.

    with GameFiles("games.parquet") as files:
        files.add("first", match)
    for name, match in matches("games.parquet"):
        ...

`stammtisch export` does this in the terminal.
"""

from stammtisch.data.decisions import Decision, decisions
from stammtisch.data.files import GameFiles
from stammtisch.data.reading import About, about, matches
from stammtisch.data.schema import FORMAT
from stammtisch.data.self_play import SelfPlay

__all__ = ["FORMAT", "About", "Decision", "GameFiles", "SelfPlay", "about", "decisions", "matches"]
