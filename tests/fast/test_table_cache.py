"""The table_cache keeps arrays between runs, and does without where it cannot."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from stammtisch.fast import table_cache


class Maker:
    """Counts how often it had to work."""

    def __init__(self) -> None:
        self.made = 0

    def __call__(self) -> Any:
        self.made += 1
        return np.arange(5.0)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


def test_what_is_kept_is_not_made_again(home: Path) -> None:
    make = Maker()
    assert (
        list(table_cache.load_or_make("five", 5, make))
        == list(table_cache.load_or_make("five", 5, make))
        == [0, 1, 2, 3, 4]
    )
    assert make.made == 1
    assert [path.name for path in (home / "stammtisch").iterdir()] == ["five.npz"]


@pytest.mark.parametrize("damage", [b"", b"nonsense", None])
def test_a_damaged_file_is_made_again(home: Path, damage: bytes | None) -> None:
    make = Maker()
    table_cache.load_or_make("five", 5, make)
    path = home / "stammtisch" / "five.npz"
    whole = path.read_bytes()
    at = whole.index(np.float64(3).tobytes())
    path.write_bytes(whole[:at] + b"\xff" + whole[at + 1 :] if damage is None else damage)
    assert list(table_cache.load_or_make("five", 5, make)) == [0, 1, 2, 3, 4]
    assert make.made == 2
    assert path.read_bytes() == whole


def test_an_array_of_another_length_is_made_again(home: Path) -> None:
    make = Maker()
    table_cache.load_or_make("five", 5, make)
    table_cache.load_or_make("five", 4, make)
    assert make.made == 2


def test_without_a_place_to_write_it_is_made_each_time(home: Path) -> None:
    (home / "stammtisch").write_text("in the way")
    make = Maker()
    assert [len(table_cache.load_or_make("five", 5, make)) for _ in range(2)] == [5, 5]
    assert make.made == 2


def test_without_a_home_folder_tables_are_made_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "expanduser", _nobody)
    assert len(table_cache.load_or_make("five", 5, Maker())) == 5


def _nobody(_path: Path) -> Path:
    raise RuntimeError("Could not determine home directory.")


def test_a_stamp_tells_sources_and_facts_apart() -> None:
    other: ModuleType = np.linalg
    stamps = {
        table_cache.stamp(modules, fact) for modules in ((table_cache,), (table_cache, other), ()) for fact in (1, 2)
    }
    assert len(stamps) == 6
    assert table_cache.stamp((table_cache,), 1) == table_cache.stamp((table_cache,), 1)
