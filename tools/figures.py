"""The types of what boards get, made from the models of the games: `python -m tools.figures` writes them anew.

games/GAME/figures.py       web/src/boards/GAME/figures.ts, with the State that GAME's rules.py declares, and what its
                            text.py calls the outcomes of chance
core/contract/shown.py      web/src/boards/generic/figures.ts

Of a file with models, the numbers in its CONSTANTS, its TypedDicts and its type aliases are written. A string after a
field or an alias says what it is, and so does the comment after a field of a State.
"""

from __future__ import annotations

import ast
import inspect
import io
import json
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from types import ModuleType, NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints, is_typeddict

from stammtisch import games
from stammtisch.core.contract import shown
from stammtisch.core.game import Game
from stammtisch.core.record import Record
from tools.typescript import array, comment, spread

ROOT = Path(__file__).parents[1]
GAMES = "stammtisch.games"
PLAIN = {int: "number", float: "number", str: "string", bool: "boolean", NoneType: "null"}


def files(root: Path = ROOT) -> dict[Path, str]:
    """What must stand where."""
    boards = root / "web" / "src" / "boards"
    made = {boards / "generic" / "figures.ts": Models(shown).typescript()}
    for source in sorted((root / "src" / "stammtisch" / "games").glob("*/figures.py")):
        package = f"{GAMES}.{source.parent.name}"
        game = games.load(source.parent.name) if find_spec(f"{package}.rules") else None
        models = Models(import_module(f"{package}.figures"), game.module.State if game else None)
        made[boards / source.parent.name / "figures.ts"] = models.typescript(_outcomes(game) if game else "")
    return made


def _outcomes(game: Game) -> str:
    """What the lines about dice call the outcomes of chance, so that the page can compare what it is told of them."""
    start = game.start().state
    names = json.dumps([str(each) for each in game.outcomes(game.rules.outcomes(start, game.options))])
    by_lot = not (game.defines("outcome") or game.defines("weight"))
    return (
        f"{comment('What the outcomes of chance are called, by their numbers.', '')}"
        f"export const OUTCOMES: readonly string[] = {names};\n\n"
        f"{comment('Is the number of an outcome that of its lot? Otherwise it depends on the position.', '')}"
        f"export const BY_LOT = {json.dumps(by_lot)};\n"
    )


class Models:
    """A Python file with models, and the State that belongs to them."""

    def __init__(self, module: ModuleType, state: type[Record] | None = None) -> None:
        self.module, self.state = module, state
        tree = ast.parse(inspect.getsource(module))
        self._nodes = {name: node for node in tree.body for name in _names(node)}
        self._about = _told(tree.body)
        self._aliases = {name: vars(module)[name] for name, node in self._nodes.items() if _is_alias(node)}
        self._imported: dict[str, set[str]] = {}

    def typescript(self, outcomes: str = "") -> str:
        path = Path(inspect.getfile(self.module)).relative_to(ROOT).as_posix()
        named: Mapping[str, int] = getattr(self.module, "CONSTANTS", {})
        constants = "".join(f"export const {name} = {number};\n" for name, number in named.items())
        declared = [*self._declared()]  # says what is imported
        imports = "".join(
            f'import type {{ {", ".join(sorted(names))} }} from "../{board}/figures.ts";\n'
            for board, names in sorted(self._imported.items())
        )
        source = f"{path} and the State of its rules.py" if self.state else path
        head = f"// Made from {source} by `python -m tools.figures`; edit that.\n"
        return "\n".join(filter(None, [head, imports, constants, outcomes, *declared]))

    def _declared(self) -> Iterator[str]:
        if self.state:
            yield _state(self.state)
        for name, node in self._nodes.items():
            model = vars(self.module)[name]
            if name in self._aliases:
                yield comment(self._about.get(name, ""), "") + spread(f"export type {name} =", self._spelled(model), "")
            elif is_typeddict(model):
                yield self._interface(name, model, node)

    def _interface(self, name: str, model: Any, node: ast.stmt) -> str:
        told = _told(node.body) if isinstance(node, ast.ClassDef) else {}
        about = ast.get_docstring(node) if isinstance(node, ast.ClassDef) else self._about.get(name)
        open_types = ", ".join(each.__name__ for each in getattr(model, "__parameters__", ()))
        fields = "".join(
            comment(told.get(field, ""), "  ") + spread(f"  {field}:", self._parts(hint), "  ")
            for field, hint in get_type_hints(model).items()
        )
        named = f"{name}<{open_types}>" if open_types else name
        return f"{comment(_line(about or ''), '')}export interface {named} {{\n{fields}}}\n"

    def _parts(self, hint: Any) -> list[str]:
        """What a value is one of. What is an alias word for word is called by it."""
        known = next((name for name, alias in self._aliases.items() if alias == hint), None)
        return [known] if known else self._spelled(hint)

    def _spelled(self, hint: Any) -> list[str]:
        origin, args = get_origin(hint), get_args(hint)
        if hint in PLAIN:
            return [PLAIN[hint]]
        if isinstance(hint, TypeVar):
            return [hint.__name__]
        if is_typeddict(hint):
            return [self._reference(hint)]
        if is_typeddict(origin):
            return [f"{self._reference(origin)}<{', '.join(map(self._one, args))}>"]
        if origin is Literal:
            return [json.dumps(each) for each in args]
        if origin in (Union, UnionType):
            return list(dict.fromkeys(part for each in args for part in self._parts(each)))
        if origin is list or (origin is tuple and args[1:] == (...,)):
            return [array(self._parts(args[0]))]
        if origin is tuple:
            return [f"[{', '.join(map(self._one, args))}]"]
        if origin is dict:
            return [f"Record<{', '.join(map(self._one, args))}>"]
        raise TypeError(f"no TypeScript is known for {hint} in {self.module.__name__}")

    def _one(self, hint: Any) -> str:
        return " | ".join(self._parts(hint))

    def _reference(self, model: Any) -> str:
        """The name of a model; one of another file is imported from that file's board."""
        name: str = model.__name__
        if model.__module__ != self.module.__name__:
            board = model.__module__.removeprefix(f"{GAMES}.").removesuffix(".figures")
            self._imported.setdefault(board, set()).add(name)
        return name


def _state(state: type[Record]) -> str:
    """Ints and rows of ints, each told by the comment behind it."""
    source = inspect.getsource(state)
    (node,) = ast.parse(source).body
    assert isinstance(node, ast.ClassDef)
    told = {
        token.start[0]: token.string.lstrip("# ")
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    }
    ends = {name: each.end_lineno or 0 for each in node.body for name in _names(each)}
    fields = "".join(
        f"{comment(told.get(ends[name], ''), '  ')}  {name}: {'number[]' if length else 'number'};\n"
        for name, length in state.LAYOUT
    )
    return f"{comment('The position, as rules.py declares it.', '')}export interface State {{\n{fields}}}\n"


def _names(node: ast.stmt) -> list[str]:
    """What a statement gives a name to."""
    if isinstance(node, ast.ClassDef):
        return [node.name]
    targets: Sequence[ast.expr] = [node.target] if isinstance(node, ast.AnnAssign) else getattr(node, "targets", [])
    return [each.id for each in targets if isinstance(each, ast.Name)]


def _is_alias(node: ast.stmt) -> bool:
    return isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias"


def _told(body: Sequence[ast.stmt]) -> Mapping[str, str]:
    """By name: the string that stands behind it."""
    return {
        name: _line(str(following.value.value))
        for node, following in pairwise(body)
        for name in _names(node)
        if isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant)
    }


def _line(text: str) -> str:
    return " ".join(text.split())


def main() -> None:
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
