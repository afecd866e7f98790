"""The texts of the page in its six languages: a text in each of them, and English that was left untranslated."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Literal

from tools.catalogues import read
from tools.texts import texts

from stammtisch.core.translation import ENGLISH

Part = Literal["all", "start", "any"]
NO_BREAK = "\N{NO-BREAK SPACE}"
GAP = re.compile(r"\{(\w+)\}")
PHRASE = re.compile(r"\w{3,}.*\s.*\w{3,}")
"""Two words at least: such a piece of a sentence is found anywhere, a single word only where it stands alone."""


@cache
def catalogue(language: str) -> dict[str, tuple[str, ...]]:
    """English text → all forms in a language. Of a text for one and for many, both are there."""
    found: dict[str, tuple[str, ...]] = {}
    for message in read(language):
        ids = message.id if isinstance(message.id, (tuple, list)) else (message.id,)
        said = message.string if isinstance(message.string, (tuple, list)) else (message.string,)
        found.update({text: tuple(map(str, said)) for text in ids if text and all(said) and not message.fuzzy})
    return found


def forms(text: str, language: str) -> tuple[str, ...]:
    """An English text in a language, in all its numbers; what a catalogue lacks is said in English."""
    return (text,) if language == ENGLISH else catalogue(language).get(text, (text,))


def called(language: str, *texts: str, part: Part = "all", **names: str) -> re.Pattern[str]:
    """Whatever one of these English texts is in a language; the gaps hold these expressions by name, or anything.

    It may be all of what is called so, or its start, or any part of it.
    """

    def expression(form: str) -> str:
        gaps = [names.get(gap, ".+") for gap in GAP.findall(form)]
        spaced = form.replace(NO_BREAK, " ")  # a browser's names have only plain spaces
        parts = [re.escape(part).replace(r"\ ", r"\s") for part in GAP.split(spaced)[::2]]
        return "".join(part + gap for part, gap in zip(parts, [*gaps, ""], strict=True))

    said = "|".join(expression(form) for text in texts for form in forms(text, language))
    return re.compile({"all": f"^(?:{said})$", "start": f"^(?:{said})", "any": said}[part])


@cache
def _all_texts() -> frozenset[str]:
    return frozenset(text for key in texts() for text in key)


@cache
def english(language: str) -> tuple[frozenset[str], frozenset[str], re.Pattern[str]]:
    """Words and pieces of sentences that are English and nothing else, and what no translator has seen yet."""
    known = catalogue(language)
    said = {form for each in known.values() for form in each}
    everything = "\n".join(said)
    words = {text for text in known if not GAP.search(text) and text not in said}
    pieces = {piece.strip() for text in known for piece in GAP.split(text)[::2]}
    phrases = {piece for piece in pieces if PHRASE.search(piece) and piece not in everything}
    new = sorted(_all_texts() - set(known))
    return frozenset(words), frozenset(phrases), called(ENGLISH, *new) if new else re.compile("(?!)")


@cache
def _is_left_over(language: str, text: str) -> bool:
    words, phrases, new = english(language)
    return (text in words or any(phrase in text for phrase in phrases)) and not new.search(text)


def left_over(language: str, shown: Iterable[str]) -> list[str]:
    """What of these texts is English, though the catalogue has a translation."""
    return [] if language == ENGLISH else sorted({text for text in shown if _is_left_over(language, text)})
