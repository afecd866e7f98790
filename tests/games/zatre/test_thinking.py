"""How Zatre is thought about: listed turns, prospects, looking ahead, the exact end."""

from __future__ import annotations

from random import Random

import pytest

from stammtisch.core.position import Position
from stammtisch.games.zatre import packed, thinker
from stammtisch.games.zatre.facts import result
from stammtisch.games.zatre.prospect import prospect
from stammtisch.games.zatre.race import WIDEST
from stammtisch.games.zatre.rules import DONE, Options
from stammtisch.games.zatre.thinker import (
    TurnWorth,
    best_turns,
    best_values,
    card_turns,
    card_values,
    exact_turns,
    looked_turns,
)
from stammtisch.games.zatre.turns import Turn, legal_turns
from tests.games.zatre.positions import SIXES, given, state
from tests.helpers import OptionSet, any_move, load, option_sets, play_on

pytestmark = pytest.mark.no_cover


def placements(position: Position, turn: TurnWorth) -> Turn:
    rules = position.game.rules
    return frozenset((rules.pips_of(m), rules.cell_of(m) // 16 - 1, rules.cell_of(m) % 16) for m in turn.moves)


def laid(position: Position, turn: TurnWorth) -> Position:
    """Made by any order of legal placements."""
    while missing := [m for m in position.legal_moves if m in turn.moves]:
        position = position.play(missing[0])
    return position


@pytest.mark.parametrize("options", option_sets("zatre"), ids=lambda options: " ".join(map(str, options.values())))
def test_all_turns_are_listed_once_with_what_they_write(options: OptionSet) -> None:
    rng = Random(str(options))
    for seed in range(2):
        match = play_on(load("zatre", options).match(seed=seed), any_move, rng, rng.randrange(250))
        position = match.history[-1] if not match.is_over else match.history[-9]
        if position.turn < 0:
            continue
        found = card_turns(position.view(position.turn))
        assert len({turn.moves for turn in found}) == len(found)
        assert {placements(position, turn) for turn in found} == set(legal_turns(position))
        for turn in rng.sample(found, min(3, len(found))):
            won = result(laid(position, turn))
            assert turn.code == sum(n << 3 * i for i, n in enumerate(won.runs)) + 512 * won.crosses


def expected(position: Position, p: int = 0, tiles: float = 20.0) -> float:
    o = position.game.options
    assert isinstance(o, Options)
    return prospect(state(position), o, p, tiles)


def written(boxes: list[list[int]], crosses: int = 0, *, double_incomplete: bool = False) -> Position:
    """A card of seat 0 with these boxes in the columns 10, 11 and 12."""
    position = given("6@(7,7)", [1], double_incomplete=double_incomplete)
    s, rules = state(position).copy(), position.game.rules
    for column, row in enumerate(boxes):
        top = rules.first_box(position.game.options, column, 0)
        s.box[top : top + len(row)] = row
        s.filled[8 * column] = len(row)
    s.crosses[0] = crosses
    return Position.unchecked(position.game, s)


def test_without_tiles_to_come_a_card_is_worth_what_it_counts() -> None:
    cards: list[tuple[list[list[int]], int]] = [([[1, 1], [2, 4], [4]], 1), ([[1], [2], [4, 4]], 2), ([[], [], []], 0)]
    for incomplete in (False, True):
        for boxes, crosses in cards:
            position = written(boxes, crosses, double_incomplete=incomplete)
            assert expected(position, tiles=0.0) == pytest.approx(position.scores[0], abs=1.5)


def test_a_balanced_card_promises_more() -> None:
    """[Z6.3] The missing 11 promises more than another 12, which counts more in itself. A cross promises something."""
    row: list[list[int]] = [[1, 1], [2], [4, 4]]
    missing, more = written([[1, 1, 1], [2, 2], [4, 4, 4]], 3), written([[1, 1, 1], [2], [4, 4, 4, 4]], 3)
    assert expected(missing, tiles=8.0) > expected(more, tiles=8.0) + 3
    assert expected(written(row)) > expected(written([[1], [2], [4, 4]]))
    assert expected(written([[1], [2], [4]], 1)) > expected(written([[1], [2], [4]])) + 3


def lead(position: Position, p: int) -> int:
    """At the end of the game, if both play for it: plain minimax over whole turns."""
    if position.is_over:
        return position.scores[p] - position.scores[1 - p]
    if not (turns := card_turns(position.view(position.turn))):
        return lead(position.play("pass"), p)
    leads = [lead(laid(position, turn).play(DONE), p) for turn in turns]
    return max(leads) if position.turn == p else min(leads)


@pytest.mark.parametrize(
    ("board", "mine", "his", "options"),
    [
        (SIXES, [1, 1], [2, 6], {}),
        (SIXES, [1], [1, 1], {"must_score": False}),
        ("6@(7,7) 5@(7,8) 6@(8,8)", [1, 1], [1, 6], {}),
        ("6@(7,7) 5@(7,8) 6@(8,8)", [2, 6], [1, 6, 6], {"draw": "before"}),
    ],
)
def test_the_end_is_played_exactly(board: str, mine: list[int], his: list[int], options: OptionSet) -> None:
    position = given(board, mine, [his], bag=[], **options)
    found = exact_turns(position.view(0))
    assert found
    for turn in found:
        assert turn.value == lead(laid(position, turn).play(DONE), 0)
    assert found == sorted(found, key=lambda turn: -turn.value)
    assert best_turns(position.view(0)) == found


def test_the_end_is_not_exact_with_tiles_in_the_bag_or_three_players() -> None:
    assert exact_turns(given(SIXES, [1], [[1]], bag=[1]).view(0)) is None
    assert exact_turns(given(SIXES, [1], [[1], [1]], bag=[], players=3).view(0)) is None


@pytest.mark.parametrize("options", [{}, {"preset": "amigo", "players": 3}])
def test_looking_ahead(options: OptionSet) -> None:
    match = play_on(load("zatre", options).match(seed=4), any_move, Random(4), 60)
    position = match.position
    while position.turn < 0 or state(position).count:
        position = position.play(position.outcomes[0][0] if position.turn < 0 else any_move(position, Random(1)))
    view = position.view(position.turn)
    found = looked_turns(view)
    assert {turn.moves for turn in found} == {turn.moves for turn in card_turns(view)}
    assert sum(turn.looked for turn in found) == min(WIDEST, len(found))
    values = [turn.value for turn in found]
    assert values == sorted(values, reverse=True)
    assert looked_turns(view) == found, "the same view, the same values"
    assert set(best_values(view)) == set(card_values(view)) == set(view.legal_moves)
    made = laid(position, found[0]).view(position.turn)
    assert DONE in best_values(made)
    assert best_turns(made)[0].moves >= found[0].moves


def test_a_turn_is_finished_as_it_was_thought_of() -> None:
    """Thinking goes from the beginning of the turn, whatever lies."""
    view = given("6@(7,7) 4@(7,8) 3@(8,8)", [1, 2], [[3, 4]], bag=[1, 2, 3, 4, 5, 6] * 4).view(0)
    best = next(turn for turn in best_turns(view) if len(turn.moves) > 1)
    for move in best.moves & set(view.legal_moves):
        begun = view.play(move)
        assert best_turns(begun) == [turn for turn in best_turns(view) if move in turn.moves]


def test_room_is_made_for_more_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    view = given("6@(7,7) 4@(7,8)", [1, 2], [[3, 4]]).view(0)
    turns = card_turns(view)
    monkeypatch.setattr(packed, "_ROOM", 5)
    assert len(turns) == len(thinker.listed_turns(view)) == 16
    assert card_turns(view) == turns


def test_an_end_that_takes_too_long_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    view = given(SIXES, [1, 1], [[2, 6]], bag=[]).view(0)
    monkeypatch.setattr(thinker, "NODES", 1)
    assert exact_turns(view) is None
    assert all(turn.looked for turn in best_turns(view))


@pytest.mark.parametrize("options", [{}, {"lay": "most"}, {"must_score": False, "low_runs": "never"}], ids=str)
def test_tries_make_the_best_turn_for_the_card(options: OptionSet) -> None:
    """Though they pass over turns whose last tile writes nothing."""
    rng = Random(str(options))
    for seed in range(6):
        match = play_on(load("zatre", options).match(seed=seed), any_move, rng, rng.randrange(20, 200))
        position = next(each for each in reversed(match.history) if each.turn >= 0 and state(each).count == 0)
        if not (turns := card_turns(position.view(position.turn))):
            continue
        table = packed.Packed(position.view(position.turn))
        table.rules.lay_best(table.states[0], table.options[0], table.mind[0])
        code = table.rules.writes(table.states[0])
        assert table.rules.is_legal_turn(table.states[0])
        assert turns[0].value == pytest.approx(max(turn.value for turn in turns if turn.code == code))
