"""python -m tools.site: builds the docs site from docs/ and from the code into site/.

Pages are put together in build/docs first. Those of docs/ are taken as they are, save that links follow their targets;
the pages of the games are made anew (tools/game_pages.py), and the reference in docs/api takes its text from docstrings
(mkdocstrings, see mkdocs.yml). The worked examples in docs/notebooks are run, and stand there with what came out
(tools/notebooks.py): that takes some minutes. What is in build/docs and site/ is nobody's to edit.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from os.path import relpath
from pathlib import Path, PurePosixPath

from tools import game_pages, links, notebooks
from tools.markdown import LINK, linked, loosened, prose, target

ROOT = Path(__file__).parent.parent

# What stands elsewhere on the site than in the repository; all else of docs/ stands at the top of the site.
MOVED = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "web/public/icon.svg": "icon.svg",
    "docs/theme/house.css": "house.css",
}
BEYOND = [*list(MOVED)[1:], "bench/README.md"]  # what the site takes from beyond docs/
KINDS = {".md", ".svg", ".json", ".py"}


def place(path: str) -> str:
    """Where a file of the repository stands on the site."""
    return MOVED.get(path, path.removeprefix("docs/"))


def carried(page: str, text: str) -> str:
    """A page of the repository as a page of the site: links lead where their targets stand now."""
    home = PurePosixPath(place(page)).parent

    def follow(found: re.Match[str]) -> str:
        file = target(page, found[2])
        return f"{found[1]}{relpath(place(file), home)}{found[3]}" if file else found[0]

    return "\n".join(LINK.sub(follow, line) if outside else line for line, outside in prose(text)) + "\n"


def stage(folder: Path) -> None:
    """Put all pages and pictures together in a folder."""
    shutil.rmtree(folder, ignore_errors=True)
    docs = ROOT / "docs"
    files = [
        path
        for path in sorted([*docs.iterdir(), *(docs / "api").iterdir(), *(docs / "notebooks").iterdir()])
        if path.suffix in KINDS
    ]
    waiting = [*BEYOND, *(f"docs/{path.relative_to(docs)}" for path in files)]
    done = {"README.md"}  # the start page of the site is another
    while waiting:
        file = waiting.pop()
        if file in done or file.startswith("docs/games/"):
            continue
        done.add(file)
        copy = folder / place(file)
        copy.parent.mkdir(parents=True, exist_ok=True)
        if file.endswith(".md"):
            text = (ROOT / file).read_text("utf-8")
            waiting += linked(file, text)
            copy.write_text(loosened(carried(file, text)), "utf-8")
        else:
            shutil.copyfile(ROOT / file, copy)
    game_pages.write(folder / "games")


def build(root: Path = ROOT, *, examples: bool = True) -> int:
    """Build what mkdocs.yml describes in this folder. A link that leads nowhere fails, and so does a worked example.

    Without `examples` these are not run: their pages are the same without what comes out.
    """
    stage(root / "build" / "docs")
    try:
        for name in notebooks.write(root / "build" / "docs" / "notebooks") if examples else ():
            print(f"docs/notebooks/{name}.md has run")
    except notebooks.NotebookFault as fault:
        print(fault, file=sys.stderr)
        return 1
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--strict"]
    return subprocess.run(command, cwd=root, check=False).returncode


def main() -> int:
    return links.main() or build()


if __name__ == "__main__":
    sys.exit(main())
