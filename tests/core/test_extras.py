"""What is not installed is named with the command that installs it."""

from __future__ import annotations

import pickle
import sys
from importlib import import_module

import pytest

from stammtisch.core.errors import MissingExtra
from stammtisch.core.extras import is_installed, need, optional_imports


def test_what_is_installed_is_not_missed() -> None:
    assert is_installed("pytest")
    need("pytest", "a test")


def test_an_import_that_fails_for_want_of_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.delitem(sys.modules, "matplotlib.figure", raising=False)
    with pytest.raises(MissingExtra, match="a plot needs matplotlib, which is not installed"):
        need("matplotlib", "a plot")
    why = r"this needs matplotlib, .* pip install 'stammtisch\[plots\]'"
    with pytest.raises(MissingExtra, match=why) as missed, optional_imports():
        import_module("matplotlib.figure")
    assert missed.value.extra == "plots"
    again = pickle.loads(pickle.dumps(missed.value))
    assert (str(again), again.extra) == (str(missed.value), "plots")


def test_any_other_import_that_fails_is_a_fault_of_its_own() -> None:
    with pytest.raises(ModuleNotFoundError, match="no_such_module"), optional_imports():
        import_module("no_such_module")
