"""Results: a score sheet checked against the rules of its game, and the places that follow from it.

Every refusal is a sentence that says what is wrong and what would be right. What only one game knows — how many worms a
grill holds — stands in that game's sheet.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from stammtisch.core.contract.sheet import Sheet
from stammtisch.core.errors import DoubtfulResult, TournamentError
from stammtisch.core.translation import listed, say
from stammtisch.tournament.presets import seats_of, sheet_of
from stammtisch.tournament.scheme import Scheme
from stammtisch.tournament.state import Line


def checked(
    scheme: Scheme, names: Mapping[int, str], seats: Sequence[int], given: Sequence[Line], *, overruled: bool = False
) -> list[Line]:
    """The lines in the order of the seats, with all marks and places; TournamentError if they cannot be true.
    `overruled`: what only the rules of the game speak against is taken as it is."""
    lines = _sorted(names, seats, given)
    if len(lines) == 1:  # [C3.4]
        return [_walkover(names[seats[0]], lines[0])]
    here = [names[line.player] for line in lines]
    sheet = sheet_of(scheme.game)
    for name, line in zip(here, lines, strict=True):
        if line.out and line.score:
            raise TournamentError(say("{name} has left the game and so scores 0.", name=name))
    if all(line.out for line in lines):
        raise TournamentError(say("Somebody must have played the game to the end."))
    if sheet.MARK and not sheet.NEEDED:
        _ask_for_marks(here, lines, sheet)
    lines = [replace(line, mark=(line.mark or 0) if sheet.MARK and not line.out else 0) for line in lines]
    options = scheme.options_for(max(len(seats), seats_of(scheme.game)[0]))
    stayed = [p for p, line in enumerate(lines) if not line.out]
    scores, marks = [lines[p].score for p in stayed], [lines[p].mark or 0 for p in stayed]
    if any(scores) or len(stayed) == len(lines):  # whoever left may have had everything
        sheet_lines = ([here[p] for p in stayed], scores, marks, options)
        if wrong := sheet.fault(*sheet_lines):
            raise TournamentError(wrong)
        if not overruled and (wrong := sheet.doubt(*sheet_lines)):
            raise DoubtfulResult(wrong)
    placed = [replace(line, place=place) for line, place in zip(lines, _places(lines), strict=True)]
    _compare(here, lines, placed)
    return placed


def _sorted(names: Mapping[int, str], seats: Sequence[int], given: Sequence[Line]) -> list[Line]:
    """A line for every seat, and none for anybody else."""
    by_player: dict[int, Line] = {}
    for line in given:
        if line.player not in seats:
            who = names.get(line.player, say("Player {number}", number=line.player))
            there = listed([names[player] for player in seats])
            raise TournamentError(say("{name} is not at this table; its players are {there}.", name=who, there=there))
        if line.player in by_player:
            raise TournamentError(say("{name} appears twice in the result.", name=names[line.player]))
        by_player[line.player] = line
    missing = [names[player] for player in seats if player not in by_player]
    if missing:
        raise TournamentError(say("The result is missing {names}.", names=listed(missing)))
    return [by_player[player] for player in seats]


def _walkover(name: str, line: Line) -> Line:
    """Whoever is left alone at a table has the first place, without a game."""
    if line.score or line.mark or line.out:
        raise TournamentError(
            say("{name} is alone at the table: first place with 0 points, without a game.", name=name)
        )
    return replace(line, mark=0, place=1)


def _ask_for_marks(names: Sequence[str], lines: Sequence[Line], sheet: Sheet) -> None:
    """Equal scores need their marks: without them nobody knows who is ahead."""
    for line in lines:
        tied = [name for name, each in zip(names, lines, strict=True) if each.score == line.score and not each.out]
        if line.mark is None and not line.out and len(tied) > 1:
            raise TournamentError(
                say("{names} have equal scores, so enter for each: {mark} (0 for none).",
                    names=listed(tied), mark=say(sheet.MARK))
            )  # fmt: skip


def _places(lines: Sequence[Line]) -> list[int]:
    """Places from 1: by score, then by mark; equal ones share. Who has left is behind all others [C3.6]."""
    keys = [(not line.out, line.score, line.mark or 0) for line in lines]
    return [1 + sum(other > key for other in keys) for key in keys]


def _compare(names: Sequence[str], said: Sequence[Line], placed: Sequence[Line]) -> None:
    """Places that somebody wrote down must be the true ones."""
    for p, line in enumerate(said):
        true = placed[p].place
        if not line.place or line.place == true:
            continue
        for q, other in enumerate(said):
            if q != p and other.place == line.place and placed[q].place == line.place:
                raise TournamentError(
                    say("{one} and {other} cannot both have place {place}: by their scores {one} is ahead.",
                        one=names[q], other=names[p], place=line.place)
                )  # fmt: skip
        raise TournamentError(
            say("{name} cannot have place {place}: by the scores it is place {true}.",
                name=names[p], place=line.place, true=true)
        )  # fmt: skip
