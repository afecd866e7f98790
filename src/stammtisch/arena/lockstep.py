"""Rounds in lock step: where all bots of a round can play so, many rounds are played at once. They stay the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stammtisch.arena.contest import Contest
from stammtisch.arena.results import Result, Round
from stammtisch.arena.seating import Arrangement
from stammtisch.core.contract.lockstep import Ended, LockStep

FEWEST = 40  # games; to load the code for lock step takes seconds, to compile it ten, which fewer games are not worth
AT_ONCE = 512  # games: enough to keep a batch full till near the end, and few enough for a bar that moves


def rounds_at_once(contest: Contest, rounds: int, workers: int) -> int:
    """How many rounds are best looked at together, of so many, to find those that can be played in lock step."""
    games = contest.game.players * rounds
    if games < FEWEST or not any(_can(contest, bot) for bot in range(len(contest.bots))):
        return 1
    return max(1, min(AT_ONCE, -(-games // workers)) // contest.game.players)


def pieces(contest: Contest, numbers: Sequence[int]) -> Iterator[Sequence[int]]:
    """These rounds as pieces of work: those that can be played in lock step, then each of the others."""
    together = [number for number in numbers if _plays_so(contest, number)] if len(numbers) > 1 else []
    if together:
        yield together
    alone = set(numbers) - set(together)
    yield from ((number,) for number in sorted(alone))


def play_piece(contest: Contest, numbers: Sequence[int]) -> list[Round]:
    """The rounds of one of the pieces."""
    if len(numbers) == 1:
        return [contest.play(numbers[0])]
    games = [(seats, contest.seed_of(number)) for number in numbers for seats in contest.seating.round(number)]
    bots = [[contest.kinds[bot] for bot in seats] for seats, _ in games]
    ended = iter(contest.game.part(LockStep).play(contest.game, bots, [seed for _, seed in games]))
    found = (
        _round(contest, number, [(seats, next(ended)) for seats in contest.seating.round(number)]) for number in numbers
    )
    return [played or contest.play(number) for played, number in zip(found, numbers, strict=True)]


def _round(contest: Contest, number: int, games: list[tuple[Arrangement, Ended | None]]) -> Round | None:
    """A round whose games have ended so; None: one went on for too long, and a `Match` tells how it stood."""
    results = [Result(seats, *ended) for seats, ended in games if ended]
    return Round(number, contest.seed_of(number), results) if len(results) == len(games) else None


def _plays_so(contest: Contest, number: int) -> bool:
    """Can all bots of this round play in lock step? They are the same in all of its games."""
    return all(_can(contest, bot) for bot in contest.seating.round(number)[0])


def _can(contest: Contest, bot: int) -> bool:
    return contest.kinds[bot] in contest.game.part(LockStep).BOTS
