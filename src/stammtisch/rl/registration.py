"""Registration: all games under ids that Gymnasium knows, also those of other packages that are installed."""

from __future__ import annotations

import gymnasium

from stammtisch import games
from stammtisch.core.contract.fields import Fields
from stammtisch.core.game import Game

NAMESPACE = "stammtisch"
ENTRY_POINT = "stammtisch.rl.gymnasium:StammtischEnv"
VECTOR_ENTRY_POINT = "stammtisch.rl.vector:vector_env"


def environment_id(game: Game) -> str:
    """The id of a game.

    Examples:
        >>> import stammtisch
        >>> from stammtisch.rl import environment_id
        >>> environment_id(stammtisch.load("heckmeck"))
        'stammtisch/Heckmeck-v1'
    """
    title = "".join(part.capitalize() for part in game.name.replace("-", "_").split("_"))
    return f"{NAMESPACE}/{title}-v{game.version}"


def register_all() -> None:
    """Register all games that say what can be observed. Importing `stammtisch.rl` does so; a second time is no harm."""
    for name in games.names():
        game = games.load(name)
        known = environment_id(game)
        if known not in gymnasium.registry and game.part(Fields):
            gymnasium.register(
                id=known, entry_point=ENTRY_POINT, vector_entry_point=VECTOR_ENTRY_POINT, kwargs={"game": name}
            )
