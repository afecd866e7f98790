"""Draws on a server: permitted before anything is computed, drawn once and elsewhere, stored, and nobody's alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from stammtisch.core.errors import RecordError
from stammtisch.server.live.payer import Payer
from stammtisch.server.live.tables import TableRegistry
from stammtisch.server.live.workers import Workers
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.protocol.tournaments import ForecastWanted, NewTournament, Online, TournamentCommand
from stammtisch.server.storage.entities import Guest
from stammtisch.server.storage.store import Store
from stammtisch.server.tournaments import planning
from stammtisch.server.tournaments.hosted import HostedTournament
from stammtisch.server.tournaments.registry import TournamentRegistry
from stammtisch.tournament import Drawn, DrawTask, Tournament
from stammtisch.tournament.forecast import forecast

SECRET = bytes(range(32))
HOST, ANN, BEN, CLEO = (Guest(name[0] * 32, name, False, 0) for name in ("Olga", "Ann", "Ben", "Cleo"))
ZOCKEN = {"game": "zocken", "rounds": 3}
ENTRIES = [{"kind": "entered", "name": f"Player {number}"} for number in range(1, 13)]


class Evening:
    """A hosted tournament, and commands to it."""

    def __init__(self, *, online: bool = False, secret: bytes = SECRET) -> None:
        self.hosted = HostedTournament("t" * 32, secret)
        wanted = NewTournament(title="Cup", scheme=ZOCKEN, online=Online() if online else None)
        self.hosted.open(wanted, HOST, 1000)
        self.commands = 0

    def command(self, *what: dict[str, Any], key: str | None = None, player: int | None = None) -> TournamentCommand:
        self.commands += 1
        return TournamentCommand(
            cid=f"{self.commands:016}", seq=self.hosted.seq, key=key, player=player, what=list(what)
        )

    def do(
        self, *what: dict[str, Any], guest: Guest = HOST, table: int | None = None, player: int | None = None
    ) -> None:
        key = None if table is None else self.hosted.keys.table(1, table)
        self.hosted.do(self.command(*what, key=key, player=player), guest, 2000)

    def play_round(self) -> None:
        last = self.hosted.tournament.progress.last
        assert last
        for number, table in enumerate(last.tables, 1):
            lines = [{"player": player, "score": 10 * place} for place, player in enumerate(table.seats, 1)]
            self.do({"kind": "result", "round": last.number, "table": number, "lines": lines})

    def result(self, table: int) -> dict[str, Any]:
        seats = self.hosted.tournament.progress.table(1, table).seats
        lines = [{"player": player, "score": 10 * place} for place, player in enumerate(seats, 1)]
        return {"kind": "result", "round": 1, "table": table, "lines": lines}


@pytest.fixture
def evening() -> Evening:
    found = Evening()
    found.do(*ENTRIES, {"kind": "seeded", "seed": "5 1 6 3 3"})
    return found


class Computed(Exception):
    """Something was drawn."""


@pytest.fixture
def no_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(self: DrawTask) -> Drawn:
        raise Computed

    monkeypatch.setattr(DrawTask, "run", run)


def test_a_stranger_is_refused_before_anything_is_computed(evening: Evening, no_draws: None) -> None:
    drawn: dict[str, Any] = {"kind": "drawn"}
    said: dict[str, Any] = {"kind": "announced", "text": "x"}
    for what in ([drawn], [said, drawn]):
        for ask in (evening.hosted.draw_task, evening.hosted.do):
            with pytest.raises(Refusal) as refused:
                ask(evening.command(*what), ANN, 2000)
            assert refused.value.code == "not_organiser"
    assert evening.hosted.draw_task(evening.command({"kind": "drawn"}), HOST, 2000)
    with pytest.raises(Computed):  # the control: for the organiser it is computed
        evening.do({"kind": "drawn"})


def test_one_draw_a_request(evening: Evening, no_draws: None) -> None:
    drawn: dict[str, Any] = {"kind": "drawn"}
    undrawn: dict[str, Any] = {"kind": "undrawn", "round": 1}
    again = [drawn, undrawn, drawn, undrawn, drawn]
    for ask in (evening.hosted.draw_task, evening.hosted.do):
        with pytest.raises(Refusal) as refused:
            ask(evening.command(*again), HOST, 2000)
        assert refused.value.code == "bad_request"


def test_what_is_refused_is_not_copied(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tournament of a thousand players is dear to copy: who may do what, and how much, is asked before."""
    copies = []

    def counted(each: Tournament) -> Tournament:
        copies.append(each.number)
        return deepcopy(each)

    monkeypatch.setattr("stammtisch.server.tournaments.hosted.deepcopy", counted)
    drawn: dict[str, Any] = {"kind": "drawn"}
    undrawn: dict[str, Any] = {"kind": "undrawn", "round": 1}
    said: dict[str, Any] = {"kind": "announced", "text": "x"}
    for guest, what, code in (
        (ANN, [said, drawn], "not_organiser"),
        (ANN, [said, said], "not_organiser"),
        (HOST, [*[drawn, undrawn] * 9, drawn], "bad_request"),
        (HOST, [said, {"kind": "x"}, drawn], "bad_request"),
    ):
        command = evening.command(*what)
        for ask in (evening.hosted.draw_task, evening.hosted.do) if drawn in what else (evening.hosted.do,):
            with pytest.raises(Refusal) as refused:
                ask(command, guest, 2000)
            assert refused.value.code == code
    late = evening.command(said, undrawn, drawn)
    evening.do(drawn)
    with pytest.raises(Refusal) as refused:
        evening.hosted.draw_task(late, HOST, 2000)
    assert refused.value.code == "stale"
    assert copies == []
    evening.do(said, undrawn, drawn)  # the control: what may be done is done to a copy, all or nothing
    assert len(copies) == 1


