"""Positions of Zatre, set up as at a table: tiles on the board as (pips, row, column), hands as pips."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from stammtisch import load
from stammtisch.core.position import Position
from stammtisch.games.zatre.board import CENTRE, DOWN, EMPTY, KINDS
from stammtisch.games.zatre.duties import MOST
from stammtisch.games.zatre.rules import LAYING, State
from stammtisch.games.zatre.turns import Placement

TOTAL = [21, 20, 20, 20, 20, 20]

Tiles = Iterable[Placement]


def tiles(text: str) -> list[Placement]:
    """Tiles written as in the rules: "4@(7,6) 5@(7,7)"."""
    found = []
    for word in text.split():
        pips, at = word.split("@")
        row, column = at.strip("()").split(",")
        found.append((int(pips), int(row), int(column)))
    return found


def given(
    board: Tiles | str = (),
    hand: Sequence[int] = (),
    rivals: Sequence[Sequence[int]] = (),
    bag: Sequence[int] | None = None,
    player: int = 0,
    turns: int = 2,
    dry: bool | None = None,
    **options: object,
) -> Position:
    """The player is about to lay: the board, his hand, the hands of the seats after him, the pips in the bag.

    Without a bag all other tiles are in it. An empty board makes this the opening turn.
    """
    game = load("zatre", **options)
    rules, s = game.rules, State()
    s.turns, s.player, s.starter, s.phase = turns, player, player, LAYING
    board = tiles(board) if isinstance(board, str) else list(board)
    for pips, row, column in board:
        c = DOWN * (row + 1) + column
        assert s.board[c] == EMPTY, f"no tile can lie on {row},{column}"
        rules.lay(s, c, pips)  # from a hand that is set right below
        s.count, s.made, s.laid = 0, 0, [0] * MOST
    s.opening = 0 if board else 1
    s.hand, s.held = [0] * len(s.hand), [0] * len(s.held)
    for seat, pips_held in enumerate([hand, *rivals]):
        p = (player + seat) % game.players
        for pips in pips_held:
            s.hand[p * KINDS + pips - 1] += 1
            s.held[p] += 1
    if bag is None:
        s.bag = [TOTAL[k] - sum(s.hand[k::KINDS]) - s.board.count(k + 1) for k in range(KINDS)]
    else:
        s.bag = [list(bag).count(k + 1) for k in range(KINDS)]
    s.left = sum(s.bag)
    s.dry = int(s.left == 0 if dry is None else dry)
    refresh_spots(s)
    rules.find_duties(s, game.options)
    return Position.unchecked(game, s)


def refresh_spots(s: State) -> None:
    """The spots of this board, found the plain way: tiles above may have been set down in any order."""
    open_cells = [
        c
        for c in range(len(s.board))
        if s.board[c] == EMPTY and (beside := neighbour_sums(s, c)) != (0, 0) and max(beside) < 12
    ]
    if s.opening:
        open_cells = [CENTRE]
    s.spots = len(open_cells)
    s.spot = open_cells + [0] * (len(s.spot) - len(open_cells))


def neighbour_sums(s: State, c: int) -> tuple[int, int]:
    """What a tile on this cell would join, across and down."""

    def line(step: int) -> int:
        pips, at = 0, c + step
        while s.board[at] > 0:
            pips, at = pips + s.board[at], at + step
        return pips

    return line(-1) + line(1), line(-DOWN) + line(DOWN)


def state(position: Position) -> State:
    assert isinstance(position.state, State)
    return position.state


def lay(position: Position, turn: Tiles | str, *, done: bool = True) -> Position:
    """Lay these tiles in this order and end the turn."""
    for pips, row, column in tiles(turn) if isinstance(turn, str) else turn:
        position = position.play(f"lay {pips} {row},{column}")
    return position.play("done") if done else position


def legal(position: Position) -> list[str]:
    return [str(move) for move in position.legal_moves]


def on_board(position: Position) -> list[Placement]:
    s = state(position)
    return [(pips, c // DOWN - 1, c % DOWN) for c, pips in enumerate(s.board) if pips > 0]


def hand(position: Position, p: int) -> list[int]:
    held = state(position).hand[p * KINDS : (p + 1) * KINDS]
    return [k + 1 for k in range(KINDS) for _ in range(held[k])]


def card(position: Position, p: int = 0) -> tuple[list[int], list[int], list[int], int]:
    """A player's card: the boxes of the columns 10, 11 and 12, and the number of crosses."""
    s, rules, o = state(position), position.game.rules, position.game.options
    tens, elevens, twelves = (s.box[rules.first_box(o, column, p) :][: s.filled[column * 8 + p]] for column in range(3))
    return tens, elevens, twelves, s.crosses[p]


# Late positions from which perft reaches the end of the game in a few plies.
SIXES = "6@(6,7) 5@(6,8) 6@(7,7) 6@(7,8)"
START = {
    "a small board, nearly empty bag": given(SIXES, [1, 1], [[2, 6]], bag=[1, 3]),
    "a small board, nearly empty bag, amigo": given(SIXES, [2, 6], [[1]], bag=[1, 2, 6], preset="amigo"),
}
