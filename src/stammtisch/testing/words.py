"""What must hold of a game's words: names of moves and outcomes, reasons, options, the board."""

from __future__ import annotations

from random import Random

from stammtisch.core.constants import PASS
from stammtisch.core.contract.text import option_in_words, value_in_words
from stammtisch.core.game import Game
from stammtisch.core.options import show
from stammtisch.core.position import Position
from stammtisch.testing.playing import greedy_move, play_on

PLIES = 200


def check_introduction(game: Game) -> None:
    assert game.title, "TITLE is empty"
    assert game.text.SUMMARY.endswith("."), f"SUMMARY is no sentence: {game.text.SUMMARY!r}"
    assert len(game.text.LETTER) == 1, f"LETTER is {game.text.LETTER!r}, not one letter"
    assert game.text.LETTER.isupper(), f"LETTER is {game.text.LETTER!r}, not a capital"
    assert game.version >= 1, f"VERSION is {game.version}, but versions are counted from 1"
    assert game.rules.LENGTH > 0, "LENGTH must be more than 0"
    assert game.text.SCORE.title, "SCORE has no name"
    assert game.text.SCORE.count(2) != game.text.SCORE.count(3), "SCORE.count must say the number"


def check_move_names(game: Game) -> None:
    """Every move has a name of its own, which is understood again."""
    names = [str(move) for move in game.moves]
    twice = {name for name in names if names.count(name) > 1}
    assert not twice, f"several moves are called {', '.join(sorted(twice))}"
    assert names[0] == "pass", f"move 0 is called '{names[0]}', but it is 'pass' in every game"
    for number, text in enumerate(names):
        assert text == " ".join(text.lower().split()), f"the name of a move has small letters, single spaces: {text!r}"
        assert game.move(text) == game.move(number) == number
        assert game.move(f"  {text.upper()} ") == number


def check_outcome_names(game: Game) -> int:
    """Every outcome has a name of its own, which is understood again. Records write them side by side.

    The number of outcomes that were seen: a game without chance has none.
    """
    seen = 0
    match = play_on(game.match(seed=5), greedy_move, Random(5), PLIES)
    for position in match.history:
        kinds = [kind for kind, _ in position.outcomes]
        assert len({str(kind) for kind in kinds}) == len(kinds), f"two outcomes have one name: {kinds}"
        for kind in kinds:
            assert str(kind), "an outcome has no name"
            assert " " not in str(kind), f"the name of an outcome must have no space: {str(kind)!r}"
            assert position.check(str(kind)) == position.check(kind) == kind
        seen += len(kinds)
    return seen


def check_reasons(game: Game) -> int:
    """Whatever is refused names its paragraph and the legal moves. The number of refusals that were seen."""
    for code, reason in game.text.WHY.items():
        assert reason, f"WHY[{code}] is empty"
        assert game.rulebook.cited(game.rulebook.name(code)), f"WHY has {code}, which is no paragraph of rules.md"
    history = play_on(game.match(seed=5), greedy_move, Random(5), 60).history
    return sum(_check_refusals(position) for position in history if position.turn >= 0)


def _check_refusals(position: Position) -> int:
    refused = [move for move in position.game.moves if move not in position.legal_moves]
    for move in refused:
        refusal = position._refusal(move)
        assert str(refusal).endswith(", ".join(map(str, position.legal_moves)))
        assert refusal.reason, f"{move} is refused without a reason"
        assert not refusal.reason.endswith("."), f"the reason goes on in a sentence: {refusal.reason!r}"
        is_pass_without_rule = move == PASS and not refusal.paragraph
        assert is_pass_without_rule or position.game.rulebook.cited(refusal.paragraph), (
            f"{move} is refused, but not by a paragraph of rules.md: {refusal.paragraph}"
        )
    return len(refused)


def check_options(game: Game) -> None:
    """Options are explained, and read as they are written."""
    wanted, told = list(game.options.choices()), list(game.text.OPTIONS)
    assert told == wanted, f"text.OPTIONS must explain {', '.join(wanted)} in this order, but has {', '.join(told)}"
    assert wanted[0] == "players", f"the first option must be players, not {wanted[0]}"
    for option, choices in game.options.choices().items():
        assert option_in_words(game.text, option), f"text.OPTIONS does not explain {option}"
        assert all(value_in_words(game.text, value) for value in choices)
    for values in game.options.PRESETS.values():
        game.having(dict(values))  # it is refused if it cannot be


def check_options_read(game: Game) -> None:
    options = game.options.to_json()
    shown = {key: show(value) for key, value in options.items()}
    numbers = game.options.numbers() | {key: value for key, value in options.items() if isinstance(value, bool)}
    for written in (options, shown, numbers):
        assert game.having(written) == game, f"the options {written} are read as others"


def check_board(game: Game) -> None:
    """The board names every player, to everybody."""
    match = play_on(game.match(seed=5), greedy_move, Random(5), game.rules.LENGTH)
    for position in (*match.history[:60], match.position):
        for viewer in range(position.game.players):
            shown = str(position.view(viewer))
            for p in range(position.game.players):
                assert f"seat {p}" in shown, f"the board does not name the player of seat {p}"
