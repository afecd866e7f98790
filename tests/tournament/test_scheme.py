"""Schemes: the presets as their paragraphs say, free schemes, and what cannot be."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from stammtisch import games
from stammtisch.core.errors import StammtischError, TournamentError
from stammtisch.tournament import Event, Opened, Scheme
from stammtisch.tournament.points import points
from stammtisch.tournament.presets import seats_of
from stammtisch.tournament.sizes import Tables
from tests.helpers import ROOT
from tests.installed_games import install

CLASSIC = {"preset": "heckmeck_classic"}


def table_of_points() -> dict[int, list[int]]:
    """[C1.2] The table as the page prints it: table size → points."""
    rows = [line for line in (ROOT / "docs/tournament.md").read_text("utf-8").splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows if row[2:3].isdigit()]
    return {size: [int(row[7 - size]) for row in cells if row[7 - size]] for size in (6, 5, 4, 3)}


def test_classic_points() -> None:
    printed = table_of_points()
    assert printed == {6: [6, 5, 4, 3, 2, 1], 5: [6, 4, 3, 2, 1], 4: [6, 4, 2, 1], 3: [6, 3, 1]}
    scheme = Scheme.read(CLASSIC)
    for size, vector in printed.items():
        assert points(scheme, list(range(1, size + 1))) == vector
    assert scheme.worms_count
    assert scheme.options == {}  # [C1.1] the game as its own rules tell it
    assert scheme.game_for(5).options.to_json()["steal"] == "optional"


def test_world_championship_points() -> None:
    """[C2.1]"""
    scheme = Scheme.read({"preset": "heckmeck_wm"})
    vectors = {4: "7531", 5: "75421", 6: "754321", 7: "7654321"}
    for size, vector in vectors.items():
        assert points(scheme, list(range(1, size + 1))) == [int(each) for each in vector]
    assert (scheme.rounds, scheme.final_size, scheme.ties) == (2, 6, ("tiles", "lot"))
    assert not scheme.worms_count
    for players in range(6, 200):
        sizes = scheme.tables_for(players).sizes(players)
        assert set(sizes) <= {4, 5, 6, 7}


def test_classic_tables() -> None:
    """[C1.3] 4 tables up to 24, 6 from 25 on, or as the organiser chooses."""
    scheme = Scheme.read(CLASSIC)
    for players in range(12, 37):
        sizes = scheme.tables_for(players).sizes(players)
        assert len(sizes) == (4 if players <= 24 else 6)
        assert sum(sizes) == players
        assert max(sizes) - min(sizes) <= 1
        assert set(sizes) <= {3, 4, 5, 6}
    five = Scheme.read({**CLASSIC, "tables": 5})
    assert five.tables_for(23).sizes(23) == [5, 5, 5, 4, 4]


def test_final_size() -> None:
    """[C1.3] It may exceed the number of tables; with one round it may not be smaller."""
    assert Scheme.read({**CLASSIC, "tables": 4, "final_size": 6}).final_size == 6
    assert Scheme.read({**CLASSIC, "tables": 6, "final_size": 4, "rounds": 2}).final_size == 4
    with pytest.raises(StammtischError, match="a final of 4 has too few seats for the winners of 6 tables"):
        Scheme.read({**CLASSIC, "tables": 6, "final_size": 4})
    with pytest.raises(StammtischError, match="final_size must be a number from 4 to 6, not 3"):
        Scheme.read({**CLASSIC, "final_size": 3})


def test_defaults_not_in_the_source() -> None:
    """[C1.6]"""
    scheme = Scheme.read(CLASSIC)
    assert (scheme.sharing, scheme.ties, scheme.pairing) == ("best", ("worms", "tiles", "lot"), "fresh")
    assert Scheme.read({"game": "zocken"}).ties == ("worms", "lot")


def test_shared_places() -> None:
    """[C1.6] All get the points of the best place they share, or the mean."""
    best, mean = Scheme.read(CLASSIC), Scheme.read({**CLASSIC, "sharing": "mean"})
    assert points(best, [1, 2, 3, 3, 3]) == [6, 4, 3, 3, 3]
    assert points(mean, [1, 2, 3, 3, 3]) == [6, 4, 2, 2, 2]
    assert points(mean, [1, 1, 3]) == [Fraction(9, 2), Fraction(9, 2), 1]


def test_a_table_that_has_shrunk_has_the_first_points_of_the_smallest() -> None:
    """[C3.4]"""
    assert points(Scheme.read(CLASSIC), [2, 1]) == [3, 6]
    assert points(Scheme.read(CLASSIC), [1]) == [6]
    assert points(Scheme.read({"preset": "heckmeck_wm"}), [1, 2, 3]) == [7, 5, 3]


def test_who_left_gets_no_points() -> None:
    """[C3.6]"""
    assert points(Scheme.read(CLASSIC), [1, 2, 3], [False, False, True]) == [6, 3, 0]


@pytest.mark.parametrize("game", games.names())
def test_free_schemes(game: str) -> None:
    """[C2.2] For every game: sizes for any number from 3 on, and points for every size."""
    scheme = Scheme.read({"game": game, "rounds": 5, "final_games": 3})
    for players in range(3, 120):
        sizes = scheme.tables_for(players).sizes(players)
        assert sum(sizes) == players
        assert max(sizes) - min(sizes) <= 1
        for size in sizes:
            assert len(points(scheme, list(range(1, size + 1)))) == size
    assert Scheme.read(scheme.to_json()) == scheme


def test_a_free_scheme_of_a_game_for_few(packages: Path) -> None:
    """[C2.2] Any number of players from 2 on can be split."""
    install(packages, "toys", toy="tests.toy")  # for 2 or 3
    tables = Scheme.read({"game": "toy"}).tables_for
    assert [tables(players).sizes(players) for players in (2, 3, 4, 5)] == [[2], [3], [2, 2], [3, 2]]


def test_free_schemes_have_their_own_points() -> None:
    """[C2.2]"""
    duel = Scheme.read({"game": "zocken", "smallest": 2, "largest": 2})
    assert points(duel, [2, 1]) == [3, 6]
    catan = Scheme.read({"game": "zatre", "smallest": 3, "largest": 4, "points": {"3": [1, 0, 0], "4": [1, 0, 0, 0]}})
    assert points(catan, [3, 1, 2]) == [0, 1, 0]


def test_sizes_aim_at_the_usual_size() -> None:
    """[C3.1] And the number of tables gives way where the players do not suffice for it."""
    assert Tables(3, 6, 4).sizes(17) == [5, 4, 4, 4]
    assert Tables(3, 6, 4).sizes(5) == [5]
    assert Tables(3, 6, 4, wanted=4).sizes(11) == [4, 4, 3]
    assert Tables(3, 6, 4, wanted=4).sizes(30) == [6, 6, 6, 6, 6]
    with pytest.raises(TournamentError, match="a table needs at least 3 players, but there are only 2"):
        Tables(3, 6, 4).sizes(2)
    with pytest.raises(TournamentError, match="7 players cannot be split into tables of 4 to 5"):
        Tables(4, 5, 4).sizes(7)


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({"preset": "chess"}, "there is no scheme 'chess'; choose from heckmeck_classic, heckmeck_wm and free"),
        ({"preset": "heckmeck_clasic"}, r"and free \(did you mean heckmeck_classic\?\)"),
        ({"preset": []}, "there is no scheme"),
        ({"pairing": "swis"}, r"\(did you mean swiss\?\)"),
        ({"ties": ["worm", "lot"]}, r"\(did you mean worms\?\)"),
        ({"ties": "worms"}, "ties cannot be 'worms'; it must be a list of tie-breaks"),
        ({"game": "hekmeck"}, r"\(did you mean heckmeck\?\)"),
        ({"options": {"steal": "force"}}, r"\(did you mean forced\?\)"),
        ({"round": 3}, "a scheme has no 'round'; did you mean rounds"),
        ({"xyzzy": 3}, "a scheme has no 'xyzzy'; it has preset"),
        ({"rounds": 0}, "rounds must be a number from 1 to 200, not 0"),
        ({"rounds": "3"}, "rounds cannot be '3'; it must be a whole number"),
        ({"worms_count": 1}, "worms_count cannot be 1; it must be true or false"),
        ({"points": {"4": "6421"}}, "points cannot be .*; it must be a list of points for each size"),
        ({"points": {"3": [6, 3, 1]}}, "no points for a table of 4"),
        ({"points": {"3": [6, 3, 1, 0]}}, "a table of 3 needs points for 3 places, not 4"),
        ({"points": {"3": [1, 3, 6]}}, "must fall from place to place"),
        ({"points": {"3": [1, 0, -1]}}, "must fall from place to place"),
        ({"pairing": "chaos"}, "pairing must be random, fresh or swiss, not 'chaos'"),
        ({"ties": ["worms"]}, "the last tie-break must be the lot"),
        ({"ties": ["luck", "lot"]}, "there is no tie-break 'luck'"),
        ({"ties": ["worms", "worms", "lot"]}, "is listed twice"),
        ({"ties": 7}, "ties cannot be 7"),
        ({"game": "zocken", "ties": ["tiles", "lot"]}, "Zocken has no tiles"),
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"game": 7}, "the game must be given by its name"),
        ({"game": "barbecue", "largest": 6}, "barbecue is for 2 to 5 players"),
        ({"options": {"players": 3}}, "leave 'players' out"),
        ({"options": {"steal": "never"}}, "steal cannot be 'never'"),
        ({"options": []}, "options cannot be"),
        ({"smallest": 5, "largest": 4}, "largest must be a number from 5 to 8, not 4"),
        ({"advance": "winners", "rounds": 2}, "only after a single round"),
        ({"final_size": 1}, "final_size must be a number from 2 to 7, not 1"),
        ({"final_size": True}, "final_size cannot be True"),
        ({"preset": "heckmeck_wm", "game": "zocken"}, "heckmeck_wm is a scheme for Heckmeck"),
    ],
)
def test_an_impossible_scheme_is_refused(given: dict[str, Any], wrong: str) -> None:
    with pytest.raises(StammtischError, match=wrong):
        Scheme.read(given)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({**CLASSIC, "tables": 8}, "tables must be a number from 4 to 6, not 8"),
        ({**CLASSIC, "tables": 2}, "tables must be a number from 4 to 6, not 2"),
        ({**CLASSIC, "tables": 3}, "tables must be a number from 4 to 6, not 3"),
        ({**CLASSIC, "most": 60}, "most must be a number from 12 to 36, not 60"),
        ({**CLASSIC, "fewest": 5}, "fewest must be a number from 12 to 36, not 5"),
        (
            {"rounds": 1, "advance": "winners", "tables": 9},
            "a final of 7 has too few seats for the winners of 9 tables",
        ),
        ({"rounds": 1, "advance": "winners", "most": 60}, "at most 42 can play, not 60"),
    ],
)
def test_a_scheme_that_would_drop_a_winner_is_refused(given: dict[str, Any], why: str) -> None:
    """[C1.3] The sentence says which numbers would work."""
    with pytest.raises(StammtischError, match=why):
        Scheme.read({"game": "heckmeck", **given})


WINNERS: list[dict[str, Any]] = [
    CLASSIC,
    *({**CLASSIC, "tables": tables} for tables in (4, 5, 6)),
    *({**CLASSIC, "final_size": seats} for seats in (4, 5, 6)),
    {**CLASSIC, "tables": 5, "final_size": 6},
    *({"game": game, "rounds": 1, "advance": "winners"} for game in games.names()),
]


@pytest.mark.parametrize("given", WINNERS, ids=str)
def test_every_winner_of_a_table_has_a_seat_in_the_final(given: dict[str, Any]) -> None:
    """[C1.3] Whatever number enters: it is refused with numbers that work, or there are as many tables as seats."""
    scheme = Scheme.read(given)
    seats = scheme.final_size or seats_of(scheme.game)[1]
    begun = 0
    for players in range(scheme.fewest, scheme.most + 1):
        tables = scheme.tables_for(players)
        if scheme.tables and scheme.tables not in tables.possible(players):
            with pytest.raises(TournamentError, match=f"choose .*{tables.possible(players)[-1]} tables"):
                scheme.check_start(players)
            continue
        scheme.check_start(players)
        begun += 1
        assert len(tables.sizes(players)) <= seats
        assert len(tables.sizes(players)) in tables.possible(players)
        if scheme.tables:
            assert len(tables.sizes(players)) == scheme.tables
    assert begun >= 13  # 4 tables of 3 to 6: 12 to 24 players


def test_a_scheme_from_before_is_read_as_it_was() -> None:
    """A stored tournament without a version may have had 8 tables and a final of 7; it is still read."""
    old = {**Scheme.read(CLASSIC).to_json(), "tables": 8, "most": 60}
    del old["version"]
    opened = {"event": 1, "at": "then", "by": "Ann", "kind": "opened", "title": "Old", "scheme": old}
    what = Event.from_json(opened).what
    assert isinstance(what, Opened)
    assert (what.scheme.version, what.scheme.tables_for(24).sizes(24)) == (1, [3] * 8)
    what.scheme.check_start(24)
    assert Event.from_json(Event.from_json(opened).to_json()).what == what
