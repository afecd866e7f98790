"""TypeScript in the form that the page's formatter gives it."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

WIDTH = 110  # of a line, as in web/biome.json


def spread(begin: str, parts: Sequence[str], indent: str) -> str:
    """A union on one line if it fits, otherwise a line for each part."""
    line = f"{begin} {' | '.join(parts)};"
    if len(line) <= WIDTH:
        return f"{line}\n"
    return f"{begin}\n" + "\n".join(f"{indent}  | {part}" for part in parts) + ";\n"


def array(parts: Sequence[str]) -> str:
    """Many of what is one of these."""
    return f"{parts[0]}[]" if len(parts) == 1 else f"({' | '.join(parts)})[]"


def comment(text: str, indent: str) -> str:
    if not text:
        return ""
    lines = textwrap.wrap(text.replace("*/", "* /"), WIDTH - len(indent) - 3, break_on_hyphens=False)
    if len(lines) == 1 and len(indent) + len(text) + 7 <= WIDTH:
        return f"{indent}/** {text} */\n"
    return f"{indent}/**\n" + "".join(f"{indent} * {line}\n" for line in lines) + f"{indent} */\n"
