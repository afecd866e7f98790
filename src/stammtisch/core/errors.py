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
    """The root: everything this package refuses."""

    code = "error"


class UnknownGame(StammtischError):
    code = "unknown_game"


class BrokenGame(StammtischError):
    code = "broken_game"


class OptionError(StammtischError):
    code = "bad_option"


class ParseError(StammtischError):
    code = "not_understood"


class IllegalMove(StammtischError):
    """A known move that the rules forbid now; `paragraph` is the rule, such as "H3.4" ("" if none applies)."""

    code = "illegal_move"

    def __init__(self, message: str, paragraph: str = "") -> None:
        super().__init__(message)
        self.paragraph = paragraph


class OutOfTurn(IllegalMove):
    code = "not_your_turn"


class GameOver(IllegalMove):
    code = "game_over"


class UndoError(StammtischError):
    code = "cannot_undo"


class MissingExtra(StammtischError):
    """A package that is not installed; `extra` is the name of what brings it, such as "fast"."""

    code = "missing_extra"

    def __init__(self, message: str, extra: str = "") -> None:
        super().__init__(message, extra)
        self.extra = extra

    def __str__(self) -> str:
        return str(self.args[0])


class BotFailure(StammtischError):
    """What a bot did wrong, as the rest of a sentence that begins with its name."""

    code = "bot_failed"


class TournamentError(StammtischError):
    code = "tournament_refused"


class DoubtfulResult(TournamentError):
    """A result that the rules of its game do not allow; an organiser who knows better may overrule that."""

    code = "doubtful_result"


class RecordError(StammtischError):
    """A record that is refused; `line` counts from 1 (0: the record as a whole)."""

    code = "bad_record"

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line
