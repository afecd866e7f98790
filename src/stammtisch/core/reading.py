"""Reading game records (see notation.py for the two forms): whatever is damaged, illegal or untrue is refused.

Reading is replaying: every move is played and every outcome fed or compared, so each fault is found at its line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from stammtisch.core.errors import RecordError, StammtischError
from stammtisch.core.excerpt import excerpt, quoted
from stammtisch.core.game import Game
from stammtisch.core.match import Match
from stammtisch.core.notation import FORMAT
from stammtisch.core.strict_json import DuplicateField, loads

Load = Callable[[str, int, Mapping[str, object]], Game]
"""Finds a game by name, version of its rules, and options."""


@dataclass(frozen=True)
class Replayed:
    """A record that was read."""

    match: Match
    """The match as far as the record goes. It can be played on; with a seed, with the same dice."""
    seats: list[str]
    """Who sat where."""


def read(text: str, load: Load) -> Replayed:
    """Read and replay a record in either form."""
    if not isinstance(text, str):
        raise RecordError(f"a record is text, not {quoted(text)}")
    if not text.strip():
        raise RecordError("the record is empty; it must begin with a header", 1)
    return _Json(load).read(text) if text.lstrip().startswith("{") else _Text(load).read(text)


class _Reader:
    """What reading the two forms has in common: the header's meaning, the replay, the end."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.checked = 0  # events of the match that the record has accounted for

    def begin(self, header: Mapping[str, Any], line: int) -> None:
        for name, kind, right in (
            ("game", str, "the name of a game"),
            ("version", int, "the version of the game's rules, a number"),
            ("options", dict, "the options by name"),
        ):
            if type(header.get(name)) is not kind:
                raise RecordError(f"the header must give '{name}': {right}", line)
        dice, seed = header.get("dice", "listed"), header.get("seed")
        if dice not in ("listed", "seed"):
            raise RecordError(f"dice must be 'listed' or 'seed', not {quoted(dice)}", line)
        if dice == "seed" and seed is None:
            raise RecordError("dice come from a seed, but the header gives no 'seed'", line)
        self.complete = dice == "listed"
        with _AtLine(line):
            game = self.load(header["game"], header["version"], header["options"])
            self.match = game.match(fed=True) if seed is None else game.match(seed)
        self.seats = header.get("seats", [f"seat {p}" for p in range(game.players)])
        if not (isinstance(self.seats, list) and all(isinstance(name, str) for name in self.seats)):
            raise RecordError("seats must be a list of names", line)
        if len(self.seats) != game.players:
            raise RecordError(f"{len(self.seats)} seats are named, but {game.players} play", line)

    def chance(self, name: object, line: int) -> None:
        if not self.complete:
            raise RecordError("an outcome is listed, though the dice are to come from the seed", line)
        if not isinstance(name, str):
            raise RecordError(f"an outcome must be text, not {quoted(name)}", line)
        if self.match.seed is None:
            if not self.match.position.is_chance:
                raise RecordError(f"chance gives '{excerpt(name)}', but {self._expected()}", line)
            with _AtLine(line):
                self.match.play(name)
        else:
            thrown = self.match.events[self.checked] if self.checked < len(self.match.events) else None
            if thrown is None:
                raise RecordError(f"chance gives '{excerpt(name)}', but {self._expected()}", line)
            if str(thrown.move) != name:
                raise RecordError(f"chance gives '{excerpt(name)}', but the seed gives '{thrown.move}'", line)
        self.checked += 1

    def move(self, name: object, seat: object, line: int) -> None:
        if not isinstance(name, str):
            raise RecordError(f"a move must be text, not {quoted(name)}", line)
        if seat is not None and type(seat) is not int:
            raise RecordError(f"a seat must be a number, not {quoted(seat)}", line)
        if self.match.position.is_chance or (self.complete and self.checked < len(self.match.events)):
            raise RecordError(f"'{excerpt(name)}' is played, but an outcome of chance must come first", line)
        with _AtLine(line):
            self.match.play(name, seat)
        self.checked = self.checked + 1 if self.complete else len(self.match.events)

    def finish(self, end: Mapping[str, Any], line: int) -> Replayed:
        position = self.match.position
        if self.complete and self.checked < len(self.match.events):
            raise RecordError("the dice of the last throw are not all listed", line)
        if end.get("end") not in ("over", "unfinished"):
            raise RecordError("the end must be 'over' or 'unfinished'", line)
        if (end["end"] == "over") != position.is_over:
            raise RecordError(f"the record says the game is {end['end']}, but {self._expected()}", line)
        for name, true in (("scores", position.scores), ("places", position.places)):
            given = end.get(name, true)
            if position.is_over and (given != true or not all(type(number) is int for number in given)):
                raise RecordError(f"the record gives the {name} {quoted(given)}, but the moves lead to {true}", line)
        if end.get("position", position.digest()) != position.digest():
            raise RecordError("the moves do not lead to the final position that the record claims", line)
        return Replayed(self.match, list(self.seats))

    def _expected(self) -> str:
        position = self.match.position
        if position.is_over:
            return "the game is over by then"
        if position.is_chance:
            return "dice are still to be thrown"
        return f"seat {position.turn} is to move"


class _AtLine:
    """Turns an error about the game into one about a line of the record."""

    def __init__(self, line: int) -> None:
        self.line = line

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, StammtischError) and not isinstance(error, RecordError):
            raise RecordError(str(error), self.line) from error


