"""Extras: the packages that an installation may lack, and the command that installs them.

`pip install stammtisch` brings rules, records, interpreted play and the terminal. Everything else comes with an extra,
as pyproject.toml lists them (a test compares the two). Modules that need one are imported when they are used, inside
`optional_imports`: so a missing package is named with its extra, in a sentence and not in a traceback.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from stammtisch.core.errors import MissingExtra

PACKAGES = {
    "cluster": ("ray",),
    "data": ("pyarrow",),
    "fast": ("filelock", "numba", "numpy"),
    "gpu": ("numba_cuda",),
    "notices": ("apprise", "pywebpush"),
    "pictures": ("PIL",),
    "plots": ("matplotlib",),
    "postgres": ("httpx", "psycopg"),
    "rl": ("gymnasium", "pettingzoo", "pyspiel"),
    "server": (
        "alembic",
        "argon2",
        "fastapi",
        "filelock",
        "httptools",
        "markdown_it",
        "orjson",
        "prometheus_client",
        "pydantic",
        "sqlalchemy",
        "uvicorn",
        "uvloop",
        "websockets",
    ),
}
"""By extra, its packages as they are imported."""
EXTRAS = {package: extra for extra, packages in PACKAGES.items() for package in packages}


def is_installed(package: str) -> bool:
    return find_spec(package) is not None


def need(package: str, what: str) -> None:
    """Refuse what cannot be done without a package: `need("matplotlib", "a plot")`."""
    if not is_installed(package):
        raise _missing(package, what)


@contextmanager
def optional_imports() -> Iterator[None]:
    """Imports that fail for want of an extra raise MissingExtra."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in EXTRAS:
            raise
        raise _missing(package, "this") from None


def _missing(package: str, what: str) -> MissingExtra:
    command = f"pip install 'stammtisch[{EXTRAS[package]}]'"
    return MissingExtra(f"{what} needs {package}, which is not installed; install it with: {command}", EXTRAS[package])
