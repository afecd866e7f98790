"""What somebody may have meant whose word is not known."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from stammtisch.core.translation import either, say

_AS_NEAR = 0.1  # how much less alike than the nearest name another one may be


def closest(given: object, known: Iterable[str], most: int = 3) -> list[str]:
    """The names that are nearest to what was given, the nearest first; none if nothing is near.

    Those whose words, or last words, begin as given come before those that are spelt alike. Capitals do not matter.

    Examples:
        >>> from stammtisch.core.suggest import closest
        >>> moves = ["keep 5", "keep worm", "roll", "take 21", "take 22"]
        >>> closest("keep W", moves), closest("tak 21", moves), closest("castle", moves)
        (['keep worm'], ['take 21'], [])
    """
    if not isinstance(given, str):  # what came as JSON may be anything
        return []
    typed = given.lower().split()
    names = {" ".join(name.lower().split()): name for name in known}
    begun = [name for plain, name in names.items() if typed and _begins(plain.split(), typed)]
    if begun:
        return begun[:most]
    near = difflib.get_close_matches(" ".join(typed), names, most)
    alike = [difflib.SequenceMatcher(None, name, " ".join(typed)).ratio() for name in near]
    return [names[name] for name, ratio in zip(near, alike, strict=True) if ratio >= alike[0] - _AS_NEAR]


def did_you_mean(given: object, known: Iterable[str]) -> str:
    """ " (did you mean steal?)", to stand behind what is said of a name; "" if nothing is near."""
    near = closest(given, known)
    return f" ({say('did you mean {names}?', names=either(near))})" if near else ""


def _begins(words: list[str], typed: list[str]) -> bool:
    if len(typed) > len(words):
        return False
    return any(
        all(word.startswith(part) for word, part in zip(some, typed, strict=False))
        for some in (words, words[-len(typed) :])
    )
