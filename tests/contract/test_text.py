"""The words of every game: names of moves, reasons, the board."""

from __future__ import annotations

from random import Random

import pytest

from tests.helpers import GAMES, greedy_move, load, play_on


@pytest.mark.parametrize("name", GAMES)
def test_every_move_has_a_name_of_its_own_that_parses_back(name: str) -> None:
    game = load(name)
    names = [str(move) for move in game.moves]
    assert len(set(names)) == game.rules.MOVES
    assert names[0] == "pass"
    for number, text in enumerate(names):
        assert game.move(text) == game.move(number) == number
        assert game.move(f"  {text.upper()} ") == number


@pytest.mark.parametrize("name", GAMES)
def test_every_outcome_has_a_name_of_its_own_that_parses_back(name: str) -> None:
    match = play_on(load(name).match(seed=5), greedy_move, Random(5), 200)
    throws = [position for position in match.history if position.is_chance]
    assert throws
    for position in throws:
        kinds = [kind for kind, _ in position.outcomes]
        assert len({str(kind) for kind in kinds}) == len(kinds)
        for kind in kinds:
            assert " " not in str(kind), "outcomes are written side by side in a record"
            assert position.check(str(kind)) == position.check(kind) == kind


@pytest.mark.parametrize("name", GAMES)
def test_reasons_are_paragraphs_of_the_rules(name: str) -> None:
    game = load(name)
    assert game.text.WHY
    for code, reason in game.text.WHY.items():
        assert reason
        assert game.rulebook.cited(game.rulebook.name(code)), f"{code} is no paragraph"


@pytest.mark.parametrize("name", GAMES)
def test_an_illegal_move_names_its_paragraph_and_the_legal_moves(name: str) -> None:
    match = play_on(load(name).match(seed=5), greedy_move, Random(5), 60)
    refused = 0
    for position in match.history:
        if position.turn < 0:
            continue
        for move in position.game.moves:
            if move not in position.legal_moves:
                refusal = position._refusal(move)
                assert str(refusal).endswith(", ".join(map(str, position.legal_moves)))
                assert move == 0 or position.game.rulebook.cited(refusal.paragraph)
                refused += 1
    assert refused


@pytest.mark.parametrize("name", GAMES)
def test_the_board_names_every_player(name: str) -> None:
    match = play_on(load(name).match(seed=5), greedy_move, Random(5), load(name).rules.LENGTH)
    for position in (*match.history[:60], match.position):
        for viewer in range(position.game.players):
            shown = str(position.view(viewer))
            assert all(f"seat {p}" in shown for p in range(position.game.players))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_introduces_itself(name: str) -> None:
    game = load(name)
    assert game.title
    assert game.text.SUMMARY.endswith(".")
    assert game.version >= 1
    assert game.rules.LENGTH > 0
