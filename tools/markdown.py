"""Pages in Markdown: what they link to, and what only the site's Markdown requires."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from posixpath import normpath

LINK = re.compile(r"(!?\[[^\]]*\]\()([^)\s#]*)((?:#[^)\s]*)?\))")
_FENCE = "```"
_SECTION = re.compile(r"#+ (?:(\d+) )?")
_NUMBERED = re.compile(r"(\d+)\.\d+ ")  # a paragraph of rules, if it stands in the section of that number
_PART = re.compile(r"\||[-*] |\d+\. ")  # of a table or a list
_GOES_ON = re.compile(r"\s")


def prose(text: str) -> Iterator[tuple[str, bool]]:
    """Every line of a page, and whether it is outside its code."""
    inside = False
    for line in text.splitlines():
        fence = line.startswith(_FENCE)
        yield line, not inside and not fence
        inside ^= fence


def target(page: str, link: str) -> str:
    """The file that a link in a page means, both by their paths; "" if it leads out, or stays on the page."""
    return "" if not link or ":" in link else normpath(f"{PurePosixPath(page).parent}/{link}")


def links(text: str) -> list[tuple[str, str]]:
    """Every link outside code: the file, and the name of a place in it."""
    found = [each for line, outside in prose(text) if outside for each in LINK.finditer(line)]
    return [(each[2], each[3].removesuffix(")").removeprefix("#")) for each in found]


def linked(page: str, text: str) -> list[str]:
    """The files that a page links to."""
    return [file for file in (target(page, link) for link, _ in links(text)) if file]


def loosened(text: str) -> str:
    """With an empty line before every list, numbered paragraph and block of code, and around every table."""
    lines = [""]
    inside, section = False, ""
    for line in text.splitlines():
        fence, before = line.startswith(_FENCE), lines[-1]
        first = _PART.match(line) and not _PART.match(before) and not _GOES_ON.match(before)
        ends = before.startswith("|") and line and not line.startswith("|")
        if heading := _SECTION.match(line):
            section = heading[1]
        number = _NUMBERED.match(line)
        if before and not inside and (fence or first or ends or (number and number[1] == section)):
            lines.append("")
        inside ^= fence
        lines.append(line)
    return "\n".join(lines[1:]) + "\n"
