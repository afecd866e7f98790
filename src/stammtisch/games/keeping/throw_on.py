"""The value of throwing on, once the values of all states that follow are known. Rules Python (see solve.py)."""

from __future__ import annotations

from typing import Any


def throw_on(g: Any, values: Any, fail: Any, i: int, worth: Any, best: Any) -> Any:
    """The value of throwing on in state i. `worth` and `best` are scratch, by option and node; best[ROOT] is −infinity.

    That nothing new shows is a throw of its own and not a choice beside others: failing may be worth more than what
    must be set aside, and still it cannot be chosen.
    """
    k = g.throw[i]
    first = g.first[i]
    for option in range(g.first[i + 1] - first):
        worth[option] = values[g.after[first + option]]
    mean = g.blank[k] * fail
    begin = g.begin[k]
    for n in range(begin, g.begin[k + 1]):
        node = g.nodes[n]
        value = worth[node.option]
        other = best[node.parent]
        value = value if value > other else other
        best[n - begin] = value
        mean += node.chance * value
    return mean
