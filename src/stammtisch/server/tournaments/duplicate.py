"""The deals of a duplicate tournament: the tables of a preliminary round that have as many seats share one [C4.1].

Its seed follows from the element of the tournament's chain that the next draw reveals [C3.15], so it was fixed when the
tournament was opened. It is opened when the round is complete.
"""

from __future__ import annotations

from stammtisch.fair.deal import hash_of_deal, key_of_deal, nonce_of_deal, seed_of_deal
from stammtisch.server.live.tables import Dealt
from stammtisch.server.protocol.settings import DealNamed
from stammtisch.server.tournaments.hosted import HostedTournament
from stammtisch.tournament.state import Round


def deal_for(hosted: HostedTournament, round: int, size: int) -> Dealt | None:
    """The deal of the tables of this size; None: they have dice of their own."""
    progress = hosted.tournament.progress
    if not progress.scheme.is_duplicate or progress.round(round).final:
        return None
    name = deal_name(hosted, round, size)
    key = key_of_deal(hosted.keys.revealed(progress.scheme, round + 1).encode(), name)
    return Dealt(DealNamed(name=name, hash=hash_of_deal(name, seed_of_deal(key), nonce_of_deal(key)).hex()), key)


def deal_name(hosted: HostedTournament, round: int, size: int) -> str:
    """Another draw of the round has another deal."""
    return f"{hosted.name}-{round}-{hosted.draws[round][0]}-{size}"


def to_open(hosted: HostedTournament) -> list[str]:
    """The deals of all rounds that are complete."""
    progress = hosted.tournament.progress
    if not progress.scheme.is_duplicate:
        return []
    return [
        deal_name(hosted, each.number, size) for each in progress.rounds if each.is_complete for size in sizes(each)
    ]


def sizes(round: Round) -> list[int]:
    """How many sit at its tables."""
    return sorted({len(table.seats) for table in round.tables if table.seats})
