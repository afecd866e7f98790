"""The README's Python is true: every block runs, and what it shows is what comes out."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from tests.helpers import ROOT

README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = [
    (README.count("\n", 0, found.start()) + 2, found[1])
    for found in re.finditer(r"^```(?:python|pycon)\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
]


def test_the_readme_has_python_in_it() -> None:
    assert BLOCKS
    assert any("stammtisch" in block for _, block in BLOCKS)


def test_the_blocks_run_one_after_the_other(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)  # a block may write files
    names: dict[str, object] = {"__name__": "readme"}  # a block goes on with the names of those before it
    for line, block in BLOCKS:
        if ">>>" in block:
            said: list[str] = []
            example = doctest.DocTestParser().get_doctest(block, names, "README.md", "README.md", line - 1)
            result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(
                example, out=said.append, clear_globs=False
            )
            assert result.attempted
            assert not result.failed, "".join(said)
            names = example.globs
        else:
            exec(compile("\n" * (line - 1) + block, "README.md", "exec"), names)
