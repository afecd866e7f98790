"""Heckmeck in words: names of moves and outcomes, the board as text, what a choice leads to."""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.core.constants import PASS
from stammtisch.core.position import Position
from stammtisch.core.translation import either, listed, say, to_say
from stammtisch.games.heckmeck.picture import picture, stack, state, takes
from stammtisch.games.heckmeck.refusals import passing, why
from stammtisch.games.heckmeck.rules import (
    FACE_DOWN,
    GRILL,
    LOWEST,
    NO_TILE,
    STOP,
    TAKE,
    TILES,
    State,
)
from stammtisch.games.keeping import KEEPING, ROLL, WORM
from stammtisch.games.keeping.text import WORMS, Turn, seat_name

__all__ = ["passing", "picture", "why"]  # the contract finds them here

TITLE = "Heckmeck am Bratwurmeck"
LETTER = "H"
BY_HAND = True  # on a page, players themselves throw the dice that begin their turns
SUMMARY = to_say("Roll eight dice, stop in time, and grab roasted worms from the grill or from an opponent's stack.")

SCORE = WORMS

SYMBOLS = ("1", "2", "3", "4", "5", to_say("worm"))

OPTIONS = {
    "players": to_say("Number of players"),
    "steal": to_say("Stealing an opponent's top tile"),
    "lower": to_say("Taking a lower tile"),
    "flip_without_tile": to_say("A failed turn turns the highest tile face down even if you have no tile to lose"),
    "fast": to_say("Shorter game"),
}

VALUES = {
    "optional": to_say("optional"),
    "forced": to_say("compulsory"),
    "next": to_say("the next lower one"),
    "any": to_say("any lower one"),
    "off": to_say("off"),
    "returned_down": to_say("the returned tile is turned face down too"),
    "no_exception": to_say("the highest tile is turned even if it was just returned"),
    "returned_only": to_say("only the returned tile is turned face down"),
}
"""The values of the options that are no numbers."""

# Why a move is refused, by the paragraph that `forbids` names; completes "… is not allowed, because".
WHY = {
    202: to_say("you must set aside a symbol that you rolled and have not set aside yet"),
    204: to_say("you have just set aside a symbol: now roll again or stop"),
    205: to_say("all dice or all symbols are set aside, so you cannot roll again"),
    301: to_say("you cannot take anything without a worm"),
    302: to_say("your total matches a tile on the grill, so you must take that one"),
    303: to_say("you need exactly its number to steal an opponent's top tile"),
    304: to_say("otherwise you take a lower tile from the grill, by default the highest of them"),
    305: to_say("you cannot take your own tiles, covered tiles or face-down tiles"),
    306: to_say("there is a tile you can take, so stopping means taking it"),
}


_TURN = Turn(SYMBOLS)
outcome_name = _TURN.outcome_name
tell_chance = _TURN.tell_chance


def move_name(m: int) -> str:
    if TAKE <= m < STOP:
        return say("take {tiles}", tiles=LOWEST + m - TAKE)
    return say("stop") if m == STOP else _TURN.move_name(m)


def board(position: Position, names: Sequence[str]) -> str:
    """The board in plain lines that can be read aloud."""
    s = state(position)
    down = _tiles(s, FACE_DOWN)
    grill = _numbers(_tiles(s, GRILL))
    first = say("Grill: {tiles}.", tiles=grill) if grill else say("Grill: empty.")
    lines = [f"{first} {say('Face down: {tiles}.', tiles=_numbers(down))}" if down else first]
    lines += [_seat(position, p, names[p]) for p in range(position.game.players)]
    return "\n".join([*lines, _TURN.line(position, names)])


def _seat(position: Position, p: int, name: str) -> str:
    pile = stack(state(position), p)
    if not pile:
        return say("{name}: no tile.", name=name)
    return say(
        "{name}: top tile {tile}, {tiles} in the stack, {worms}.",
        name=name,
        tile=LOWEST + pile[-1],
        tiles=len(pile),
        worms=WORMS.count(position.scores[p]),
    )


def leads_to(position: Position, move: int, names: Sequence[str] = ()) -> str:
    """What a legal move would lead to, in a few words."""
    s, rules = state(position), position.game.rules
    if move == ROLL:
        return _TURN.roll_leads_to(position)
    if TAKE <= move < STOP:
        t = move - TAKE
        owner, worms = s.lies[t], WORMS.count(rules.worms(t))
        if owner == GRILL:
            return say("{worms}, from the grill", worms=worms)
        return say("{worms}, stolen from {rival}", worms=worms, rival=seat_name(names, owner))
    if move in (STOP, PASS):
        return _failure(position)
    after = position.play(move)
    tiles = either([str(LOWEST + t) for t in takes(after)])
    return _TURN.keep_leads_to(
        after, say("take {tiles}", tiles=tiles) if tiles and rules.is_used_up(after.state) else tiles
    )


