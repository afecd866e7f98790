"""Generated HTTP requests: python -m tests.soak.http_cases [--cases 20000]

schemathesis generates valid and invalid requests from the server's own API description and sends them to a real server.
None may be answered with a 5xx, and none that violates the description may be accepted. The controls are a server that
accepts names of any length, and one that accepts any parameters in an address.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from hypothesis.errors import Unsatisfiable
from jsonschema_rs import is_valid
from schemathesis import GenerationMode

from stammtisch.server.process.app import create_app
from stammtisch.server.process.server import Server
from tests.server import api
from tests.server.server_process import COMMAND, ServerProcess
from tests.soak.results import tell

LAX = f"""
from stammtisch.server.protocol import settings
settings.Name = str
{COMMAND}
"""
"""A server that promises names of 24 letters and takes any."""
CARELESS = f"""
from stammtisch.server.http import strict_route
class Anything(set):
    def issuperset(self, _): return True
strict_route._questions = lambda _: Anything()
{COMMAND}
"""
"""A server that does not mind what stands behind the question mark of an address."""


@dataclass
class Counts:
    cases: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)


def description(folder: Path) -> dict[str, Any]:
    """The interface as the application describes it; the server itself does not show this."""
    client = Server(f"sqlite:///{folder}/description.db")
    try:
        found: dict[str, Any] = create_app(client).openapi()
    finally:
        client.store.close()
    for path in found["paths"].values():
        for operation in path.values():  # the secret is ours to send; what is wrong with it, test_matrix.py knows
            named = operation.get("parameters", [])
            operation["parameters"] = [each for each in named if each["in"] != "header"]
    return found


def run(count: int, seed: int = 1, code: str = COMMAND, only: str = "") -> tuple[Counts, str]:
    """So many requests, evenly over all operations, or to one only; the tally and the server's log."""
    counts = Counts()
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder), code=code) as server:
        schema = schemathesis.openapi.from_dict(description(Path(folder)))
        schema.config.update(base_url=server.address)
        operations = [each.ok() for each in schema.get_all_operations()]  # type: ignore[union-attr]
        operations = [each for each in operations if only in ("", each.label)]
        modes = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
        session = requests.Session()
        while counts.cases < count:  # some operations have few different requests, and are soon through
            share = max(5, (count - counts.cases) // (len(operations) * len(modes)))
            for operation in operations:
                for mode in modes:
                    token = {"Authorization": f"Bearer {api.guest(server)}"}  # some of them give it back
                    _ask(operation, mode, min(share, 500), seed, token, session, counts)
            seed += 1
        session.close()
        assert server.answers()
        log = server.log
    return counts, log


def _ask(
    operation: Any, mode: GenerationMode, count: int, seed: int, headers: dict[str, str], session: Any, counts: Counts
) -> None:
    is_wrong = mode is GenerationMode.NEGATIVE
    refusals = (400, 413, 422) if operation.method.lower() == "post" and "{" not in operation.path else range(400, 500)

    @seeded(seed)
    @settings(
        max_examples=count,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: Any) -> None:
        answer = case.call(headers=headers, session=session)
        counts.cases += 1
        counts.statuses[answer.status_code] += 1
        if answer.status_code >= 500:
            counts.faults[f"{operation.label}: {answer.status_code}"] += 1
        elif answer.status_code in refusals or not is_wrong or _is_right(operation, answer.request.path_url):
            pass
        else:  # it came through to the rules
            counts.faults[f"{operation.label}: {answer.request.path_url[:80]} {str(case.body)[:80]} was taken"] += 1

    with suppress(Unsatisfiable):  # nothing can be wrong with it
        ask()


def _is_right(operation: Any, address: str) -> bool:
    """Some wrong values cannot be told from right ones, or from none, once they stand in an address."""
    asked = parse_qsl(urlsplit(address).query, keep_blank_values=True)
    forms = {each["name"]: each["schema"] for each in operation.definition.raw["parameters"] if each["in"] == "query"}
    if not forms or len(dict(asked)) != len(asked) or not forms.keys() >= dict(asked).keys():
        return False
    return all(
        any(is_valid(forms[name], meant) for meant in (value, int(value) if value.isdecimal() else value))
        for name, value in asked
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.http_cases")
    parser.add_argument("--cases", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    counts, log = run(wanted.cases, wanted.seed)
    print(counts, flush=True)
    lax, _ = run(1000, wanted.seed, LAX, "POST /api/guests")
    careless, _ = run(1000, wanted.seed, CARELESS, "GET /api/tables")
    clean = "Traceback" not in log and '"level": "error"' not in log
    wrong = sum(count for status, count in counts.statuses.items() if status >= 500)
    return tell(
        (
            "generated requests",
            f"{counts.cases:,} requests to all operations",
            f"{wrong} answered with 5xx, {sum(counts.faults.values())} faults, log {'clean' if clean else 'NOT CLEAN'}",
            f"a server that takes any name, {lax.cases:,} requests: {sum(lax.faults.values())} faults; "
            f"one that takes any address, {careless.cases:,} requests: {sum(careless.faults.values())} faults",
            "python -m tests.soak.http_cases",
        ),
        good=not counts.faults and not wrong and clean and bool(lax.faults) and bool(careless.faults),
        keep=counts.cases >= 20_000,
    )


if __name__ == "__main__":
    sys.exit(main())
