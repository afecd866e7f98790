"""Environments for learning libraries: PettingZoo, Gymnasium and OpenSpiel play every game (docs/learning.md).

Importing this registers all games with Gymnasium, as "stammtisch/Heckmeck-v1". `stammtisch.rl.pettingzoo` has the
environments for several agents, and importing `stammtisch.rl.openspiel` registers all games with OpenSpiel, as
"stammtisch_heckmeck".
"""

from stammtisch.core.extras import optional_imports

with optional_imports():
    from stammtisch.rl.gymnasium import StammtischEnv
    from stammtisch.rl.registration import environment_id, register_all

register_all()

__all__ = ["StammtischEnv", "environment_id", "register_all"]
