"""Charts: matplotlib is imported only when somebody wants a chart; a file that cannot be written is refused first."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from stammtisch.core.errors import OptionError, StammtischError
from stammtisch.core.extras import need

KINDS = (".svg", ".png", ".pdf")
COLOURS = ("#d9531e", "#3f6fa0", "#4f8a3c", "#8b5aa8", "#b8862d", "#5f5f5f", "#2b1a10", "#c0507f")


def check_chart(path: Path) -> None:
    """Refuse what cannot be drawn, before hours have been spent on its figures."""
    if path.suffix.lower() not in KINDS:
        raise OptionError(f"a plot is written as {', '.join(KINDS)}, so '{path.name}' will not do")
    need("matplotlib", "a plot")
    if not path.absolute().parent.is_dir():
        raise StammtischError(f"cannot write {path}: there is no folder {path.parent}")


def figure(width: float, height: float) -> Any:
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def save(figure: Any, path: Path) -> None:
    """Write a figure; the same figure gives the same file."""
    import matplotlib as mpl

    try:
        with mpl.rc_context({"svg.hashsalt": "stammtisch"}):
            figure.savefig(path, dpi=150, metadata={"Date": None} if path.suffix.lower() == ".svg" else None)
    except OSError as error:
        raise StammtischError(f"cannot write {path}: {error.strerror}") from None


def bare(axes: Any) -> None:
    """No frame above and on the right."""
    axes.spines[["top", "right"]].set_visible(False)
