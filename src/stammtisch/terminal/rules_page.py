"""The rules of a game on a coloured screen: headings, paragraphs, lists, tables and blocks, all that its pages use.

Rich can show any Markdown, but takes as long to load its parser as the whole command takes with this.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

WIDTH = 100  # longer lines are hard to read
_MARKED = re.compile(r"(\*\*.+?\*\*|\*.+?\*|`.+?`)")
_STYLES = {"**": "bold", "*": "italic", "`": "cyan"}
_BLOCK = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_BEGINS = re.compile(r"#|\d+\.\d+ |\d+\. |- ")
"""A line that begins something new, even below another."""


def show(page: str) -> None:
    console = Console(highlight=False)
    for part in parts(page):
        console.print(part, width=min(console.width, WIDTH))
        console.print()


def parts(page: str) -> Iterator[RenderableType]:
    """What is shown one below the other."""
    end = 0
    for block in _BLOCK.finditer(page):
        yield from _flowing(page[end : block.start()])
        yield Text("\n".join(block[0].splitlines()[1:-1]), "cyan", no_wrap=True)
        end = block.end()
    yield from _flowing(page[end:])


def _flowing(page: str) -> Iterator[RenderableType]:
    for is_table, lines in groupby(page.splitlines(), lambda line: line.startswith("|")):
        if is_table:
            yield _table([line.strip("| ").split(" | ") for line in lines if not line.startswith("|--")])
        else:
            yield from map(_paragraph, _joined(list(lines)))


def _joined(lines: list[str]) -> list[str]:
    """Paragraphs: a line goes on with the one above, unless it begins something or there is space between them."""
    found: list[str] = []
    for above, line in zip(["", *lines], lines, strict=False):
        if not line.strip():
            continue
        if found and above.strip() and not _BEGINS.match(line) and not above.startswith("#"):
            found[-1] += f" {line.strip()}"
        else:
            found.append(line.strip())
    return found


def _paragraph(line: str) -> Text:
    if line.startswith("#"):
        return _marked(line.lstrip("# "), "bold underline" if line.startswith("# ") else "bold")
    return _marked(line)


def _marked(line: str, style: str = "") -> Text:
    """A line with *emphasis*, **strong words** and `names` as styles."""
    text = Text(style=style)
    for piece in _MARKED.split(line):
        mark = next((mark for mark in _STYLES if _MARKED.fullmatch(piece) and piece.startswith(mark)), "")
        text.append(piece.strip(mark) if mark else piece, _STYLES.get(mark, ""))
    return text


def _table(rows: list[list[str]]) -> Table:
    head, *body = rows
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in head:
        table.add_column(_marked(name))
    for row in body:
        table.add_row(*map(_marked, row))
    return table
