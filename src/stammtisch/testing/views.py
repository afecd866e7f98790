"""What must hold of views: a player sees what he may see, and nothing that would tell apart what he cannot see.

What he cannot see can be drawn anew.
"""

from __future__ import annotations

from random import Random

from stammtisch.bots.redraw import redraw
from stammtisch.core.constants import EVERYBODY
from stammtisch.core.game import Game, Move
from stammtisch.core.position import Position
from stammtisch.testing import ply
from stammtisch.testing.play import dice
from stammtisch.testing.playing import any_move, play_on

PLIES = 60
ASKED = 25  # moves, at most, about which a player asks why they are refused


def hides(game: Game) -> bool:
    """Under these options, is there chance that only one seat may see?"""
    match = play_on(game.match(seed=1), any_move, Random(1), PLIES)
    return any(position.is_chance and position.audience != EVERYBODY for position in match.history)


def check_secrets(game: Game) -> None:
    """A view does not tell hidden things."""
    rng, start = dice(game), game.start()
    different = sum(check_twins(start, viewer, rng) for viewer in range(game.players) for _ in range(3))
    assert (different > 0) == hides(game), "only a game that hides something has histories that look alike"


def check_twins(start: Position, viewer: int, rng: Random) -> int:
    """Two histories that the viewer cannot tell apart must look the same to him all the way.

    Both see the same moves and open outcomes, but what is drawn out of his sight may differ. The number of plies after
    which the two really were different.
    """
    one, other = start, start
    different = 0
    for _ in range(PLIES):
        assert one.turn == other.turn
        pair = _next(one, other, viewer, rng)
        if pair is None:
            break
        one, other = one.play(pair[0]), other.play(pair[1])
        assert one.view(viewer) == other.view(viewer), f"seat {viewer} can tell {one.state} from {other.state}"
        different += one != other
    return different


def _next(one: Position, other: Position, viewer: int, rng: Random) -> tuple[Move, Move] | None:
    """What happens next in either history, or nothing that can happen in both."""
    if one.is_chance and one.audience not in (EVERYBODY, viewer):
        return rng.choice(one.outcomes)[0], rng.choice(other.outcomes)[0]
    choices = [[m for m, _ in p.outcomes] if p.is_chance else list(p.legal_moves) for p in (one, other)]
    if one.turn == viewer:
        assert choices[0] == choices[1], "a player's moves must not depend on what he cannot see"
        for move in one.game.moves[:: 1 + len(one.game.moves) // ASKED]:
            if move not in choices[0]:
                told = str(one._refusal(move)) == str(other._refusal(move))
                assert told, f"why {move} is refused must not depend on what the player cannot see"
    common = [move for move in choices[0] if move in choices[1]]
    if not common:
        return None
    move = rng.choice(common)
    return move, move


def check_views(game: Game) -> None:
    """A view is enough to move, and has the same result."""
    match = play_on(game.match(seed=3), any_move, Random(3), PLIES)
    hidden = hides(game)
    for position in match.history:
        for viewer in range(game.players):
            view = position.view(viewer)
            assert view.viewer == viewer
            assert view.turn == position.turn, "a view must know whose turn it is"
            assert view.scores == position.scores, "a view must have the true scores"
            assert view.places == position.places, "a view must have the true places"
            assert view.view(viewer) == view, "looking twice shows no more and no less"
            if position.turn == viewer:
                assert view.legal_moves == position.legal_moves, "a view must have its player's legal moves"
            if not hidden:
                assert view.state == position.state, "a game in which nothing is hidden must not `hide`"
            assert game.position(view.to_json()) == view
            ply.check_text(view)


# ── What is hidden, drawn anew ───────────────────────────────────────────────────────────────────────────────────────


def missing(view: Position) -> int:
    """How many things have to be dealt to make a view a whole position."""
    rules, o, state, seat = view.game.rules, view.game.options, view.state.copy(), view.viewer
    assert seat is not None
    count = 0
    while lots := rules.unseen(state, o, seat):
        rules.deal(state, o, seat, lots - 1)
        count += 1
    return count


def check_redraws(game: Game) -> None:
    """What is hidden can be drawn anew, in several ways."""
    history = play_on(game.match(seed=5), any_move, Random(5), PLIES).history
    several = 0
    for seed, position in enumerate(history[::7]):
        for viewer in range(game.players):
            drawn = check_redraw(position, viewer, seed)
            if position.turn == viewer:
                assert drawn.legal_moves == position.legal_moves
            others = {redraw(position.view(viewer), seed + other).key() for other in range(1, 5)}
            several += others != {drawn.key()}
    assert (several > 0) == hides(game), "where something is hidden there are several ways to redraw it"


def check_redraw(position: Position, viewer: int, seed: int) -> Position:
    """A redrawn position looks like the true one to who cannot see it, and hides as much from everybody else."""
    view = position.view(viewer)
    drawn = redraw(view, seed)
    assert drawn.viewer is None
    assert drawn.view(viewer) == view, "the viewer could tell it from the true one"
    assert redraw(view, seed) == drawn
    assert (missing(view) > 0) == (view.state != position.state), "what `hide` takes away `deal` must bring back"
    for seat in range(position.game.players):
        assert missing(drawn.view(seat)) == missing(position.view(seat)), f"seat {seat} has more or less to guess"
    return drawn
