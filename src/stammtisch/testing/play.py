"""What must hold of whole matches: every ply keeps the contract, games end, and records replay."""

from __future__ import annotations

from random import Random

from stammtisch.core import reading
from stammtisch.core.game import Game
from stammtisch.core.match import Match
from stammtisch.testing import ply
from stammtisch.testing.playing import Choose, greedy_move, play_on

LOOKS = 5_000  # how often forbids may be asked for one match; a game with more moves is looked at less often


def dice(game: Game) -> Random:
    """Random numbers that are the same every time for a game and its options."""
    return Random(f"{game.name} {game.options.to_json()}")


def check_plies(game: Game, choose: Choose, most: int = 300) -> None:
    """The first plies of a match one by one, but at most so many, some of the later ones, and the last."""
    rng = dice(game)
    match = game.match(seed=rng.randrange(2**63))
    looks = max(20, min(most, LOOKS // game.rules.MOVES))
    history = play_on(match, choose, rng, 4 * looks).history
    later = history[looks:]
    for position in [*history[:looks], *rng.sample(later, min(len(later), looks // 4)), history[-1]]:
        ply.check(position)
    numbers = [position.turns for position in history]
    assert numbers == sorted(numbers), "turns must not count backwards"


def check_end(game: Game) -> None:
    """A game ends, and somebody has won it."""
    rng = dice(game)
    match = play_on(game.match(seed=rng.randrange(2**63)), greedy_move, rng, game.rules.LENGTH)
    assert match.is_over, f"a game was not over after {game.rules.LENGTH} plies, which is its LENGTH"
    ply.check(match.position)
    assert 1 in match.places, f"nobody has won: {match.places}"


def check_replay(game: Game) -> None:
    """Matches that have not begun, that are unfinished and that are over replay from their records."""
    rng = dice(game)
    match = game.match(seed=rng.randrange(2**63))
    check_records(match)
    check_records(play_on(match, greedy_move, rng, 50))
    check_records(play_on(match, greedy_move, rng, game.rules.LENGTH))


def check_records(match: Match) -> None:
    """Replay equals play: complete and short records, in both forms."""
    seats = [f"Player {p}" for p in range(match.game.players)]
    for complete in (True, False) if match.seed is not None else (True,):
        record = match.record(complete=complete, seats=seats)
        for text in (record.to_jsonl(), record.to_text()):
            again = reading.read(text, lambda _name, _version, options: match.game.having(options))
            assert again.match.game == match.game, "a record is read as another game"
            assert again.seats == seats
            assert again.match.events == match.events, "a record replays other events than were played"
            assert again.match.history == match.history, "a record replays to other positions than were played"
            assert again.match.record(complete=complete, seats=seats) == record
