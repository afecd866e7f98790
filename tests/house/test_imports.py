"""Imports point one way, and the package is quick to import."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from tests.helpers import ROOT

HEAVY = ("numpy", "numba", "rich", "click", "matplotlib")


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = f"import sys, stammtisch; stammtisch.catalogue(); print([m for m in {HEAVY!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "[]\n"


def test_imports_point_one_way() -> None:
    """The rules themselves stand in pyproject.toml."""
    found = shutil.which("lint-imports", path=str(Path(sys.executable).parent))
    assert found, "import-linter is not installed"
    done = subprocess.run([found, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout
    assert "0 broken" in done.stdout
