"""Work on any executor: the same results as in one process, in their order; and what goes wrong is told."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import stammtisch
from stammtisch.arena import Contest, ContestFile, League, Round, play_league, play_rounds
from stammtisch.computing import Place, in_order, place, where
from stammtisch.computing.identity import identity
from stammtisch.computing.work import AHEAD, Shared, checked
from stammtisch.core.errors import OptionError, StammtischError
from stammtisch.data import SelfPlay
from stammtisch.tournament import Scheme
from stammtisch.tournament.forecast import forecast

ROUNDS = 5
NOW = "2026-05-02T19:00:00Z"


@pytest.fixture(scope="module")
def contest() -> Contest:
    return Contest(stammtisch.load("heckmeck"), ["random", "first"], seed=9)


@pytest.fixture(scope="module")
def rounds(contest: Contest) -> list[Round]:
    return list(play_rounds(contest, 0, ROUNDS))


@pytest.fixture(scope="module", params=["threads", "processes"])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    kinds: dict[str, Callable[[], Executor]] = {
        "threads": lambda: ThreadPoolExecutor(2),
        "processes": lambda: ProcessPoolExecutor(2, get_context("spawn")),
    }
    with kinds[request.param]() as made:
        yield made


class Reluctant(Executor):
    """Does what it is given when somebody asks it to, and counts what waits."""

    def __init__(self) -> None:
        self.given: list[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.given.append((future, fn, args))
        return future

    def work(self) -> None:
        for future, fn, args in self.given:
            if not future.done():
                future.set_result(fn(*args))


def test_an_arena_is_the_same_on_any_executor(contest: Contest, rounds: list[Round], executor: Executor) -> None:
    assert list(play_rounds(contest, 0, ROUNDS, executor=executor)) == rounds
    assert list(play_rounds(contest, 2, 4, executor=executor)) == rounds[2:4]  # which is left open


def test_a_contest_that_was_broken_off_goes_on_elsewhere(
    contest: Contest, rounds: list[Round], executor: Executor, tmp_path: Path
) -> None:
    kept = ContestFile.open(tmp_path / "rounds", contest)
    with closing(play_rounds(contest, 0, ROUNDS, executor=executor)) as played:
        for _ in range(2):
            kept.add(next(played))
    kept.close()
    again = ContestFile.open(tmp_path / "rounds", contest)
    assert again.rounds == rounds[:2]
    for one in play_rounds(contest, len(again.rounds), ROUNDS, executor=executor):
        again.add(one)
    again.close()
    assert again.rounds == rounds


def test_a_league_a_forecast_and_self_play_are_the_same_on_any_executor(executor: Executor) -> None:
    scheme = {"game": "zocken", "rounds": 2, "options": {"rounds": 1}}
    league = League.read(
        {"seed": "5", "times": 1, "bots": ["tidy", {"bot": "random", "count": 3}], "scheme": scheme}, ""
    )
    leagues = [play_league(league, 2, NOW, executor=given) for given in (executor, None)]
    assert [each.to_jsonl() for each in leagues[0]] == [each.to_jsonl() for each in leagues[1]]
    free, strengths = Scheme.read({"preset": "heckmeck_classic"}), [0.5, *[0.0] * 11]
    assert forecast(free, strengths, times=60, executor=executor) == forecast(free, strengths, times=60)
    played = SelfPlay(stammtisch.load("heckmeck"), ["first", "random"], seed=7)
    rows = [list(played.all_decisions(2, values=False, executor=given)) for given in (executor, None)]
    assert rows[0] == rows[1]


def test_only_so_much_is_given_away_ahead_and_the_rest_is_cancelled() -> None:
    executor = Reluctant()
    results = in_order(Place(executor, 2), abs, ((-number,) for number in range(1000)))
    with ThreadPoolExecutor(1) as asking, closing(results):
        first = asking.submit(next, results)
        while len(executor.given) < AHEAD * 2:
            assert not first.done()
        executor.work()
        assert first.result() == 0
        assert len(executor.given) == AHEAD * 2
        assert next(results) == 1
        assert len(executor.given) == AHEAD * 2 + 1
    assert executor.given[-1][0].cancelled()


def test_threads_take_turns_with_what_bots_share() -> None:
    """More than one at a time in a process would be seen."""
    with ThreadPoolExecutor(4) as executor:
        assert list(in_order(Place(executor, 4), _alone, ((number,) for number in range(40)))) == [1] * 40


_at_work: list[int] = []


def _alone(number: int) -> int:
    _at_work.append(number)
    sum(range(20_000))  # time for another thread
    found = len(_at_work)
    _at_work.remove(number)
    return found


def test_what_many_need_is_made_once_in_a_process() -> None:
    with ProcessPoolExecutor(1, get_context("spawn")) as executor:
        shared = Shared({"much": 1})
        found = list(in_order(Place(executor, 1), _identity_of, ((shared,) for _ in range(3))))
    assert len(set(found)) == 1


def _identity_of(shared: Shared[dict[str, int]]) -> int:
    return id(shared.value)


def _fail(number: int) -> int:
    raise RuntimeError(f"no {number}")


def _refuse(number: int) -> int:
    raise OptionError("there is no such thing")


def _die(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


@pytest.mark.parametrize(
    ("function", "sentence"),
    [
        (_fail, "^work that was given to ProcessPoolExecutor failed with RuntimeError: no 0$"),
        (_refuse, "^there is no such thing$"),
        (_die, "^a worker process died, perhaps for want of memory; try again with --workers 1$"),
    ],
)
def test_what_fails_says_so(function: Callable[[int], int], sentence: str) -> None:
    with place(2) as found, pytest.raises(StammtischError, match=sentence):
        list(in_order(found, function, ((number,) for number in range(20))))


def test_an_executor_that_is_closed_or_lets_work_fall_says_so() -> None:
    closed = ThreadPoolExecutor(1)
    closed.shutdown()
    with pytest.raises(
        StammtischError, match="work that was given to ThreadPoolExecutor failed with RuntimeError: cannot"
    ):
        list(in_order(Place(closed, 1), abs, [(1,)]))
    executor = Reluctant()
    results = in_order(Place(executor, 1), abs, [(1,)])
    with ThreadPoolExecutor(1) as asking:
        first = asking.submit(next, results)
        while not executor.given:
            assert not first.done()
        executor.given[0][0].cancel()
        with pytest.raises(StammtischError, match="work that was given to Reluctant failed with CancelledError"):
            first.result()


def test_a_worker_with_other_code_is_refused() -> None:
    other = {**identity(), "stammtisch": "0.0.1 (12345678)"}
    with pytest.raises(
        StammtischError, match=r"has stammtisch .* \(.*\), but here is 0.0.1 \(12345678\); results depend on"
    ):
        checked(other, abs, (1,))
    assert checked(identity(), abs, (-1,)) == 1


def test_the_digest_is_that_of_the_code(tmp_path: Path) -> None:
    from stammtisch.computing.identity import _digest

    (tmp_path / "a.py").write_text("1")
    one = _digest(tmp_path)
    (tmp_path / "notes.md").write_text("1")
    assert _digest(tmp_path) == one
    (tmp_path / "a.py").write_text("2")
    assert _digest(tmp_path) != one


def test_there_is_at_least_one_worker() -> None:
    with pytest.raises(OptionError, match="there must be at least 1 worker, not 0"), place(0):
        pass


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("ray://127.0.0.1:1", r"^there is no Ray cluster at ray://127.0.0.1:1: 127.0.0.1 port 1 does not answer \("),
        ("127.0.0.1:1", "^there is no Ray cluster at 127.0.0.1:1: 127.0.0.1 port 1 does not answer"),
        (
            "http://127.0.0.1:1",
            "^a cluster is given as ray://HOST:10001, as HOST:6379, as auto or as local, not 'http:",
        ),
        ("somewhere", "^a cluster is given as .* not 'somewhere'$"),
        ("host:many", "^a cluster is given as .* not 'host:many'$"),
    ],
)
def test_an_address_where_no_cluster_is(address: str, sentence: str) -> None:
    pytest.importorskip("ray")
    with pytest.raises(StammtischError, match=sentence), where(address, None):
        pass


def test_a_command_says_that_there_is_no_cluster(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    (tmp_path / "league.json").write_text('{"bots": ["tidy", "random", "random"], "scheme": {"game": "zocken"}}')
    main = [sys.executable, "-c", "from stammtisch.cli import main; main()"]
    for command in (
        "arena heckmeck --bots first,random",
        "tournament run league.json",
        "tournament advise --players 12",
        "export heckmeck --bots first,random --to games.parquet",
    ):
        done = subprocess.run(
            [*main, *command.split(), "--cluster", "ray://127.0.0.1:1"],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            timeout=60,
            check=False,
        )
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("there is no Ray cluster at ray://127.0.0.1:1: ")
        assert done.stderr.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["league.json"]


def test_ray_is_not_imported_unless_it_is_asked_for() -> None:
    code = (
        "import sys, stammtisch.computing, stammtisch.arena, stammtisch.terminal.contest\n"
        "with stammtisch.computing.where(None, 1): pass\nprint('ray' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "False\n"
