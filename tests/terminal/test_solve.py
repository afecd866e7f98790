"""`stammtisch solve`: whole small games, and what is refused."""

from __future__ import annotations

import json

from tests.terminal.conftest import Run


def test_the_command(run: Run) -> None:
    told = run("solve", "heckmeck", "--tiles", "21,25", "--against", "one-turn").stdout
    assert "12 positions" in told
    assert "0.612785724  is the chance of whoever is to move" in told
    assert "is what one-turn gives away in a turn" in told
    figures = json.loads(run("solve", "heckmeck", "--tiles", "21,25", "--json").stdout)
    assert f"{figures['first']:.9f}" == "0.612785724"
    for arguments, why in (
        (["heckmeck"], "tell what is to be solved"),
        (["heckmeck", "--tiles", "21;25"], "--tiles takes numbers with commas"),
        (["heckmeck", "--tiles", "21", "--against", "expert"], "that can be told of one-turn and master"),
        (["zatre", "--tiles", "21"], "no whole game of Zatre can be solved yet"),
    ):
        found = run("solve", *arguments)
        assert found.returncode == 2
        assert why in " ".join(found.stderr.split())
