"""Where what can be made again is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch.core.folders import cache_folder


def test_the_first_place_that_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/caches")
    monkeypatch.setenv("NUMBA_CACHE_DIR", "/numba")
    assert cache_folder() == Path("/caches/stammtisch")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_folder() == Path("/numba/stammtisch")
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    monkeypatch.setenv("HOME", "/people/ana")
    assert cache_folder() == Path("/people/ana/.cache/stammtisch")


def test_nobody_has_a_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr("os.path.expanduser", lambda path: path)  # as it does for a user without an entry
    assert cache_folder() is None
