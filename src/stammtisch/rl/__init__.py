"""Environments for learning libraries: PettingZoo, Gymnasium and OpenSpiel play every game (docs/learning.md).

Importing this registers all games with Gymnasium, as "stammtisch/Game-v1" with the version of the rules.
`stammtisch.rl.pettingzoo` has the environments for several agents. Importing `stammtisch.rl.openspiel` registers all
games with OpenSpiel, as "stammtisch_game".
"""

from stammtisch.core.extras import optional_imports

with optional_imports():
    from stammtisch.rl.gymnasium import StammtischEnv
    from stammtisch.rl.registration import environment_id, register_all

register_all()

__all__ = ["StammtischEnv", "environment_id", "register_all"]
