"""python -m tools.links: broken links in our pages, and pages missing from the site's navigation.

The site's builder finds missing pages and anchors, but not missing pictures, files and navigation entries. And pages
are also read without the site.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from stammtisch import games
from tools.markdown import links, prose, target

ROOT = Path(__file__).parent.parent
START = "docs/index.md"  # of the site; the only one that may link to pages made by `make docs`
MADE = {f"docs/games/{name}.md" for name in games.names()}
ELSEWHERE = {"contributing.md": "CONTRIBUTING.md", "changelog.md": "CHANGELOG.md", "bench/README.md": "bench/README.md"}
_ENTRY = re.compile(r"^\s+- .*: (\S+\.md)$", re.MULTILINE)
_HEADING = re.compile(r"#+ (.+)")


def pages(root: Path = ROOT) -> list[str]:
    """Every page, as a path from the root."""
    beyond = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "bench/README.md"]
    docs = root / "docs"
    return [
        *beyond,
        *(
            f"docs/{path.relative_to(docs)}"
            for path in sorted([*docs.glob("*.md"), *docs.glob("api/*.md"), *docs.glob("notebooks/*.md")])
        ),
    ]


def places(text: str) -> set[str]:
    """The names of a page's headings, as links call them."""
    headings = [found[1] for line, outside in prose(text) if outside and (found := _HEADING.match(line))]
    return {re.sub(r"\s+", "-", re.sub(r"[^\w\s-]", "", heading).strip().lower()) for heading in headings}


def faults(root: Path = ROOT) -> list[str]:
    """Every link that leads nowhere, with its page."""
    found = []
    texts = {page: (root / page).read_text("utf-8") for page in pages(root)}
    for page, text in texts.items():
        for link, name in links(text):
            file = target(page, link) or page
            if ":" in link or (page == START and file in MADE):
                continue
            if not (root / file).is_file():
                found.append(f"{page}: there is no {file}")
            elif name and file in texts and name not in places(texts[file]):
                found.append(f"{page}: there is no #{name} in {file}")
    return found + _unshown(root)


def _unshown(root: Path) -> list[str]:
    """Entries of the navigation without a page, and pages without an entry."""
    config = (root / "mkdocs.yml").read_text("utf-8")
    entries = [ELSEWHERE.get(entry, f"docs/{entry}") for entry in _ENTRY.findall(config)]
    missing = [entry for entry in entries if entry not in MADE and not (root / entry).is_file()]
    unshown = {*pages(root), *MADE} - {*entries, "README.md"}
    return [
        *(f"mkdocs.yml: there is no {entry}" for entry in missing),
        *(f"mkdocs.yml: {page} is not in the navigation" for page in sorted(unshown)),
    ]


def main() -> int:
    found = faults()
    print("\n".join(found) or "all links lead somewhere")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
