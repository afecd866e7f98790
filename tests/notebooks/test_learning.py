"""The example that learns, in short form: some seconds of self-play beat chance by far. Its seed is fixed."""

from __future__ import annotations

from tests.notebooks.conftest import Run


def test_it_learns_by_playing_against_itself(run: Run) -> None:
    names = run("learning", GAMES=256, LESSONS=40, RIVAL="random", PAIRS=30)
    assert names["SEED"] == 1
    assert sum(names["means_of_turns"][:5]) < 0.7 * sum(names["means_of_turns"][-5:])
    low, _ = names["points"].interval()
    assert low > 0.75
