"""Zocken set up by hand: whose turn it is, where each die lies and what it shows, the bets and the scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from stammtisch.core.contract.setup import Control, Group
from stammtisch.core.translation import say
from stammtisch.games.zocken.facts import SPACES
from stammtisch.games.zocken.picture import NAMES
from stammtisch.games.zocken.rules import (
    AGAINST,
    BETS_AFTER,
    BETTING,
    BOX,
    DICE,
    EMPTY,
    FACES,
    FOR,
    HAND,
    LEFT,
    PICKING,
    PLACING,
    RIGHT,
    SLOTS,
    THROWING,
    Bets,
    Options,
    State,
    direction,
)

if TYPE_CHECKING:
    from stammtisch.core.game import Game

MOST_POINTS = 10_000  # nobody has won or lost more


def groups(game: Game, s: State, names: Sequence[str]) -> list[Group]:
    o = _options(game)
    phases = [
        (PICKING, say("a die is picked")),
        (THROWING, say("the picked die is rolled")),
        (PLACING, say("the rolled die is placed")),
        (BETTING, say("the others bet")),
    ]
    places = [(HAND, say("in hand")), (LEFT, say("left end"))]
    places += [(slot, say("space {n}, {colour}", n=slot, colour=say(NAMES[slot - 1]))) for slot in SPACES]
    places += [(RIGHT, say("right end")), (BOX, "−20")]
    bets = [(0, say("no bet")), (FOR, say("bet")), *([(AGAINST, say("bet against"))] if o.bets == Bets.BOTH else [])]
    colours = [(die, say(name)) for die, name in enumerate(NAMES)]
    return [
        _one(say("Whose turn it is"), "player", s.player, list(enumerate(names))),
        Group(say("Round"), [Control("round", say("Round"), 1 + (s.turns - 1) // len(names))], low=1, high=o.rounds),
        _one(say("What comes next"), "phase", min(s.phase, BETTING), phases),
        _one(say("The die picked last"), "die", s.die, colours),
        Group(say("Where each die lies"), _each("lies", colours, s.lies), places),
        Group(say("What each die shows"), _each("shows", colours, s.shows), high=FACES),
        _one(say("Who is to bet next"), "bettor", s.bettor, list(enumerate(names))),
        Group(say("The bets"), _each("bets", list(enumerate(names)), s.bets), bets),
        Group(say("Points"), _each("scores", list(enumerate(names)), s.scores), low=-MOST_POINTS, high=MOST_POINTS),
    ]


def _options(game: Game) -> Options:
    assert isinstance(game.options, Options)
    return game.options


def _one(title: str, key: str, value: int, choices: Sequence[tuple[int, str]]) -> Group:
    return Group(title, [Control(key, title, value)], choices)


def _each(name: str, things: Sequence[tuple[int, str]], values: Sequence[int]) -> list[Control]:
    return [Control(f"{name}.{i}", label, values[i]) for i, label in things]


def apply(game: Game, s: State, chosen: Mapping[str, int]) -> None:
    players = game.players
    s.player = chosen.get("player", s.player)
    s.turns = players * (chosen.get("round", 1 + (s.turns - 1) // players) - 1) + s.player + 1
    s.phase = chosen.get("phase", min(s.phase, BETTING))
    s.die = chosen.get("die", s.die)
    for die in range(DICE):
        s.lies[die] = chosen.get(f"lies.{die}", s.lies[die])
        s.shows[die] = chosen.get(f"shows.{die}", s.shows[die])
        if s.lies[die] == HAND and not (s.phase == PLACING and die == s.die):
            s.shows[die] = 0
    s.slots = [EMPTY] * SLOTS
    for die in range(DICE):
        if HAND < s.lies[die] < BOX:
            s.slots[s.lies[die]] = s.shows[die]
    s.direction = direction(s)
    s.box = s.lies.count(BOX)
    s.placed = DICE - s.lies.count(HAND)
    _apply_bets(players, s, chosen)
    for p in range(players):
        s.scores[p] = chosen.get(f"scores.{p}", s.scores[p])


def _apply_bets(players: int, s: State, chosen: Mapping[str, int]) -> None:
    """Who has not been asked yet has not bet."""
    s.bettor = chosen.get("bettor", s.bettor)
    if s.phase == BETTING and s.bettor == s.player:
        s.bettor = (s.player + 1) % players
    stop = s.bettor if s.phase == BETTING else s.player
    asked, p = set(), (s.player + 1) % players
    while (s.phase == BETTING or s.placed >= BETS_AFTER) and p != stop:
        asked.add(p)
        p = (p + 1) % players
    for p in range(players):
        s.bets[p] = chosen.get(f"bets.{p}", s.bets[p]) if p in asked else 0


def fault(game: Game, s: State, names: Sequence[str]) -> str:
    for die, name in enumerate(NAMES):
        colour = say(name)
        thrown = s.phase == PLACING and die == s.die
        if (thrown or s.lies[die] != HAND) and not 1 <= s.shows[die] <= FACES:
            return say("Say what this die shows, 1 to {faces}: {colour}.", faces=FACES, colour=colour)
        if s.phase in (THROWING, PLACING) and die == s.die and s.lies[die] != HAND:
            return say("The die picked last must still be in hand: {colour}.", colour=colour)
        if LEFT <= s.lies[die] <= RIGHT and s.lies.count(s.lies[die]) > 1:
            return say("Two dice lie on the same space; one of them: {colour}.", colour=colour)
    values = [value for value in s.slots if value]
    if values not in (sorted(values), sorted(values, reverse=True)):
        return say("From left to right the dice must never fall or never rise, not {values}.",
                   values=" ".join(map(str, values)))  # fmt: skip
    if s.phase == BETTING and s.placed != BETS_AFTER:
        return say("The others bet when {n} dice are placed, not {given}.", n=BETS_AFTER, given=s.placed)
    if s.placed == DICE:
        return say("All dice are placed, so the turn is over; at least one must be in hand.")
    wrong = next((name for name, score in zip(names, s.scores, strict=False) if score % 5), None)
    if wrong is not None:
        return say("All points are multiples of 5; look at {name}.", name=wrong)
    return ""
