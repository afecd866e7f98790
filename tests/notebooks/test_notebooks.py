"""Worked examples become pages with what came out, and notebooks; in git they have no outputs."""

from __future__ import annotations

import subprocess
from pathlib import Path

import nbformat
import pytest
from tools import notebooks

from tests.helpers import ROOT


def test_examples_are_kept_without_outputs() -> None:
    kept = subprocess.run(["git", "ls-files", "docs"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    assert not [file for file in kept.splitlines() if file.endswith(".ipynb")]
    assert set(notebooks.names()) >= {"learning", "odds", "small-grill"}
    for name in notebooks.names():
        text = (notebooks.SOURCES / f"{name}.md").read_text("utf-8")
        assert "```text" not in text
        assert "](data:" not in text
        assert text.count("```") == 2 * sum(cell.is_code for cell in notebooks.cells(name)), "a block is no Python"
        for cell in notebooks.notebook(name).cells:
            assert not cell.get("outputs")


@pytest.mark.filterwarnings("default")  # of a library that starts another process
def test_an_example_is_run_and_shown_with_what_came_out(tmp_path: Path) -> None:
    assert list(notebooks.write(tmp_path, ["odds"])) == ["odds"]
    page = (tmp_path / "odds.md").read_text("utf-8")
    assert "'21': 0.893" in page.partition("```text")[2]
    figures = sorted(tmp_path.glob("odds-*.svg"))
    assert len(figures) == 3
    for figure in figures:
        assert f"]({figure.name})" in page
        assert "<svg" in figure.read_text("utf-8")
    assert "InlineBackend" not in page
    made = nbformat.read(tmp_path / "odds.ipynb", nbformat.NO_CONVERT)
    nbformat.validate(made)
    assert any(cell.get("outputs") for cell in made.cells)


@pytest.mark.filterwarnings("default")
def test_a_cell_that_fails_is_said_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "wrong.md").write_text("# Wrong\n\n```python\nassert 1 > 2, 'it is not'\n```\n")
    monkeypatch.setattr(notebooks, "SOURCES", tmp_path)
    with pytest.raises(notebooks.NotebookFault, match=r"^docs/notebooks/wrong.md: a cell fails: .*it is not$"):
        notebooks.executed("wrong")


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebooks, "find_spec", lambda name: None if name == "nbclient" else name)
    with pytest.raises(notebooks.NotebookFault, match=r"the worked examples need nbclient: pip install"):
        notebooks.executed("odds")
