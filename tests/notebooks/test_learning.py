"""The example that learns, in short form: some seconds of self-play beat a beginner. Its seed is fixed."""

from __future__ import annotations

from tests.notebooks.conftest import Run


def test_it_learns_to_beat_a_beginner(run: Run) -> None:
    names = run("learning", GAMES=256, LESSONS=60, RIVAL="beginner", PAIRS=60)
    assert names["SEED"] == 1
    assert sum(names["means_of_turns"][:5]) < 0.6 * sum(names["means_of_turns"][-5:])
    low, _ = names["points"].interval()
    assert low > 0.5
