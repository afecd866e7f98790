"""A hosted tournament that is sent nonsense: all of it is done or refused, and the log gives back what there was."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.protocol.tournaments import (
    NewTournament,
    Online,
    TournamentCommand,
    TournamentShown,
    TournamentView,
)
from stammtisch.server.storage.entities import Guest
from stammtisch.server.tournaments.hosted import HostedTournament
from stammtisch.server.tournaments.view import Encoded, played, shown
from stammtisch.tournament.event_types import KINDS
from tests.server.log_rows import facts

SECRET = bytes(range(32))
HOST, *OTHERS = (Guest(letter * 32, name, False, 0) for letter, name in (("h", "Olga"), ("a", "Ann"), ("b", "Ben")))
STEPS = 500


class Nonsense:
    """Half of it could be meant."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        print(f"seed {seed}")

    def value(self) -> Any:
        odd = ["", "x" * 70, "a\nb", "\u202e", None, True, [3], {"a": 1}, -1, 2**53 - 1]
        return self.random.choice([*range(10), 21, 29, 36, *odd])

    def name(self) -> str:
        return self.random.choice("ABCDEFGH") + self.random.choice(["nn", "1", "2"])

    def lines(self, hosted: HostedTournament, round: Any, table: Any) -> Any:
        drawn = hosted.tournament.progress.drawn
        if type(round) is int and type(table) is int and 1 <= round <= len(drawn):
            tables = drawn[round - 1].tables
            if 1 <= table <= len(tables) and self.random.random() < 0.8:
                seats = tables[table - 1].seats
                return [{"player": player, "score": place, "out": False} for place, player in enumerate(seats)]
        return self.value()

    def what(self, hosted: HostedTournament) -> dict[str, Any]:
        given = {name: self.value() for name in ("player", "one", "other", "reason") if self.random.random() < 0.9}
        given |= {name: self.random.choice([1, 1, 2, self.value()]) for name in ("round", "table")}
        given |= {
            name: self.random.choice([self.name(), self.name(), self.value()]) for name in ("name", "seed", "text")
        }
        given["lines"] = self.lines(hosted, given["round"], given["table"])
        return {"kind": self.random.choice([*KINDS, "result", "result", "nothing"]), **given}

    def command(self, hosted: HostedTournament, number: int) -> TournamentCommand:
        keys = [None, None, hosted.keys.organiser, hosted.keys.table(1, 1)]
        return TournamentCommand(
            cid=f"{number:016}",
            seq=hosted.seq if self.random.random() < 0.9 else self.random.randrange(hosted.seq + 1),
            key=self.random.choice(keys),
            player=self.random.choice([None, 1, 2, 3]),
            what=[self.what(hosted) for _ in range(self.random.choice([1, 1, 1, 3]))],
        )


def _check_shown(hosted: HostedTournament, guest: Guest) -> None:
    """What is filled into gaps is what the tournament says, with keys for the organiser."""
    given = json.loads(shown(hosted, Encoded(hosted), guest.id, None, {}, None))
    found = TournamentShown.model_validate(given)
    TournamentView.model_validate(given["view"])
    for each in given["view"]["rounds"]:
        for table in each["tables"]:
            key = hosted.keys.table(each["round"], table["table"])
            assert table.pop("key") == (key if guest is HOST else None)
            name = played(hosted, hosted.tournament.progress.round(each["round"]), table["table"])
            assert table.pop("played") == (name if hosted.online else None)
            assert table.pop("status") is None
    assert given["view"] == json.loads(json.dumps(hosted.tournament.view()))
    assert found.you.organiser == (guest is HOST)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_sent_is_done_or_refused(seed: int) -> None:
    nonsense = Nonsense(seed)
    hosted = HostedTournament("t" * 32, SECRET)
    scheme = {"game": "zocken", "rounds": 1 + seed}
    hosted.open(NewTournament(title="Cup", scheme=scheme, online=Online() if seed % 2 else None), HOST, 1000)
    done = 0
    for number in range(STEPS):
        before = hosted.seq, hosted.tournament.to_jsonl(), len(hosted.fresh)
        guest = HOST if nonsense.random.random() < 0.8 else nonsense.random.choice(OTHERS)
        try:
            hosted.do(nonsense.command(hosted, number), guest, 1000 + number)
            done += 1
        except Refusal:
            assert (hosted.seq, hosted.tournament.to_jsonl(), len(hosted.fresh)) == before
        _check_shown(hosted, guest)
    assert done > 20
    assert hosted.draws
    again = HostedTournament.folded(hosted.name, SECRET, hosted.fresh)
    assert again.tournament.to_jsonl() == hosted.tournament.to_jsonl()
    assert {**facts(again), "fresh": [], "tournament": None, "keys": None} == {
        **facts(hosted), "fresh": [], "tournament": None, "keys": None
    }  # fmt: skip
