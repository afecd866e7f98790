"""Tables, charts and figures in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; all columns but the first are figures."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def chart(title: str, file: str) -> str:
    """A picture that opens in full size: on a phone it is too small to read."""
    return f"[![{title}]({file})]({file})"


def percent(chance: float, digits: int = 1) -> str:
    return f"{100 * chance:.{digits}f} %"


def number(value: float, digits: int = 2) -> str:
    """With the minus sign of print; no minus before a nought."""
    return f"{value:z.{digits}f}".replace("-", "−")


def best_in_bold(values: dict[str, float], digits: int = 2) -> dict[str, str]:
    """Figures of which the greatest stands out."""
    best = max(values.values())
    return {
        name: f"**{number(value, digits)}**" if value == best else number(value, digits)
        for name, value in values.items()
    }
