"""Without the extra `rl` everything else works, and what is missing is named in a sentence."""

from __future__ import annotations

import subprocess
import sys

import pytest

from stammtisch.core.extras import PACKAGES

HEAVY = (*PACKAGES["rl"], *PACKAGES["pictures"], "open_spiel", "scipy")


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    return done.stdout


@pytest.mark.parametrize(
    ("package", "use", "extra"),
    [
        ("gymnasium", "import stammtisch.rl", "rl"),
        ("pettingzoo", "import stammtisch.rl.pettingzoo", "rl"),
        ("pyspiel", "import stammtisch.rl.openspiel", "rl"),
        ("PIL", "import stammtisch.rl.picture", "pictures"),
    ],
)
def test_what_is_missing_is_named(package: str, use: str, extra: str) -> None:
    told = run(
        f"import sys; sys.modules[{package!r}] = None\nimport stammtisch\n"
        f"try: {use}\nexcept stammtisch.MissingExtra as error: print(error.extra, error)"
    )
    command = f"pip install 'stammtisch[{extra}]'"
    assert told == f"{extra} this needs {package}, which is not installed; install it with: {command}\n"


def test_nothing_else_imports_them() -> None:
    loaded = f"[name for name in {HEAVY!r} if name in sys.modules]"
    assert run(f"import sys, stammtisch, stammtisch.cli; stammtisch.catalogue(); print({loaded})") == "[]\n"


def test_one_library_is_imported_without_the_others() -> None:
    told = run("import sys, stammtisch.rl; print([m for m in ('pettingzoo', 'pyspiel', 'PIL') if m in sys.modules])")
    assert told == "[]\n"
