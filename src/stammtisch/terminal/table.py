"""Table: one match played by people and bots at one keyboard."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from stammtisch.bots import analyse, decision_seed
from stammtisch.core.constants import CHANCE
from stammtisch.core.errors import BotFailure, IllegalMove, StammtischError, UndoError
from stammtisch.core.match import Match
from stammtisch.core.position import Position
from stammtisch.core.translation import sentence
from stammtisch.core.turn import LastTurns
from stammtisch.terminal import match_text
from stammtisch.terminal.background_compiler import BackgroundCompiler
from stammtisch.terminal.files import SaveFile, quoted
from stammtisch.terminal.pages import paragraphs, quote
from stammtisch.terminal.screen import Screen
from stammtisch.terminal.seats import Seat, introduced, labels
from stammtisch.terminal.typed_moves import understand

HELP = """\
Type a move, its beginning or its last word. Besides moves there are:
  ?          the rules that apply now, or the one that refused your move
  ? 3.4      one paragraph of the rules
  hint       what each move is worth, the best first
  board      everything on the table
  undo       take your last move back, but never past a throw
  save FILE  write the match down; as a page for people if FILE ends in .txt
  quit       leave; the match is saved and can be resumed"""

WORDS = ("rules", "help", "hint", "board", "undo", "save", "quit")  # the commands that one may mistype

HINTS = 8  # moves that a hint speaks of


class QuitRequested(Exception):
    """Somebody wants to quit."""


WARMING = "Warming up: until all is compiled, bots play a simpler game."


class Table:
    def __init__(
        self, match: Match, seats: list[Seat], screen: Screen, save_file: SaveFile, compiler: BackgroundCompiler
    ) -> None:
        self.match = match
        self.seats = seats
        self.screen = screen
        self.save_file = save_file
        self.compiler = compiler
        self.labels = labels(seats)
        people = [p for p, seat in enumerate(seats) if seat.bot is None]
        self._viewer = people[0] if people else None
        self._hand_over = len(people) > 1 and match.game.defines("hide")
        self._told = len(match.events)  # the board shows what has happened so far
        self._refused = ""
        self._commands: dict[str, Callable[[str], None]] = {
            **dict.fromkeys(("?", "rules"), self._explain),
            **dict.fromkeys(("help", "h"), lambda _: self.screen.say(HELP)),
            **dict.fromkeys(("undo", "u"), self._undo),
            **dict.fromkeys(("board", "b"), lambda _: self.screen.board(*self._seen(len(match.events)))),
            **dict.fromkeys(("quit", "q", "exit"), self._quit),
            "hint": self._hint,
            "save": self._save,
        }

    def play(self) -> int:
        """Play to the end, or until somebody leaves; what was played is saved in any case. The exit status."""
        status = 0
        try:
            self._play_out()
        except (QuitRequested, EOFError, BrokenPipeError):
            pass
        except KeyboardInterrupt:
            status = 130
        except BotFailure as failure:
            status = 1
            self.screen.say(f"{self.labels[self.match.turn]} {failure}.")
        lines = self._farewell()
        if self.match.is_over:
            self.screen.close(
                self.match.position,
                self.match.last_turns,
                [*match_text.results(self.match.position, self.labels), "", *lines],
            )
        else:
            print("\n" + "\n".join(lines))
        return status

    def _play_out(self) -> None:
        if everybody := introduced(self.seats):
            self.screen.tell(f"At the table: {everybody}.", *self._seen(len(self.match.events)), wait=False)
        self.screen.board(*self._seen(len(self.match.events)))
        while not self.match.is_over:
            position = self.match.position
            bot = self.seats[position.turn].bot
            seconds = self.compiler.seconds()
            self.screen.beside("" if seconds is None else WARMING, seconds or 0)
            if bot:
                bot = self.compiler.ready(bot)
                self.match.play(bot.choose(position.view(position.turn), decision_seed(self.match)))
            else:
                self._ask(position.turn)
            self._tell_news()

    def _view(self, position: Position) -> Position:
        return position if self._viewer is None else position.view(self._viewer)

    def _seen(self, count: int) -> tuple[Position, LastTurns]:
        """What whoever looks on may know of the match after so many events."""
        turns = self.match.last_turns_at(count)
        return self._view(self.match.history[count]), turns if self._viewer is None else turns.view(self._viewer)

    def _tell_news(self) -> None:
        steps = match_text.tell(self.match, self.labels, self._told, self._viewer)
        self._told = len(self.match.events)
        for step in steps:
            asked = step is steps[-1] and self._is_person(self.match.turn)
            wait = not asked and not self._is_person(step.seat)
            self.screen.tell(step.sentence, *self._seen(step.end), wait=wait)

    def _is_person(self, seat: int) -> bool:
        return seat >= 0 and self.seats[seat].bot is None

    def _ask(self, seat: int) -> None:
        if self._viewer != seat and self._hand_over:
            self.screen.hand_over(self.labels[seat])
        self._viewer = seat
        line = self.screen.ask(*self._seen(len(self.match.events))).strip()
        try:
            self._obey(line)
        except StammtischError as error:
            self._refused = error.paragraph if isinstance(error, IllegalMove) else ""
            hint = " Type ? for that rule." if self._refused else ""
            self.screen.say(f"{sentence(str(error))}{hint}")

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word.lower() in self._commands and line not in map(str, self.match.legal_moves):
            self._commands[word.lower()](rest.strip())
        elif line:
            self.match.play(understand(self.match.position, line, WORDS))
            self._refused = ""

    def _explain(self, wanted: str) -> None:
        book = self.match.game.rulebook
        if wanted or self._refused:
            numbers = paragraphs(book, wanted or self._refused)
        else:
            numbers = self.match.game.text.applies(self._view(self.match.position))
        self.screen.say(quote(book, numbers))

    def _hint(self, _: str) -> None:
        if not self.compiler.can_advise():
            self.screen.say("Hints are still being prepared: ask again in a moment.")
            return
        analysis = analyse(self._view(self.match.position))
        self.screen.say("\n".join(analysis.sentence(choice.move) for choice in analysis.choices[:HINTS]))

    def _undo(self, _: str) -> None:
        events = self.match.events
        if events and events[-1].seat not in (CHANCE, self.match.turn):
            raise UndoError(f"there is nothing to take back: the last move was {self.labels[events[-1].seat]}'s")
        move = self.match.undo()
        self._told = len(events)
        self.screen.say(f"Taken back: {move}.")

    def _save(self, name: str) -> None:
        path = self.save_file.save(Path(name).expanduser() if name else None)
        self.screen.say(f"Saved in {path}. Go on later with: {self._resume(path)}")

    def _quit(self, _: str) -> None:
        raise QuitRequested

    def _resume(self, path: Path) -> str:
        return f"stammtisch play {self.match.game.name} --resume {quoted(path)}"

    def _is_begun(self) -> bool:
        return any(event.seat != CHANCE for event in self.match.events)

    def _farewell(self) -> list[str]:
        if not self._is_begun():
            return ["Nothing was played, so nothing is saved."]
        path = self.save_file.keep()
        after = f"Watch it again with: stammtisch replay {quoted(path)}"
        return [f"The match is saved in {path}.", after if self.match.is_over else f"Go on with: {self._resume(path)}"]
