"""bind: one namespace in which every function calls the others of that namespace."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

import pytest

from stammtisch.core.bind import bind, contents, digest, merge
from stammtisch.fast import drive
from stammtisch.games.heckmeck import rules as heckmeck
from tests.toy import rules as toy

RULES = """
class Options: players = 2
class State: pass
MOVES = 3
LENGTH = 10
LIMIT = 2
PAIR = (1, 2)
def turn(s, o): return 0
def outcomes(s, o): return 5
def forbids(s, o, m): return 0 if m <= LIMIT and helped(m) else 101
def helped(m): return True
def play(s, o, m): pass
def score(s, o, p): return 0
def place(s, o, p, bonus=0): return 1 + bonus
"""


PLAYED = """
def played(m): return tenfold(m)
def tenfold(m): return 10 * m
"""
OLDER = """
__name__ = "older"
LIMIT = 1
def played(m): return 1000 + newer_played(m)
def tenfold(m): return 10 * m + 1
"""


def module(source: str = RULES, **attributes: object) -> ModuleType:
    """A module written here."""
    made = ModuleType("made")
    exec(source, vars(made))
    for name, value in attributes.items():
        setattr(made, name, value)
    return made


def test_a_function_calls_the_others_of_its_namespace() -> None:
    rules = bind(module(), replace={"helped": lambda m: m == 1})
    assert [rules.forbids(None, None, m) for m in (1, 2)] == [0, 101]
    assert bind(module()).forbids(None, None, 2) == 0, "the rules file itself is unchanged"
    assert rules.place(None, None, 0) == 1, "default arguments are kept"


def test_older_rules_have_what_was_different() -> None:
    """They call what they replace, and what they call in turn calls theirs."""
    newer = module(RULES.replace("def play(s, o, m): pass", "def play(s, o, m): s.append(played(m))") + PLAYED)
    older = module(OLDER, NEWER=newer, newer_played=newer.played, Options=newer.Options)
    for name in ("State", "MOVES", "LENGTH", "turn", "outcomes", "forbids", "play", "score", "place"):
        setattr(older, name, getattr(newer, name))
    older.__name__ = "older"
    done: list[int] = []
    for rules in (bind(newer), bind(older)):
        rules.play(done, None, 2)
    assert done == [20, 1021]
    assert (bind(newer).LIMIT, bind(older).LIMIT) == (2, 1)
    assert bind(older, drive).forbids(None, None, 2) == 101


def test_defaults_stand_in_for_what_a_game_does_not_say() -> None:
    rules = bind(module())
    out = [0] * 3
    assert rules.sees(None, None) == -1
    assert rules.setup(None, None) is None  # type: ignore[func-returns-value]
    assert rules.hide(None, None, 0) is None  # type: ignore[func-returns-value]
    assert (rules.spread(None, None), rules.outcome(None, None, 4)) == (5, 4)
    assert (rules.moves(None, None, out), out) == (2, [1, 2, 0])


def test_a_game_s_own_functions_come_before_the_defaults() -> None:
    rules = bind(module(RULES + "def sees(s, o): return 1\ndef moves(s, o, out): return 7\n"))
    assert rules.sees(None, None) == 1
    assert rules.moves(None, None, []) == 7


def test_a_game_with_weights_gets_lots_by_weight() -> None:
    weighted = module(RULES + "def weight(s, o, m): return (3, 0, 1, 0, 2)[m]\n")
    rules = bind(weighted)
    assert rules.spread(None, None) == 6
    assert [rules.outcome(None, None, lot) for lot in range(6)] == [0, 0, 0, 2, 4, 4]


def test_what_is_missing_is_named() -> None:
    with pytest.raises(TypeError, match="made lacks MOVES, play"):
        bind(module(RULES.replace("MOVES = 3", "").replace("def play", "def plays")))


def test_a_clash_of_names_is_refused() -> None:
    helper = module("def helped(m): return False\n")
    helper.__name__ = "helper"
    helper.helped.__module__ = "helper"
    with pytest.raises(TypeError, match="helped is defined both in helper and in made"):
        bind(module(USES=(helper,)))
    with pytest.raises(TypeError, match=r"draw is defined both in stammtisch\.core\.dice and in made"):
        bind(module(RULES + "def draw(): pass\n"))


def test_a_helper_s_name_may_be_imported_by_the_rules() -> None:
    """The same object under the same name is no clash."""
    names = merge(heckmeck)
    assert names["WORM"] == 5
    assert names["total"].__module__ == "stammtisch.games.keeping"


def test_contents_are_own_functions_and_classes_and_numbers() -> None:
    found = contents(module(_hidden=1, TYPE_CHECKING=True, USES=(), word="text", other=merge))
    assert {"MOVES", "PAIR", "turn", "State"} <= set(found)
    assert not {"_hidden", "TYPE_CHECKING", "USES", "word", "other"} & set(found)


def test_drivers_are_bound_with_the_game() -> None:
    driver = module("def twice(s, o): return 2 * turn(s, o) + MOVES\n")
    driver.__name__ = "driver"
    driver.twice.__module__ = "driver"
    assert bind(module(), driver).twice(None, None) == 3


def test_a_compiler_gets_the_digest_and_every_function_once() -> None:
    seen: list[str] = []
    digests: list[str] = []

    def jit(fingerprint: str) -> Callable[[FunctionType], Any]:
        digests.append(fingerprint)

        def compiler(function: FunctionType) -> Any:
            seen.append(function.__name__)
            return function

        return compiler

    rules = bind(toy, jit=jit)
    assert digests == [digest(name, merge(toy)) for name in seen]
    assert len(seen) == len(set(seen))
    assert {"turn", "forbids", "philox", "spread", "left"} <= set(seen)
    assert rules.turn.__module__ == toy.__name__
    assert rules.weight.__doc__ == toy.weight.__doc__


def test_rules_say_what_they_lack() -> None:
    with pytest.raises(AttributeError, match="the rules have no 'shuffle'"):
        bind(module()).shuffle  # noqa: B018


def digests(source: str = RULES) -> dict[str, str]:
    """Of each function of some rules."""
    names = merge(module(source))
    return {name: digest(name, names) for name, value in names.items() if isinstance(value, FunctionType)}


@pytest.mark.parametrize(
    ("old", "new", "meant"),
    [
        ("LIMIT = 2", "LIMIT = 1", {"forbids", "moves"}),  # of the defaults, `moves` asks `forbids`
        ("return 5", "return PAIR[m]", {"outcomes", "spread"}),
        ("return 0 if", "return 1 if", {"forbids", "moves"}),
        ("bonus=0", "bonus=1", {"place"}),
        ("helped(m):", "helped(n):", {"helped", "forbids", "moves"}),
        ("return True", "return [2 for _ in (1,)]", {"helped", "forbids", "moves"}),
        ("return True", "return [LIMIT for _ in (1,)]", {"helped", "forbids", "moves"}),
        ("PAIR = (1, 2)", "PAIR = (1, 3)", set()),
    ],
)
def test_a_digest_changes_with_everything_the_meaning_rests_on_and_with_nothing_else(
    old: str, new: str, meant: set[str]
) -> None:
    assert old in RULES
    before, after = digests(), digests(RULES.replace(old, new))
    assert {name for name in before if before[name] != after[name]} == meant


@pytest.mark.parametrize("body", ["return [{} for _ in (1,)]", "return [(1, 2)[x] + LIMIT + {} for x in (1,)]"])
def test_the_digest_changes_inside_a_nested_function(body: str) -> None:
    one, other = (digests(RULES.replace("return True", body.format(n))) for n in (2, 3))
    assert one["helped"] != other["helped"]


def test_a_constant_named_in_a_nested_function_counts() -> None:
    nested = RULES.replace("return True", "return [PAIR for _ in (1,)]")
    assert digests(nested)["forbids"] != digests(nested.replace("(1, 2)", "(1, 3)"))["forbids"]


def test_a_digest_is_the_same_whatever_is_bound_besides() -> None:
    alone, driven = merge(heckmeck), merge(heckmeck, (drive,))
    assert digest("play", alone) == digest("play", driven)
    assert len(digest("play", alone)) == 16
    names = merge(module())
    assert digest("turn", names) != digest("score", names), "the same code, but not the same function"
