"""Positions that somebody sets up by hand. The page keeps the draft; here it is only looked at."""

from __future__ import annotations

from stammtisch.core.contract.setup import Group
from stammtisch.core.errors import OptionError
from stammtisch.core.setting_up import draft
from stammtisch.core.translation import sentence, speaking
from stammtisch.server.protocol.positions import SetupChoice, SetupControl, SetupGroup, SetupShown
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.study.positions import read


def set_up(
    game: str,
    line: str,
    options: tuple[tuple[str, bool | int | str], ...],
    values: tuple[tuple[str, int], ...],
    language: str,
) -> tuple[bytes, ...]:
    """In a worker: what can be chosen, and the position that what was chosen makes."""
    with speaking(language):
        try:
            found = draft(read(game, line), dict(options), dict(values))
        except OptionError as error:
            raise Refusal("bad_options", sentence(str(error))) from None
        shown = SetupShown(
            options=found.game.options.to_json(),
            groups=[_shown(group) for group in found.groups],
            line=found.position.to_text() if found.position else None,
            fault=found.fault,
        )
    return (shown.model_dump_json().encode(),)


def _shown(group: Group) -> SetupGroup:
    return SetupGroup(
        title=group.title,
        choices=[SetupChoice(value=value, said=said) for value, said in group.choices],
        low=group.low,
        high=group.high,
        columns=group.columns,
        paint=group.paint,
        controls=[SetupControl(key=each.key, label=each.label, value=each.value) for each in group.controls],
    )
