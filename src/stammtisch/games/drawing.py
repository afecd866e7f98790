"""What the drawings of the games' books are made of: shapes, dice, tiles and marks, as elements of SVG.

Pieces have the colours of wood and paper with dark ink, which can be read on any page. What stands beside them (words,
frames, arrows) is `currentColor`, the colour of the text around the drawing. A drawing is at most WIDTH wide, which
fits a narrow phone. Style attributes are not used: the server forbids pages to have any.
"""

from __future__ import annotations

from html import escape

WIDTH = 340
INK = "#2b1d14"
PAPER = "#fdf8ec"
WOOD = "#f4e5c3"
GOOD = "#3a8f4b"  # both can be told from a light page and from a dark one
BAD = "#d2453a"
PALE = 0.35  # what is there, but does not count here

_LOW, _MIDDLE, _HIGH = 0.26, 0.5, 0.74
_CORNERS = ((_LOW, _LOW), (_HIGH, _HIGH)), ((_HIGH, _LOW), (_LOW, _HIGH)), ((_LOW, _MIDDLE), (_HIGH, _MIDDLE))
_CENTRE = (_MIDDLE, _MIDDLE)
PIPS = (
    (),
    (_CENTRE,),
    _CORNERS[0],
    (*_CORNERS[0], _CENTRE),
    (*_CORNERS[0], *_CORNERS[1]),
    (*_CORNERS[0], *_CORNERS[1], _CENTRE),
    (*_CORNERS[0], *_CORNERS[1], *_CORNERS[2]),
)
"""Where the pips of each face are, as parts of its side."""


def element(tag: str, content: str = "", /, **attributes: object) -> str:
    """An element. In the names of attributes `_` stands for `-`; numbers are written as short as they can be."""
    given = "".join(
        f' {name.replace("_", "-")}="{_number(value) if isinstance(value, float) else value}"'
        for name, value in attributes.items()
    )
    return f"<{tag}{given}>{content}</{tag}>" if content else f"<{tag}{given}/>"


def at(x: float, y: float, *parts: str, **attributes: object) -> str:
    """Parts that are drawn from this point."""
    return element("g", "".join(parts), transform=f"translate({_number(x)} {_number(y)})", **attributes)


def scaled(x: float, y: float, scale: float, *parts: str) -> str:
    """Parts that are drawn from this point, larger or smaller."""
    return element("g", "".join(parts), transform=f"translate({_number(x)} {_number(y)}) scale({_number(scale)})")


def words(x: float, y: float, text: object, size: float = 14, **attributes: object) -> str:
    """A text around this point; the size is that of its letters."""
    usual: dict[str, object] = {"fill": "currentColor", "text_anchor": "middle", "font_weight": 600}
    return element("text", escape(str(text)), x=x, y=y + size * 0.36, font_size=size, **{**usual, **attributes})


def box(x: float, y: float, width: float, height: float, **attributes: object) -> str:
    """A rectangle with round corners, with a line of the text's colour around it."""
    usual: dict[str, object] = {"rx": min(width, height) / 7, "fill": "none", "stroke": "currentColor"}
    return element("rect", x=x, y=y, width=width, height=height, **{**usual, **attributes})


def piece(width: float, height: float, fill: str, *parts: str) -> str:
    """Something to hold in the hand, with what stands on it."""
    shade = box(0.5, 1.5, width - 1, height - 1, fill=INK, stroke=INK)
    return shade + box(0.5, 0.5, width - 1, height - 2, fill=fill, stroke=INK) + "".join(parts)


def die(face: int, side: float = 32, fill: str = PAPER, ink: str = INK) -> str:
    """A die with pips."""
    pips = "".join(element("circle", cx=side * x, cy=side * y - 0.5, r=side * 0.09, fill=ink) for x, y in PIPS[face])
    return piece(side, side, fill, pips)


def path(d: str, **attributes: object) -> str:
    """A line, not closed."""
    usual: dict[str, object] = {"fill": "none", "stroke": "currentColor", "stroke_width": 2, "stroke_linecap": "round"}
    return element("path", d=d, **{**usual, "stroke_linejoin": "round", **attributes})


def right(x: float, y: float) -> str:
    """A tick around this point: it can be done."""
    return path(f"M{x - 7} {y}l5 6l9-12", stroke=GOOD, stroke_width=3)


def wrong(x: float, y: float) -> str:
    """A cross around this point: it cannot be done."""
    return path(f"M{x - 6} {y - 6}l12 12m0-12l-12 12", stroke=BAD, stroke_width=3)


def arrow(x: float, y: float, dx: float = 0, dy: float = 0) -> str:
    """An arrow from this point, to the right or down."""
    head = "l-6-5m6 5l-6 5" if dx else "l-5-6m5 6l5-6"
    return path(f"M{_number(x)} {_number(y)}l{_number(dx)} {_number(dy)}{head}")


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
