"""Ending: the cut to the final, and the final ranking. Both follow from the results."""

from __future__ import annotations

from stammtisch.core.errors import TournamentError
from stammtisch.core.translation import say
from stammtisch.tournament.event_types import Closed, Cut
from stammtisch.tournament.progress import Progress
from stammtisch.tournament.rounds import expect_complete


def next_cut(progress: Progress) -> Cut:
    """Who goes to the final; TournamentError if it is too early or too late for it."""
    if not progress.has_final:
        raise TournamentError(say("This tournament has no final."))
    if progress.finals:
        raise TournamentError(say("The final has been drawn."))
    if len(progress.rounds) < progress.scheme.rounds:
        raise TournamentError(
            say("Rounds before the final: {rounds}; drawn so far: {count}.",
                rounds=progress.scheme.rounds, count=len(progress.rounds))
        )  # fmt: skip
    expect_complete(progress)
    players = progress.cut()
    if len(players) < 2:
        raise TournamentError(say("A final needs at least two players."))
    return Cut(players)


def cut(progress: Progress, what: Cut, by: str) -> None:
    if what != next_cut(progress):
        raise TournamentError(say("According to the results, other players go to the final."))
    progress.finalists = list(what.players)


def next_close(progress: Progress) -> Closed:
    """The final ranking; TournamentError if something is still to be played."""
    if progress.phase != "done":
        raise TournamentError(say("The tournament is not over: some games still have to be played or confirmed."))
    return Closed(progress.order())


def closed(progress: Progress, what: Closed, by: str) -> None:
    if what != next_close(progress):
        raise TournamentError(say("According to the results, the final ranking is different."))
    progress.ranking = list(what.ranking)
