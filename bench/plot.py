"""The speed plot: one row a game, one point for each way to play, on a logarithmic axis."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("svg")
mpl.rcParams["svg.hashsalt"] = "stammtisch"  # the same figures give the same file

from matplotlib import pyplot as plt  # noqa: E402

MARKS = {
    "interpreted": ("o", "#8c7355"),
    "compiled, one core": ("s", "#b8862d"),
    "compiled, all cores": ("D", "#d9531e"),
    "GPU": ("*", "#5b3fa0"),
}


def draw(results: dict[str, Any], path: Path) -> None:
    figure, axes = plt.subplots(figsize=(8, 1.2 + 0.7 * len(results)), layout="constrained")
    for row, result in enumerate(results.values()):
        points = [speed["games/s"] for speed in result["speeds"].values()]
        axes.plot([min(points), max(points)], [row, row], color="#cbbfae", zorder=1)
        for way, speed in result["speeds"].items():
            mark, colour = MARKS[way]
            axes.scatter(
                speed["games/s"], row, marker=mark, color=colour, s=80, zorder=2, label=way if not row else None
            )
            axes.annotate(
                f"{speed['times interpreted']:,.0f}×",
                (speed["games/s"], row),
                (0, 9),
                "data",
                "offset points",
                ha="center",
                fontsize=8,
            )
    axes.set_xscale("log")
    axes.set_yticks(range(len(results)), list(results))
    axes.set_ylim(len(results) - 0.4, -0.7)
    axes.set_xlabel("random games a second (figures: times interpreted, same run)")
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.35), ncols=4, frameon=False, fontsize=8)
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)
