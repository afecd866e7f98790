"""What can go wrong, as one small tree.

    StammtischError (a ValueError)
    ├── UnknownGame      no game of that name
    ├── BrokenGame       a game that is there but lacks something, or clashes with another
    ├── OptionError      an option that does not exist, or a value it cannot have
    ├── ParseError       text that is no move, no outcome and no position of this game
    ├── IllegalMove      a move of this game that may not be made now; names the paragraph
    │   ├── OutOfTurn    a move by somebody who is not to move
    │   └── GameOver     a move after the end
    ├── UndoError        nothing that may be taken back
    ├── MissingExtra     a package that this installation lacks; names the command that installs it
    ├── BotFailure       a bot that crashed, hung, flooded or made no legal move
    ├── TournamentError  what a tournament cannot take as it stands: a wrong result, a draw too early
    │   └── DoubtfulResult  a result that the rules of the game speak against; an organiser may overrule that
    └── RecordError      a game record that is damaged or does not replay; names the line

Every error is one sentence that names the fault and what would be right. `code` is its name on the wire.
"""

from __future__ import annotations


class StammtischError(ValueError):
    """What this package refuses. It is a ValueError, and the root of all errors here.

    Its text is one sentence that names the fault and what would be right.
    """

    code = "error"
    """A short name for the kind of error, as programs get it from a server."""


class UnknownGame(StammtischError):
    """There is no game of this name."""

    code = "unknown_game"


class BrokenGame(StammtischError):
    """A game is there, but lacks something that it must have, or has the name of another."""

    code = "broken_game"


class OptionError(StammtischError):
    """There is no such option, or it cannot have this value."""

    code = "bad_option"


class ParseError(StammtischError):
    """This is no move, no outcome or no position of the game."""

    code = "not_understood"


class IllegalMove(StammtischError):
    """A move of the game that the rules forbid now."""

    code = "illegal_move"
    paragraph: str
    """The paragraph of the rules that forbids it, such as "H3.4"; "" if none does, as out of turn."""
    reason: str
    """Why it may not be made here, without the move and without what is legal: "your total of 10 is less than 21"."""

    def __init__(self, message: str, paragraph: str = "", reason: str = "") -> None:
        super().__init__(message)
        self.paragraph = paragraph
        self.reason = reason


class OutOfTurn(IllegalMove):
    """A move of somebody who is not to move."""

    code = "not_your_turn"


class GameOver(IllegalMove):
    """A move after the end of the game."""

    code = "game_over"


class UndoError(StammtischError):
    """There is nothing that may be taken back."""

    code = "cannot_undo"


class MissingExtra(StammtischError):
    """This needs a package that is not installed. The text has the command that installs it."""

    code = "missing_extra"
    extra: str
    """The extra that brings the package, such as "fast": `pip install 'stammtisch[fast]'`."""

    def __init__(self, message: str, extra: str = "") -> None:
        super().__init__(message, extra)
        self.extra = extra

    def __str__(self) -> str:
        return str(self.args[0])


class BotFailure(StammtischError):
    """A bot crashed, took too long or made no legal move. The text goes on after its name: "gave no answer"."""

    code = "bot_failed"


class TournamentError(StammtischError):
    """A tournament cannot take this as it stands: a wrong result, a draw that comes too early."""

    code = "tournament_refused"


class DoubtfulResult(TournamentError):
    """A result that the rules of its game do not allow; an organiser who knows better may overrule that."""

    code = "doubtful_result"


class RecordError(StammtischError):
    """A record, a transcript or a file of a tournament that is damaged, or does not replay."""

    code = "bad_record"
    line: int
    """The line that is wrong, from 1; 0: the record as a whole."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line
