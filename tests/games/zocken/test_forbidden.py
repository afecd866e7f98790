"""Illegal moves: each is refused with the paragraph that forbids it."""

from __future__ import annotations

import pytest

from stammtisch.cli import app
from stammtisch.core.errors import GameOver, IllegalMove, OptionError, OutOfTurn
from stammtisch.core.position import Position
from stammtisch.games.zocken.text import WHY
from tests.games.zocken.positions import finish, given

PICKING = given("X/1-X-X-X-X-X-X/X", matches=1)
PLACING = given("X/X-3-X-5-X-X-X/X", thrown=4, die="blue")
BETTING = given("X/X-3-X-5-X-6-X/X")

FORBIDDEN = [
    ("throw red", PICKING, "K2.1"),  # placed already
    ("place 3", PICKING, "K2.1"),
    ("throw blue", PLACING, "K2.1"),
    ("bet", PICKING, "K2.2"),
    ("no bet", PLACING, "K2.2"),
    ("throw white", BETTING, "K2.2"),
    ("place 1", BETTING, "K2.2"),
    ("place 2", PLACING, "K3.1"),  # taken
    ("place 1", PLACING, "K3.1"),  # 4 3 5
    ("place left", PLACING, "K3.1"),
    ("place -20", PLACING, "K3.3"),
    ("place -20", given("X/3-3-4-X-X-X-5/X", thrown=6, bets=[], penalty_box="forced_only"), "K3.3"),
    ("place 3", given("X/X-3-X-5-X-X-X/X", box=[1], thrown=4, bets=[], cascade=True), "K3.4"),
    ("place right", given("X/X-3-X-5-X-X-X/X", thrown=6, ends_from=4), "K3.5"),
    ("bet against", BETTING, "K5.3"),
    ("bet against", given("X/1-X-X-X-X-X-X/X", betting="both"), "K2.2"),
]


@pytest.mark.parametrize(
    ("move", "position", "paragraph"), FORBIDDEN, ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_forbidden_move_names_its_paragraph(move: str, position: Position, paragraph: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        position.play(move)
    assert refused.value.paragraph == paragraph
    assert str(refused.value).startswith(f"{move} is not allowed, because ")
    assert f"[{paragraph}]" in str(refused.value)


def test_every_reason_is_met_above() -> None:
    assert {f"K{code // 100}.{code % 100}" for code in WHY} == {paragraph for _, _, paragraph in FORBIDDEN}


def test_the_thrower_does_not_bet() -> None:
    """[K5.1]"""
    with pytest.raises(OutOfTurn):
        BETTING.play("bet", seat=0)


def test_after_the_end_nothing_is_played() -> None:
    with pytest.raises(GameOver):
        finish("X/1-2-3-4-5-5-6/X", player=1, turns=10).play("throw red")


def test_an_option_has_only_its_values() -> None:
    """[K3.5, K6.1]"""
    with pytest.raises(OptionError, match="ends_from cannot be 2; it must be 1 or 4"):
        given(ends_from=2)
    with pytest.raises(OptionError, match="rounds cannot be 11; it must be a number from 1 to 10"):
        given(rounds=11)
    assert given(ends_from="4").game == given(ends_from=4).game


def test_the_flag_shows_these_values(capsys: pytest.CaptureFixture[str]) -> None:
    app(["play", "zocken", "--help"], prog_name="stammtisch", standalone_mode=False)
    page = capsys.readouterr().out
    assert "--ends-from 1|4 " in page
    assert "--rounds 1-10 " in page
