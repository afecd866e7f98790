"""A position analysed in the terminal: what every move is worth, in sentences or as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import stammtisch
from stammtisch.core.contract.text import board_in_words
from stammtisch.core.errors import StammtischError
from stammtisch.core.position import Position
from stammtisch.core.seat_names import seat_names
from stammtisch.core.translation import sentence
from stammtisch.terminal.odds import read_position


def show_analysis(given: str, *, as_json: bool) -> None:
    """Print what is known of a position, which is a line of text or a file with one."""
    position = _position(given)
    found = stammtisch.analyse(position)
    if as_json:
        print(json.dumps(found.to_json(), indent=2, ensure_ascii=False))
        return
    game, names = position.game, seat_names(position.game.players, position.viewer)
    worth = f"Worth {found.amount(found.value)} to {names[found.seat]}."
    lines = [f"{game.title}", "", *board_in_words(game.text, position, names).splitlines(), "", worth]
    print("\n".join([*lines, *(f"  {sentence(found.sentence(each.move))}" for each in found.choices)]))


def _position(given: str) -> Position:
    if given.lstrip().startswith("stammtisch/"):
        return stammtisch.position(given.strip())
    path = Path(given)
    if not path.exists():
        raise StammtischError(
            f"'{given[:60]}' is neither a position, which begins with stammtisch/1, nor a file with one"
        )
    return read_position(path)
