"""Strategy: a page about good play. Every figure on it is computed, never written down."""

from __future__ import annotations

from pathlib import Path

from stammtisch.core.contract.part import Part


class Strategy(Part):
    """strategy.py: what the docs site says of good play."""

    FILE = "strategy"

    def strategy(self, folder: Path) -> str:
        """Markdown for the page of the game, with its charts written into the folder."""
        return ""
