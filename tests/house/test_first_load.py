"""The first visit is light: the scripts that the page needs before it shows anything."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

from stammtisch.server.process.page_files import FOLDER

BUDGET = 150_000  # bytes, gzipped


def first_scripts(folder: Path) -> set[Path]:
    """The scripts of index.html, and whatever they import before they run; not what they import when it is wanted."""
    index = (folder / "index.html").read_text()
    waiting = [folder / path for path in re.findall(r'(?:src|href)="/([^"]+\.js)"', index)]
    found: set[Path] = set()
    while waiting:
        script = waiting.pop()
        if script not in found:
            found.add(script)
            imports = re.findall(
                r"""(?:^|[;}\s])(?:import|export)\b(?:[^;"'()]*\bfrom)?\s*["'](\.[^"']+\.js)["']""", script.read_text()
            )
            waiting += [(script.parent / name).resolve() for name in imports]
    return found


def test_the_first_load_is_small() -> None:
    assert (FOLDER / "index.html").exists(), "there is no page to weigh: `make web` builds it"
    weights = {script.name: len(gzip.compress(script.read_bytes())) for script in first_scripts(FOLDER)}
    assert 10_000 < sum(weights.values()) <= BUDGET, weights


def test_imports_are_followed_and_those_that_come_later_are_not(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text('<script type="module" crossorigin src="/assets/index.js"></script>')
    for name, text in {
        "index.js": 'import{a as b}from"./one.js";import"./two.js";const c=()=>import("./later.js");',
        "one.js": 'let a=1;export*from"./three.js";export{a};',
        "two.js": "",
        "three.js": 'import d from"./one.js";',
        "later.js": "",
    }.items():
        (tmp_path / "assets" / name).write_text(text)
    assert {path.name for path in first_scripts(tmp_path)} == {"index.js", "one.js", "two.js", "three.js"}
