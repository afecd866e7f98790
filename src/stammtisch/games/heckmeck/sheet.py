"""The score sheet of Heckmeck as it is filled in at a table: worms and highest tiles, and what cannot be true."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from stammtisch.core.options import BaseOptions
from stammtisch.core.record import Record
from stammtisch.core.translation import listed, say, say_n, to_say
from stammtisch.games.heckmeck.rules import HIGHEST, LOWEST, NO_TILE, TILES, Fast, Options, State, highest_tile, worms
from stammtisch.games.keeping.text import WORMS

MARK = to_say("highest tile")
NEEDED = True  # it is written down for everybody who has a worm, not only to break a tie
MARKS_ADD_UP = True
SCORES_COUNT = True
NEGATIVE = False
GRILL = sum(worms(t) for t in range(TILES))  # 40 worms


def fault(names: Sequence[str], scores: Sequence[int], marks: Sequence[int], options: BaseOptions) -> str:
    """A sentence that says why a line cannot be true, whatever the others are, or ""; a mark of 0 is no tile."""
    for name, score, mark in zip(names, scores, marks, strict=True):
        if score < 0:
            return say("{name} cannot have fewer than 0 worms.", name=name)
        if mark and not LOWEST <= mark <= HIGHEST:
            return say("{name}'s highest tile cannot be {tile}: tiles go from 21 to 36.", name=name, tile=mark)
        if score == 0 and mark:
            return say("{name} has tile {tile} but no worms: every tile has at least one.", name=name, tile=mark)
        if score and not mark:
            return say("{name} has worms, so enter the highest tile.", name=name)
        if score and score < worms(mark - LOWEST):
            return say_n(
                worms(mark - LOWEST),
                "{name} cannot have {score}: tile {tile} alone has {n} worm.",
                "{name} cannot have {score}: tile {tile} alone has {n} worms.",
                name=name,
                score=score,
                tile=mark,
            )
    return ""


def doubt(names: Sequence[str], scores: Sequence[int], marks: Sequence[int], options: BaseOptions) -> str:
    """A sentence that says why lines that could each be true cannot be the end of a game by the rules, or ""."""
    if sum(scores) > GRILL:
        return say("That is {sum} worms in all, but the grill holds only {all}.", sum=sum(scores), all=GRILL)
    for p, mark in enumerate(marks):
        if mark and mark in marks[:p]:
            first = names[marks.index(mark)]
            return say("{one} and {other} cannot both have tile {tile}.", one=first, other=names[p], tile=mark)
    if not any(scores) and not _may_end_empty(options):
        return say("Somebody must have a worm: the game ends when the last tile is taken.")
    return _not_adding_up(names, scores, marks)


def _not_adding_up(names: Sequence[str], scores: Sequence[int], marks: Sequence[int]) -> str:
    """The fewest lines to which no tiles add up: those are to be looked at again."""
    seats = range(len(names))
    for count in range(1, len(names) + 1):
        for some in combinations(seats, count):
            if not _can_be(scores, marks, some):
                lines = [
                    say("{name} ({worms}, highest tile {tile})",
                        name=names[p], worms=WORMS.count(scores[p]), tile=marks[p])
                    for p in some
                ]  # fmt: skip
                return say("No tiles add up to this: {lines}.", lines=listed(lines))
    return ""


def _may_end_empty(options: BaseOptions) -> bool:
    """[H4.5] Only these options can turn the last tile face down."""
    assert isinstance(options, Options)
    return options.flip_without_tile or options.fast == Fast.RETURNED_DOWN


def _can_be(scores: Sequence[int], marks: Sequence[int], seats: Sequence[int]) -> bool:
    """Can tiles be given out so to these seats? From the highest down, each goes to somebody below whose highest it
    lies, or to nobody; what everybody still lacks is all that matters then."""
    lacking = {tuple(scores[p] for p in seats)}
    for t in range(TILES - 1, -1, -1):
        owners = [at for at, p in enumerate(seats) if marks[p] == LOWEST + t]
        takers = owners or [at for at, p in enumerate(seats) if marks[p] > LOWEST + t]
        after = set() if owners else set(lacking)
        for state in lacking:
            for at in takers:
                if state[at] >= worms(t):
                    after.add((*state[:at], state[at] - worms(t), *state[at + 1 :]))
        lacking = after
    return (0,) * len(seats) in lacking


def mark(state: Record, seat: int) -> int:
    """The highest tile of a player at the end of a game, or 0."""
    assert isinstance(state, State)
    tile = highest_tile(state, seat)
    return 0 if tile == NO_TILE else LOWEST + tile


def sample(players: int, below: Callable[[int], int], options: BaseOptions) -> list[tuple[int, int]]:
    """An end that could be: every tile with somebody or with nobody, by lot; somebody has the lowest."""
    scores, marks = [0] * players, [0] * players
    for t in range(TILES):
        owner = below(players) if t == 0 else below(players + 1)
        if owner < players:
            scores[owner] += worms(t)
            marks[owner] = LOWEST + t
    return list(zip(scores, marks, strict=True))