class _Json(_Reader):
    def read(self, text: str) -> Replayed:
        lines = [(n, self._object(line, n)) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
        first, header = lines[0]
        if "stammtisch" not in header:
            raise RecordError("this is no record: the header must have the field 'stammtisch'", first)
        if type(header["stammtisch"]) is not int or header["stammtisch"] != FORMAT:
            raise RecordError(
                f"the record has format {quoted(header['stammtisch'])}; this version reads {FORMAT}", first
            )
        self.begin(header, first)
        for number, (n, line) in enumerate(lines[1:], 1):
            if "end" in line:
                if number + 1 < len(lines):
                    raise RecordError("the record goes on after its end", lines[number + 1][0])
                return self.finish(line, n)
            event = line.get("event", number)
            if type(event) is not int or event != number:
                raise RecordError(f"event {number} is missing; here stands event {quoted(event)}", n)
            if isinstance(line.get("chance"), list):
                for name in line["chance"]:
                    self.chance(name, n)
            elif "move" in line:
                self.move(line["move"], line.get("seat"), n)
            else:
                raise RecordError("an event must have a 'move' or a list 'chance'", n)
        raise RecordError("the record breaks off here: its end line is missing", lines[-1][0])

    @staticmethod
    def _object(line: str, number: int) -> dict[str, Any]:
        try:
            found = loads(line)
        except json.JSONDecodeError as error:
            raise RecordError(f"this is not JSON ({error.msg} at column {error.colno})", number) from None
        except DuplicateField as error:
            raise RecordError(str(error), number) from None
        except (ValueError, RecursionError):  # NaN; a number of thousands of digits; lists in lists in lists
            raise RecordError("this is no JSON that a record could have", number) from None
        if not isinstance(found, dict):
            raise RecordError("every line must be a JSON object", number)
        return found


_HEADER = ("game", "options", "seats", "seed", "dice")


class _Text(_Reader):
    def read(self, text: str) -> Replayed:
        header: dict[str, Any] = {"options": {}}
        given: set[str] = set()
        begun = False
        last = 0
        for n, raw in enumerate(text.splitlines(), 1):
            line = raw.partition("#")[0].strip()
            if not line:
                continue
            last = n
            word, colon, rest = (part.strip() for part in line.partition(":"))
            if colon and word in _HEADER:
                if begun:
                    raise RecordError(f"'{word}' belongs to the header, before the first move", n)
                if word in given:
                    raise RecordError(f"'{word}' is there twice", n)
                given.add(word)
                header.update(self._header(word, rest, n))
                continue
            if not begun:
                self.begin(header, n)
                begun = True
            if colon and word == "result":
                if rest_of := [
                    m for m, later in enumerate(text.splitlines(), 1) if m > n and later.partition("#")[0].strip()
                ]:
                    raise RecordError("the record goes on after its result", rest_of[0])
                return self.finish(self._result(rest, n), n)
            self._events(line, n)
        raise RecordError("the record breaks off here: its 'result:' line is missing", max(last, 1))

    @staticmethod
    def _header(word: str, rest: str, line: int) -> dict[str, Any]:
        if word == "game":
            name, _, version = rest.partition(" ")
            if not _is_number(version.strip()):
                raise RecordError("write the game and the version of its rules, as in 'game: pig 1'", line)
            return {"game": name, "version": int(version)}
        if word == "options":
            pairs = [part.partition("=") for part in rest.split()]
            if not all(name and equals for name, equals, _ in pairs):
                raise RecordError("write options as name=value, as in 'options: players=3'", line)
            options = {name: value for name, _, value in pairs}
            if len(options) != len(pairs):
                raise RecordError("an option is there twice", line)
            return {"options": options}
        if word == "seats":
            return {"seats": [name.strip() for name in rest.split(",")]}
        if word == "seed":
            if not _is_number(rest):
                raise RecordError(f"a seed must be a whole number, not '{excerpt(rest)}'", line)
            return {"seed": int(rest)}
        return {"dice": rest}

    def _events(self, line: str, n: int) -> None:
        seat: int | None = None
        if line.count("{") != len(re.findall(r"\{[^{}]*\}", line)) or line.count("}") != line.count("{"):
            raise RecordError("braces do not match; write a throw as {1 1 2 worm}", n)
        if prefix := re.match(r"seat (\d{1,9}):", line):
            seat = int(prefix[1])
            line = line[prefix.end() :]
        for braces, plain in re.findall(r"\{([^{}]*)\}|([^{}]+)", line):
            if plain:
                # A comma followed by a space ends a move; "lay 3 7,8" has one of its own.
                for name in filter(None, (part.strip() for part in re.split(r",(?=\s|$)", plain))):
                    self.move(name, seat, n)
            for name in braces.split():
                self.chance(name, n)

    @staticmethod
    def _result(rest: str, line: int) -> dict[str, Any]:
        if rest == "unfinished":
            return {"end": "unfinished"}
        found = re.fullmatch(r"scores (-?\d{1,9}(?: -?\d{1,9})*), places (\d{1,9}(?: \d{1,9})*)", rest)
        if not found:
            raise RecordError("write 'result: unfinished' or 'result: scores 4 2, places 1 2'", line)
        scores, places = ([int(number) for number in group.split()] for group in found.groups())
        return {"end": "over", "scores": scores, "places": places}


def _is_number(text: str) -> bool:
    """Digits, and no more of them than any number in a record can have."""
    return text.isdecimal() and len(text) < 20
