"""What a tournament consists of: players, tables, rounds."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Line:
    """A player's line of a score sheet.

    `mark` breaks ties: the highest tile, for example; 0 for none, None if nobody said.
    `place` need not be said either (0): it follows. Who is `out` has left the game [C3.6].
    """

    player: int
    score: int
    mark: int | None = None
    place: int = 0
    out: bool = False


@dataclass
class Player:
    """A participant. The number is his for the whole tournament; the name may be corrected."""

    number: int
    name: str
    bot: str = ""  # the bot that plays, if one does
    missed: int = 0  # rounds that were drawn before he entered
    gone: bool = False


@dataclass
class Table:
    """A table of a round: who sits there, the start player first, and how it ended."""

    seats: list[int]
    result: list[Line] = field(default_factory=list)  # in the order of the seats, with places; empty: not yet
    entered: str = ""  # by whom
    confirmed: str = ""  # by whom
    absent: list[int] = field(default_factory=list)
    drawn: int = 0  # seats at the draw

    @property
    def is_done(self) -> bool:
        """It has a result that is confirmed, or nobody is left to play [C3.4]."""
        return bool(self.confirmed) or not self.seats

    def leave(self, player: int) -> None:
        self.seats.remove(player)
        self.absent.append(player)


@dataclass
class Round:
    """A preliminary round, or a game of the final."""

    number: int
    tables: list[Table]
    final: bool = False

    @property
    def is_complete(self) -> bool:
        return all(table.is_done for table in self.tables)