def test_loading_computes_no_draw(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(3):
        evening.do({"kind": "drawn"})
        evening.play_round()
    monkeypatch.setattr(DrawTask, "run", lambda _: pytest.fail("this is drawn again"))
    again = HostedTournament.folded(evening.hosted.name, SECRET, evening.hosted.fresh)
    assert again.tournament.view() == evening.hosted.tournament.view()
    with pytest.raises(pytest.fail.Exception):  # the control: a file from outside is proved
        Tournament.read(evening.hosted.tournament.to_jsonl())


def test_a_worker_draws(tmp_path: Path, no_draws: None) -> None:
    """In this process nothing can be drawn, so what is drawn was drawn in another. It is drawn for who asks."""
    payers: list[tuple[str, str | None]] = []

    class Counting(Workers):
        async def run(self, pool: Any, payer: Payer, job: Callable[..., Any], *args: Any, **names: Any) -> Any:
            payers.append((pool, payer.guest))
            return await super().run(pool, payer, job, *args, **names)

    async def play(store: Store) -> None:
        writer = store.writer(failed=lambda _: None)
        writer.start()
        tables = TableRegistry(store, writer, Counting())
        tournaments = TournamentRegistry(store, writer, tables)
        hosted = await tournaments.open(NewTournament(title="Cup", scheme=ZOCKEN), HOST)
        what = [*ENTRIES, {"kind": "seeded", "seed": "1"}, {"kind": "drawn"}]
        command = TournamentCommand(cid="c" * 16, seq=hosted.seq, what=what)
        with pytest.raises(Refusal):
            await tournaments.do(hosted.name, command, ANN, Payer(ANN.id))
        assert payers == []
        await tournaments.do(hosted.name, command, HOST, Payer(HOST.id))
        assert payers == [("rest", HOST.id)]
        assert [len(table.seats) for table in hosted.tournament.progress.rounds[0].tables] == [4, 4, 4]
        await tournaments.do(hosted.name, command, HOST, Payer(HOST.id))  # sent twice
        assert len(payers) == 1
        tournaments.close()
        await tables.close()
        writer.stop()

    store = Store(f"sqlite:///{tmp_path}/stammtisch.db")
    try:
        asyncio.run(asyncio.wait_for(play(store), 100))
    finally:
        store.close()


# ── The seed is nobody's alone ───────────────────────────────────────────────────────────────────────────────────────


def test_online_nobody_knows_a_draw_before_it_is_made() -> None:
    """[C3.15] Two servers draw differently from one seed, so that no organiser can choose a seed by its draws."""
    draws = []
    for secret in (SECRET, SECRET[::-1]):
        evening = Evening(online=True, secret=secret)
        evening.do(*ENTRIES, {"kind": "seeded", "seed": "5 1 6 3 3"})
        foreseen = evening.hosted.tournament.draw()  # as far as the organiser knows
        evening.do({"kind": "drawn"})
        drawn = evening.hosted.tournament.events[-1].what
        assert isinstance(drawn, Drawn)
        assert drawn.tables != foreseen.tables
        draws.append(drawn)
    assert draws[0].tables != draws[1].tables
    in_a_room = Evening()
    in_a_room.do(*ENTRIES, {"kind": "seeded", "seed": "5 1 6 3 3"})
    foreseen = in_a_room.hosted.tournament.draw()
    in_a_room.do({"kind": "drawn"})
    assert in_a_room.hosted.tournament.events[-1].what == foreseen  # the control: without a server's part he knows


def test_the_server_is_bound_before_it_knows_the_seed() -> None:
    """[C3.15] Every draw of the file follows from the seed and what the first line has fixed."""
    evening = Evening(online=True)
    evening.do(*ENTRIES, {"kind": "seeded", "seed": "5 1 6 3 3"})
    evening.do({"kind": "drawn"})
    first = evening.hosted.tournament.progress.rounds[0].revealed
    evening.do({"kind": "undrawn", "round": 1})
    evening.do({"kind": "drawn"})  # [C3.7]
    assert evening.hosted.tournament.progress.rounds[0].revealed == first
    evening.play_round()
    evening.do({"kind": "drawn"})
    text = evening.hosted.tournament.to_jsonl()
    assert Tournament.read(text).view() == evening.hosted.tournament.view()
    again = HostedTournament.folded(evening.hosted.name, SECRET, evening.hosted.fresh)
    assert again.tournament.view() == evening.hosted.tournament.view()
    second = evening.hosted.tournament.progress.rounds[1].revealed
    for other in ("0" * 64, second):  # another word of the server's, or that of another round
        with pytest.raises(RecordError, match="The seed gives a different draw"):
            Tournament.read(text.replace(first, other))


# ── At a table in a room ─────────────────────────────────────────────────────────────────────────────────────────────


def test_a_device_is_one_player(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has a table's key and two guests cannot confirm for somebody whose own device is known."""
    evening.do({"kind": "drawn"})
    ann, ben, cleo, _ = evening.hosted.tournament.progress.table(1, 1).seats
    confirmed = {"kind": "confirmed", "round": 1, "table": 1}
    evening.do(evening.result(1), guest=ANN, table=1, player=ann)
    for guest, player, why in ((BEN, ann, "Another device"), (ANN, cleo, "This device")):
        with pytest.raises(Refusal, match=why):
            evening.do({**evening.result(1), "kind": "corrected"}, guest=guest, table=1, player=player)
    evening.do({**evening.result(1), "kind": "corrected"}, guest=BEN, table=1, player=ben)
    again = HostedTournament.folded(evening.hosted.name, SECRET, evening.hosted.fresh)
    for hosted in (evening.hosted, again):
        evening.hosted = hosted
        with pytest.raises(Refusal, match="Another device has already been used for Player"):
            evening.do(confirmed, guest=CLEO, table=1, player=ann)
    monkeypatch.setattr(HostedTournament, "_check_device", lambda *_: None)
    evening.do(confirmed, guest=CLEO, table=1, player=ann)  # the control: as any player


# ── Advice ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("rounds", [[12] * 8, list(range(5, 13))])
def test_advice_is_bounded(rounds: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """However many players and rounds: so many games are simulated, and none of them twice."""
    wanted = ForecastWanted(players=200, rounds=rounds, scheme={"game": "zocken"})
    schemes = planning.schemes(wanted)
    assert [each["rounds"] for each in schemes] == sorted(set(rounds))
    games, real = [], forecast

    def counted(scheme: Any, strengths: Any, *, times: int, **how: Any) -> Any:
        games.append(times * len(strengths) * scheme.rounds)
        return real(scheme, strengths, times=1, **how)

    monkeypatch.setattr(planning, "forecast", counted)
    planning.forecasts(wanted, schemes)
    assert sum(games) <= 2 * planning.GAMES
