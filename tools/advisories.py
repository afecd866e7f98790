"""python -m tools.advisories GITDIR: makes tools/known_flaws/pypa.json from a copy of the PyPA advisory database.

GITDIR is the git directory of a clone of github:pypa/advisory-database. Only facts about packages in constraints.txt
are kept: the number of an advisory, the package, and which versions it affects. What is in by_hand.json beside it was
looked up by hand; each entry has the same form.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml
from packaging.utils import canonicalize_name

from tools import sbom

ROOT = Path(__file__).parent.parent
FOLDER = Path("tools") / "known_flaws"


def made(repository: str) -> dict[str, Any]:
    date, _, commit = _git(repository, "log", "-1", "--format=%cs %H").strip().partition(" ")
    pinned = {str(canonicalize_name(name)) for name in sbom.pins()}
    found = []
    for path in _git(repository, "ls-tree", "-r", "--name-only", "HEAD", "vulns").splitlines():
        if path.split("/")[1].lower() in pinned and path.endswith(".yaml"):
            entry = yaml.safe_load(_git(repository, "show", f"HEAD:{path}"))
            found += [] if entry.get("withdrawn") else list(_flaws(entry))
    found.sort(key=lambda each: (each["package"], each["id"]))
    return {"source": "PyPA advisory database", "date": date, "commit": commit, "flaws": found}


def _flaws(entry: dict[str, Any]) -> list[dict[str, Any]]:
    result = []
    for affected in entry["affected"]:
        ranges: list[list[str | None]] = []
        for each in affected.get("ranges", ()):
            if each["type"] == "ECOSYSTEM":
                since = "0"
                for event in each["events"]:
                    since = str(event.get("introduced", since))
                    if "fixed" in event:
                        ranges.append([since, str(event["fixed"])])
                if "introduced" in each["events"][-1]:
                    ranges.append([since, None])
        name = str(canonicalize_name(affected["package"]["name"]))
        result.append({"id": entry["id"], "ecosystem": "PyPI", "package": name, "affected": ranges})
    return result


def _git(repository: str, *words: str) -> str:
    return subprocess.run(["git", f"--git-dir={repository}", *words], check=True, capture_output=True, text=True).stdout


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    data = made(arguments[0])
    path = ROOT / FOLDER / "pypa.json"
    lines = ",\n".join(json.dumps(each) for each in data.pop("flaws"))
    path.write_text(f'{json.dumps(data)[:-1]}, "flaws": [\n{lines}\n]}}\n', "utf-8")
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
