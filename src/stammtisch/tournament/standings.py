"""Standings: scores over the preliminary rounds, and the order by the scheme's list of tie-breaks [C1.2, C1.6]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from math import lcm

from stammtisch.tournament.duplicate import matchpoints
from stammtisch.tournament.points import points
from stammtisch.tournament.presets import STARTS
from stammtisch.tournament.scheme import Scheme
from stammtisch.tournament.seeded_numbers import lot
from stammtisch.tournament.state import Player, Round, Table


@dataclass
class Row:
    """A player's line of the standings."""

    player: int
    """The participant's number."""
    score: Fraction = Fraction(0)
    """The points that the order goes by."""
    worms: int = 0
    """The scores of all games, added up."""
    tiles: int = 0
    """The marks of all games, added up."""
    wins: int = 0
    """Games won alone."""
    share: Fraction = Fraction(0)
    """The shares of the scores of each table, added up."""
    opposition: Fraction = Fraction(0)
    """The mean score of all opponents."""
    starts: int = 0
    """Games as the start player."""
    games: int = 0
    """Games played."""
    lot: int = 0
    """Decides when nothing else does."""
    decided: str = ""
    """What put this player behind the one above: "score", or a tie-break."""
    opponents: list[int] = field(default_factory=list)
    """The numbers of all opponents, once for each game."""

    def value(self, name: str) -> Fraction | int:
        """What counts by this name; more is better."""
        return -self.starts if name == STARTS else getattr(self, name)


def score_table(scheme: Scheme, table: Table, tables: Sequence[Table] = ()) -> list[Fraction]:
    """What each seat of a table wins for the standings: points for the place, and the points of the game [C1.2]; in
    duplicate the matchpoints, compared with these tables of the round [C4.3]."""
    lines = table.result
    if scheme.is_duplicate:
        return matchpoints(table, tables)
    won = points(scheme, [line.place for line in lines], [line.out for line in lines])
    return [each + (line.score if scheme.worms_count else 0) for each, line in zip(won, lines, strict=True)]


def standings(scheme: Scheme, seed: str, players: Mapping[int, Player], rounds: Sequence[Round]) -> list[Row]:
    """Everybody who ever entered, the best first. Rounds of the final do not belong here."""
    found = Standings(scheme, seed, players)
    for each in rounds:
        found.add(each)
    return found.rows()


class Standings:
    """The standings, which grow round by round."""

    def __init__(self, scheme: Scheme, seed: str, players: Mapping[int, Player]) -> None:
        self._scheme = scheme
        self._rows = {number: Row(number, lot=lot(seed, number)) for number in players}
        for number, player in players.items():
            self._rows[number].score += scheme.late_points * player.missed  # [C3.2]

    def add(self, each: Round) -> None:
        for table in each.tables:
            if table.result:
                _add(self._scheme, table, self._rows, each.tables)

    def rows(self) -> list[Row]:
        """Everybody, the best first."""
        rows = self._rows.values()
        parts = lcm(*(row.score.denominator for row in rows))  # whole numbers are added up far more quickly
        scores = {row.player: int(row.score * parts) for row in rows}
        for row in rows:
            if row.opponents:
                total = sum([scores[other] for other in row.opponents])
                row.opposition = Fraction(total, parts * len(row.opponents))
        return ordered(self._scheme, list(rows))


def _add(scheme: Scheme, table: Table, rows: Mapping[int, Row], tables: Sequence[Table]) -> None:
    total = sum(line.score for line in table.result)
    winners = sum(line.place == 1 for line in table.result)
    for seat, (line, won) in enumerate(zip(table.result, score_table(scheme, table, tables), strict=True)):
        row = rows[line.player]
        row.score += won
        row.worms += line.score
        row.tiles += line.mark or 0
        row.wins += line.place == 1 and winners == 1
        row.starts += seat == 0
        row.games += 1
        row.opponents += [other.player for other in table.result if other is not line]
        if total > 0 and all(other.score >= 0 for other in table.result):
            row.share += Fraction(line.score, total)


def ordered(scheme: Scheme, rows: list[Row]) -> list[Row]:
    """By score, then by each tie-break in turn; each row says what decided."""
    names = ("score", *scheme.ties)
    rows = sorted(rows, key=lambda row: [row.value(name) for name in names], reverse=True)
    for above, row in pairwise(rows):
        row.decided = next((name for name in names if row.value(name) != above.value(name)), "")
    return rows
