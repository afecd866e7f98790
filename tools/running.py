"""Put the files of deploy/ into docs/running.md, each into its block: python -m tools.running"""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "running.md"
BLOCK = re.compile(r"(<!-- (deploy/[A-Za-z.-]+) -->\n```[a-z]*\n)(.*?)(```\n)", re.DOTALL)


def filled(text: str) -> str:
    """The page with every block as its file is."""
    return BLOCK.sub(lambda found: found[1] + (ROOT / found[2]).read_text("utf-8") + found[4], text)


def shown(text: str) -> set[str]:
    return {found[2] for found in BLOCK.finditer(text)}


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text("utf-8")), "utf-8")
