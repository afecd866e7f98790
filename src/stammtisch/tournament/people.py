"""People: entries, names, who has gone home and come back; and announcements."""

from __future__ import annotations

import unicodedata

from stammtisch.core.errors import TournamentError
from stammtisch.core.translation import say
from stammtisch.tournament.event_types import Announced, Dropped, Entered, Renamed, Returned, Seeded
from stammtisch.tournament.progress import Progress
from stammtisch.tournament.state import Player

LONGEST = 60  # letters of a name or a seed


def seeded(progress: Progress, what: Seeded, by: str) -> None:
    if progress.rounds:
        raise TournamentError(say("The seed cannot be changed any more: round 1 has been drawn from it."))
    seed = _line(what.seed)
    if not seed:
        raise TournamentError(say("A seed cannot be empty."))
    if not _is_printable(seed):
        raise TournamentError(say("A seed can have up to {most} characters, all printable.", most=LONGEST))
    progress.seed = seed


def entered(progress: Progress, what: Entered, by: str) -> None:
    name = _free_name(progress, what.name)
    _expect_room(progress)
    if len(progress.rounds) >= progress.scheme.rounds and progress.phase != "round":
        raise TournamentError(say("The preliminary rounds are over, so nobody can enter any more."))
    number = len(progress.players) + 1
    progress.players[number] = Player(number, name, what.bot, missed=len(progress.rounds))  # [C3.2]


def renamed(progress: Progress, what: Renamed, by: str) -> None:
    player = progress.player(what.player)
    player.name = _free_name(progress, what.name, player)


def dropped(progress: Progress, what: Dropped, by: str) -> None:
    player = progress.player(what.player)
    if player.gone:
        raise TournamentError(say("{name} has already withdrawn.", name=player.name))
    player.gone = True  # [C3.3]
    for table in progress.last.tables if progress.last else []:
        if what.player in table.seats and not table.result:
            table.leave(what.player)


def returned(progress: Progress, what: Returned, by: str) -> None:
    player = progress.player(what.player)
    if not player.gone:
        raise TournamentError(say("{name} has not withdrawn.", name=player.name))
    _expect_room(progress)
    player.gone = False


def announced(progress: Progress, what: Announced, by: str) -> None:
    progress.announcements.append(what.text)


def _expect_room(progress: Progress) -> None:
    """[C3.2] A place that somebody gave back is free again."""
    if len(progress.present) >= progress.scheme.most:
        raise TournamentError(say("The tournament is full: at most {most} can play.", most=progress.scheme.most))


def _line(given: str) -> str:
    """One line as it is compared: composed letters, single spaces."""
    return " ".join(unicodedata.normalize("NFC", given).split())


def _is_printable(line: str) -> bool:
    return len(line) <= LONGEST and line.isprintable()


def _free_name(progress: Progress, given: str, own: Player | None = None) -> str:
    name = _line(given)
    if not name:
        raise TournamentError(say("A name cannot be empty."))
    if not _is_printable(name):
        raise TournamentError(say("A name can have up to {most} characters, all printable.", most=LONGEST))
    for player in progress.players.values():
        if player is not own and player.name.casefold() == name.casefold():
            raise TournamentError(
                say(
                    "{name} has already entered; two players of that name need something to tell them apart.", name=name
                )
            )
    return name
