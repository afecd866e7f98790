"""Rules Python: ints, rows, if, for, calls. This checker says in plain words what a rules file must not use.

It looks only at the functions of a file: classes contain only declarations, and annotations are never run.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from stammtisch.core import constants, defaults, dice, weighted
from stammtisch.core.game import Game


@dataclass(frozen=True)
class Fault:
    file: str
    line: int
    words: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.words}"


NODES: dict[type[ast.AST], str] = {
    ast.Slice: "a slice copies; go over the row by its index",
    ast.ListComp: "no comprehensions; write to a row of the State in a loop",
    ast.SetComp: "no comprehensions; write to a row of the State in a loop",
    ast.DictComp: "no comprehensions; write to a row of the State in a loop",
    ast.GeneratorExp: "no comprehensions; write to a row of the State in a loop",
    ast.List: "no new lists; a row belongs to the State",
    ast.Dict: "no dicts; use a row, or a tuple as a table",
    ast.Set: "no sets; use a row",
    ast.JoinedStr: "no strings; words belong to text.py",
    ast.Try: "no exceptions; forbids says what is wrong",
    ast.Raise: "no exceptions; forbids says what is wrong",
    ast.With: "no context managers",
    ast.Lambda: "no lambda; write a function with a name",
    ast.FunctionDef: "no function inside a function",
    ast.AsyncFunctionDef: "nothing here waits",
    ast.ClassDef: "no class inside a function",
    ast.Yield: "no generators; return a number",
    ast.YieldFrom: "no generators; return a number",
    ast.Global: "no global variables; what changes belongs to the State",
    ast.Nonlocal: "no variables of an outer function",
    ast.Import: "imports stand at the top of the file",
    ast.ImportFrom: "imports stand at the top of the file",
}

FORBIDDEN_MODULES = ("numpy", "numba")


def check_rules(game: Game) -> None:
    """Everything that is bound for a game."""
    modules = [constants, dice, defaults, weighted, *getattr(game.module, "USES", ()), game.module]
    faults = check([Path(module.__file__) for module in modules if module.__file__])
    assert not faults, "\n".join(map(str, faults))


def check(paths: Sequence[Path]) -> list[Fault]:
    """All faults of files that are bound together, in the order of file and line."""
    sources = {path.name if path.parent.name == "" else f"{path.parent.name}/{path.name}": path for path in paths}
    return check_sources({name: path.read_text("utf-8") for name, path in sources.items()})


def check_sources(sources: dict[str, str]) -> list[Fault]:
    trees = {file: ast.parse(source) for file, source in sources.items()}
    faults: list[Fault] = []
    functions: dict[str, tuple[str, ast.FunctionDef]] = {}
    for file, tree in trees.items():
        faults += _imports(file, tree)
        for node in tree.body:
            if isinstance(node, ast.AsyncFunctionDef):
                faults.append(Fault(file, node.lineno, NODES[ast.AsyncFunctionDef]))
            if isinstance(node, ast.FunctionDef):
                functions[node.name] = (file, node)
                faults += _function(file, node)
    faults += _recursion(functions)
    return sorted(faults, key=lambda fault: (fault.file, fault.line, fault.words))


def _imports(file: str, tree: ast.Module) -> Iterator[Fault]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        for name in [node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]:
            if name.split(".")[0] in FORBIDDEN_MODULES:
                yield Fault(file, node.lineno, f"rules import neither NumPy nor Numba, but here stands {name}")


def _function(file: str, function: ast.FunctionDef) -> Iterator[Fault]:
    for decorator in function.decorator_list:
        yield Fault(file, decorator.lineno, f"{function.name} has a decorator; bind compiles plain functions")
    arguments = function.args
    if arguments.vararg or arguments.kwarg:
        yield Fault(file, function.lineno, f"{function.name} takes any number of arguments; name them")
    body = function.body
    if ast.get_docstring(function) is not None:
        body = body[1:]
    for node in _run(body):
        words = NODES.get(type(node))
        if words:
            yield Fault(file, getattr(node, "lineno", function.lineno), f"in {function.name}: {words}")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
            yield Fault(file, node.lineno, f"in {function.name}: no strings; words belong to text.py")
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("dict", "list", "set"):
            yield Fault(file, node.lineno, f"in {function.name}: no {node.func.id}s; a row belongs to the State")


def _run(nodes: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """All nodes that are run, so without annotations and without what stands inside a string."""
    for node in nodes:
        yield node
        skipped = {id(node.annotation)} if isinstance(node, ast.AnnAssign) else set()
        if not isinstance(node, ast.JoinedStr):
            yield from _run([child for child in ast.iter_child_nodes(node) if id(child) not in skipped])


def _recursion(functions: dict[str, tuple[str, ast.FunctionDef]]) -> Iterator[Fault]:
    """Every function that can come back to itself, with the way it does."""
    calls = {
        name: {n.id for n in ast.walk(function) if isinstance(n, ast.Name) and n.id in functions}
        for name, (_, function) in functions.items()
    }
    for name, (file, function) in functions.items():
        way = _way(calls, name)
        if way:
            yield Fault(file, function.lineno, f"no recursion: {' → '.join(way)}; go over a row in a loop")


def _way(calls: dict[str, set[str]], start: str) -> list[str]:
    """The shortest chain of calls from a function back to itself."""
    ways = [[start]]
    seen: set[str] = set()
    while ways:
        way = ways.pop(0)
        for called in sorted(calls[way[-1]]):
            if called == start:
                return [*way, start]
            if called not in seen:
                seen.add(called)
                ways.append([*way, called])
    return []
