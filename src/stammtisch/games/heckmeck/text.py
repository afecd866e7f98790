"""Heckmeck in words: names of moves and outcomes, the board as text, what a choice leads to."""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.core.position import Position
from stammtisch.games.heckmeck.rules import (
    FACE_DOWN,
    GRILL,
    KEEP,
    LOWEST,
    NO_TILE,
    ROLL,
    STOP,
    TAKE,
    TILES,
    State,
)
from stammtisch.games.keeping import CHOOSING, KEEPING

TITLE = "Heckmeck am Bratwurmeck"
LETTER = "H"
SUMMARY = "Throw eight dice, stop in time, and grab roasted worms from the grill or from a rival's stack."

SYMBOLS = ("1", "2", "3", "4", "5", "worm")

OPTIONS = {
    "players": "how many play",
    "steal": "a total equal to a rival's top tile steals it: optional or forced [H3.3]",
    "lower": "which lower tile a total takes: the next one or any [H3.4]",
    "flip_without_tile": "a failed turn without a tile turns the highest tile face down all the same [H4.3]",
    "fast": "a shorter game: more tiles are turned face down after a failed turn [H4.4]",
}

# Why a move is refused, by the paragraph that `forbids` names; completes "… is not allowed, because".
WHY = {
    202: "one symbol must be set aside that this throw shows and that is not set aside yet",
    204: "a symbol has just been set aside: now throw again or stop",
    205: "all dice or all symbols are set aside, so there is no further throw",
    301: "nothing can be taken without a worm",
    302: "the total equals a tile on the grill, and that tile must be taken",
    303: "a rival's top tile is stolen with exactly its number",
    304: "otherwise the total takes a lower tile of the grill, by default the highest of them",
    305: "own tiles, buried tiles and face-down tiles cannot be taken",
    306: "something can be taken, so stopping means taking it",
}


def move_name(m: int) -> str:
    if m == 0:
        return "pass"
    if m < ROLL:
        return f"keep {SYMBOLS[m - KEEP]}"
    if m == ROLL:
        return "roll"
    return "stop" if m == STOP else f"take {LOWEST + m - TAKE}"


def outcome_name(m: int) -> str:
    return SYMBOLS[m]


def board(position: Position, names: Sequence[str]) -> str:
    """The board in plain lines that can be read aloud."""
    s = _state(position)
    down = _tiles(s, FACE_DOWN)
    lines = [f"Grill: {_numbers(_tiles(s, GRILL)) or 'empty'}." + (f" Face down: {_numbers(down)}." if down else "")]
    for p in range(position.game.players):
        stack = _stack(s, p)
        worms = _worms(position.scores[p])
        tiles = f"top tile {LOWEST + stack[-1]}, {len(stack)} in the stack, {worms}" if stack else "no tile"
        lines.append(f"{names[p]}: {tiles}.")
    if position.is_over:
        best = " and ".join(names[p] for p, place in enumerate(position.places) if place == 1)
        lines.append(f"The game is over. First place: {best}.")
        return "\n".join(lines)
    total = position.game.rules.total(s)
    line = f"Turn {s.turns}: {names[s.player]}."
    if total:
        line += f" Set aside {_dice(s.kept)}: {total} points{'' if s.kept[5] else ', no worm yet'}."
    if s.phase == KEEPING:
        line += f" Thrown: {_dice(s.thrown)}."
    elif s.dice:
        line += f" {_count(s.dice, 'die', 'dice')} to throw."
    lines.append(line)
    return "\n".join(lines)


_DIE = {"1": "1", "2": "2", "3": "3", "4": "4", "5": "5", "worm": "ω"}
_SQUIGGLE = "~"


