"""Zatre in words: names of moves and outcomes, the board as text, what a choice leads to."""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.core.position import Position
from stammtisch.core.speech import say_n
from stammtisch.core.words import PASS
from stammtisch.games.zatre.board import ACROSS, DOWN, ROOM, SIDE, TEN
from stammtisch.games.zatre.picture import picture
from stammtisch.games.zatre.rules import DONE, LAY, LOTS, Draw, Opening, Options
from stammtisch.games.zatre.sight import card, duty, hand, lines, result, square, state

__all__ = ["picture"]  # the terminal finds it here

TITLE = "Zatre"
DRAFTS = True  # tiles of a turn are shown to others when it is done, and may be taken back until then
LETTER = "Z"
SUMMARY = "Lay number tiles so that rows and columns sum to 10, 11 or 12, and fill your score card evenly."

SCORE = ("point", "points")

OPTIONS = {
    "players": "how many play",
    "must_score": "whoever can make a run of 10, 11 or 12 must do so [Z4.4]",
    "opening_cap": "what may not exceed 12 in the opening: the total of its tiles, or each run [Z3.3]",
    "double_incomplete": "a cross doubles an incomplete row of the card as well [Z6.3]",
    "opening": "the opening must make a run of ten or more, or is free [Z8.2]",
    "draw": "when tiles are drawn: after a turn or before it [Z8.3]",
    "open_hands": "everybody sees everybody's tiles [Z2.3]",
}

# Why a move is refused, by the paragraph that `forbids` names; completes "… is not allowed, because".
WHY = {
    101: "the board has no cell there",
    303: "the opening begins on the centre, and with two or three adjacent tiles it must keep to the opening's rules",
    401: "a tile comes from the hand and goes to an empty cell next to a tile",
    402: "no run may exceed 12",
    403: "the turn must be one of those that score, if any can, and lay the most tiles",
    404: "a run of 10, 11 or 12 can be made, so it must be made",
    502: "a double cell may be covered only if a run of 10, 11 or 12 through it earns the cross",
}


def move_name(m: int) -> str:
    if m < LAY:
        return "done" if m == DONE else "pass"
    kind, at = divmod(m - LAY, SIDE * SIDE)
    return f"lay {kind + 1} {at // SIDE},{at % SIDE}"


def outcome_name(m: int) -> str:
    return str(m + 1)


def board(position: Position, names: Sequence[str]) -> str:
    """The board in plain lines that can be read aloud."""
    s = state(position)
    told = _lines("Row", "column", [(*square(c), pips) for c, pips in lines(s, ACROSS)])
    downs = [(*square(c)[::-1], pips) for c, pips in lines(s, DOWN) if len(pips) > 1]  # single tiles are in their rows
    told += _lines("Column", "row", downs)
    if not told:
        told = ["The board is empty."]
    told += [_seat(position, p, names[p]) for p in range(position.game.players)]
    told.append(_last_line(position, names))
    return "\n".join(told)


def _lines(kind: str, other: str, found: Sequence[tuple[int, int, list[int]]]) -> list[str]:
    """ "Row 7: 4 5 3 from column 6, sum 12; 2 at column 10."."""
    told = []
    for number in range(SIDE):
        parts = [
            f"{pips[0]} at {other} {start}" if len(pips) == 1 else f"{_row(pips)} from {other} {start}, sum {sum(pips)}"
            for at, start, pips in sorted(found)
            if at == number
        ]
        if parts:
            told.append(f"{kind} {number}: {'; '.join(parts)}.")
    return told


def _seat(position: Position, p: int, name: str) -> str:
    mine, s = card(position, p), state(position)
    columns = [f"{TEN + i}: {_row(boxes)}" for i, boxes in enumerate(mine.boxes) if boxes]
    crosses = [_count(mine.crosses, "cross", "crosses")] if mine.crosses else []
    written = "; ".join([*columns, *crosses]) or "an empty card"
    tiles = _count(s.held[p], "tile", "tiles")
    seen = hand(position, p)
    if seen:
        tiles += f" ({_row(seen)})"
    return f"{name}: {_count(position.scores[p], *SCORE)}; {written}; {tiles} in hand."


