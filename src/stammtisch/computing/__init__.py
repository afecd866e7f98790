"""Where rounds are computed: in this process, in processes of this machine, or wherever an executor computes.

Whatever is computed so is a function of its number, and its results are taken in the order of their numbers. So nothing
depends on where and when it was computed, and what was lost with a machine is computed again.

>>> from concurrent.futures import ThreadPoolExecutor
>>> import stammtisch
>>> from stammtisch.arena import Contest, play_rounds
>>> contest = Contest(stammtisch.load("heckmeck"), ["first", "random"], seed=7)
>>> with ThreadPoolExecutor(2) as executor:
...     elsewhere = list(play_rounds(contest, 0, 5, executor=executor))
>>> elsewhere == list(play_rounds(contest, 0, 5))
True
"""

from stammtisch.computing.cluster import where
from stammtisch.computing.processes import place
from stammtisch.computing.ray_executor import RayExecutor
from stammtisch.computing.work import Place, in_order

__all__ = ["Place", "RayExecutor", "in_order", "place", "where"]
