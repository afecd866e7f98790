"""What can be wrong with a transcript. This verifier and the page's give the same code for the same fault."""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """The kinds of faults that a transcript can have."""

    FORM = "form"
    """The line is no line of a transcript, letter by letter."""
    VERSION = "version"
    """The format is one that this verifier does not know."""
    ORDER = "order"
    """The line may not stand here."""
    CONTRIBUTOR = "contributor"
    """Somebody else had to contribute to this throw."""
    RESERVE = "reserve"
    """The next root or a new head should have been there by now."""
    ELEMENT = "element"
    """The contribution is not the next element of the contributor's chain."""
    PROOF = "proof"
    """The secret is not the one that was fixed before the game."""
    LOTS = "lots"
    """The dice are not those that secret and element give."""
    HIDDEN = "hidden"
    """A hidden throw was never shown."""
    WAIVED = "waived"
    """A throw was given up although its contributor stays, and keeps his chain."""
    TAG = "tag"
    """Somebody did not send this line, or saw another game."""
    SEAL = "seal"
    """The signature under the end is not that of this player and this game."""
    LOG = "log"
    """A line was changed, added or left out."""
    RULES = "rules"
    """The rules of the game say otherwise; only a verifier that knows the game finds that."""
    OPENED = "opened"
    """The header is not that of the game for which the table was opened; only a client that has seen that finds it."""
    SHOWN = "shown"
    """The server shows something else than its lines say; only a client that looks at both finds that."""


class Fault(ValueError):
    """Why a transcript is refused."""

    code: Code
    """What kind of fault it is."""
    message: str
    """What is wrong, in a sentence."""
    throw: int
    """The number of the throw, from 1; 0: it concerns no throw."""
    line: int
    """The line that is wrong, from 1; 0: the transcript as a whole."""

    def __init__(self, code: Code, message: str, throw: int = 0, line: int = 0) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.throw = throw
        self.line = line

    def __str__(self) -> str:
        where = f"line {self.line}" if self.line else "the transcript"
        return f"{where}{f', throw {self.throw}' if self.throw else ''}: {self.message} [{self.code}]"
