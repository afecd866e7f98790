"""An observer of tables is told what happens at all of them. Everything here must be quick."""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.core.game import Game
from stammtisch.server.storage.log import Row, Statement
from stammtisch.server.table.commands import Table


class TableObserver:
    """Whoever observes overrides what it wants to know."""

    def opening(self, game: Game) -> None:
        """A table of this game is being opened."""

    def statements(self, table: Table, rows: Sequence[Row]) -> Sequence[Statement]:
        """What is to be written together with these rows."""
        return ()

    def committed(self, table: Table, rows: Sequence[Row]) -> None:
        """These rows are on disk."""
