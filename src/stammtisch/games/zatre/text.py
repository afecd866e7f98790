"""Zatre in words: names of moves and outcomes, the board as text, what a choice leads to."""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.core.constants import PASS
from stammtisch.core.position import Position
from stammtisch.core.translation import listed, say, say_n, to_say
from stammtisch.core.unit import POINTS
from stammtisch.games.zatre.board import ACROSS, DOWN, ROOM, SIDE, TEN
from stammtisch.games.zatre.facts import card, duty, hand, lines, result, square, state, tile_at
from stammtisch.games.zatre.picture import picture
from stammtisch.games.zatre.refusals import passing, why
from stammtisch.games.zatre.rules import DONE, LAY, LOTS, Draw, Opening, Options

__all__ = ["passing", "picture", "why"]  # the contract finds them here

TITLE = "Zatre"
DRAFTS = True  # tiles of a turn are shown to others when it is done, and may be taken back until then
LETTER = "Z"
SUMMARY = to_say("Lay number tiles so that rows and columns add up to 10, 11 or 12, and fill your score card evenly.")

OPTIONS = {
    "players": to_say("Number of players"),
    "must_score": to_say("Whoever can make a run of 10, 11 or 12 must do so"),
    "opening_cap": to_say("In the opening, 12 is the limit for"),
    "double_incomplete": to_say("A cross also doubles an incomplete row of the card"),
    "opening": to_say("Opening"),
    "draw": to_say("Tiles are drawn"),
    "open_hands": to_say("Everyone can see everyone's tiles"),
    "lay": to_say("Number of tiles laid in a turn"),
    "low_runs": to_say("Runs below 10 in a turn that scores"),
    "opening_sum": to_say("In the opening, 10 to 12 must be made by"),
}

VALUES = {
    "total": to_say("all tiles together"),
    "per_run": to_say("each run"),
    "ten": to_say("must make a run of 10 to 12"),
    "free": to_say("free"),
    "after": to_say("after the turn"),
    "before": to_say("before the turn"),
    "most": to_say("as many as possible"),
    "beside": to_say("allowed"),
    "never": to_say("only if there is no other way to score"),
    "run": to_say("one run"),
    "pips": to_say("all tiles together"),
}
"""The values of the options that are no numbers."""

# Why a move is refused, by the paragraph that `forbids` names; completes "… is not allowed, because".
WHY = {
    101: to_say("the board has no cell there"),
    303: to_say(
        "the opening starts on the centre with two or three adjacent tiles, and must follow the rules for the opening"
    ),
    401: to_say("a tile comes from your hand and goes on an empty cell next to a tile"),
    402: to_say("no run may exceed 12"),
    403: to_say("if you can score you must, and the tiles of a turn must meet its other duties too"),
    404: to_say("you can make a run of 10, 11 or 12, so you must"),
    502: to_say("a double cell may be covered only if a run of 10, 11 or 12 through it earns the cross"),
}