def _last_line(position: Position, names: Sequence[str]) -> str:
    s = state(position)
    if position.is_over:
        best = " and ".join(names[p] for p, place in enumerate(position.places) if place == 1)
        return f"The game is over. First place: {best}."
    if s.phase == LOTS:
        return "Lots are drawn for the start."
    line = f"{_count(s.left, 'tile', 'tiles')} in the bag. Turn {s.turns}: {names[s.player]}."
    if s.count:
        laid = ", ".join(f"{s.board[c]} at {square(c)[0]},{square(c)[1]}" for c in s.laid[: s.count])
        line += f" Laid so far: {laid}."
    return f"{line} To do: {task}." if (task := duty(position)) else line


def leads_to(position: Position, move: int, names: Sequence[str] = ()) -> str:
    """What a legal move would lead to, in a few words."""
    if move == PASS:
        return _blocked(position)
    if move == DONE:
        won = result(position)
        return f"{won}: {_count(won.points, *SCORE)}" if str(won) else "nothing to score"
    rules, s = position.game.rules, state(position)
    sums = _sums(position, move)
    words = [f"makes {sums}"] if sums else ["the first tile"]
    gain = result(position.play(move))
    if s.count and str(gain):
        words.append(f"in all {gain}")
    elif gain.crosses:
        words.append("one cross")
    elif rules.is_double(rules.cell_of(move)) and not s.fallback:
        words.append("no cross yet")
    return ", ".join(words)


def _sums(position: Position, move: int) -> str:
    """The runs that a tile makes: "12 across and 7 down"; empty if it lies alone."""
    s, c, pips = state(position), position.game.rules.cell_of(move), position.game.rules.pips_of(move)
    ways = ((c, "across"), (ROOM + c, "down"))
    return " and ".join(f"{s.beside[at] + pips} {way}" for at, way in ways if s.beside[at])


def _blocked(position: Position) -> str:
    """What a pass means."""
    s, o = state(position), _options(position)
    if s.opening:
        return "no opening with these tiles: everything is drawn again"
    if s.dry:
        return "nothing can be laid, and the bag is empty"
    return "nothing can be laid" if o.draw == Draw.BEFORE else "nothing can be laid: draw one more tile"


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
        return f"{who} {f'showed {_row(shown)}' if shown else 'passed'}: {_blocked(before)}."
    if move == DONE:
        won = result(before)
        return (
            f"{who} scored {won}: {_count(won.points, *SCORE)}."
            if str(won)
            else f"{who} ended the turn without a score."
        )
    rules = before.game.rules
    row, column = square(rules.cell_of(move))
    sums = _sums(before, move)
    return f"{who} laid {rules.pips_of(move)} at {row},{column}{f': {sums}' if sums else ''}."


def tell_chance(before: Position, outcomes: Sequence[int], names: Sequence[str]) -> str:
    """A run of chance outcomes in words: "Lots: Ann 3, Ben 5. Ben drew 1 4 6."."""
    sentences: list[str] = []
    told = ""
    position = before
    for kind in outcomes:
        s = state(position)
        who = names[s.player]
        if s.phase == LOTS:
            told = f"{told}, {who} {kind + 1}" if told.startswith("Lots") else f"Lots: {who} {kind + 1}"
        elif told.startswith(f"{who} drew"):
            told += f" {kind + 1}"
        else:
            sentences.append(told)
            told = f"{who} drew {kind + 1}"
        position = position.play(kind)
    return " ".join(f"{sentence}." for sentence in [*sentences, told] if sentence)


def tell_hidden(before: Position, count: int, names: Sequence[str]) -> str:
    """A draw that others made, in words: how many tiles they hold is known to all."""
    return say_n(count, "{name} drew {n} tile.", "{name} drew {n} tiles.", name=names[state(before).player])


def _options(position: Position) -> Options:
    assert isinstance(position.game.options, Options)
    return position.game.options


def _row(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


def _count(n: int, one: str, many: str) -> str:
    return f"{n} {one if n == 1 else many}"
