"""Testing: does a game do all that the house relies on?

`faults(game)` tries out everything, as `stammtisch check` does, and says in sentences what is wrong. The parts can be
used by themselves: each check takes a game and asserts what must hold of it.

    rules_python.py  rules can be compiled: no strings, no lists, no recursion
    words.py         names, reasons, options, the board
    play.py          every ply of whole matches (ply.py), their end, their records
    throws.py        that outcomes called exchangeable are
    views.py         what a player may see, and what he may not
    fields.py        what a seat observes, for programs that learn
    parts.py         the other files of a game's folder
    setting_up.py    positions set up by hand
    compiled.py      compiled play repeats interpreted play; needs NumPy and Numba
    shape.py         whether a value has the form that a type declares
    option_sets.py, playing.py: with which options, and by which moves

They say what is wrong by `assert`, so that they read well in tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from stammtisch.bots.named import can_compile
from stammtisch.core.errors import StammtischError
from stammtisch.core.game import Game
from stammtisch.testing import fields, parts, play, rules_python, setting_up, throws, views, words
from stammtisch.testing.option_sets import option_sets
from stammtisch.testing.playing import any_move, greedy_move

__all__ = ["Checked", "checks", "faults"]

LOOKS = 40  # plies of each match that are looked at one by one

Check = Callable[[Game], object]


@dataclass(frozen=True)
class Checked:
    """One thing that was tried out."""

    about: str
    fault: str
    """What is wrong; empty: nothing."""


def faults(game: Game) -> list[str]:
    """What is wrong with a game, in sentences; empty: nothing was found."""
    return [f"{each.about}: {each.fault}" for each in checks(game) if each.fault]


def checks(game: Game) -> Iterator[Checked]:
    """Everything, one after the other, each under the options that it may depend on."""
    if not __debug__:
        raise StammtischError("nothing can be checked while assertions are off: run Python without -O")
    usual = game.having({})
    for about, check in _ONCE.items():
        yield Checked(about, _fault(check, usual))
    games = [usual.having(each) for each in option_sets(usual)]
    for about, check in _BY_OPTIONS.items():
        yield Checked(about, next(filter(None, (_fault(check, each) for each in games)), ""))
    if can_compile():
        yield Checked("compiled", _fault(_compiled, usual))


def _fault(check: Check, game: Game) -> str:
    """The sentence, and with which options if they matter."""
    try:
        check(game)
    except Exception as error:  # whatever a game does is its fault
        said = str(error) if isinstance(error, AssertionError | StammtischError) else f"{type(error).__name__}: {error}"
        return said if game == game.having({}) else f"{said} (with {game.options!r})"
    return ""


def _plies(game: Game) -> None:
    for choose in (any_move, greedy_move):
        play.check_plies(game, choose, LOOKS)


def _compiled(game: Game) -> None:
    from stammtisch.testing.compiled import check_compiled  # only now: it brings NumPy and Numba

    check_compiled(game)


_ONCE: dict[str, Check] = {
    "rules": rules_python.check_rules,
    "introduction": words.check_introduction,
    "names of moves": words.check_move_names,
    "names of outcomes": words.check_outcome_names,
    "reasons": words.check_reasons,
    "options": words.check_options,
    "board": words.check_board,
    "words": parts.check_text,
    "about": parts.check_about,
    "page": parts.check_page,
    "sheet": parts.check_sheet,
    "schemes": parts.check_schemes,
    "lesson": parts.check_lesson,
    "book": parts.check_book,
    "bots": parts.check_bots,
    "set-up": setting_up.check_setup,
    "advice": parts.check_advice,
    "odds": parts.check_odds,
    "views": views.check_views,
}
_BY_OPTIONS: dict[str, Check] = {
    "options are read": words.check_options_read,
    "every ply": _plies,
    "throws": throws.check_throws,
    "the end": play.check_end,
    "records": play.check_replay,
    "secrets": views.check_secrets,
    "what is hidden": views.check_redraws,
    "observation": fields.check_observations,
}
