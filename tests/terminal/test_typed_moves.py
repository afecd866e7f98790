"""Moves in the terminal: the key of each, and what people type for it."""

from __future__ import annotations

import pytest

import stammtisch
from stammtisch.terminal.keyboard import assign_keys
from stammtisch.terminal.typed_moves import compact, understand

GAME = stammtisch.load("heckmeck", players=3)


@pytest.mark.parametrize(
    ("moves", "keys"),
    [
        (["keep 1", "keep 5", "keep worm"], "15w"),
        (["roll", "take 24", "take 26"], "rta"),
        (["roll", "stop"], "rs"),
        (["pass"], "p"),
        ([f"lay 0 {n}" for n in range(10)], "0123456789"),
        (["quit", "undo", "help", "board"], "ineo"),
    ],
)
def test_keys_are_easy_to_guess(moves: list[str], keys: str) -> None:
    assert "".join(assign_keys(stammtisch.Move(n, moves.__getitem__) for n in range(len(moves)))) == keys


def test_too_many_moves_have_no_keys() -> None:
    assert assign_keys(GAME.moves) == {}


def test_typed_moves() -> None:
    match = next(m for m in map(GAME.match, range(100)) if {"keep 1", "keep worm"} <= set(map(str, m.legal_moves)))
    for typed in ("keep worm", "KEEP  Worm", "worm", "w", "keep w"):
        assert str(understand(match.position, typed)) == "keep worm"
    assert str(understand(match.position, "1")) == "keep 1"
    with pytest.raises(stammtisch.ParseError, match="'k' could be keep 1"):
        understand(match.position, "k")
    with pytest.raises(stammtisch.IllegalMove, match="roll is not allowed"):
        understand(match.position, "ro")
    with pytest.raises(stammtisch.ParseError, match=r"'hnit' is no move in .*; you may mean hint"):
        understand(match.position, "hnit", ["undo", "hint"])


def test_long_lists_are_cut() -> None:
    assert compact(GAME.moves, most=9) == "pass; roll; keep 1 2 3 4 5 worm; take 21; and 16 more"
