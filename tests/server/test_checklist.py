"""The table of the checklist tells what came of the tests, and only of those that ran with the code as it is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.server import checklist
from tests.server.checklist_results import FAILED, PASSED, ROOT, SKIPPED, digest, read

CONFTEST = f"""
import sys
from pathlib import Path
sys.path.insert(0, {str(ROOT)!r})
from tests.server.checklist_results import Recorder, mark

def pytest_configure(config):
    config.addinivalue_line("markers", "row: of the checklist")
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Recorder(config, Path(__file__).parent / "outcomes.json"))

def pytest_collection_modifyitems(items):
    mark(items)
"""
TESTS = """
import pytest

@pytest.mark.row(1)
@pytest.mark.parametrize("n", [1, 2, 3])
def test_numbers(n):
    assert n != {bad}

@pytest.mark.row(2)
def test_elsewhere():
    pytest.skip("not here")

def test_of_no_row():
    pass
"""


def run(folder: Path, *arguments: str) -> dict[str, tuple[str, int]]:
    """What is known after a run of these tests. Loading plugins that they do not need would take longest."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "xdist", *arguments]
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    subprocess.run(command, cwd=folder, env=environment, check=False)
    return checklist.results(read(folder / "outcomes.json"), digest())


def test_outcomes_are_kept_from_one_run_to_the_next(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "test_it.py").write_text(TESTS.format(bad=0))
    assert run(tmp_path, "-k", "numbers") == {}  # not whole, so it counts for nothing
    whole = {"test_it.py::test_numbers": (PASSED, 3), "test_it.py::test_elsewhere": (SKIPPED, 1)}
    assert run(tmp_path, "-n", "2") == whole
    (tmp_path / "test_it.py").write_text(TESTS.format(bad=2))
    assert run(tmp_path, "test_it.py::test_of_no_row") == whole
    assert run(tmp_path, "-m", "row")["test_it.py::test_numbers"] == (FAILED, 3)
    assert checklist.results(read(tmp_path / "outcomes.json"), "other code") == {}


def test_a_row_has_passed_only_if_all_its_tests_have() -> None:
    came = {"a": (PASSED, 1), "b": (FAILED, 2), "c": (SKIPPED, 1)}
    assert checklist.result(["a"], came) == PASSED
    assert checklist.result(["a", "b", "new"], came) == "failed: 1 of 3"
    assert checklist.result(["a", "new", "c"], came) == "not run: 1 of 3"
    assert checklist.result(["c"], came) == SKIPPED


def test_the_table_names_every_row_and_every_test() -> None:
    held = checklist.tests()
    shown = checklist.table(held, {})
    for number, rule in checklist.RULES.items():
        assert f"{number:2}  " in shown
        assert rule in shown
        assert held[number]
        assert all(test.rpartition("::test_")[2] in shown for test in held[number])
    assert checklist.NOTHING in checklist.table({}, {})


def test_the_digest_follows_the_code(tmp_path: Path) -> None:
    (tmp_path / "src" / "stammtisch" / "server").mkdir(parents=True)
    empty = digest(tmp_path)
    (tmp_path / "src" / "stammtisch" / "server" / "new.py").write_text("")
    assert digest(tmp_path) != empty
