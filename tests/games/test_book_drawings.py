"""The drawings of the books: what they show is what the rules say."""

from __future__ import annotations

import pytest

from stammtisch import games
from stammtisch.core.contract.drawings import Drawings
from stammtisch.core.translation import LANGUAGES, speaking
from stammtisch.games.barbecue import drawings as barbecue
from stammtisch.games.barbecue.rules import POINTS as BARBECUE_POINTS
from stammtisch.games.drawing import WIDTH
from stammtisch.games.heckmeck import drawings as heckmeck
from stammtisch.games.zatre import drawings as zatre
from stammtisch.games.zocken import drawings as zocken
from stammtisch.games.zocken.facts import legal_slots
from stammtisch.games.zocken.rules import BOX
from tests.games.zocken.positions import given
from tests.helpers import load


@pytest.mark.parametrize("name", games.names())
def test_every_game_here_has_a_book_that_shows_all_its_drawings(name: str) -> None:
    game = load(name)
    for language in LANGUAGES:
        with speaking(language):
            assert game.book
            assert {image.name for image in game.book.images} == set(game.part(Drawings).DRAWINGS)


@pytest.mark.parametrize("name", games.names())
def test_a_drawing_fits_a_phone_and_needs_no_styles(name: str) -> None:
    for draw in load(name).part(Drawings).DRAWINGS.values():
        drawing = draw()
        assert drawing.width <= WIDTH
        assert "style" not in drawing.body


def test_the_rolls_of_heckmeck_are_those_of_a_turn() -> None:
    match = load("heckmeck").match(fed=True)
    for number, (rolled, kept) in enumerate(heckmeck.STORY):
        if number:
            match.play("roll")
        faces = [kind for kind, _ in match.position.outcomes]
        for face in rolled:
            match.play(faces[face])
        match.play(f"keep {faces[kept]}")
    match.play(f"take {heckmeck.TAKEN}")


def test_the_dice_of_barbecue_make_the_place() -> None:
    assert sum(BARBECUE_POINTS[kind] for kind in barbecue.KEPT) == barbecue.MADE


def test_the_series_of_zocken() -> None:
    for dice in (zocken.RISING, zocken.FALLING):
        for slot, (_, face) in dice.items():
            others = {other: lying for other, lying in dice.items() if other != slot}
            assert slot in legal_slots(given(line(others), thrown=face))
    last = max(zocken.BROKEN)
    before = {slot: lying for slot, lying in zocken.BROKEN.items() if slot != last}
    assert last not in legal_slots(given(line(before), thrown=zocken.BROKEN[last][1]))


def test_where_the_die_of_zocken_may_go() -> None:
    assert set(legal_slots(given(line(zocken.STORY), thrown=zocken.TOO_HIGH))) == {BOX}
    assert tuple(legal_slots(given(line(zocken.STORY), thrown=zocken.GOOD_ONE))) == zocken.FREE


def line(dice: zocken.Dice) -> str:
    """A row in the notation of the rules page."""
    left, *row, right = [str(dice[slot][1]) if slot in dice else "X" for slot in range(9)]
    return f"{left}/{'-'.join(row)}/{right}"


def test_the_card_of_zatre_adds_up() -> None:
    game = load("zatre")
    total = game.rules.score(zatre.written(zatre.CARD, zatre.CROSSES), game.options, 0)
    assert f">{total}</text>" in zatre.card().body
    assert total == 20 + 16 + 2
