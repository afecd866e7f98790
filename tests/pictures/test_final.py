"""The picture of a game that is over: of every game, in any language, as large as messengers show."""

from __future__ import annotations

import io
import random

import pytest
from PIL import Image

from stammtisch.core.game import Game
from stammtisch.core.translation import speaking
from stammtisch.pictures import fonts
from stammtisch.pictures.final import SIZE, Ending, final_picture
from tests.helpers import GAMES, TOY, load

LARGEST = 100_000  # bytes


def over(game: Game, names: list[str]) -> Ending:
    match, chance = game.match(seed=7), random.Random(7)
    while not match.is_over:
        match.play(chance.choice(match.legal_moves))
    position = match.position
    return Ending(position, names, position.scores, position.places)


def drawn(ending: Ending, language: str = "en") -> Image.Image:
    with speaking(language):
        png = final_picture(ending)
    assert len(png) < LARGEST
    return Image.open(io.BytesIO(png)).convert("RGB")


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_one_and_says_it_in_the_readers_language(name: str) -> None:
    game = load(name)
    ending = over(game, [f"Žofie Новая {p}" for p in range(game.players)])
    found = {language: drawn(ending, language) for language in ("en", "ru", "cs")}
    assert {each.size for each in found.values()} == {SIZE}
    assert len({each.tobytes() for each in found.values()}) > 1


@pytest.mark.parametrize("name", [GAMES[0], TOY])
def test_names_scores_and_places_are_in_it(name: str) -> None:
    game = load(name)
    ending = over(game, ["Ana", "Bo", "Cleo", "Dan", "Eva", "Finn", "Gro"][: game.players])
    last, first = ending.places[::-1], ending.names[::-1]
    others = [
        ending,
        Ending(ending.position, first, ending.scores, ending.places),
        Ending(ending.position, ending.names, [n + 1 for n in ending.scores], ending.places),
        Ending(ending.position, ending.names, ending.scores, [0 for _ in last]),
    ]
    assert len({drawn(each).tobytes() for each in others}) == len(others)


def test_long_names_are_cut_and_nothing_is_wider_than_its_place() -> None:
    text, size = fonts.fitted("Wolfeschlegelsteinhausen" * 2, "inter", 25, 200)
    assert text.endswith("…")
    assert fonts.length(text, "inter", size) <= 200


def test_letters_of_all_our_languages_come_from_the_page() -> None:
    for text in ("Žofie", "ștrand", "Дмитрий", "Ålesund"):
        assert all(str(font.path).endswith(".woff2") for _, font in fonts.runs(text, 20))
