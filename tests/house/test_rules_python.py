"""Rules files are rules Python — and the checker sees what is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch.testing.rules_python import check, check_sources
from tests.helpers import GAMES, ROOT, SOURCE, TOY, load

SHARED = [SOURCE / "core" / f"{name}.py" for name in ("constants", "dice", "defaults", "throws", "weighted")]


def files(name: str) -> list[Path]:
    """All files that are bound for a game; those of other games have no functions in common with it."""
    if name == TOY:
        return [*SHARED, ROOT / "tests" / "toy" / "rules.py"]
    helpers = [Path(module.__file__) for module in getattr(load(name).module, "USES", ())]
    return [*SHARED, *helpers, *(SOURCE / "games" / name).glob("rules*.py")]


@pytest.mark.parametrize("name", GAMES)
def test_rules_are_rules_python(name: str) -> None:
    assert len(files(name)) > len(SHARED)
    faults = check(files(name))
    assert not faults, "\n".join(map(str, faults))


BAD = {
    "import numpy as np": "f.py:1: rules import neither NumPy nor Numba, but here stands numpy",
    "from numba.core import types": "f.py:1: rules import neither NumPy nor Numba, but here stands numba.core",
    "def f(s):\n    import math": "f.py:2: in f: imports stand at the top of the file",
    "def f(s):\n    return f(s)": "f.py:1: no recursion: f → f; go over a row in a loop",
    "def f(s):\n    return s.kept[1:]": "f.py:2: in f: a slice copies; go over the row by its index",
    "def f(s):\n    return s.kept[:]": "f.py:2: in f: a slice copies; go over the row by its index",
    "def f(s):\n    return [1 for _ in s]": "f.py:2: in f: no comprehensions; write to a row of the State in a loop",
    "def f(s):\n    return sum(1 for _ in s)": "f.py:2: in f: no comprehensions; write to a row of the State in a loop",
    "def f(s):\n    return {1 for _ in s}": "f.py:2: in f: no comprehensions; write to a row of the State in a loop",
    "def f(s):\n    return {1: 1 for _ in s}": "f.py:2: in f: no comprehensions; write to a row of the State in a loop",
    "def f(s):\n    return [0] * 6": "f.py:2: in f: no new lists; a row belongs to the State",
    "def f(s):\n    return list(s.kept)": "f.py:2: in f: no lists; a row belongs to the State",
    "def f(s):\n    return {}": "f.py:2: in f: no dicts; use a row, or a tuple as a table",
    "def f(s):\n    return dict()": "f.py:2: in f: no dicts; a row belongs to the State",
    "def f(s):\n    return {1}": "f.py:2: in f: no sets; use a row",
    "def f(s):\n    return 'worm'": "f.py:2: in f: no strings; words belong to text.py",
    "def f(s):\n    '''Doc.'''\n    return b'x'": "f.py:3: in f: no strings; words belong to text.py",
    "def f(s):\n    return f'{s}'": "f.py:2: in f: no strings; words belong to text.py",
    "def f(s):\n    raise ValueError": "f.py:2: in f: no exceptions; forbids says what is wrong",
    "def f(s):\n    try:\n        pass\n    finally:\n        pass": (
        "f.py:2: in f: no exceptions; forbids says what is wrong"
    ),
    "def f(s):\n    with s:\n        pass": "f.py:2: in f: no context managers",
    "def f(s):\n    return lambda: 1": "f.py:2: in f: no lambda; write a function with a name",
    "def f(s):\n    def g(): pass": "f.py:2: in f: no function inside a function",
    "def f(s):\n    class G: pass": "f.py:2: in f: no class inside a function",
    "def f(s):\n    yield 1": "f.py:2: in f: no generators; return a number",
    "def f(s):\n    global x": "f.py:2: in f: no global variables; what changes belongs to the State",
    "async def f(s): pass": "f.py:1: nothing here waits",
    "@njit\ndef f(s): pass": "f.py:1: f has a decorator; bind compiles plain functions",
    "def f(*s): pass": "f.py:1: f takes any number of arguments; name them",
}


@pytest.mark.parametrize("source", BAD)
def test_what_is_not_rules_python_is_named_in_plain_words(source: str) -> None:
    assert [str(fault) for fault in check_sources({"f.py": source})] == [BAD[source]]


def test_functions_that_call_each_other_across_files_are_found() -> None:
    faults = check_sources(
        {
            "a.py": "def f(s):\n    return g(s)\n\n\ndef outside(s):\n    return f(s)\n",
            "b.py": "def g(s):\n    return h(s)\n\n\ndef h(s):\n    return f(s)\n",
        }
    )
    assert [str(fault) for fault in faults] == [
        "a.py:1: no recursion: f → g → h → f; go over a row in a loop",
        "b.py:1: no recursion: g → h → f → g; go over a row in a loop",
        "b.py:5: no recursion: h → f → g → h; go over a row in a loop",
    ]


def test_docstrings_annotations_and_classes_are_no_faults() -> None:
    source = '''"""A file."""
TABLE = (1, 2)
NAMES = ["a"]

class State(Record):
    """A class declares."""
    kept = [0] * 6

def f(s: "State", out: list[int]) -> "list[int]":
    """A docstring."""
    n: "int" = TABLE[1]
    for i in range(n):
        out[i] = s.kept[i] if i > 0 else -1
    return out
'''
    assert check_sources({"f.py": source}) == []
