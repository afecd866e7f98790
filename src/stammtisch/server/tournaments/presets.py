"""The schemes that an organiser can begin with, in words."""

from __future__ import annotations

from stammtisch import games
from stammtisch.core.translation import say
from stammtisch.server.protocol.tournaments import PresetShown
from stammtisch.tournament import FREE, Scheme
from stammtisch.tournament import presets as of_games


def presets() -> list[PresetShown]:
    """Those that games bring, and the free one for all games."""
    own = [_shown(name, say(preset.title), say(preset.about), [game]) for name, (game, preset) in of_games().items()]
    about = say("Any game, as many rounds as you like; players with similar scores meet, and few meet twice.")
    return [*own, _shown(FREE, say("Custom"), about, games.names())]


def _shown(name: str, title: str, about: str, of: list[str]) -> PresetShown:
    return PresetShown(name=name, title=title, about=about, games=of, scheme=Scheme.read({"preset": name}).to_json())
