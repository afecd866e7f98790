"""Standings and finals: tie-breaks in their order, who goes to the final, and who wins it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from stammtisch.core.errors import TournamentError
from stammtisch.tournament import Corrected, Dropped, Line, Moved, Result, Round, Row, Scheme, Table, lot
from stammtisch.tournament.final import final_order, finalists, is_decided
from stammtisch.tournament.results import checked
from stammtisch.tournament.standings import ordered, standings
from stammtisch.tournament.state import Player
from tests.tournament.tournament_driver import TournamentDriver

CLASSIC = {"preset": "heckmeck_classic"}
SEED = "tie"


def played(scheme: Scheme, *tables: list[tuple[int, int, int]]) -> Round:
    """A round of tables, each a list of player, worms, highest tile."""
    names = {player: str(player) for table in tables for player, _, _ in table}
    found = []
    for table in tables:
        seats = [player for player, _, _ in table]
        found.append(Table(seats, checked(scheme, names, seats, [Line(*line) for line in table])))
    return Round(1, found)


def go_on(scheme: Scheme, first: Round, gone: tuple[int, ...] = ()) -> list[int]:
    players = {player: Player(player, str(player)) for table in first.tables for player in table.seats}
    rows = standings(scheme, SEED, players, [first])
    return finalists(scheme, rows, [first], [player for player in players if player not in gone])


def test_table_winners_go_to_the_final() -> None:
    """[C1.5] And if seats are left, the best second-placed: most worms, then highest tile."""
    tables = [
        [(1, 9, 33), (2, 8, 34), (3, 0, 0)],
        [(4, 5, 30), (5, 4, 29), (6, 3, 28)],
        [(7, 20, 36), (8, 8, 35), (9, 8, 32)],
        [(10, 4, 33), (11, 3, 31), (12, 1, 21)],
    ]
    scheme = Scheme.read({**CLASSIC, "tables": 4})
    first = played(scheme, *tables)
    assert go_on(scheme, first) == [7, 1, 4, 10]
    assert go_on(Scheme.read({**CLASSIC, "tables": 4, "final_size": 5}), first) == [7, 1, 4, 10, 8]
    assert go_on(Scheme.read({**CLASSIC, "tables": 4, "final_size": 6}), first) == [7, 1, 4, 10, 8, 2]
    assert go_on(scheme, first, gone=(1,)) == [7, 4, 10, 8]  # [C3.3]


def test_a_shared_first_place_is_broken_by_lot() -> None:
    """[C1.5] Worms and tiles are equal if nobody has any."""
    scheme = Scheme.read({**CLASSIC, "tables": 4, "options": {"flip_without_tile": True}})
    others = [[(n, 9, 33), (n + 1, 2, 27), (n + 2, 0, 0)] for n in (4, 7, 10)]
    chosen = go_on(scheme, played(scheme, [(1, 0, 0), (2, 0, 0), (3, 0, 0)], *others))
    winner = max((1, 2, 3), key=lambda player: lot(SEED, player))
    assert set(chosen) & {1, 2, 3} == {winner}


def test_with_several_rounds_the_best_on_points_go() -> None:
    """[C1.5]"""
    driver = TournamentDriver({**CLASSIC, "rounds": 3}, 21)
    driver.play_rounds()
    assert list(driver.tournament.cut().players) == [row.player for row in driver.tournament.progress.rows()][:4]


@pytest.mark.parametrize(("players", "tables", "final"), [(13, 0, 4), (25, 0, 6), (20, 5, 5)])
def test_the_final_has_a_seat_for_each_table(players: int, tables: int, final: int) -> None:
    """[C1.3] And it is one game [C1.5]."""
    driver = TournamentDriver({**CLASSIC, "tables": tables}, players)
    driver.draw()
    driver.play()
    winners = {line.player for t in driver.tournament.progress.rounds[0].tables for line in t.result if line.place == 1}
    assert set(driver.tournament.cut().players) == winners
    assert len(winners) == final
    driver.finish()
    assert len(driver.tournament.progress.finals) == 1
    last = driver.tournament.progress.finals[0].tables[0].result
    ranking = driver.tournament.progress.ranking
    assert ranking[0] == min(last, key=lambda line: line.place).player
    assert set(ranking[:final]) == winners
    assert sorted(ranking) == list(range(1, players + 1))


def test_the_six_best_play_the_final_of_the_wm() -> None:
    """[C2.1] Equal points are ordered by the sum of highest tiles."""
    driver = TournamentDriver({"preset": "heckmeck_wm"}, 23)
    driver.play_rounds()
    rows = driver.tournament.progress.rows()
    assert [(row.score, row.tiles) for row in rows] == sorted([(row.score, row.tiles) for row in rows], reverse=True)
    assert list(driver.tournament.cut().players) == [row.player for row in rows[:6]]
    assert any(row.decided == "tiles" for row in rows)


def test_tie_breaks_in_their_order() -> None:
    """[C1.6, C3.13] Each decides what those before it have not; and says so."""
    scheme = Scheme.read({"ties": ["worms", "tiles", "wins", "share", "opposition", "starts", "lot"]})
    ten = Fraction(10)
    rows = [
        Row(1, ten, 8, 60, 1, Fraction(1, 2), Fraction(5), starts=1, lot=5),
        Row(2, ten, 8, 60, 1, Fraction(1, 2), Fraction(5), starts=1, lot=9),
        Row(3, ten, 8, 60, 1, Fraction(1, 2), Fraction(5), starts=0, lot=1),
        Row(4, ten, 8, 60, 1, Fraction(1, 2), Fraction(6), starts=2, lot=1),
        Row(5, ten, 8, 60, 1, Fraction(2, 3), Fraction(1), starts=2, lot=1),
        Row(6, ten, 8, 60, 2, Fraction(0), Fraction(0), starts=2, lot=1),
        Row(7, ten, 8, 61, 0, Fraction(0), Fraction(0), starts=2, lot=1),
        Row(8, ten, 9, 0, 0, Fraction(0), Fraction(0), starts=2, lot=1),
        Row(9, ten + 1, 0, 0, 0, Fraction(0), Fraction(0), starts=2, lot=1),
    ]
    found = ordered(scheme, rows)
    assert [row.player for row in found] == [9, 8, 7, 6, 5, 4, 3, 2, 1]
    decided = ["", "score", "worms", "tiles", "wins", "share", "opposition", "starts", "lot"]
    assert [row.decided for row in found] == decided


def test_what_tie_breaks_count() -> None:
    """[C3.13]"""
    scheme = Scheme.read({"game": "zocken", "worms_count": True})
    first = played(scheme, [(1, 60, 0), (2, 30, 0), (3, 10, 0)], [(4, 50, 0), (5, 50, 0), (6, -20, 0)])
    rows = {row.player: row for row in standings(scheme, SEED, {p: Player(p, str(p)) for p in range(1, 7)}, [first])}
    assert [rows[p].wins for p in range(1, 7)] == [1, 0, 0, 0, 0, 0]  # a shared first place is not won
    assert [rows[p].share for p in range(1, 7)] == [Fraction(6, 10), Fraction(3, 10), Fraction(1, 10), 0, 0, 0]
    assert rows[1].opposition == Fraction(30 + 3 + 10 + 1, 2)
    assert [rows[p].starts for p in range(1, 7)] == [1, 0, 0, 1, 0, 0]


def final_games(*orders: str) -> list[Round]:
    """Games of a final in which the players 1, 2, 3 ended in this order, with worms 9, 5, 0."""
    games = []
    for number, order in enumerate(orders):
        result = [Line(int(p), score, mark, place) for p, score, mark, place in
                  zip(order, (9, 5, 0), (33, 30, 0), (1, 2, 3), strict=True)]  # fmt: skip
        games.append(Round(number, [Table([int(p) for p in order], result, "Olga", "Olga")], final=True))
    return games


def test_best_of_n() -> None:
    """[C3.11]"""
    scheme = Scheme.read({"final_games": 5})
    assert not is_decided(scheme, final_games("123", "123"))
    assert is_decided(scheme, final_games("123", "123", "123"))
    assert not is_decided(scheme, final_games("123", "213", "312", "123"))
    assert is_decided(scheme, final_games("123", "213", "312", "123", "213"))
    assert final_order([3, 2, 1], final_games("123", "213", "123", "123")) == [1, 2, 3]
    assert final_order([3, 2, 1], final_games("123", "213", "312")) == [1, 2, 3]  # places 1+2+2, 2+1+3, 3+3+1
    assert final_order([3, 2, 1], final_games("132", "312")) == [3, 1, 2]  # equal: as they came in


def test_a_shared_first_place_wins_no_game_of_the_final() -> None:
    """[C3.11]"""
    shared = Round(1, [Table([1, 2], [Line(1, 50, 0, 1), Line(2, 50, 0, 1)], "Olga", "Olga")], final=True)
    assert not is_decided(Scheme.read({"game": "zocken", "final_games": 2}), [shared])


def test_a_final_of_three_games_is_drawn_anew_for_each() -> None:
    """[C3.11]"""
    driver = TournamentDriver({"game": "zocken", "rounds": 1, "final_games": 3, "final_size": 4}, 12, seed="3")
    driver.play_rounds()
    driver.do(driver.tournament.cut())
    orders = []
    while driver.tournament.progress.phase != "done":
        orders += driver.draw()
        driver.play()
    assert 2 <= len(orders) <= 3
    assert len({tuple(order) for order in orders}) > 1
    with pytest.raises(TournamentError, match="Only the last game of the final"):
        driver.do(Corrected(2, 1, ()))
    driver.do(driver.tournament.close())


def test_a_finalist_who_drops_between_games_is_missing_in_the_next() -> None:
    """[C3.3, C3.11]"""
    driver = TournamentDriver({"game": "zocken", "rounds": 1, "final_games": 9, "final_size": 4}, 12)
    driver.play_rounds()
    driver.do(driver.tournament.cut())
    driver.draw()
    driver.play()
    driver.do(Dropped(driver.tournament.progress.finalists[0]))
    (seats,) = driver.draw()
    assert len(seats) == 3
    others = [player for player in range(1, 13) if player not in driver.tournament.progress.finalists]
    with pytest.raises(TournamentError, match=f"Player {others[0]} is not in the final"):
        driver.do(Moved(3, others[0], 1))
    driver.do(Result(3, 1, driver.lines(seats)))
    while driver.tournament.progress.phase != "done":
        driver.draw()
        driver.play()
    assert len(driver.tournament.close().ranking) == 12
