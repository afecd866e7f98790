"""The hour's soak in its short form: what is counted returns to base, and a server that leaks is found out."""

from __future__ import annotations

import pytest

from tests.soak import hour
from tests.soak.hour import Sample


def test_figures_return_to_base() -> None:
    found = hour.run(4, 30, 8, code=hour.QUICK, patience=60)
    assert found.faults == []
    assert found.held > 0
    assert found.counts.opened > 0
    assert found.counts.resigned > 0
    assert found.counts.looked > 0
    assert set(found.refused) <= {"stale", "over", "not_your_turn", "not_due", "resigned"}
    assert max(each.live for each in found.samples) > 0


def test_a_server_that_leaks_is_found_out() -> None:
    found = hour.run(2, 20, 5, code=hour.LEAKS, patience=3)
    assert any("still in memory" in each for each in found.faults)


def samples(memory: list[float]) -> list[Sample]:
    return [Sample(float(minute), 1, 1, each, 1, 1, 1, 1, 0.0) for minute, each in enumerate(memory)]


def test_the_slope_is_that_of_least_squares() -> None:
    rise, width = hour.slope(samples([500.0] * 10 + [100 + 2 * minute for minute in range(10, 60)]))
    assert rise == pytest.approx(2)
    assert width == pytest.approx(0, abs=1e-9)
    rise, width = hour.slope(samples([100 + minute % 2 for minute in range(60)]))
    assert abs(rise) < width < 0.05
