"""What can be wrong with a transcript. This verifier and the page's give the same code for the same fault."""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    FORM = "form"  # the line is no line of a transcript, letter by letter
    VERSION = "version"  # a format that this verifier does not know
    ORDER = "order"  # the line may not stand here
    CONTRIBUTOR = "contributor"  # somebody else had to contribute to this throw
    RESERVE = "reserve"  # the next root or a new head should have been there by now
    ELEMENT = "element"  # the contribution is not the next element of the contributor's chain
    PROOF = "proof"  # the secret is not the one that was fixed before the game
    LOTS = "lots"  # the dice are not those that secret and element give
    HIDDEN = "hidden"  # a hidden throw was never shown
    LOG = "log"  # a line was changed, added or left out
    RULES = "rules"  # the rules of the game say otherwise (only a verifier that knows the game)


class Fault(ValueError):
    """Why a transcript is refused; `line` counts from 1, `throw` is 0 where no throw is concerned."""

    def __init__(self, code: Code, message: str, throw: int = 0, line: int = 0) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.throw = throw
        self.line = line

    def __str__(self) -> str:
        where = f"line {self.line}" if self.line else "the transcript"
        return f"{where}{f', throw {self.throw}' if self.throw else ''}: {self.message} [{self.code}]"
