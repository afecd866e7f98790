"""The results of the tests that cover the checklist, stored in a file from one run to the next.

A result is valid only for the code that was tested, so it is stored with a digest of that code.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
FILE = ROOT / ".checklist.json"
CODE = ("src/stammtisch/**/*.py", "tests/server/*.py", "constraints.txt", "pyproject.toml", "web/package-lock.json")
PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"
_WORST = (PASSED, SKIPPED, FAILED)
ROWS = "rows"  # the property by which a report says that its test holds rows: xdist passes it on


def digest(root: Path = ROOT) -> str:
    """Of everything that the outcomes rest on."""
    found = hashlib.sha256()
    for pattern in CODE:
        for path in sorted(root.glob(pattern)):
            found.update(f"{path.relative_to(root)} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return found.hexdigest()


def read(file: Path = FILE) -> dict[str, dict[str, str]]:
    """Every case that has been run: its outcome, and the digest of the code."""
    return json.loads(file.read_text("utf-8")) if file.exists() else {}


def worst(outcomes: Iterable[str]) -> str:
    return max(outcomes, key=_WORST.index)


class Recorder:
    """A plugin of pytest, for the process that hears of all tests. Only runs of whole files count."""

    def __init__(self, config: pytest.Config, file: Path = FILE) -> None:
        option = config.option
        self._whole = not (option.keyword or option.maxfail or any("::" in each for each in config.args))
        self._whole &= option.markexpr in ("", "row")
        self._file = file
        self._code = digest()
        self._outcomes: dict[str, list[str]] = defaultdict(list)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if dict(report.user_properties).get(ROWS):
            self._outcomes[report.nodeid].append(report.outcome)

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        if (
            not self._outcomes
            or not self._whole
            or exitstatus not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
        ):
            return
        files = {case.partition("::")[0] for case in self._outcomes}
        kept = {case: told for case, told in read(self._file).items() if case.partition("::")[0] not in files}
        new = {case: {"outcome": worst(heard), "code": self._code} for case, heard in self._outcomes.items()}
        self._file.write_text(json.dumps({**kept, **new}, indent=1, sort_keys=True), "utf-8")


def mark(items: Iterable[pytest.Item]) -> None:
    """Have the reports of these tests say that they hold rows."""
    for item in items:
        if item.get_closest_marker("row"):
            item.user_properties.append((ROWS, True))
