"""Final: who goes there [C1.5], and who wins it [C1.5, C3.11]."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from stammtisch.tournament.presets import WINNERS, seats_of
from stammtisch.tournament.scheme import Scheme
from stammtisch.tournament.standings import Row
from stammtisch.tournament.state import Round


def final_size(scheme: Scheme, rounds: Sequence[Round]) -> int:
    """Its seats: as the scheme says, or one for each table of the first round, as far as the game has seats [C1.3]."""
    if scheme.final_size is not None:
        return scheme.final_size
    return min(max(2, len(rounds[0].tables)), seats_of(scheme.game)[1])


def finalists(scheme: Scheme, rows: Sequence[Row], rounds: Sequence[Round], present: Collection[int]) -> list[int]:
    """Those who go to the final, the best first; who has gone home is passed over."""
    order = [row.player for row in rows]
    if scheme.advance == WINNERS:
        order = _by_tables(rows, rounds[0])
    return [player for player in order if player in present][: final_size(scheme, rounds)]


def _by_tables(rows: Sequence[Row], first: Round) -> list[int]:
    """[C1.5] Winners of the tables, then the second-placed …; among equals most worms, then highest tile, then lot.

    A shared first place is broken the same way, so every table has one winner.
    """
    lots = {row.player: row.lot for row in rows}
    ranked = []
    for table in first.tables:
        keys = [(line.place, -line.score, -(line.mark or 0), -lots[line.player], line.player) for line in table.result]
        ranked += [(rank, *key[1:]) for rank, key in enumerate(sorted(keys))]
    return [key[-1] for key in sorted(ranked)]


def is_decided(scheme: Scheme, games: Sequence[Round]) -> bool:
    """Has the final been played: all its games, or has somebody won more than half of them [C3.11]?"""
    if not games or not games[-1].is_complete:
        return False
    return len(games) >= scheme.final_games or 2 * max(_wins(games).values(), default=0) > scheme.final_games


def _wins(games: Sequence[Round]) -> dict[int, int]:
    wins: dict[int, int] = {}
    for each in games:
        firsts = [line.player for line in each.tables[0].result if line.place == 1]
        if len(firsts) == 1:
            wins[firsts[0]] = wins.get(firsts[0], 0) + 1
    return wins


def final_order(players: Sequence[int], games: Sequence[Round]) -> list[int]:
    """The finalists by games won, then the sum of their places, worms, highest tiles, and the order of the cut."""
    wins = _wins(games)
    sums = {player: [-wins.get(player, 0), 0, 0, 0] for player in players}
    for each in games:
        for line in each.tables[0].result:
            mine = sums[line.player]
            mine[1] += line.place
            mine[2] -= line.score
            mine[3] -= line.mark or 0
    return sorted(players, key=lambda player: sums[player])