def move_name(m: int) -> str:
    if m < LAY:
        return say("done") if m == DONE else say("pass")
    kind, at = divmod(m - LAY, SIDE * SIDE)
    return say("lay {tile} {row},{column}", tile=kind + 1, row=at // SIDE, column=at % SIDE)


def outcome_name(m: int) -> str:
    return str(m + 1)


def board(position: Position, names: Sequence[str]) -> str:
    """The board in plain lines that can be read aloud."""
    s = state(position)
    told = _lines(_ROW, [(*square(c), pips) for c, pips in lines(s, ACROSS)])
    downs = [(*square(c)[::-1], pips) for c, pips in lines(s, DOWN) if len(pips) > 1]  # single tiles are in their rows
    told += _lines(_COLUMN, downs)
    if not told:
        told = [say("The board is empty.")]
    told += [_seat(position, p, names[p]) for p in range(position.game.players)]
    told.append(_last_line(position, names))
    return "\n".join(told)


# A line of the board, a run of tiles in it, and a tile alone.
_ROW = (
    to_say("Row {row}: {tiles}."),
    to_say("{tiles} from column {column}, sum {sum}"),
    to_say("{tile} at column {column}"),
)
_COLUMN = (
    to_say("Column {column}: {tiles}."),
    to_say("{tiles} from row {row}, sum {sum}"),
    to_say("{tile} at row {row}"),
)


def _lines(texts: tuple[str, str, str], found: Sequence[tuple[int, int, list[int]]]) -> list[str]:
    """ "Row 7: 4 5 3 from column 6, sum 12; 2 at column 10."."""
    line, run, alone = texts
    told = []
    for number in range(SIDE):
        parts = [
            say(alone, tile=pips[0], row=start, column=start)
            if len(pips) == 1
            else say(run, tiles=_row(pips), row=start, column=start, sum=sum(pips))
            for at, start, pips in sorted(found)
            if at == number
        ]
        if parts:
            told.append(say(line, row=number, column=number, tiles="; ".join(parts)))
    return told


def _seat(position: Position, p: int, name: str) -> str:
    mine, s = card(position, p), state(position)
    columns = [f"{TEN + i}: {_row(boxes)}" for i, boxes in enumerate(mine.boxes) if boxes]
    crosses = [say_n(mine.crosses, "{n} cross", "{n} crosses")] if mine.crosses else []
    written = "; ".join([*columns, *crosses]) or say("an empty card")
    points = POINTS.count(position.scores[p])
    seen = hand(position, p)
    if not seen:
        return say_n(
            s.held[p],
            "{name}: {points}; {card}; {n} tile in hand.",
            "{name}: {points}; {card}; {n} tiles in hand.",
            name=name,
            points=points,
            card=written,
        )
    return say_n(
        s.held[p],
        "{name}: {points}; {card}; {n} tile ({tiles}) in hand.",
        "{name}: {points}; {card}; {n} tiles ({tiles}) in hand.",
        name=name,
        points=points,
        card=written,
        tiles=_row(seen),
    )


def _last_line(position: Position, names: Sequence[str]) -> str:
    s = state(position)
    if position.is_over:
        best = listed([names[p] for p, place in enumerate(position.places) if place == 1])
        return say("The game is over. First place: {names}.", names=best)
    if s.phase == LOTS:
        return say("Tiles are drawn to see who starts.")
    told = [
        say_n(s.left, "{n} tile in the bag.", "{n} tiles in the bag."),
        say("Turn {turn}: {name}.", turn=s.turns, name=names[s.player]),
    ]
    if s.count:
        laid = ", ".join(tile_at(s.board[c], c) for c in s.laid[: s.count])
        told.append(say("Laid so far: {tiles}.", tiles=laid))
    if task := duty(position):
        told.append(say("To do: {task}.", task=task))
    return " ".join(told)


def leads_to(position: Position, move: int, names: Sequence[str] = ()) -> str:
    """What a legal move would lead to, in a few words."""
    if move == PASS:
        return _blocked(position)
    if move == DONE:
        won = result(position)
        return f"{won}: {POINTS.count(won.points)}" if str(won) else say("nothing to score")
    rules, s = position.game.rules, state(position)
    sums = _sums(position, move)
    words = [say("makes {sums}", sums=sums)] if sums else [say("the first tile")]
    gain = result(position.play(move))
    if s.count and str(gain):
        words.append(say("{gain} in all", gain=gain))
    elif gain.crosses:
        words.append(say_n(gain.crosses, "one cross", "{n} crosses"))
    elif rules.is_double(rules.cell_of(move)) and not s.fallback:
        words.append(say("no cross yet"))
    return ", ".join(words)


def _sums(position: Position, move: int) -> str:
    """The runs that a tile makes: "12 across and 7 down"; empty if it lies alone."""
    s, c, pips = state(position), position.game.rules.cell_of(move), position.game.rules.pips_of(move)
    ways = ((c, to_say("{sum} across")), (ROOM + c, to_say("{sum} down")))
    return listed([say(way, sum=s.beside[at] + pips) for at, way in ways if s.beside[at]])


def _blocked(position: Position) -> str:
    """What a pass means."""
    s, o = state(position), _options(position)
    if s.opening:
        return say("no opening is possible with these tiles: all tiles are drawn again")
    if s.dry:
        return say("nothing can be laid, and the bag is empty")
    return say("nothing can be laid") if o.draw == Draw.BEFORE else say("nothing can be laid: draw one more tile")


def applies(position: Position) -> list[str]:
    """The paragraphs of the rules that govern this decision."""
    s, o, legal = state(position), _options(position), position.legal_moves
    if s.opening:
        if o.opening == Opening.FREE:
            return ["8.2"]
        return ["3.4"] if PASS in legal else ["3.3"]
    if PASS in legal:
        return ["7.1" if s.dry else "8.3" if o.draw == Draw.BEFORE else "4.6"]
    found = ["4.5", "5.1"] if DONE in legal else ["4.2", "4.3"]
    if s.owed and DONE not in legal:
        found.append("4.4")
    return [*found, "5.3" if s.fallback else "5.2"]


def tell(before: Position, move: int, names: Sequence[str]) -> str:
    """A move in words. The past tense suits every name, also "You"."""
    who = names[state(before).player]
    if move == PASS:
        shown = hand(before, state(before).player) if state(before).opening else None
        if shown:
            return say("{name} showed {tiles}: {end}.", name=who, tiles=_row(shown), end=_blocked(before))
        return say("{name} passed: {end}.", name=who, end=_blocked(before))
    if move == DONE:
        won = result(before)
        if not str(won):
            return say("{name} ended the turn without scoring.", name=who)
        return say("{name} scored {won}: {points}.", name=who, won=won, points=POINTS.count(won.points))
    rules = before.game.rules
    tile = tile_at(rules.pips_of(move), rules.cell_of(move))
    sums = _sums(before, move)
    if not sums:
        return say("{name} laid {tile}.", name=who, tile=tile)
    return say("{name} laid {tile}: {sums}.", name=who, tile=tile, sums=sums)


def you_did(before: Position, move: int, names: Sequence[str] = ()) -> str:
    """A move as its player is told of it later."""
    if move < LAY:
        return say("You ended the turn.") if move == DONE else say("You passed.")
    tile, row, column = _laid(before, move)
    return say("You laid {tile} in row {row}, column {column}.", tile=tile, row=row, column=column)


def better(before: Position, move: int, amount: str, names: Sequence[str] = ()) -> str:
    """A move that was not made, and how much better it was."""
    if move < LAY:
        return say("Ending the turn was {amount} better.", amount=amount)
    tile, row, column = _laid(before, move)
    return say(
        "Laying {tile} in row {row}, column {column} was {amount} better.",
        tile=tile,
        row=row,
        column=column,
        amount=amount,
    )


def _laid(before: Position, move: int) -> tuple[int, int, int]:
    """The tile that a move lays, and where: row and column."""
    rules = before.game.rules
    return (int(rules.pips_of(move)), *square(rules.cell_of(move)))


def tell_chance(before: Position, outcomes: Sequence[int], names: Sequence[str]) -> str:
    """A run of chance outcomes in words: "Lots: Ann 3, Ben 5. Ben drew 1 4 6."."""
    lots: list[str] = []
    drawn: list[tuple[str, list[int]]] = []
    position = before
    for kind in outcomes:
        s = state(position)
        who = names[s.player]
        if s.phase == LOTS:
            lots.append(f"{who} {kind + 1}")
        elif drawn and drawn[-1][0] == who:
            drawn[-1][1].append(kind + 1)
        else:
            drawn.append((who, [kind + 1]))
        position = position.play(kind)
    told = [say("Drawn for the start: {lots}.", lots=", ".join(lots))] if lots else []
    told += [say("{name} drew {tiles}.", name=who, tiles=_row(tiles)) for who, tiles in drawn]
    return " ".join(told)


def tell_hidden(before: Position, count: int, names: Sequence[str]) -> str:
    """A draw that others made, in words: how many tiles they hold is known to all."""
    return say_n(count, "{name} drew {n} tile.", "{name} drew {n} tiles.", name=names[state(before).player])


def _options(position: Position) -> Options:
    assert isinstance(position.game.options, Options)
    return position.game.options


def _row(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))
