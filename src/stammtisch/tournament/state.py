"""What a tournament consists of: players, tables, rounds."""

from __future__ import annotations

from dataclasses import dataclass, field, replace


@dataclass(frozen=True)
class Line:
    """A player's line of a score sheet."""

    player: int
    """The participant's number."""
    score: int
    """The score of the game."""
    mark: int | None = None
    """What breaks ties, such as the highest tile; 0 for none, None if nobody said."""
    place: int = 0
    """The place from 1; 0: nobody said, so it follows from score and mark."""
    out: bool = False
    """The player has left the game [C3.6]."""

    def __deepcopy__(self, memo: object) -> Line:
        """It never changes, so a copy of a tournament shares it."""
        return self


@dataclass
class Player:
    """A participant. The number is his for the whole tournament; the name may be corrected."""

    number: int
    """From 1."""
    name: str
    """What the participant is called."""
    bot: str = ""
    """The bot that plays, if one does."""
    missed: int = 0
    """Rounds that were drawn before the participant entered."""
    gone: bool = False
    """Has gone home."""

    def __deepcopy__(self, memo: object) -> Player:
        """All its fields are plain values."""
        return replace(self)


@dataclass
class Table:
    """A table of a round: who sits there, the start player first, and how it ended."""

    seats: list[int]
    """The numbers of the players, the start player first."""
    result: list[Line] = field(default_factory=list)
    """A line for every seat, with places; empty: there is no result yet."""
    entered: str = ""
    """Who entered the result."""
    confirmed: str = ""
    """Who confirmed it."""
    absent: list[int] = field(default_factory=list)
    """Who was drawn to sit here, and is missing."""
    drawn: int = 0
    """How many were drawn to sit here."""

    def __deepcopy__(self, memo: object) -> Table:
        """Its lists hold what never changes."""
        return replace(self, seats=[*self.seats], result=[*self.result], absent=[*self.absent])

    @property
    def is_done(self) -> bool:
        """It has a result that is confirmed, or nobody is left to play [C3.4]."""
        return bool(self.confirmed) or not self.seats

    def leave(self, player: int) -> None:
        """A player is missing from now on."""
        self.seats.remove(player)
        self.absent.append(player)


@dataclass
class Round:
    """A preliminary round, or a game of the final."""

    number: int
    """From 1."""
    tables: list[Table]
    """Table 1 first."""
    final: bool = False
    """Is it a game of the final?"""
    revealed: str = ""
    """What the server has added to the seed of this draw."""

    @property
    def is_complete(self) -> bool:
        """Has every table a result that is confirmed?"""
        return all(table.is_done for table in self.tables)
