"""The worked examples in short form: their own cells, with other numbers."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any

import matplotlib as mpl
import pytest
from tools.notebooks import SOURCES, cells

Run = Callable[..., dict[str, Any]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    """Runs the cells of an example in this process, without figures; what its names are in the end.

    Numbers that are given take the place of those with these names. Cells that only check the long form are left out.
    """
    mpl.use("Agg")
    monkeypatch.syspath_prepend(str(SOURCES))

    def run(name: str, **numbers: object) -> dict[str, Any]:
        import matplotlib.pyplot as plt

        names: dict[str, Any] = {}
        waiting = dict(numbers)
        for cell in cells(name):
            if not cell.is_code or cell.text.startswith("assert "):
                continue
            lines = cell.text.splitlines()
            for at, line in enumerate(lines):
                known = line.partition(" = ")[0]
                if known in waiting:
                    lines[at] = f"{known} = {waiting.pop(known)!r}"
            exec(compile("\n".join(lines), f"docs/notebooks/{name}.md", "exec"), names)
            plt.close("all")
        assert not waiting, f"the example has no {', '.join(waiting)}"
        return names

    yield run
    for module in [each for each in sys.modules if each.partition(".")[0] == "small_grill"]:
        del sys.modules[module]
