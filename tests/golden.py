"""Rewrites the golden files: `python -m tests.golden`. A reviewer reads the diff."""

from __future__ import annotations

from tests.fair import files as fair
from tests.perft import files as perft
from tests.playthroughs import files as playthroughs


def main() -> None:
    for name, path in perft.paths().items():
        path.write_text(perft.written(name), "utf-8")
        print(f"written: {path.name}")
    for path, content in fair.written().items():
        path.write_bytes(content)
        print(f"written: {path.name}")
    for path, game in playthroughs.paths().values():
        path.write_text(playthroughs.written(game), "utf-8")
        print(f"written: {path.name}")


if __name__ == "__main__":
    main()
