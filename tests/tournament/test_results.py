"""Results: real ends of games are taken with their places, and what cannot be is refused with a sentence [C3.14]."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from stammtisch import games
from stammtisch.bots import RandomBot, decision_seed
from stammtisch.core.errors import DoubtfulResult, TournamentError
from stammtisch.core.match import Match
from stammtisch.tournament import Line, Scheme, SeededNumbers, sheet_of
from stammtisch.tournament.results import checked

NAMES = {1: "Ann", 2: "Ben", 3: "Cleo", 4: "Dan"}
HECKMECK = Scheme.read({"preset": "heckmeck_classic"})
BARBECUE = Scheme.read({"game": "barbecue"})
ZOCKEN = Scheme.read({"game": "zocken"})
ZATRE = Scheme.read({"game": "zatre"})


def played(game: str, players: int, seed: int) -> Match:
    match = games.load(game, {"players": players}).match(seed)
    bot = match.game.bots["first"] if game == "heckmeck" else RandomBot()  # random play is long there
    while not match.is_over:
        match.play(bot.choose(match.position.view(match.turn), decision_seed(match)))
    return match


@pytest.mark.parametrize("game", games.names())
def test_real_games_are_taken_with_their_places(game: str) -> None:
    scheme = Scheme.read({"game": game})
    for seed in range(4):
        players = 3 + seed % 2
        match = played(game, players, seed)
        lines = [Line(p + 1, match.scores[p], sheet_of(game).mark(match.position.state, p)) for p in range(players)]
        seats = [line.player for line in lines]
        assert [line.place for line in checked(scheme, NAMES, seats, lines[::-1])] == match.places


@pytest.mark.parametrize("game", games.names())
def test_samples_respect_the_game(game: str) -> None:
    scheme, lots = Scheme.read({"game": game}), SeededNumbers("1", "test", 1)
    for _ in range(40):
        drawn = sheet_of(game).sample(4, lots.below, scheme.options_for(4))
        lines = [Line(p, *each) for p, each in enumerate(drawn, 1)]
        assert min(line.place for line in checked(scheme, NAMES, [1, 2, 3, 4], lines)) == 1


@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        ([(1, 20, 36), (2, 15, 35), (3, 6, 34)], "That is 41 worms in all, but the grill holds only 40."),
        ([(1, 7, 29), (2, 7, 29), (3, 0)], "Ann and Ben cannot both have tile 29."),
        ([(1, 7, 29, 1), (2, 7, 30, 1), (3, 0)], "Ben and Ann cannot both have place 1: by their scores Ben is ahead."),
        ([(1, 7, 29, 2), (2, 5, 30, 1), (3, 0)], "Ann cannot have place 2: by the scores it is place 1."),
        ([(1, 7), (2, 5, 30), (3, 0)], "Ann has worms, so enter the highest tile."),
        ([(1, 7, 20), (2, 5, 30), (3, 0)], "Ann's highest tile cannot be 20: tiles go from 21 to 36."),
        ([(1, 0, 25), (2, 5, 30), (3, 0)], "Ann has tile 25 but no worms: every tile has at least one."),
        ([(1, 3, 33), (2, 5, 30), (3, 0)], "Ann cannot have 3: tile 33 alone has 4 worms."),
        ([(1, -1, 0), (2, 5, 30), (3, 0)], "Ann cannot have fewer than 0 worms."),
        ([(1, 5, 24), (2, 5, 30), (3, 0)], "No tiles add up to this: Ann (5 worms, highest tile 24)."),
        (
            [(1, 3, 24), (2, 3, 23), (3, 5, 30)],
            "No tiles add up to this: Ann (3 worms, highest tile 24) and Ben (3 worms, highest tile 23).",
        ),
        ([(1, 0), (2, 0), (3, 0)], "Somebody must have a worm: the game ends when the last tile is taken."),
        ([(1, 7, 29), (2, 5, 30)], "The result is missing Cleo."),
        ([(1, 7, 29), (2, 5, 30), (4, 0)], "Dan is not at this table; its players are Ann, Ben and Cleo."),
        ([(1, 7, 29), (2, 5, 30), (9, 0)], "Player 9 is not at this table; its players are Ann, Ben and Cleo."),
        ([(1, 7, 29), (2, 5, 30), (2, 5, 30)], "Ben appears twice in the result."),
        ([(1, 7, 29), (2, 5, 30), (3, 2, 25, 0, True)], "Cleo has left the game and so scores 0."),
        (
            [(1, 0, 0, 0, True), (2, 0, 0, 0, True), (3, 0, 0, 0, True)],
            "Somebody must have played the game to the end.",
        ),
    ],
)
def test_what_cannot_be_in_heckmeck(lines: list[tuple[Any, ...]], wrong: str) -> None:
    with pytest.raises(TournamentError) as refused:
        checked(HECKMECK, NAMES, [1, 2, 3], [Line(*line) for line in lines])
    assert str(refused.value) == wrong


def test_what_only_the_rules_of_the_game_speak_against_can_be_overruled() -> None:
    lines = [Line(1, 5, 24), Line(2, 5, 30), Line(3, 0)]
    with pytest.raises(DoubtfulResult):
        checked(HECKMECK, NAMES, [1, 2, 3], lines)
    taken = checked(HECKMECK, NAMES, [1, 2, 3], lines, overruled=True)
    assert [(line.score, line.mark, line.place) for line in taken] == [(5, 24, 2), (5, 30, 1), (0, 0, 3)]
    with pytest.raises(TournamentError, match="fewer than 0 worms"):  # no figure of any game
        checked(HECKMECK, NAMES, [1, 2, 3], [Line(1, -5, 24), *lines[1:]], overruled=True)


def test_heckmeck_may_end_without_a_worm_only_by_its_options() -> None:
    scheme = Scheme.read({"preset": "heckmeck_classic", "options": {"flip_without_tile": True}})
    found = checked(scheme, NAMES, [1, 2, 3], [Line(1, 0), Line(2, 0), Line(3, 0)])
    assert [line.place for line in found] == [1, 1, 1]


def test_all_that_tiles_can_add_up_to_is_taken() -> None:
    """Three players, every pair of worms beside a fixed third, against giving out the tiles in every way."""
    low = [(t, 1) for t in range(21, 25)] + [(t, 2) for t in range(25, 28)]  # the tiles below 28
    ends = {
        tuple((sum(w for (_, w), to in zip(low, given, strict=True) if to == p),
               max((t for (t, _), to in zip(low, given, strict=True) if to == p), default=0)) for p in (1, 2))
        for given in product(range(3), repeat=len(low))
    }  # fmt: skip
    possible = Scheme.read({"preset": "heckmeck_classic"})
    for scores in product(range(0, 11, 2), repeat=2):
        for marks in product((0, 24, 25, 27), repeat=2):
            lines = [Line(1, scores[0], marks[0]), Line(2, scores[1], marks[1]), Line(3, 4, 36)]
            try:
                checked(possible, NAMES, [1, 2, 3], lines)
                taken = True
            except TournamentError:
                taken = False
            assert taken == (tuple(zip(scores, marks, strict=True)) in ends), lines
    with pytest.raises(TournamentError, match="No tiles add up"):
        checked(HECKMECK, NAMES, [1, 2, 3], [Line(1, 13, 28), Line(2, 1, 21), Line(3, 0)])


def test_who_leaves_a_game_is_last() -> None:
    """[C3.6] Several share that place, behind who stayed without a worm."""
    lines = [Line(1, 0, out=True), Line(2, 9, 33), Line(3, 0), Line(4, 0, out=True)]
    assert [line.place for line in checked(HECKMECK, NAMES, [1, 2, 3, 4], lines)] == [3, 1, 2, 3]
    lines = [Line(1, 0, out=True), Line(2, 0), Line(3, 0)]  # all worms were with Ann
    assert [line.place for line in checked(HECKMECK, NAMES, [1, 2, 3], lines)] == [3, 1, 1]


def test_a_player_alone_at_a_table() -> None:
    """[C3.4]"""
    assert checked(HECKMECK, NAMES, [2], [Line(2, 0)]) == [Line(2, 0, 0, 1)]
    with pytest.raises(TournamentError, match="Ben is alone at the table"):
        checked(HECKMECK, NAMES, [2], [Line(2, 4, 33)])


def test_barbecue_asks_for_plates_only_where_scores_are_equal() -> None:
    assert [line.place for line in checked(BARBECUE, NAMES, [1, 2, 3], [Line(1, 9), Line(2, 4), Line(3, 7)])] == [
        1,
        3,
        2,
    ]
    with pytest.raises(
        TournamentError, match=r"Ann and Ben have equal scores, so enter for each: highest plate \(0 for none"
    ):
        checked(BARBECUE, NAMES, [1, 2, 3], [Line(1, 9), Line(2, 9), Line(3, 7)])
    lines = [Line(1, 9, 25), Line(2, 9, 31), Line(3, 7)]
    assert [line.place for line in checked(BARBECUE, NAMES, [1, 2, 3], lines)] == [2, 1, 3]
    lines = [Line(1, 9, 0), Line(2, 9, 0), Line(3, 7)]
    assert [line.place for line in checked(BARBECUE, NAMES, [1, 2, 3], lines)] == [1, 1, 3]
    for mine, wrong in (((9, 22), "go from 23 to 36"), ((2, 31), "at least its worms"), ((-1, 0), "fewer than 0")):
        with pytest.raises(TournamentError, match=wrong):
            checked(BARBECUE, NAMES, [1, 2], [Line(1, *mine), Line(2, 50, 30)])
    with pytest.raises(TournamentError, match="Ann and Ben cannot both have a plate on 31"):
        checked(BARBECUE, NAMES, [1, 2], [Line(1, 9, 31), Line(2, 9, 31)])


def test_zocken_and_zatre_share_places() -> None:
    lines = [Line(1, 120), Line(2, 120), Line(3, -35)]
    assert [line.place for line in checked(ZOCKEN, NAMES, [1, 2, 3], lines)] == [1, 1, 3]
    assert [line.place for line in checked(ZATRE, NAMES, [1, 2, 3], lines)] == [1, 1, 3]
    with pytest.raises(TournamentError, match="Ann cannot have 12 points: all totals are multiples of 5"):
        checked(ZOCKEN, NAMES, [1, 2], [Line(1, 12), Line(2, 10)])
    with pytest.raises(TournamentError, match="Ann cannot have 9000 points: it must be from −800 to 2475"):
        checked(ZOCKEN, NAMES, [1, 2], [Line(1, 9000), Line(2, 10)])
