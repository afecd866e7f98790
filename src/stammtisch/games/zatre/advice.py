"""What is known of a position of Zatre: every move with the lead that it lets expect, and what it leads to."""

from __future__ import annotations

from stammtisch.bots.analysis import Analysis, Choice
from stammtisch.core.constants import PASS
from stammtisch.core.game import Move
from stammtisch.core.position import Position
from stammtisch.core.translation import listed, say, to_say
from stammtisch.core.unit import POINTS
from stammtisch.games.zatre.card import COLUMNS
from stammtisch.games.zatre.facts import Result, state, tile_at
from stammtisch.games.zatre.listing import CROSS
from stammtisch.games.zatre.prospect import write_code
from stammtisch.games.zatre.rules import DONE, Options
from stammtisch.games.zatre.text import leads_to
from stammtisch.games.zatre.thinker import TurnWorth, best_turns, by_move, expected_lead, hand_luck

ABOUT = to_say(
    "Expected lead in points at the end of the game; by looking ahead, and exact near the end of a game for two."
)
LITTLE = 1.0  # points


def analyse(view: Position) -> Analysis:
    """Every legal move with the expected lead, in points, over the rivals' average at the end of the game.

    At a throw, and for who looks on in a rival's turn, only the lead of the player whose turn it is.
    """
    if view.viewer is None:
        view = view.view(state(view).player)
    seat = state(view).player
    if view.is_chance or view.viewer != seat:
        return Analysis(seat, expected_lead(view), POINTS)
    luck = 0.0 if state(view).count else hand_luck(view)
    if PASS in view.legal_moves:
        lead = expected_lead(view)
        only = Choice(view.legal_moves[0], lead, leads_to(view, PASS), {"lead": lead})
        return Analysis(seat, lead, POINTS, (only,), luck)
    turns = by_move(view, best_turns(view))
    least = min((turn.rivals for turn in turns.values() if turn.looked), default=0.0)
    choices = [_choice(view, move, turn, least) for move, turn in turns.items()]
    choices.sort(key=lambda choice: -choice.value)
    return Analysis(seat, choices[0].value, POINTS, tuple(choices), luck)


def _choice(view: Position, move: Move, turn: TurnWorth, least: float) -> Choice:
    won = result(view, turn.code)
    figures = {"lead": turn.value, "points": float(won.points)}
    if str(won):
        leads = say("{won}: {points} on the card", won=won, points=POINTS.count(won.points))
    else:
        leads = say("nothing to score")
    if turn.looked:
        figures["rivals"] = turn.rivals
        opened = turn.rivals - least
        if opened >= LITTLE:
            leads = say("{leads}; opens {points} to the opponents", leads=leads, points=POINTS.amount(f"{opened:.1f}"))
        else:
            leads = say("{leads}; opens little to the opponents", leads=leads)
    others = "" if move == DONE else _others(view, turn, move)
    if others:
        leads = say("with {tiles}: {leads}", tiles=others, leads=leads)
    return Choice(move, turn.value, leads, figures)


def _others(view: Position, turn: TurnWorth, move: Move) -> str:
    """The tiles that complete the turn: "3 at 7,9"."""
    s, rules = state(view), view.game.rules
    cells = {rules.cell_of(m): rules.pips_of(m) for m in turn.moves if m != move}
    return listed([tile_at(pips, c) for c, pips in sorted(cells.items()) if c not in s.laid[: s.count]])


def result(view: Position, code: int) -> Result:
    """What a turn of the player to move brings, from the number that listing.py gives it."""
    s, o, score = state(view).copy(), view.game.options, view.game.rules.score
    assert isinstance(o, Options)
    before = score(s, o, s.player)
    write_code(s, o, code, 1)
    runs = tuple((code >> 3 * column) & 7 for column in range(COLUMNS))
    return Result(runs, code // CROSS, score(s, o, s.player) - before)
