"""The security checklist, row by row: python -m tests.server.checklist prints each with the tests that hold it.

A test says which rows it is for: @row(1). A row without a test fails, unless it is said here where it comes.
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from pathlib import Path

import pytest

RULES = {
    1: "Origin: only our own pages and those named by --origin may open a socket or send a request",
    2: "Plain HTTP: nothing listens beyond this machine unless asked, and then it says what the proxy must do",
    3: "Secrets: 256 random bits, kept as a hash only; never chosen by a client",
    4: "No secret in an address: neither routes nor sockets take one there",
    5: "Foreign pages: changes need POST or DELETE, JSON and our origin; there are no cookies",
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
    17: "Names: nothing invisible, no piles of marks, no bots",
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
LATER = {
    18: "issue 8: there are no accounts yet",
    27: "issue 8: there is no container yet",
}


def row(*numbers: int) -> pytest.MarkDecorator:
    """This test is for these rows of the checklist."""
    return pytest.mark.row(*numbers)


def tests() -> dict[int, list[str]]:
    """The tests of each row, found in the source."""
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
                        found[number.value].append(f"{path.stem}::{node.name}")
    return found


def main() -> int:
    held = tests()
    for number, rule in RULES.items():
        print(f"{number:2}  {rule}")
        for name in held[number] or [f"later: {LATER[number]}" if number in LATER else "NOTHING"]:
            print(f"      {name}")
    return 1 if any(not held[number] and number not in LATER for number in RULES) else 0


if __name__ == "__main__":
    sys.exit(main())
