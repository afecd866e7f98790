"""Seats: nobody owes anything to where he sits."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

import stammtisch
from stammtisch.arena import Contest
from stammtisch.arena.seating import Seating, rotations
from stammtisch.bots import decision_seed
from stammtisch.core.errors import OptionError

SIZES = [(bots, players) for bots in range(2, 6) for players in range(2, 6)]


@pytest.mark.parametrize(("bots", "players"), SIZES)
def test_in_every_round_a_bot_sits_on_every_seat_equally_often(bots: int, players: int) -> None:
    seating = Seating(bots, players)
    for number in range(seating.cycle):
        games = seating.round(number)
        assert len(set(games)) == len(games)
        assert games == rotations(games[0])
        for bot in range(bots):
            assert len({sum(game[seat] == bot for game in games) for seat in range(players)}) == 1


@pytest.mark.parametrize(("bots", "players"), SIZES)
def test_in_a_cycle_every_arrangement_is_played_equally_often(bots: int, players: int) -> None:
    seating = Seating(bots, players)
    played = Counter(game for number in range(3 * seating.cycle) for game in seating.round(number))
    fair = {players // bots, -(-players // bots)}
    everything = {
        each for each in product(range(bots), repeat=players) if {each.count(bot) for bot in range(bots)} <= fair
    }
    assert set(played) == everything
    assert set(played.values()) == {3}


def test_small_tables_by_hand() -> None:
    def letters(bots: int, players: int) -> list[str]:
        seating = Seating(bots, players)
        return [" ".join("".join("ABC"[b] for b in g) for g in seating.round(r)) for r in range(seating.cycle)]

    assert letters(2, 2) == ["AB BA"]
    assert letters(3, 2) == ["AB BA", "AC CA", "BC CB"]
    assert letters(3, 3) == ["ABC BCA CAB", "ACB CBA BAC"]
    assert letters(2, 3) == ["AAB ABA BAA", "BBA BAB ABB"]
    assert letters(2, 4) == ["AABB ABBA BBAA BAAB", "ABAB BABA"]


def test_games_are_filled_up_to_whole_rounds() -> None:
    game = stammtisch.load("heckmeck", players=4)
    contest = Contest(game, ["first", "random"], seed=1)  # rounds of 4 and of 2 games
    assert [contest.rounds(games) for games in (1, 4, 5, 6, 7, 12, 13)] == [1, 1, 2, 2, 3, 4, 5]


def test_the_games_of_a_round_share_their_dice() -> None:
    """Replayed here without the arena: same seed for all games of the round, same luck, same results."""
    game = stammtisch.load("heckmeck", players=3)
    contest = Contest(game, ["first", "random", "first"], seed=11)
    played = contest.play(1)
    assert played.seed == contest.seed_of(1) != contest.seed_of(0)
    throws = set()
    for result, seats in zip(played.games, contest.seating.round(1), strict=True):
        match = game.match(played.seed)
        throws.add(tuple(event.move for event in match.events))
        while not match.is_over:
            name = contest.bots[seats[match.turn]]
            match.play(game.bots[name].choose(match.position.view(match.turn), decision_seed(match)))
        assert result.seats == seats
        assert (result.places, result.scores, result.plies) == (match.places, match.scores, len(match.events))
    assert len(throws) == 1


def test_the_same_bot_twice_is_exactly_even() -> None:
    """With shared dice a bot without luck of its own gains in one game what it loses in the next."""
    contest = Contest(stammtisch.load("heckmeck"), ["first", "first"], seed=2)
    assert contest.names == ["first", "first 2"]
    for number in range(3):
        one, other = contest.play(number).games
        assert one.scores == other.scores
        assert [a + b for a, b in zip(one.points, reversed(other.points), strict=True)] == [1, 1]


def test_who_can_enter() -> None:
    game = stammtisch.load("heckmeck")
    with pytest.raises(OptionError, match="has no bot 'deep'; it has random"):
        Contest(game, ["first", "deep"], seed=1)
    with pytest.raises(OptionError, match=r"has no bot 'firts'.* \(did you mean first\?\)"):
        Contest(game, ["firts", "random"], 1)
    with pytest.raises(OptionError, match=r"must be a list of names, such as \['first', 'random'\]"):
        Contest(game, "first,random", 1)
    with pytest.raises(OptionError, match="from 2 to 12 bots, not 1"):
        Contest(game, ["first"], seed=1)
    with pytest.raises(OptionError, match="a seed must be"):
        Contest(game, ["first", "random"], seed=-1)
