"""Texts: what Python and the page say to people, found in their source by the names of the functions that say it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parent.parent
PYTHON = ROOT / "src" / "stammtisch"
PAGE = ROOT / "web" / "src"
EXPLAINED = PAGE / "translation.ts"  # its texts are examples

# Which arguments are texts: one, or one and many.
CALLS = {
    "say": (0,),
    "to_say": (0,),
    "say_n": (1, 2),
    "to_say_n": (0, 1),
    "t": (0,),
    "later": (0,),
    "tn": (1, 2),
}
PYTHON_CALLS = ("say", "to_say", "say_n", "to_say_n")
SENT = "to_say_n"  # the page is sent such pairs, and says them itself
_PAGE_CALL = re.compile(r"(?<![\w.$])(t|tn|later)\(")
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"|' + r"'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`", re.DOTALL)

Key = tuple[str, ...]
"""A text, or the pair for one and many."""


@dataclass
class Text:
    """Where a text stands, and whether the page says it."""

    files: set[str] = field(default_factory=set)
    on_page: bool = False


def texts() -> dict[Key, Text]:
    """All texts in a steady order: by file, as they stand there."""
    found: dict[Key, Text] = {}
    for path in sorted(PYTHON.rglob("*.py")):
        for name, key in python_texts(path.read_text("utf-8"), str(path)):
            _add(found, key, path, on_page=name == SENT)
    for path in sorted(each for kind in ("*.svelte", "*.ts") for each in PAGE.rglob(kind) if each != EXPLAINED):
        for key in page_texts(path.read_text("utf-8")):
            _add(found, key, path, on_page=True)
    pairs = {key[0] for key in found if len(key) == 2}
    return {key: text for key, text in found.items() if len(key) == 2 or key[0] not in pairs}


def _add(found: dict[Key, Text], key: Key, path: Path, *, on_page: bool) -> None:
    text = found.setdefault(key, Text())
    text.files.add(path.relative_to(ROOT).as_posix())
    text.on_page |= on_page


def python_texts(source: str, name: str = "") -> Iterator[tuple[str, Key]]:
    """Every call with its texts. A text that is put together where it is said cannot be looked up: that is refused."""
    for node in _in_order(ast.parse(source)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id not in PYTHON_CALLS:
            continue
        said = [node.args[i] for i in CALLS[node.func.id] if i < len(node.args)]
        if any(isinstance(each, ast.JoinedStr | ast.BinOp) for each in said):
            raise SyntaxError(f"{name}:{node.lineno}: a text must stand in one piece, with {{gaps}} that are named")
        key = tuple(each.value for each in said if isinstance(each, ast.Constant) and isinstance(each.value, str))
        if len(key) == len(CALLS[node.func.id]):
            yield node.func.id, key


def _in_order(node: ast.AST) -> Iterator[ast.AST]:
    yield node
    for child in ast.iter_child_nodes(node):
        yield from _in_order(child)


def page_texts(source: str) -> Iterator[Key]:
    """The texts of t("…"), later("…") and tn(n, "…", "…") in TypeScript or Svelte."""
    for call in _PAGE_CALL.finditer(source):
        arguments = _arguments(source, call.end())
        said = [arguments[i] for i in CALLS[call[1]] if i < len(arguments)]
        key = tuple(_read(each) for each in said if _STRING.fullmatch(each) and "${" not in each)
        if len(key) == len(CALLS[call[1]]):
            yield key


def _arguments(source: str, start: int) -> list[str]:
    """What stands between the commas of a call that begins here."""
    found, depth, at, begin = [], 0, start, start
    while at < len(source):
        string = _STRING.match(source, at)
        if string:
            at = string.end()
            continue
        letter = source[at]
        if letter in "([{":
            depth += 1
        elif depth == 0 and letter in ",)":
            found.append(source[begin:at].strip())
            begin = at + 1
            if letter == ")":
                break
        elif letter in ")]}":
            depth -= 1
        at += 1
    return [each for each in found if each]


def _read(literal: str) -> str:
    """The text of a string of TypeScript."""
    return re.sub(r"\\(u[0-9a-fA-F]{4}|.)", lambda found: _ESCAPES.get(found[1]) or _letter(found[1]), literal[1:-1])


_ESCAPES = {"n": "\n", "t": "\t"}


def _letter(escape: str) -> str:
    return chr(int(escape[1:], 16)) if len(escape) > 1 else escape
