"""Time to the first thought: how long a person waits for the first move of a bot, right after an installation.

`python -m bench.first_move`: for every game and level a new server and a new terminal, each with an empty cache, is
asked for a bot's move as soon as it is there. The server is measured from the opening of the table; the terminal from
its start, and from the moment when it shows the table. A second table tells the same when everything is compiled.
Results go to bench/results/first_move.json.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from stammtisch import games
from stammtisch.bots.levels import LEVELS

COMMAND = [sys.executable, "-c", "from stammtisch.cli import main; main()"]
RESULTS = Path(__file__).parent / "results" / "first_move.json"
GLANCE = 0.01  # seconds


def call(address: str, path: str, body: Any = None, token: str | None = None) -> Any:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(address + path, data, headers), timeout=60) as answer:
        return json.load(answer)


def in_a_browser(game: str, level: str, cache: Path) -> float:
    """Seconds from opening a table of two bots to the first move that everybody can see."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "XDG_CACHE_HOME": str(cache), "STAMMTISCH_WARM": "yes"}
        command = [*COMMAND, "serve", "--port", "0", "--data", folder]
        server = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
        try:
            assert server.stderr
            address = next(line.split()[3] for line in server.stderr if line.startswith("Stammtisch listens on"))
            token = call(address, "/api/guests", {"name": "Ann"})["token"]
            begun = time.perf_counter()
            seat = {"kind": "bot", "bot": level}
            opening = {"game": game, "options": {}, "seats": [seat, seat], "public": False}
            table = call(address, "/api/tables", opening, token)["table"]
            while not any(WORDS[game] in line["text"] for line in call(address, f"/api/tables/{table}/story")["told"]):
                time.sleep(GLANCE)
            return time.perf_counter() - begun
        finally:
            server.kill()
            server.wait()


def in_a_terminal(game: str, level: str, cache: Path) -> tuple[float, float]:
    """Seconds to the first move of a bot: from the start of the program, and from when the table is shown."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "XDG_CACHE_HOME": str(cache), "STAMMTISCH_WARM": "yes"}
        command = [
            *COMMAND,
            "play",
            game,
            "--seats",
            f"{level},{level}",
            "--seed",
            "3",
            "--save",
            f"{folder}/match.jsonl",
        ]
        begun = time.perf_counter()
        program = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        try:
            assert program.stdout
            shown = None
            for line in program.stdout:
                shown = shown or time.perf_counter()
                if WORDS[game] in line:
                    return time.perf_counter() - begun, time.perf_counter() - shown
            raise RuntimeError(f"no bot has moved in {game}")
        finally:
            program.kill()
            program.wait()


WORDS = {"heckmeck": " set aside ", "barbecue": " set aside ", "zocken": " picked ", "zatre": " laid "}
"""What is told of a decision, and of no throw."""


def measure(*, cold: bool) -> dict[str, dict[str, list[float]]]:
    """By game and level: in a browser, in a terminal, and there after the table is shown."""
    found: dict[str, dict[str, list[float]]] = {}
    with tempfile.TemporaryDirectory() as full:
        if not cold:
            environment = {**os.environ, "XDG_CACHE_HOME": full}
            subprocess.run([*COMMAND, "warm", "--quiet"], env=environment, check=True)
        for game in games.names():
            for level in LEVELS:
                with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
                    caches = [Path(one), Path(other)] if cold else [Path(full)] * 2
                    seconds = [in_a_browser(game, level, caches[0]), *in_a_terminal(game, level, caches[1])]
                found.setdefault(game, {})[level] = [round(each, 2) for each in seconds]
                figures = "".join(f"{each:10.2f} s" for each in seconds)
                print(f"{'empty' if cold else 'full '} {game:<9} {level:<9}{figures}", flush=True)
    return found


def main() -> None:
    print("cache game      level       browser    terminal  since shown")
    machine = {"python": platform.python_version(), "system": platform.platform(), "cores": os.cpu_count()}
    found = {"machine": machine, "cold": measure(cold=True), "warm": measure(cold=False)}
    RESULTS.write_text(json.dumps({"command": "python -m bench.first_move", **found}, indent=2) + "\n")


if __name__ == "__main__":
    main()
