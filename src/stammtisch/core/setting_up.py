"""A position while somebody sets it up by hand: what was chosen so far, and what is wrong as long as it cannot be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from stammtisch.core.contract.setup import Group, Setup
from stammtisch.core.errors import ParseError
from stammtisch.core.game import Game
from stammtisch.core.position import Position
from stammtisch.core.record import Record
from stammtisch.core.seat_names import seat_names
from stammtisch.core.translation import say, sentence


@dataclass(frozen=True)
class Draft:
    """A position that somebody sets up."""

    game: Game
    """With the options that were chosen."""
    groups: Sequence[Group]
    """What can be chosen, with what was chosen."""
    position: Position | None
    """None: it cannot come about as it is."""
    fault: str
    """What is wrong with it, in a sentence."""


def draft(begun: Position, options: Mapping[str, object], chosen: Mapping[str, int]) -> Draft:
    """What was `chosen` by the keys of controls, upon the position that it began with.

    With other options it begins with the start of that game. What cannot be chosen there is left out.

    Raises:
        OptionError: The game has no such options.

    Examples:
        >>> import stammtisch
        >>> from stammtisch.core.setting_up import draft
        >>> begun = stammtisch.load("heckmeck").start()
        >>> draft(begun, {}, {"phase": 2, "kept.5": 4}).position.legal_moves
        [roll, stop]
        >>> draft(begun, {}, {"kept.5": 9}).fault
        'There are 8 dice, but 9 are set aside.'
    """
    game = begun.game.having(options) if options else begun.game
    base = begun if game == begun.game else game.start()
    names, setup = seat_names(game.players), game.part(Setup)
    groups = setup.groups(game, base.state, names)
    wanted = _differing(groups, chosen)
    if not wanted:
        return Draft(game, groups, base, "")
    state = base.to_play_on()
    try:
        setup.apply(game, state, wanted)
        fault = setup.fault(game, state, names)
        groups = setup.groups(game, state, names)
    except (ArithmeticError, LookupError, ValueError):  # nonsense leads a game's code anywhere
        fault = say("Such numbers do not fit together.")
    groups = [_kept(group, wanted) for group in groups]
    position, told = (None, fault) if fault else _checked(game, state)
    return Draft(game, groups, position, told)


def _differing(groups: Sequence[Group], chosen: Mapping[str, int]) -> dict[str, int]:
    """What can be chosen, and is not as it was."""
    found = {}
    for group in groups:
        able = [value for value, _ in group.choices]
        for control in group.controls:
            value = chosen.get(control.key, control.value)
            if control.label and value != control.value and (not able or value in able):
                found[control.key] = value
    return found


def _kept(group: Group, chosen: Mapping[str, int]) -> Group:
    """Nothing that somebody has chosen is changed, whatever came of it."""
    return replace(group, controls=[replace(each, value=chosen.get(each.key, each.value)) for each in group.controls])


def _checked(game: Game, state: Record) -> tuple[Position | None, str]:
    try:
        return Position(game, state), ""
    except ParseError as error:
        return None, sentence(str(error))