def _failure(position: Position) -> str:
    """What a failed turn costs."""
    s = state(position)
    after = s.copy()
    position.game.rules.fail(after, position.game.options)
    lost = s.top[s.player]
    turned = [t for t in _tiles(after, FACE_DOWN) if s.lies[t] != FACE_DOWN]
    words = [say("the turn fails")]
    if lost != NO_TILE:
        words.append(say("{tile} goes back", tile=LOWEST + lost))
    if turned:
        words.append(say("{tiles} face down", tiles=listed([str(LOWEST + t) for t in turned])))
    return ", ".join(words)


def loses(position: Position, move: int, names: Sequence[str] = ()) -> str | None:
    """A turn that fails [H3.6, H4.1], named by what it costs."""
    if move not in (STOP, PASS):
        return None
    s = state(position)
    tile = s.top[s.player]
    if len(position.legal_moves) == 1:
        return say("The turn fails") if tile == NO_TILE else say("The turn fails: lose {tile}", tile=LOWEST + tile)
    return say("Fail the turn") if tile == NO_TILE else say("Fail the turn: lose {tile}", tile=LOWEST + tile)


def applies(position: Position) -> list[str]:
    """The paragraphs of the rules that govern this decision."""
    s, rules, legal = state(position), position.game.rules, position.legal_moves
    if s.phase == KEEPING:
        if PASS not in legal:
            return ["2.2"]
        return ["2.3", "4.3"] if s.top[s.player] == NO_TILE else ["2.3", "4.1", "4.2"]
    found = ["2.5" if rules.is_used_up(s) else "2.4"]
    reach = rules.total(s) - LOWEST
    for t in takes(position):
        paragraph = "3.3" if s.lies[t] != GRILL else "3.2" if t == reach else "3.4"
        if paragraph not in found:
            found.append(paragraph)
    if len(found) == 1:
        found.append("3.6" if s.kept[WORM] else "3.1")
    return found


def tell(before: Position, move: int, names: Sequence[str]) -> str:
    """A move in words. The past tense suits every name, also "You"."""
    s = state(before)
    who = names[s.player]
    if TAKE <= move < STOP:
        t = move - TAKE
        tile, worms, owner = LOWEST + t, WORMS.count(before.game.rules.worms(t)), s.lies[t]
        if owner == GRILL:
            return say("{name} took {tile}: {worms}.", name=who, tile=tile, worms=worms)
        return say("{name} stole {tile} from {rival}: {worms}.", name=who, tile=tile, rival=names[owner], worms=worms)
    if move == PASS:
        return say("{name} rolled nothing new: {end}.", name=who, end=_failure(before))
    if move == STOP:
        return say("{name} stopped: {end}.", name=who, end=_failure(before))
    return _TURN.tell(before, move, names)


def you_did(before: Position, move: int, names: Sequence[str] = ()) -> str:
    """A move as its player is told of it later."""
    if TAKE <= move < STOP:
        t = move - TAKE
        owner = state(before).lies[t]
        if owner == GRILL:
            return say("You took {tile}.", tile=LOWEST + t)
        return say("You stole {tile} from {rival}.", tile=LOWEST + t, rival=seat_name(names, owner))
    return say("You let the turn fail.") if move in (STOP, PASS) else _TURN.you_did(before, move)


def better(before: Position, move: int, amount: str, names: Sequence[str] = ()) -> str:
    """A move that was not made, and how much better it was."""
    if TAKE <= move < STOP:
        t = move - TAKE
        owner = state(before).lies[t]
        if owner == GRILL:
            return say("Taking {tile} was {amount} better.", tile=LOWEST + t, amount=amount)
        rival = seat_name(names, owner)
        return say("Stealing {tile} from {rival} was {amount} better.", tile=LOWEST + t, rival=rival, amount=amount)
    if move in (STOP, PASS):
        return say("Letting the turn fail was {amount} better.", amount=amount)
    return _TURN.better(before, move, amount)


def _tiles(s: State, place: int) -> list[int]:
    return [t for t in range(TILES) if s.lies[t] == place]


def _numbers(tiles: Sequence[int]) -> str:
    return " ".join(str(LOWEST + t) for t in tiles)
