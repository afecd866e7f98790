"""What a game may say besides what it must: moves that throw something away, and decisions looked at later."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from stammtisch import games, load
from stammtisch.core.contract.text import Text
from stammtisch.core.position import Position
from stammtisch.games.zocken.facts import state as zocken_state
from stammtisch.games.zocken.page import figures as zocken_figures
from tests.games.barbecue.positions import REACH
from tests.games.barbecue.positions import given as grill
from tests.games.heckmeck.positions import W, stack, state
from tests.games.heckmeck.positions import given as heckmeck
from tests.games.zatre.positions import given as zatre
from tests.games.zocken.positions import given as zocken
from tests.helpers import any_move
from tests.toy import text as toy

NAMES = ["Ann", "Ben"]


def losing(position: Position) -> dict[str, str]:
    """The legal moves that lose something, by what they say."""
    found = {str(move): position.game.text.loses(position, move, NAMES) for move in position.legal_moves}
    return {move: said for move, said in found.items() if said}


@pytest.mark.parametrize(
    ("at", "said"),
    [
        (heckmeck([31, 33], [[22, 25]], {W: 1}), {"stop": "Fail the turn: lose 25"}),  # T13: the top goes back
        (heckmeck([31, 33], [[], [25]], {4: 4}), {"stop": "Fail the turn"}),  # [H4.3] nothing to lose
        (heckmeck([21, 33], [[25]], {W: 3, 4: 2}), {}),  # 23 takes 21
        (heckmeck([31], [[25]], {5: 6}, [5, 5]), {"pass": "The turn fails: lose 25"}),  # [H2.3] nothing else to do
        (heckmeck([31], [[]], {5: 6}, [5, 5]), {"pass": "The turn fails"}),
        (heckmeck([36], [[22]], {W: 1, 1: 7}), {"stop": "The turn fails: lose 22"}),  # [H2.5] all dice are used
        (heckmeck([21], [[25]], thrown=[1, 1, 1, 1, 2, 2, 2, 2]), {}),  # to set dice aside loses nothing for certain
    ],
)
def test_sentences_of_heckmeck(at: Position, said: dict[str, str]) -> None:
    assert losing(at) == said


@pytest.mark.parametrize(
    ("at", "said"),
    [
        (grill({1: (30, 30)}, kept=REACH[30]), {}),  # A2: he must throw on
        (
            grill({1: (30, 30)}, kept=REACH[30], deliberate_fail=True),
            {"stop": "Fail the turn: a snail goes on 36"},
        ),
        (grill(kept=REACH[30], deliberate_fail=True), {}),  # A1: it wins the place
        (
            grill({1: (30, 30)}, supply=0, kept=REACH[30], deliberate_fail=True),
            {"stop": "Fail the turn: the game ends"},
        ),
        (
            grill(
                {0: (36,), 1: (30, 30)},
                snails=[n for n in range(23, 36) if n != 30][:11],
                supply=1,
                kept=REACH[30],
                deliberate_fail=True,
            ),
            {"stop": "Fail the turn: a snail goes on 35"},
        ),
        (grill(kept={6: 6}, thrown=[6, 6]), {"pass": "The turn fails"}),
        (grill({1: (30, 30)}, kept={6: 2, W: 2, 2: 2, 3: 1, 1: 1}), {"stop": "The turn fails"}),  # A2b
    ],
)
def test_sentences_of_barbecue(at: Position, said: dict[str, str]) -> None:
    assert losing(at) == said


def test_a_failed_turn_of_barbecue_may_cost_the_own_plate() -> None:
    full = {0: (36,), 1: (30, 30, 23, 23, 24, 24)}
    at = grill(full, snails=[n for n in range(25, 36) if n != 30], supply=2, kept=REACH[30], deliberate_fail=True)
    assert losing(at) == {"stop": "Fail the turn: lose your plate on 36"}


@pytest.mark.parametrize(
    ("at", "said"),
    [
        (zocken(), {}),
        (zocken("X/X-X-3-X-X-X-X/X", box=[1, 6]), {}),  # six matches may still come
        (zocken(box=[1, 6, 3]), {"bet": "Bet: lose 20"}),  # S7: at most 4 colours, 100 − 60
        (zocken("X/X-X-3-4-X-X-X/X", box=[1], cascade=True), {"bet": "Bet: lose 20"}),  # [K3.4] all dice follow
        (zocken("X/X-X-3-4-X-X-X/X", box=[1], colours_need_series=True), {"bet": "Bet: lose 20"}),  # [K4.2]
    ],
)
def test_sentences_of_zocken(at: Position, said: dict[str, str]) -> None:
    assert losing(at) == said


@pytest.mark.parametrize("options", [{}, {"cascade": True}, {"colours_need_series": True}, {"penalty_box": "free"}])
def test_a_bet_that_is_called_lost_is_lost(options: Mapping[str, object]) -> None:
    """Whatever falls and is played afterwards, the turn does not bring enough."""
    called = 0
    for seed in range(60):
        rng, match = Random(seed), load("zocken", rounds=2, **options).match(seed=seed)
        lost = False
        while not match.is_over:
            before = match.position
            move = any_move(before, rng)
            lost = lost or (before.game.text.loses(before, move, NAMES) is not None)
            match.play(move)
            last = zocken_figures(match.position, match.last_turns)["last"]
            if state_turn(match.position) != state_turn(before) and lost:
                assert last
                assert last["bet"] == -20
                called, lost = called + 1, False
    assert called or not options


def state_turn(position: Position) -> int:
    return zocken_state(position).turns if not position.is_over else -1


@pytest.mark.parametrize(("wins_at", "wins"), [("above_50", 30), ("from_50", 25)])
def test_what_a_bet_wins_and_loses(wins_at: str, wins: int) -> None:
    """[K5.2] and S9: half of 60, or of 50 where that is enough."""
    assert zocken_figures(zocken(bet_wins_at=wins_at))["bet"] == {"wins": wins, "loses": 20}


@pytest.mark.parametrize(
    ("at", "move", "did", "instead"),
    [
        (
            heckmeck(thrown=[5, 5, W, 1, 1, 1, 1, 1]),
            "keep 5",
            "You kept the 5s.",
            "Keeping the 5s was 1.2 worms better.",
        ),
        (
            heckmeck(thrown=[5, 5, W, 1, 1, 1, 1, 1]),
            "keep worm",
            "You kept the worm.",
            "Keeping the worm was 1.2 worms better.",
        ),
        (heckmeck(kept={W: 3}), "roll", "You rolled again with 5 dice.", "Rolling again was 1.2 worms better."),
        (heckmeck(kept={W: 3}), "stop", "You let the turn fail.", "Letting the turn fail was 1.2 worms better."),
        (heckmeck(kept={W: 5}), "take 25", "You took 25.", "Taking 25 was 1.2 worms better."),
        (
            heckmeck([21], [[], [25]], {W: 5}),
            "take 25",
            "You stole 25 from Ben.",
            "Stealing 25 from Ben was 1.2 worms better.",
        ),
        (grill(kept=REACH[30]), "stop", "You stopped at 30.", "Stopping at 30 was 1.2 worms better."),
        (
            grill({1: (30, 30)}, kept=REACH[30], deliberate_fail=True),
            "stop",
            "You let the turn fail.",
            "Letting the turn fail was 1.2 worms better.",
        ),
        (zocken(), "throw red", "You picked the red die.", "Picking the red die was 1.2 worms better."),
        (zocken(thrown=4), "place 3", "You placed red 4 on 3.", "Placing it on 3 was 1.2 worms better."),
        (
            zocken(thrown=4),
            "place left",
            "You placed red 4 on the left end.",
            "Placing it on the left end was 1.2 worms better.",
        ),
        (
            zocken("X/1-2-3-X-X-X-X/X"),
            "no bet",
            "You did not bet on Ann.",
            "Not betting on Ann was 1.2 worms better.",
        ),
        (zocken("X/1-2-3-X-X-X-X/X"), "bet", "You bet on Ann.", "Betting on Ann was 1.2 worms better."),
        (
            zatre("4@(7,6) 5@(7,7)", [3, 1]),
            "lay 3 7,8",
            "You laid 3 in row 7, column 8.",
            "Laying 3 in row 7, column 8 was 1.2 worms better.",
        ),
    ],
)
def test_a_decision_looked_at_later(at: Position, move: str, did: str, instead: str) -> None:
    meant = at.game.move(move)
    assert meant in at.legal_moves
    assert at.game.text.you_did(at, meant, NAMES) == did
    assert at.game.text.better(at, meant, "1.2 worms", NAMES) == instead


@pytest.mark.parametrize("name", games.names())
def test_every_move_can_be_told_later(name: str) -> None:
    """Also a forced one."""
    rng, match = Random(3), load(name).match(seed=3)
    for _ in range(300):
        if match.is_over:
            break
        at = match.position
        if not at.is_chance:
            for move in at.legal_moves[:6]:
                assert (
                    at.game.text.you_did(at, move, NAMES)[-1]
                    == at.game.text.better(at, move, "1 point", NAMES)[-1]
                    == "."
                )
        match.play(any_move(at, rng))


def test_what_a_game_leaves_out_has_a_default(monkeypatch: pytest.MonkeyPatch) -> None:
    at = heckmeck(kept={W: 3})
    monkeypatch.setattr(at.game, "text", Text(toy))
    roll = at.game.move("roll")
    assert at.game.text.loses(at, roll, NAMES) is None
    assert at.game.text.you_did(at, roll, NAMES) == "You chose: roll."
    assert at.game.text.better(at, roll, "2 points", NAMES) == "Roll was 2 points better."


@pytest.mark.parametrize("seed", range(6))
def test_what_heckmeck_says_is_what_happens(seed: int) -> None:
    rng, match = Random(seed), load("heckmeck").match(seed=seed)
    said = 0
    for _ in range(800):
        if match.is_over:
            break
        before = match.position
        move = any_move(before, rng)
        words, player = None if before.is_chance else before.game.text.loses(before, move, NAMES), state(before).player
        tiles = stack(before, player)
        match.play(move)
        if words:
            said += 1
            assert words.endswith(f"lose {tiles[-1]}" if tiles else "the turn" if "Fail" in words else "fails")
            assert stack(match.position, player) == tiles[:-1]
        elif not before.is_chance:
            assert len(stack(match.position, player)) >= len(tiles)
    assert said
