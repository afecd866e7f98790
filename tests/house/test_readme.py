"""The Python of the README and of the docs is true: every block runs, and what it shows is what comes out."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from tests.helpers import ROOT

PAGES = ["README.md", *(str(page.relative_to(ROOT)) for page in sorted((ROOT / "docs").rglob("*.md")))]


def code_blocks(page: str) -> list[tuple[int, str]]:
    """The Python of a page, with the lines where it stands."""
    text = (ROOT / page).read_text("utf-8")
    return [
        (text.count("\n", 0, found.start()) + 2, found[1])
        for found in re.finditer(r"^```(?:python|pycon)\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    ]


def blocks(page: str) -> list[tuple[int, str]]:
    """The Python of a page that is run here. In docs, code without prompts is only shown."""
    found = code_blocks(page)
    return found if page == "README.md" else [(line, block) for line, block in found if ">>>" in block]


def test_the_readme_has_python_in_it() -> None:
    assert any("stammtisch" in block for _, block in blocks("README.md"))


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page)])
def test_the_blocks_run_one_after_the_other(page: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)  # a block may write files
    names: dict[str, object] = {"__name__": "readme"}  # a block goes on with the names of those before it
    for line, block in blocks(page):
        if ">>>" in block:
            said: list[str] = []
            example = doctest.DocTestParser().get_doctest(block, names, page, page, line - 1)
            result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(
                example, out=said.append, clear_globs=False
            )
            assert result.attempted
            assert not result.failed, "".join(said)
            names = example.globs
        else:
            exec(compile("\n" * (line - 1) + block, page, "exec"), names)
