"""Real installations: python -m tests.soak.install [EXTRA …]

The wheel is built and installed into new environments: without extras, and with each of them. In each, what its row of
docs/installing.md promises is run by the installed command, and the rest must name its extra. The control is the plain
environment, in which a promise of each extra must fail. Sizes and start-up times come from bench/startup.py.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
import urllib.request
import venv
from collections.abc import Sequence
from pathlib import Path

from bench.startup import megabytes

import stammtisch
from stammtisch.bots import decision_seed
from stammtisch.bots.named import simple_bots
from tests.examples import EXAMPLE
from tests.helpers import ROOT
from tests.soak import results

REPORT = ROOT / "docs" / "soak-install.md"
HEAD = """# The package installed for real

Every row is a new environment into which the built wheel was installed with one extra, and what was run there by the
installed command. The same refusals without environments run with `make test` (`tests/house/test_extras.py`).

| what | how much | found | control | command |
|---|---|---|---|---|
"""
SEED = 3
PATIENCE = 60.0
PROMISES = {
    "": [
        "--help",
        f"rules {EXAMPLE} 3.4",
        "catalogue",
        f"replay {EXAMPLE}.jsonl --plain",
        f"convert {EXAMPLE}.jsonl",
        "verify transcript.jsonl",
        f"arena {EXAMPLE} --bots first,random --games 4 --workers 1",
        "tournament advise --players 12 --evenings 10",
    ],
    "fast": [
        f"odds {EXAMPLE}",
        f"review {EXAMPLE}.jsonl",
        f"arena {EXAMPLE} --bots master,first --games 2 --workers 1",
    ],
    "server": ["doctor --data data"],
    "plots": [f"arena {EXAMPLE} --bots first,random --games 4 --workers 1 --plot shares.svg"],
}
"""By extra, commands that work with it and not without it."""
IMPORTS = {
    "gpu": "import numba_cuda, numba",
    "notices": "import apprise, pywebpush, fastapi",
    "postgres": "import psycopg, sqlalchemy",
    "rl": "import stammtisch.rl.openspiel, stammtisch.rl.pettingzoo, stammtisch.rl.picture",
    "all": "import apprise, fastapi, gymnasium, matplotlib, numba, numba_cuda, psycopg",
}
"""What else must be there."""
INCLUDED = {
    "all": ("", "fast", "plots", "server"),
    "gpu": ("", "fast"),
    "notices": ("", "server"),
    "postgres": ("", "server"),
    "rl": ("", "fast"),
}
"""Extras that bring others of those above."""


def plain() -> dict[str, str]:
    """The environment, without what would lead Python to this checkout."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


class Installed:
    """A new environment with the wheel and an extra."""

    def __init__(self, wheel: Path, extra: str, folder: Path) -> None:
        self.folder = folder
        self.python = folder / "venv" / "bin" / "python"
        venv.create(folder / "venv", with_pip=True)
        wanted = f"{wheel}[{extra}]" if extra else str(wheel)
        limits = ["--constraint", str(ROOT / "constraints.txt")]
        self._run([str(self.python), "-m", "pip", "install", "--quiet", *limits, wanted], ROOT).check_returncode()

    def command(self, *arguments: str, lines: Sequence[str] = ()) -> subprocess.CompletedProcess[str]:
        return self._run([str(self.python.parent / "stammtisch"), *arguments], self.folder, lines)

    def serves(self) -> bool:
        """Start a server with `serve --open`, and fetch the page that it opens, as a browser would."""
        browser, opened = self.folder / "browser", self.folder / "opened"
        browser.write_text('#!/bin/sh\necho "$1" > opened.part && mv opened.part opened\n')
        browser.chmod(0o755)
        command = [str(self.python.parent / "stammtisch"), "serve", "--open", "--port", "0", "--data", "served"]
        server = subprocess.Popen(command, cwd=self.folder, env={**plain(), "BROWSER": f"{browser} %s"})
        try:
            deadline = time.monotonic() + PATIENCE
            while not opened.exists():
                if server.poll() is not None or time.monotonic() > deadline:
                    return False
                time.sleep(0.1)
            with urllib.request.urlopen(opened.read_text().strip(), timeout=60) as answer:
                return b"<title>" in answer.read()
        finally:
            server.terminate()
            server.wait()

    def imports(self, code: str) -> bool:
        return self._run([str(self.python), "-c", code], self.folder).returncode == 0

    @staticmethod
    def _run(command: list[str], folder: Path, lines: Sequence[str] = ()) -> subprocess.CompletedProcess[str]:
        given = "".join(f"{line}\n" for line in lines)
        return subprocess.run(
            command, cwd=folder, env=plain(), input=given, capture_output=True, text=True, timeout=900, check=False
        )


