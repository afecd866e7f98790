"""The security checklist: python -m tests.server.checklist prints each row with its tests and their results.

A test says which rows it covers: @row(1). A row without a test fails, unless this file says where it is covered.
Results are those of the last run, and count only if the code has not changed since (checklist_results.py).
"""

from __future__ import annotations

import ast
import subprocess
import sys
import textwrap
from collections import defaultdict
from pathlib import Path

import pytest

from tests.server.checklist_results import FAILED, PASSED, ROOT, SKIPPED, digest, read, worst

RULES = {
    1: "Origin: only our own pages and those named by --origin may open a socket or send a request",
    2: "Plain HTTP: nothing listens beyond this machine unless asked, and then it says what the proxy must do",
    3: "Sessions: 256 random bits, kept as a hash only; new at each login, never chosen by a client; over means closed",
    4: "No secret in an address: neither routes nor sockets take one there",
    5: "Foreign pages: changes need POST, PUT or DELETE, JSON and our origin; there are no cookies",
    6: "Headers that tell a browser to trust nothing but us, on every answer",
    7: "Sizes: frames of 16 KiB, bodies of 64 KiB, heads of 16 KiB",
    8: "No compression of sockets",
    9: "Strict decoding: every bad input, in every message, is refused and changes nothing",
    10: "Every command and route is checked against who sends it",
    11: "Numbers, client ids, one command at a time: nothing happens twice or on top of what was not seen",
    12: "Rates: for each connection and each address; no header can claim another address",
    13: "Slow readers: a bounded queue, then they are let go",
    14: "Slow or silent connections end; so do too many from one address",
    15: "Names of tables cannot be guessed; an unknown one tells nothing",
    16: "Secrets of seats and invitations are shown to nobody else",
    17: "Names: nothing invisible, no piles of marks, no bots; handles are unique, and none looks like another",
    18: "Signing in: no telling who exists, locks, slow hashes",
    19: "Hidden hands: what others may not see changes nothing of what they are sent",
    20: "Errors: a code and a sentence; no traces, paths or SQL; no pages about the interface",
    21: "Administration apart from play: its own listener on this machine, its own token, an audit, no hands",
    22: "Tokens of bots: limited, revocable, shown once, kept as a hash",
    23: "Supply chain: everything that runs is pinned",
    24: "Logs: one JSON object a line, no payloads, no secrets",
    25: "No position and no download keeps the server from answering others",
    26: "Randomness only from the system's generator",
    27: "Container: not root, nothing writable but the data",
}
NOT_RUN = "not run"  # since the code has changed
NOTHING = "NOTHING"
GAP = " " * 20


def row(*numbers: int) -> pytest.MarkDecorator:
    """This test is for these rows of the checklist."""
    return pytest.mark.row(*numbers)


def tests() -> dict[int, list[str]]:
    """The tests of each row, found in the source of this folder."""
    found: dict[int, list[str]] = defaultdict(list)
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.FunctionDef):
                continue
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "row":
                    for number in mark.args:
                        assert isinstance(number, ast.Constant)
                        assert isinstance(number.value, int)
                        found[number.value].append(f"tests/server/{path.name}::{node.name}")
    return found


def results(kept: dict[str, dict[str, str]], code: str) -> dict[str, tuple[str, int]]:
    """Of every test that was run with this code: the worst outcome of its cases, and how many there were."""
    cases: dict[str, list[str]] = defaultdict(list)
    for case, told in kept.items():
        if told["code"] == code:
            cases[case.partition("[")[0]].append(told["outcome"])
    return {test: (worst(outcomes), len(outcomes)) for test, outcomes in cases.items()}


def result(held: list[str], came: dict[str, tuple[str, int]]) -> str:
    """Of a row: passed if all its tests have passed with the code as it is."""
    outcomes = [came[test][0] if test in came else NOT_RUN for test in held]
    for each in (FAILED, NOT_RUN, SKIPPED):
        if each in outcomes:
            return f"{each}: {outcomes.count(each)} of {len(outcomes)}" if len(outcomes) > 1 else each
    return PASSED


def table(held: dict[int, list[str]], came: dict[str, tuple[str, int]]) -> str:
    """Every row: its number and what came of it, its rule, its tests with their cases."""
    lines = []
    for number, rule in RULES.items():
        if held.get(number):
            names = [f"{_short(test)} ({came[test][1]})" if test in came else _short(test) for test in held[number]]
            said, below = result(held[number], came), ", ".join(names)
        else:
            said, below = NOTHING, "no test holds this row"
        lines += [
            f"{number:2}  {said:<15} {rule}",
            textwrap.fill(below, 118, initial_indent=GAP, subsequent_indent=GAP),
        ]
    return "\n".join(lines)


def _short(test: str) -> str:
    return test.rpartition("::")[2].removeprefix("test_")


def main(arguments: list[str]) -> int:
    """Print the table. With `--run N`, tests not yet run with the code as it is are run first, N at a time."""
    held = tests()
    wanted = {test for each in held.values() for test in each}
    came = results(read(), digest())
    if "--run" in arguments and not wanted <= set(came):
        files = sorted({test.partition("::")[0] for test in wanted - set(came)})
        workers = arguments[arguments.index("--run") + 1]
        command = [sys.executable, "-m", "pytest", "-q", "-n", workers, "-m", "row", *files]
        subprocess.run(command, cwd=ROOT, check=False)
        came = results(read(), digest())
    print(table(held, came))
    rows = [result(held[number], came) for number in RULES if held.get(number)]
    skipped = sum(each.startswith(SKIPPED) for each in rows)
    print(
        f"\n{rows.count(PASSED)} of {len(RULES)} rows passed" + (f", {skipped} cannot be tried here" if skipped else "")
    )
    return 0 if rows.count(PASSED) + skipped == len(RULES) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