def picture(position: Position, names: Sequence[str]) -> str:
    """The board for a colour terminal, as rich markup."""
    s = _state(position)
    tiles: list[list[str]] = [[], [], []]
    for t in range(TILES):
        number, worms = str(LOWEST + t), (_SQUIGGLE * (1 + t // 4)).center(4)
        lies = s.lies[t]
        if lies == GRILL:
            rows = (f"[black on #e8d9b5] {number} [/]", f"[#9c3b10 on #e8d9b5]{worms}[/]")
        elif lies == FACE_DOWN:
            rows = ("[#6b5a48 on #3a2a1e] ▒▒ [/]", "[#6b5a48 on #3a2a1e] ▒▒ [/]")
        else:
            rows = ("[dim]  · [/]", "    ")
        tiles[0].append(rows[0])
        tiles[1].append(rows[1])
    lines = [" " + " ".join(tiles[0]), " " + " ".join(tiles[1]), ""]
    width = max(len(name) for name in names)
    for p in range(position.game.players):
        stack = _stack(s, p)
        buried = " ".join(f"[dim]{LOWEST + t}[/]" for t in stack[:-1])
        top = f"[black on #e8d9b5] {LOWEST + stack[-1]} [/]" if stack else "[dim]–[/]"
        turn = "[bold #d9531e]▶[/]" if p == s.player and not position.is_over else " "
        name = f"[bold]{names[p].ljust(width)}[/]" if p == s.player else names[p].ljust(width)
        score = position.scores[p]
        lines.append(f" {turn} {name}  [#d9531e]{score:2} {'worm ' if score == 1 else 'worms'}[/]  {buried} {top}")
    lines.append("")
    if position.is_over:
        return "\n".join(lines)
    total = position.game.rules.total(s)
    kept = "  ".join(_faces(f, s.kept[f], "black on #b8862d") for f in range(6) if s.kept[f])
    lines.append(f" set aside  {kept or '[dim]nothing yet[/]'}" + (f"   = [bold]{total}[/]" if total else ""))
    on_table = "  ".join(
        _faces(f, s.thrown[f], "dim" if s.kept[f] or s.phase == CHOOSING else "black on white")
        for f in range(6)
        if s.thrown[f]
    )
    lines.append(f" thrown     {on_table}" if s.phase == KEEPING else f" to throw   {' '.join('▢' * s.dice)}")
    return "\n".join(lines)


def leads_to(position: Position, move: int) -> str:
    """What a legal move would lead to, in a few words."""
    s, rules, o = _state(position), position.game.rules, position.game.options
    if KEEP <= move < ROLL:
        after = _state(position.play(move))
        gain = f"{rules.total(after)} points"
        if rules.is_used_up(after):
            takes = [LOWEST + m - TAKE for m in position.play(move).legal_moves if TAKE <= m < STOP]
            return f"{gain}, the turn ends: " + (f"take {' or '.join(map(str, takes))}" if takes else "it fails")
        return f"{gain}, {_count(after.dice, 'die', 'dice')} left"
    if move == ROLL:
        new = [name for f, name in enumerate(SYMBOLS) if s.kept[f] == 0]
        return f"{_count(s.dice, 'die', 'dice')}; new would be {', '.join(new)}"
    if TAKE <= move < STOP:
        t = move - TAKE
        source = "" if s.lies[t] == GRILL else f", stolen from seat {s.lies[t]}"
        return f"{_worms(rules.worms(t))}{source}"
    after = _state(position)
    after = after.copy()
    rules.fail(after, o)
    lost = s.top[s.player]
    turned = [t for t in _tiles(after, FACE_DOWN) if s.lies[t] == GRILL or t == lost]
    words = ["the turn has failed"]
    if lost != NO_TILE:
        words.append(f"{LOWEST + lost} goes back")
    if turned:
        words.append(f"{_numbers(turned)} face down")
    return ", ".join(words)


def tell(before: Position, move: int, names: Sequence[str]) -> str:
    """A move in words."""
    s = _state(before)
    who = names[s.player]
    if KEEP <= move < ROLL:
        after = _state(before.play(move))
        dice = " ".join([SYMBOLS[move - KEEP]] * after.kept[move - KEEP])
        return f"{who} sets aside {dice}: {before.game.rules.total(after)} points."
    if move == ROLL:
        return f"{who} throws again with {_count(s.dice, 'die', 'dice')}."
    if TAKE <= move < STOP:
        t = move - TAKE
        source = "takes" if s.lies[t] == GRILL else f"steals from {names[s.lies[t]]} tile"
        return f"{who} {source} {LOWEST + t}: {_worms(before.game.rules.worms(t))}."
    outcome = leads_to(before, move)
    return f"{who} {'has nothing new' if move == 0 else 'stops'}: {outcome}."


def tell_chance(before: Position, outcomes: Sequence[int], names: Sequence[str]) -> str:
    """A run of chance outcomes in words."""
    return f"{names[_state(before).player]} throws {' '.join(SYMBOLS[f] for f in sorted(outcomes))}."


def _state(position: Position) -> State:
    assert isinstance(position.state, State)
    return position.state


def _stack(s: State, p: int) -> list[int]:
    """A player's tiles from the bottom to the top."""
    stack, t = [], s.top[p]
    while t != NO_TILE:
        stack.append(t)
        t = s.below[t]
    return stack[::-1]


def _tiles(s: State, place: int) -> list[int]:
    return [t for t in range(TILES) if s.lies[t] == place]


def _numbers(tiles: Sequence[int]) -> str:
    return " ".join(str(LOWEST + t) for t in tiles)


def _dice(row: Sequence[int]) -> str:
    return " ".join(SYMBOLS[f] for f in range(6) for _ in range(row[f]))


def _faces(symbol: int, count: int, style: str) -> str:
    return " ".join([f"[{style}] {_DIE[SYMBOLS[symbol]]} [/]"] * count)


def _count(n: int, one: str, many: str) -> str:
    return f"{n} {one if n == 1 else many}"


def _worms(n: int) -> str:
    return _count(n, "worm", "worms")
