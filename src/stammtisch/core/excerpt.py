"""What somebody gave, fit to stand in a sentence that refuses it."""

from __future__ import annotations


def excerpt(text: str, most: int = 100) -> str:
    """One line of a text, no control characters, not long.

    Examples:
        >>> from stammtisch.core.excerpt import excerpt
        >>> excerpt("keep\\n\\x1b[31mworm"), excerpt("keep worm", 6)
        ('keep [31mworm', 'keep …')
    """
    plain = "".join(letter for letter in " ".join(text[: 10 * most].split()) if letter.isprintable())
    return plain if len(plain) <= most and len(text) <= 10 * most else plain[: most - 1] + "…"


def quoted(given: object) -> str:
    """The same of any value, as Python writes it."""
    try:
        return excerpt(repr(given))
    except ValueError:  # Python writes no number of more than 4,300 digits
        return "a number of thousands of digits"
