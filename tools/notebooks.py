"""python -m tools.notebooks [NAME…]: runs the worked examples in docs/notebooks and writes them with what came out.

An example is a page in Markdown whose blocks of Python are the cells of a notebook: so it reads as a diff, has no
outputs in git, and is a page of the docs also where nobody runs it. For the site each becomes a page with text, code,
outputs and figures, and a notebook to download (.ipynb).
"""

from __future__ import annotations

import base64
import re
import sys
import time
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "docs" / "notebooks"
NEEDED = ("nbclient", "nbformat", "ipykernel", "matplotlib", "pyspiel")
LONGEST = 30 * 60
"""Seconds for one cell: ten times what the longest takes on two idle cores."""
SETTING = "%config InlineBackend.figure_formats = ['svg']"
"""The first cell while it runs; nobody sees it."""
_BLOCK = re.compile(r"^```python\n(.*?)^```\n", re.DOTALL | re.MULTILINE)
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")


class NotebookFault(Exception):
    """A notebook cannot be run, and why, in a sentence."""


class Cell(NamedTuple):
    is_code: bool
    text: str


def names() -> list[str]:
    """All worked examples."""
    return sorted(page.stem for page in SOURCES.glob("*.md"))


def cells(name: str) -> list[Cell]:
    """The cells of an example, in order."""
    text = (SOURCES / f"{name}.md").read_text("utf-8")
    found, at = [], 0
    for block in _BLOCK.finditer(text):
        found += [Cell(False, text[at : block.start()].strip()), Cell(True, block[1].rstrip())]
        at = block.end()
    return [cell for cell in [*found, Cell(False, text[at:].strip())] if cell.text]


def notebook(name: str) -> Any:
    """The example as a notebook without outputs."""
    from nbformat import v4

    made = v4.new_notebook(
        metadata={"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    )
    for number, cell in enumerate(cells(name)):
        new = v4.new_code_cell if cell.is_code else v4.new_markdown_cell
        made.cells.append(new(cell.text, id=f"cell-{number}"))  # else drawn at random
    return made


def executed(name: str) -> Any:
    """The example as a notebook with all its outputs.

    Raises:
        NotebookFault: A library is missing, or a cell has failed.
    """
    if missing := [each for each in NEEDED if find_spec(each) is None]:
        raise NotebookFault(f"the worked examples need {', '.join(missing)}: pip install --editable '.[dev]'")
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError, CellTimeoutError
    from nbformat import v4

    made = notebook(name)
    made.cells.insert(0, v4.new_code_cell(SETTING, id="setting"))
    total = sum(cell.cell_type == "code" for cell in made.cells) - 1
    begun = time.monotonic()

    def told(cell: Any, cell_index: int, **_: Any) -> None:
        done = sum(each.cell_type == "code" for each in made.cells[: cell_index + 1]) - 1
        _progress(f"docs/notebooks/{name}.md: {done} of {total} cells, {time.monotonic() - begun:.0f} s")

    client = NotebookClient(
        made,
        timeout=LONGEST,
        kernel_name="python3",
        resources={"metadata": {"path": str(SOURCES)}},
        record_timing=False,
        on_cell_executed=told,
    )
    try:
        client.execute()
    except CellExecutionError as error:
        raise NotebookFault(f"docs/notebooks/{name}.md: a cell fails: {error.ename}: {error.evalue}") from None
    except CellTimeoutError:
        raise NotebookFault(f"docs/notebooks/{name}.md: a cell takes more than {LONGEST // 60} minutes") from None
    finally:
        _progress("")
    del made.cells[0]
    for cell in made.cells:
        if cell.cell_type == "code":
            cell.outputs = _joined(cell.outputs)
    return made


def _joined(outputs: Sequence[Any]) -> list[Any]:
    """What was printed bit by bit, as one output."""
    found: list[Any] = []
    for output in outputs:
        if found and output.output_type == "stream" == found[-1].output_type and output.name == found[-1].name:
            found[-1].text += output.text
        else:
            found.append(output)
    return found


def page(name: str, made: Any, folder: Path) -> str:
    """The notebook as a page, whose figures are written to the folder."""
    parts = []
    figures = 0
    for cell in made.cells:
        if cell.cell_type != "code":
            parts.append(cell.source)
            continue
        parts.append(f"```python\n{cell.source}\n```")
        for output in cell.outputs:
            data = output.get("data", {})
            for kind, suffix in (("image/svg+xml", "svg"), ("image/png", "png")):
                if kind in data:
                    figures += 1
                    file = folder / f"{name}-{figures}.{suffix}"
                    file.write_bytes(data[kind].encode() if suffix == "svg" else base64.b64decode(data[kind]))
                    parts.append(f"![What the code above draws]({file.name})")
                    break
            else:
                if text := _COLOURS.sub("", output.get("text") or data.get("text/plain", "")).rstrip():
                    parts.append(f"```text\n{text}\n```")
    return "\n\n".join([*parts, f"[This page as a notebook]({name}.ipynb), with what came out."]) + "\n"


def write(folder: Path, wanted: Sequence[str] | None = None) -> Iterator[str]:
    """Run the examples, and write each as a page and as a notebook; their names, as each is done."""
    import nbformat

    folder.mkdir(parents=True, exist_ok=True)
    for name in wanted or names():
        made = executed(name)
        (folder / f"{name}.ipynb").write_text(nbformat.writes(made) + "\n", "utf-8")
        (folder / f"{name}.md").write_text(page(name, made, folder), "utf-8")
        yield name


def _progress(line: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)
    elif line:
        print(line, file=sys.stderr, flush=True)


def main(wanted: Sequence[str]) -> int:
    folder = ROOT / "build" / "notebooks"
    try:
        for name in write(folder, wanted):
            print(folder / f"{name}.md")
    except NotebookFault as fault:
        print(fault, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
