"""`stammtisch play`: a new match or a saved one, the people and bots at it, and the screen that suits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import stammtisch
from stammtisch.bots import ExternalBot, is_external
from stammtisch.core.errors import OptionError
from stammtisch.core.match import Match
from stammtisch.terminal.background_compiler import BackgroundCompiler
from stammtisch.terminal.files import SaveFile, read_record
from stammtisch.terminal.plain import Plain
from stammtisch.terminal.screen import Screen, is_plain
from stammtisch.terminal.seats import Seat, default_names, labels, seat_people
from stammtisch.terminal.signals import end_like_ctrl_c
from stammtisch.terminal.table import Table

DEFAULT_PLAYERS = 3


@dataclass(frozen=True)
class PlayRequest:
    """What somebody who wants to play asked for; None or nothing means: as usual."""

    game: str
    options: Mapping[str, object]
    seats: str | None = None
    seed: int | None = None
    resume: Path | None = None
    save: Path | None = None
    plain: bool = False
    pause: float = 0.7
    warm: bool = True


def play(request: PlayRequest) -> int:
    """Play; the exit status."""
    match, seats = _resumed(request) if request.resume else _new(request)
    screen = _screen(request, labels(seats))
    path = request.save or request.resume
    save_file = SaveFile(match, [seat.name for seat in seats], path, resumed=path == request.resume)
    end_like_ctrl_c()  # a closed window too: the match is saved
    with ExitStack() as stack:
        for seat in seats:
            if isinstance(seat.bot, ExternalBot):
                stack.callback(seat.bot.close)
        compiler = BackgroundCompiler(match.game, [seat.bot for seat in seats if seat.bot], ahead=request.warm)
        stack.callback(compiler.close)
        return Table(match, seats, screen, save_file, compiler).play()


def _screen(request: PlayRequest, names: Sequence[str]) -> Screen:
    if is_plain(request.plain):
        return Plain(names)
    from stammtisch.terminal.colour import Colour

    return Colour(names, request.pause)


def _new(request: PlayRequest) -> tuple[Match, list[Seat]]:
    options = dict(request.options)
    names = request.seats.split(",") if request.seats else []
    if names:
        if str(options.setdefault("players", len(names))) != str(len(names)):
            raise OptionError(f"{len(names)} seats are named, but {options['players']} are to play")
    else:
        allowed = stammtisch.load(request.game).options.choices()["players"]
        options.setdefault("players", min(max(DEFAULT_PLAYERS, allowed[0]), allowed[-1]))
    game = stammtisch.load(request.game, **options)
    match = game.match(request.seed)
    return match, seat_people(game, names or default_names(game.players), str(match.seed))


def _resumed(request: PlayRequest) -> tuple[Match, list[Seat]]:
    assert request.resume
    if request.options or request.seed is not None:
        raise OptionError("a resumed match has its options and its seed from its record; leave these flags out")
    replayed = read_record(request.resume)
    match = replayed.match
    if match.game.name != request.game:
        raise OptionError(f"{request.resume} is a match of {match.game.name}, not of {request.game}")
    if match.is_over:
        raise OptionError(f"the match in {request.resume} is over; watch it with: stammtisch replay {request.resume}")
    if match.seed is None:
        raise OptionError(
            f"the match in {request.resume} has no seed, so its next dice are unknown; it can be replayed"
        )
    names = request.seats.split(",") if request.seats else replayed.seats
    if not request.seats and any(is_external(name.removeprefix("bot ")) for name in names):
        # A record comes from anywhere: no program is run because a file says so.
        raise OptionError(
            f"an external bot sits in {request.resume}; name all seats again, as in --seats me,ext:COMMAND"
        )
    if len(names) != match.game.players:
        raise OptionError(f"{len(names)} seats are named, but {match.game.players} play in {request.resume}")
    return match, seat_people(match.game, names, str(match.seed) if request.seats else None)
