"""What docs/data.md says of loading is true: its code runs on a file that the command has written."""

from __future__ import annotations

from pathlib import Path

import pytest

import stammtisch
from stammtisch.core.extras import is_installed
from stammtisch.data import GameFiles, SelfPlay
from tests.house.test_readme import code_blocks

LIBRARIES = ["pandas", "polars", "duckdb", "torch"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    play = SelfPlay(stammtisch.load("heckmeck"), ["first", "random"], seed=1)
    with GameFiles(tmp_path / "games.parquet") as files:
        for number in range(4):
            files.add(str(number), play.match(number), play.players(number))
    return tmp_path


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.filterwarnings("default")  # theirs are not ours
def test_the_code_of_the_page_runs(library: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if not is_installed(library):
        pytest.skip(f"{library} is not installed")
    (block,) = [block for _, block in code_blocks("docs/data.md") if library in block and ">>>" not in block]
    names: dict[str, object] = {}
    exec(compile(block, "docs/data.md", "exec"), names)
    told = capsys.readouterr().out
    if library in ("pandas", "duckdb"):
        assert "first" in told
        assert "random" in told
    if library == "pandas":
        assert next(iter(names["seen"].columns)) == "player"  # type: ignore[attr-defined]
    if library == "torch":
        seen, move, share = next(iter(names["batches"]))  # type: ignore[call-overload]
        assert seen.shape[1] == len(stammtisch.load("heckmeck").observation)
        assert len(move) == len(share) == 256
