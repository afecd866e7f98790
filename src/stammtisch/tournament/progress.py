"""Progress: how a tournament stands after some events, and the questions that can be asked of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from stammtisch.core.errors import TournamentError
from stammtisch.core.translation import say
from stammtisch.tournament import final
from stammtisch.tournament.draw import seed_of_draw
from stammtisch.tournament.event_types import Drawn
from stammtisch.tournament.scheme import Scheme
from stammtisch.tournament.standings import Row, standings
from stammtisch.tournament.state import Player, Round, Table

Phase = Literal["entries", "round", "between", "cut", "final", "done", "closed"]


@dataclass
class Progress:
    """How a tournament stands, to be read: only events change it, one at a time (changes.py)."""

    title: str
    """What it is called."""
    scheme: Scheme
    """What is fixed about it."""
    organiser: str
    """Who opened it: what he enters needs no other to confirm it."""
    seed: str = ""
    """What everything that is drawn follows from; empty: it is not published yet."""
    players: dict[int, Player] = field(default_factory=dict)
    """Everybody who ever entered, by number."""
    rounds: list[Round] = field(default_factory=list)
    """The preliminary rounds."""
    finals: list[Round] = field(default_factory=list)
    """The games of the final."""
    finalists: list[int] = field(default_factory=list)
    """Who plays in the final; nobody before the cut."""
    announcements: list[str] = field(default_factory=list)
    """What the organiser has told everybody."""
    ranking: list[int] = field(default_factory=list)
    """Everybody, the winner first, once it is closed."""
    commitment: str = ""
    """What the server adds to the seed of each draw follows from this; empty: it adds nothing."""
    proposal: Drawn | None = None
    """The next draw, once it is known: a search is not made twice."""

    # ── people ───────────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def names(self) -> dict[int, str]:
        """The players' names by number."""
        return {number: player.name for number, player in self.players.items()}

    @property
    def present(self) -> list[int]:
        """Those who have not gone home."""
        return [number for number, player in self.players.items() if not player.gone]

    def player(self, number: int) -> Player:
        """The player of this number; TournamentError if there is none."""
        if number not in self.players:
            raise TournamentError(
                say(
                    "There is no player {number}; the numbers go from 1 to {count}.",
                    number=number,
                    count=len(self.players),
                )
            )
        return self.players[number]

    # ── rounds ───────────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def drawn(self) -> list[Round]:
        """All that has been drawn, the games of the final last."""
        return [*self.rounds, *self.finals]

    @property
    def last(self) -> Round | None:
        """The round, or game of the final, that was drawn last."""
        return self.drawn[-1] if self.drawn else None

    @property
    def has_final(self) -> bool:
        """Does the scheme have a final?"""
        return self.scheme.final_size != 0

    @property
    def phase(self) -> Phase:
        """What is going on.

        "entries": nothing is drawn yet. "round" and "final": games are on. "between": the next can be drawn. "cut": the
        preliminary rounds are over. "done": all is played. "closed": and that is final.
        """
        if self.ranking:
            return "closed"
        last = self.last
        if last is None:
            return "entries"
        if not last.is_complete:
            return "final" if last.final else "round"
        if len(self.rounds) < self.scheme.rounds:
            return "between"
        if not self.has_final or final.is_decided(self.scheme, self.finals):
            return "done"
        return "between" if self.finalists else "cut"

    def round(self, number: int) -> Round:
        """The round of this number, from 1; games of the final count on. TournamentError if it is not drawn."""
        if not 1 <= number <= len(self.drawn):
            raise TournamentError(say("Round {number} has not been drawn.", number=number))
        return self.drawn[number - 1]

    def current(self, number: int) -> Round:
        """This round, if it is the last that was drawn: what lies behind is changed no more."""
        found = self.round(number)
        if found is not self.last:
            raise TournamentError(
                say("Round {number} is finished: round {next} has been drawn.", number=number, next=number + 1)
            )
        return found

    def table(self, number: int, table: int) -> Table:
        """A table of a round, both by number from 1; TournamentError if there is none."""
        tables = self.round(number).tables
        if not 1 <= table <= len(tables):
            raise TournamentError(
                say("Round {number} has tables 1 to {count}; there is no table {table}.",
                    number=number, count=len(tables), table=table)
            )  # fmt: skip
        return tables[table - 1]

    # ── standings ────────────────────────────────────────────────────────────────────────────────────────────────────

    def rows(self) -> list[Row]:
        """The standings of the preliminary rounds."""
        seed = seed_of_draw(self.seed, self.rounds[0].revealed) if self.rounds else self.seed
        return standings(self.scheme, seed, self.players, self.rounds)

    def cut(self) -> tuple[int, ...]:
        """Who goes to the final as things stand."""
        return tuple(final.finalists(self.scheme, self.rows(), self.rounds, self.present))

    def order(self) -> tuple[int, ...]:
        """Everybody: the finalists as the final ended, then the others as they stood before it."""
        first = final.final_order(self.finalists, self.finals) if self.finals else []
        return (*first, *(row.player for row in self.rows() if row.player not in first))
