"""What is said to people: gaps, plurals, lists and numbers, in the language of whoever listens."""

from __future__ import annotations

import asyncio

import pytest

import stammtisch
from stammtisch.core.errors import IllegalMove, OptionError
from stammtisch.core.translation import (
    LANGUAGES,
    either,
    grouped,
    language,
    language_of,
    listed,
    printed,
    say,
    say_n,
    sentence,
    speaking,
    to_say,
    to_say_n,
)
from stammtisch.core.unit import POINTS
from stammtisch.games.keeping.text import WORMS


def test_english_fills_the_gaps() -> None:
    assert say("{name} took {tile}.", name="Ana {tile}", tile=26) == "Ana {tile} took 26."
    assert [say_n(n, "{n} worm", "{n} worms") for n in (0, 1, 2, -1)] == ["0 worms", "1 worm", "2 worms", "−1 worm"]
    assert say("") == ""


def test_what_a_catalogue_lacks_is_english() -> None:
    for code in LANGUAGES:
        with speaking(code):
            assert say("Nobody has translated this, {name}.", name="Ana") == "Nobody has translated this, Ana."
            assert say_n(2, "{n} unknown", "{n} unknowns") == "2 unknowns"
            assert say("") == ""


@pytest.mark.parametrize(
    ("code", "worms"),
    [
        ("en", ["1 worm", "2 worms", "5 worms", "21 worms"]),
        ("de", ["1 Wurm", "2 Würmer", "5 Würmer", "21 Würmer"]),
        ("fr", ["1 ver", "2 vers", "5 vers", "21 vers"]),
        ("ro", ["1 vierme", "2 viermi", "5 viermi", "21 de viermi"]),
        ("ru", ["1 червяк", "2 червяка", "5 червяков", "21 червяк"]),
        ("cs", ["1 červ", "2 červi", "5 červů", "21 červů"]),
    ],
)
def test_plurals(code: str, worms: list[str]) -> None:
    with speaking(code):
        assert [WORMS.count(n) for n in (1, 2, 5, 21)] == worms


def test_the_language_is_that_of_the_task() -> None:
    async def told(code: str) -> str:
        with speaking(code):
            await asyncio.sleep(0)
            return f"{language()} {say('points')}"

    async def both() -> list[str]:
        return list(await asyncio.gather(told("de"), told("ru")))

    assert asyncio.run(both()) == ["de Punkte", "ru очки"]
    assert language() == "en"
    with speaking("de"), speaking("cs"):
        assert language() == "cs"


def test_a_language_that_nobody_speaks() -> None:
    with (
        pytest.raises(OptionError, match="there is no language 'xx'; choose from en, de, fr, ro, ru, cs"),
        speaking("xx"),
    ):
        pass
    assert language() == "en"


def test_marked_texts_stay_english() -> None:
    with speaking("de"):
        assert (to_say("points"), to_say_n("{n} point", "{n} points")) == ("points", ("{n} point", "{n} points"))


def test_sentence() -> None:
    assert sentence("your total is 10") == "Your total is 10."


def test_lists() -> None:
    assert [listed([]), listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]
    assert [either([]), either(["a"]), either(["a", "b"]), either(["a", "b", "c"])] == ["", "a", "a or b", "a, b or c"]
    with speaking("de"):
        assert (listed(["a", "b", "c"]), either(["a", "b", "c"])) == ("a, b und c", "a, b oder c")


def test_numbers() -> None:
    assert (printed("-1.5"), grouped(2000), POINTS.amount("0.5"), POINTS.amount("1")) == (
        "−1.5",
        "2,000",
        "0.5 points",
        "1 point",
    )
    with speaking("de"):
        assert (printed("-1.5"), grouped(2000), POINTS.amount("0.5"), str(POINTS)) == (
            "−1,5",
            "2\N{NO-BREAK SPACE}000",
            "0,5 Punkte",
            "Punkte",
        )


def test_names_of_moves_are_english_and_said_in_every_language() -> None:
    with speaking("de"):
        game = stammtisch.load("heckmeck")
        keep = game.move("keep worm")
        assert (str(keep), keep.said) == ("keep worm", "Wurm behalten")
        outcome = game.outcomes(6)[5]
        assert (str(outcome), outcome.said) == ("worm", "Wurm")
    assert keep.said == "keep worm"


def test_a_refusal_is_told_in_the_language() -> None:
    position = stammtisch.load("heckmeck").match(seed=7).position
    with speaking("de"), pytest.raises(IllegalMove, match=r"roll .* nicht erlaubt, .*\[H2\.2\]") as refused:
        position.play("roll")
    assert refused.value.paragraph == "H2.2"


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LC_ALL": "ru_RU.UTF-8", "LC_MESSAGES": "fr_FR", "LANG": "de_DE"}, "ru"),
        ({"LC_ALL": "", "LC_MESSAGES": "fr_FR@euro", "LANG": "de_DE"}, "fr"),
        ({"LC_ALL": "C.UTF-8", "LANG": "de_DE"}, "en"),
        ({"LANG": "it_IT"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_of_an_environment(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language
