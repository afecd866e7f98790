"""A game is a folder: nothing outside the games' own folders names one.

That holds for the package and the page, for the tools, and for what tests and soaks are made of. A test itself may name
the game that it is about; one that needs any game takes an example from tests/examples.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from stammtisch.games import names
from tests.helpers import ROOT, SOURCE

PAGE, TOOLS, TESTS = ROOT / "web" / "src", ROOT / "tools", ROOT / "tests"
KINDS = {".py", ".ts", ".svelte", ".css"}

# Where a game may be named all the same, in how many lines, and why.
EXCEPTIONS = {
    SOURCE / "server" / "people" / "passwords.py": (1, "what people try first when they guess a password"),
    TESTS / "fair" / "dishonest.py": (3, "makes stored transcripts of these games"),
    TESTS / "fair" / "files.py": (16, "makes the stored transcripts of these games"),
    TESTS / "fair" / "tampering.py": (2, "its examples are lines of a stored file"),
    TESTS / "soak" / "zocken_turns.py": (11, "plays turns by the solver that only this game has"),
    TESTS / "soak" / "zatre_turns.py": (9, "compares with the brute force that only this game has"),
}


def own_folders() -> list[Path]:
    return [folder / name for name in names() for folder in (SOURCE / "games", PAGE / "boards", TESTS / "games")]


def files() -> Iterator[Path]:
    left_out = (*own_folders(), SOURCE / "page", TESTS / "games")
    for root in (SOURCE, PAGE, TOOLS, TESTS):
        for path in sorted(root.rglob("*")):
            is_test = root == TESTS and path.name.startswith("test_")
            if path.suffix in KINDS and not is_test and not any(path.is_relative_to(each) for each in left_out):
                yield path


def lines_with_a_game(text: str) -> list[int]:
    """Examples in docstrings are run (test_examples.py), so they need a real game and do not count."""
    named = re.compile("|".join(names()), re.IGNORECASE)
    found, example = [], False
    for number, line in enumerate(text.splitlines(), 1):
        example = line.lstrip().startswith(">>> ") or (example and line.strip() not in ("", '"""'))
        if not example and named.search(line):
            found.append(number)
    return found


def test_nothing_outside_its_folders_names_a_game() -> None:
    assert all(folder.is_dir() for folder in own_folders())
    found = {path: lines_with_a_game(path.read_text("utf-8")) for path in files()}
    assert len(found) > 400
    assert {path.parent for path in found} >= {TOOLS, TESTS, TESTS / "page", TESTS / "soak"}
    wrong = [
        f"{path.relative_to(ROOT)}:{number}"
        for path, numbers in found.items()
        for number in numbers
        if path not in EXCEPTIONS
    ]
    assert not wrong
    assert {path: len(found[path]) for path in EXCEPTIONS} == {path: many for path, (many, _) in EXCEPTIONS.items()}


def test_a_name_is_found_in_any_case_and_within_a_word() -> None:
    name = names()[0]
    assert lines_with_a_game(f"one\n<{name.title()}Board />\nthree\n{name.upper()}S = 4") == [2, 4]


def test_an_example_may_name_a_game_and_nothing_after_it() -> None:
    name = names()[0]
    shown = f"    >>> load('{name}')\n    {name}\n"
    assert lines_with_a_game(f"{shown}\n{name}") == [4]
    assert lines_with_a_game(f'{shown}    """\n{name}') == [4]
