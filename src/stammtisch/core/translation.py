"""Texts for people, in their language: whole English sentences with named gaps, looked up in a catalogue.

    with speaking("de"):
        say("{name} took {tile}.", name="Ana", tile=26)
        say_n(2, "{n} worm", "{n} worms")

The English text is the key; what a catalogue lacks is said in English. `python -m tools.catalogues` finds all texts by
the names of these functions, so their texts are written out where they are called (docs/translating.md).
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from functools import cache
from importlib import resources

from stammtisch.core.errors import OptionError

LANGUAGES = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "ro": "Română",
    "ru": "Русский",
    "cs": "Čeština",
}
"""Code → what its speakers call it."""

ENGLISH = "en"

_language: ContextVar[str] = ContextVar("language", default=ENGLISH)


def language() -> str:
    """The language that is spoken here and now."""
    return _language.get()


class Speaking:
    """What `speaking` gives. A generator would take half a KiB, and each connection of a server speaks all the time."""

    __slots__ = ("_token", "_wanted")

    def __init__(self, wanted: str) -> None:
        self._wanted = wanted

    def __enter__(self) -> None:
        self._token = _language.set(self._wanted)

    def __exit__(self, *_: object) -> None:
        _language.reset(self._token)


def speaking(wanted: str) -> Speaking:
    """`with speaking("de")` says everything in this language; it holds for this thread or task only."""
    if wanted not in LANGUAGES:
        raise OptionError(f"there is no language '{wanted}'; choose from {', '.join(LANGUAGES)}")
    return Speaking(wanted)


def language_of(environment: Mapping[str, str]) -> str:
    """The language that the variables of an environment ask for, by the first that is set; English if we lack it."""
    wanted = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    code = re.split("[_.@-]", wanted.lower())[0]
    return code if code in LANGUAGES else ENGLISH


def say(text: str, /, **names: object) -> str:
    """An English text in the current language, its {gaps} filled."""
    return _catalogue(language()).gettext(text).format(**names) if text else ""


def say_n(n: int, one: str, many: str, /, **names: object) -> str:
    """The same for a text that depends on a number; {n} is that number."""
    return _catalogue(language()).ngettext(one, many, abs(n)).format(n=printed(str(n)), **names)


def to_say(text: str, /) -> str:
    """Marks a text that is said later: what a module has as a constant stays English."""
    return text


def to_say_n(one: str, many: str, /) -> tuple[str, str]:
    """Marks a pair for `say_n(n, *pair)`."""
    return one, many


def listed(words: Sequence[str]) -> str:
    """ "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return say("{some} and {last}", some=", ".join(words[:-1]), last=words[-1])


def either(words: Sequence[str]) -> str:
    """ "a, b or c"."""
    if len(words) < 2:
        return "".join(words)
    return say("{some} or {last}", some=", ".join(words[:-1]), last=words[-1])


def sentence(words: str) -> str:
    """What stands alone as a sentence: "your total is 10" → "Your total is 10."."""
    return f"{words[:1].upper()}{words[1:]}."


def printed(number: str) -> str:
    """A number as it is printed: with a real minus sign; all our languages but English write a decimal comma."""
    number = number.replace("-", "−")
    return number if language() == ENGLISH else number.replace(".", ",")


def grouped(n: int) -> str:
    """A large number: 2,000 in English, with a space in the others."""
    return f"{n:,}" if language() == ENGLISH else f"{n:,}".replace(",", "\N{NO-BREAK SPACE}")


@cache
def _catalogue(wanted: str) -> gettext.NullTranslations:
    """A compiled catalogue, read once."""
    file = resources.files("stammtisch").joinpath("catalogues", f"{wanted}.mo")
    if wanted == ENGLISH or not file.is_file():
        return gettext.NullTranslations()
    with file.open("rb") as stream:
        return gettext.GNUTranslations(stream)