def script(name: str) -> list[str]:
    """What somebody types who plays a whole game against the bot of a plain installation, and plays at random."""
    game = stammtisch.load(name, players=2)
    match, rival, typed = game.match(SEED), simple_bots(game)[-1], []
    while not match.is_over:
        if match.turn == 0:
            move = match.legal_moves[decision_seed(match) % len(match.legal_moves)]
            typed.append(str(move))
        else:
            move = rival.choose(match.position.view(match.turn), decision_seed(match))
        match.play(move)
    return typed


def faults(place: Installed, extra: str) -> list[str]:
    """Everything that did not go as it should."""
    found = []
    for game in stammtisch.catalogue() if not extra else ():
        played = place.command(
            *("play", game.name, "--seats", "me,bot", "--seed", str(SEED), "--save", f"{game.name}.jsonl"),
            lines=script(game.name),
        )
        if played.returncode or "1. " not in played.stdout:
            found.append(f"play {game.name}: {played.stdout[-300:]}{played.stderr[-500:]}")
    for of, commands in PROMISES.items():
        for command in commands:
            done = place.command(*command.split())
            right = not done.returncode if of in INCLUDED.get(extra, ("", extra)) else _is_refused(done, of)
            if not right:
                found.append(f"{command}: {done.returncode} {done.stdout[-300:]}{done.stderr[-500:]}")
    if "server" in INCLUDED.get(extra, (extra,)) and not place.serves():
        found.append("serve: no page came")
    if extra in IMPORTS and not place.imports(IMPORTS[extra]):
        found.append(f"{IMPORTS[extra]} failed")
    return found


def _is_refused(done: subprocess.CompletedProcess[str], extra: str) -> bool:
    """One line that names the command."""
    named = f"install it with: pip install 'stammtisch[{extra}]'\n"
    return (done.returncode, done.stderr.count("\n")) == (2, 1) and done.stderr.endswith(named)


def main(extras: Sequence[str]) -> int:
    status = 0
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(home), str(ROOT)]
        subprocess.run(build, check=True)
        (wheel,) = home.glob("*.whl")
        record = stammtisch.load(EXAMPLE).match(SEED)
        while not record.is_over:
            record.play(simple_bots(record.game)[-1].choose(record.position, 0))
        for extra in extras:
            folder = home / (extra or "plain")
            folder.mkdir()
            (folder / f"{EXAMPLE}.jsonl").write_text(record.record().to_jsonl(), "utf-8")
            transcript = next(iter(sorted((ROOT / "tests" / "fair" / "transcripts").glob("*.jsonl"))))
            (folder / "transcript.jsonl").write_bytes(transcript.read_bytes())
            place = Installed(wheel, extra, folder)
            wrong = faults(place, extra)
            for each in wrong:
                print(each, file=sys.stderr)
            tried = sum(map(len, PROMISES.values())) + (0 if extra else len(stammtisch.catalogue()))
            row = (
                f"stammtisch[{extra}]" if extra else "stammtisch",
                f"{megabytes(place.python):.0f} MB; {tried} commands",
                "nothing went wrong" if not wrong else f"{len(wrong)} went wrong",
                "what needs another extra was refused with its command",
                f"python -m tests.soak.install {extra or 'plain'}",
            )
            status |= results.tell(row, good=not wrong, keep=True, report=REPORT, head=HEAD)
    return status


if __name__ == "__main__":
    ALL = ["plain", "fast", "server", "plots", "notices", "postgres", "gpu", "all"]
    sys.exit(main(["" if each == "plain" else each for each in sys.argv[1:] or ALL]))
