"""Internals of other packages: where we rely on them, and that those packages are bounded, so none surprises us."""

from __future__ import annotations

import ast
import tomllib

from packaging.requirements import Requirement

from tests.helpers import ROOT

INTERNAL = ("uvicorn.protocols", "numba.core", "fastapi.dependencies")
"""Modules that their packages do not document; so is every name that begins with an underscore."""
PLACES = {
    "bots/playouts.py": {"numba"},
    "fast/cache.py": {"numba"},
    "fast/compiler.py": {"numba"},
    "server/http/connections.py": {"uvicorn"},
    "server/http/strict_route.py": {"fastapi"},
}


def internals(source: str) -> set[str]:
    """The packages of whose internals a file imports something."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        names = []
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [f"{node.module}.{each.name}" for each in node.names]
        elif isinstance(node, ast.Import):
            names = [each.name for each in node.names]
        for name in names:
            package, *parts = name.split(".")
            private = any(part.startswith("_") and not part.startswith("__") for part in parts)
            if package not in ("stammtisch", "__future__") and (private or name.startswith(INTERNAL)):
                found.add(package)
    return found


def test_we_know_where_we_rely_on_internals() -> None:
    folder = ROOT / "src" / "stammtisch"
    found = {str(path.relative_to(folder)): internals(path.read_text("utf-8")) for path in folder.rglob("*.py")}
    assert {path: packages for path, packages in found.items() if packages} == PLACES


def test_packages_with_internals_have_an_upper_bound() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    wanted = {each.name: each for one in extras.values() for each in map(Requirement, one)}
    for package in set.union(*PLACES.values()):
        assert any(part.operator == "<" for part in wanted[package].specifier), f"{package} has no upper bound"


def test_a_hidden_import_is_found() -> None:
    assert internals("from uvicorn.protocols.http import auto\nfrom rich import box") == {"uvicorn"}
    assert internals("from httpx import _client") == {"httpx"}
    assert internals("from numba import njit") == set()
