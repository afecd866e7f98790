"""Check: what was tried out of a game, a line each."""

from __future__ import annotations

from stammtisch.core.game import Game
from stammtisch.testing import checks


def show_checks(game: Game) -> int:
    """Print every check when it is done; the exit status."""
    wrong = 0
    for each in checks(game):
        print(f"{'wrong' if each.fault else 'ok   '}  {each.about}{': ' if each.fault else ''}{each.fault}", flush=True)
        wrong += bool(each.fault)
    print(f"{game.title}: {f'{wrong} wrong' if wrong else 'nothing wrong'}")
    return 1 if wrong else 0
