"""League workers: play the tournaments of a league here or elsewhere, which changes nothing but the time."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor

from stammtisch.arena.league import Job, League, play
from stammtisch.computing.processes import place
from stammtisch.computing.work import Piece
from stammtisch.tournament import Tournament

AHEAD = 3  # tournaments under way for each worker: a round has to wait for its last table


def play_league(
    league: League,
    workers: int | None,
    at: str,
    tick: Callable[[], None] = lambda: None,
    executor: Executor | None = None,
) -> list[Tournament]:
    """All tournaments, in their order. `tick` is called after each game.

    `workers` are processes of this machine; with an `executor` games are played where it works, and `workers` says how
    many it has.
    """
    numbers = iter(range(league.times))
    finished: dict[int, Tournament] = {}
    waiting: deque[tuple[int, Tournament, list[tuple[Job, Piece]]]] = deque()
    with place(workers, executor) as found:

        def go_on(number: int, tournament: Tournament) -> None:
            jobs = league.jobs(number, tournament, at)
            if jobs:
                waiting.append((number, tournament, [(job, Piece(found.executor, play, (job,))) for job in jobs]))
            else:
                finished[number] = tournament

        try:
            while len(finished) < league.times:
                while len(waiting) < AHEAD * found.workers and (number := next(numbers, None)) is not None:
                    go_on(number, league.open(number, at))
                number, tournament, games = waiting[0]
                for job, piece in games:
                    league.enter(tournament, job, piece.result(), at)
                    tick()
                waiting.popleft()
                go_on(number, tournament)
        finally:
            for _, _, games in waiting:
                for _, piece in games:
                    piece.cancel()
    return [finished[number] for number in range(league.times)]
