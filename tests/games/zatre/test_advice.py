"""Hints and odds."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import pytest
from matplotlib.figure import Figure

from stammtisch.bots import analyse, redraw
from stammtisch.core.constants import SPECTATOR
from stammtisch.games.zatre.solve import odds, odds_here, odds_plot, odds_text
from tests.games.zatre import brute
from tests.games.zatre.positions import SIXES, given, lay, state
from tests.helpers import any_move, greedy_move, load, play_on

pytestmark = pytest.mark.no_cover

LINE = "6@(7,7) 4@(7,8)"


def test_every_move_has_a_value_and_a_sentence() -> None:
    position = given(LINE, [1, 2], [[3, 4]])
    known = analyse(position)
    assert known.seat == 0
    assert [choice.move for choice in known.choices] != []
    assert {choice.move for choice in known.choices} == set(position.legal_moves)
    values = [choice.value for choice in known.choices]
    assert values == sorted(values, reverse=True)
    assert known.value == values[0] == known.best.figures["lead"]
    sentence = known.sentence(position.game.move("lay 2 7,9"))
    assert sentence.startswith("lay 2 7,9: with 1 at ")
    assert "12: 4 points on the card" in sentence
    assert analyse(position.view(0)) == known == analyse(position)
    assert analyse(position.view(1)).choices == (), "who looks on does not know what he may do"


def test_the_end_of_a_turn() -> None:
    known = analyse(lay(given(LINE, [1, 2], [[3, 4]]), "1@(7,9) 2@(6,7)", done=False))
    assert known.sentence(known.best.move).startswith("done: 11: 2 points on the card; opens little")
    assert known.sentence(known.best.move).endswith("the only move")


def test_a_pass_and_the_exact_end() -> None:
    blocked = analyse(given(SIXES, [2, 6], [[1, 1]]))
    assert blocked.sentence(blocked.best.move) == "pass: nothing can be laid: draw one more tile, the only move"
    ending = analyse(given(SIXES, [1], [[6]], bag=[]))
    assert ending.value == 4, "a 12; the rival lays his 6 and scores nothing"
    assert "opens" not in ending.best.leads


def test_advice_at_a_throw() -> None:
    after = lay(given(LINE, [1, 2], [[3, 4]]), "1@(7,9) 2@(6,7)")
    assert after.is_chance
    known = analyse(after)
    assert (known.seat, known.choices) == (0, ())
    assert analyse(after) == known == analyse(after.view(0))
    assert abs(analyse(load("zatre").start()).value) < 60


def test_three_tiles_that_open_counted_one_by_one() -> None:
    """[Z3.3, Z3.4] Every three of the 121 tiles, and the openings by the wording of the rules."""
    bag = [1] * 21 + [pips for pips in range(2, 7) for _ in range(20)]
    drawn = Counter(combinations(bag, 3))
    assert sum(drawn.values()) == 287_980
    for cap in ("total", "per_run"):
        game = load("zatre", {"opening_cap": cap})
        able = sum(ways for hand, ways in drawn.items() if brute.legal_turns({}, list(hand), game.options.to_json()))
        found = odds(game.start())
        assert found["opening"] == able / 287_980
        assert found["opening"] + found["dealt_again"] == pytest.approx(1)
        assert sum(found["sum"].values()) == pytest.approx(1)
        assert sum(found["opening_sum"].values()) == pytest.approx(found["opening"])
    assert round(odds(load("zatre").start())["dealt_again"], 3) == 0.396
    assert odds(load("zatre", {"preset": "amigo"}).start())["opening"] == 1


def test_odds_of_a_position() -> None:
    position = given(LINE, [1, 2], [[3, 4]])
    here = odds_here(position)
    assert sum(here["unseen"].values()) == here["in_bag"] + 2
    assert here["lead"] == here["turns"][0]["value"]
    assert len(here["turns"]) == 10
    page = odds_text({**odds(position), "here": here})
    assert "39.5791 %" in page
    assert here["turns"][0]["turn"] in page
    over = play_on(load("zatre").match(seed=1), any_move, Random(1), 10_000).position
    assert "over" in odds_text({**odds(over), "here": odds_here(over)})
    thrown = lay(position, "1@(7,9) 2@(6,7)")
    assert odds_here(thrown)["turns"] == []
    assert state(thrown).left == odds_here(thrown)["in_bag"]


def test_the_chart_is_labelled() -> None:
    figure: Any = Figure()
    odds_plot(odds(load("zatre").start()), figure)
    axes = figure.axes[0]
    assert axes.get_xlabel() == "sum of the three tiles"
    assert axes.get_legend().get_texts()[0].get_text().endswith("(39.6 %)")


def test_luck_is_a_hand_against_what_one_might_hold() -> None:
    """The same position with the hands that its player might have: some are luck, some are not, and it evens out."""
    match = play_on(load("zatre").match(seed=8), greedy_move, Random(8), 60)
    while state(match.position).count:
        match.play(match.legal_moves[0])
    public = match.position.view(SPECTATOR)
    lucks = [analyse(redraw(public, seed)).luck for seed in range(12)]
    assert min(lucks) < 0 < max(lucks)
    assert abs(sum(lucks) / len(lucks)) < (max(lucks) - min(lucks)) / 2
    later = match.position.play(next(move for move in match.legal_moves if str(move).startswith("lay")))
    assert analyse(later).luck == 0  # counted once a turn
