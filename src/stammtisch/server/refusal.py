"""Why a command was not carried out: an answer, never an accident."""

from __future__ import annotations


class Refusal(Exception):
    """Refused, with a code that programs know and a sentence for people."""

    def __init__(self, code: str, reason: str, paragraph: str | None = None) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.paragraph = paragraph


class StaleCommand(Exception):
    """The client did not know what had happened when it decided."""
