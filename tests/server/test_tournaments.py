"""Tournaments on a server: who may do what; nothing twice, nothing on top of what was not seen; files in and out."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator

import pytest

from stammtisch.tournament import Tournament
from tests.server import api
from tests.server.checklist import row
from tests.server.server_process import ServerProcess
from tests.server.tournament_client import NAMES, TournamentClient

CLASSIC = {"preset": "heckmeck_classic"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("tournaments")) as server:
        yield server
        assert '"level": "error"' not in server.log, server.log[-3000:]


@pytest.fixture
def drawn(server: ServerProcess) -> TournamentClient:
    tournament = TournamentClient(server, scheme=CLASSIC)
    tournament.enter()
    tournament.draw()
    return tournament


def test_an_evening_from_entries_to_the_final(server: ServerProcess) -> None:
    tournament = TournamentClient(server, "Spring cup", scheme=CLASSIC)
    tournament.enter()
    tournament.draw()
    assert [len(table["seats"]) for table in tournament.view["rounds"][0]["tables"]] == [4, 3, 3, 3]
    tournament.play_round()
    tournament.do({"kind": "cut"})
    tournament.do({"kind": "drawn"})
    assert tournament.view["phase"] == "final"
    tournament.play_round()
    shown = tournament.do({"kind": "closed"})
    assert shown["view"]["phase"] == "closed"
    assert shown["view"]["ranking"][0] == shown["view"]["rounds"][-1]["tables"][0]["seats"][0]
    file = api.ask(server, "GET", f"/api/tournaments/{tournament.id}/tournament.jsonl").text
    assert Tournament.read(file).view()["ranking"] == shown["view"]["ranking"]


def test_all_is_kept_over_a_kill_and_read_again(server: ServerProcess) -> None:
    tournament = TournamentClient(server, scheme=CLASSIC)
    tournament.enter()
    tournament.draw()
    tournament.do(tournament.result(1, 2))
    before = tournament.shown
    server.kill()
    server.start()
    assert tournament.shown == before


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        ({"kind": "entered", "name": "ann"}, "ann has already entered; two players of that name need something"),
        ({"kind": "entered", "name": " "}, "A name cannot be empty."),
        ({"kind": "drawn"}, "Table 1 has no result yet."),
        ({"kind": "cut"}, "Table 1 has no result yet."),
        ({"kind": "closed"}, "The tournament is not over"),
        ({"kind": "announced", "text": " \n "}, "An announcement can have 1 to 500 characters."),
        ({"kind": "entered", "name": "Robo", "bot": "expert"}, "Bots can play only in online tournaments."),
        ({"kind": "dropped", "player": 99}, "There is no player 99; the numbers go from 1 to 13."),
        ({"kind": "no_show", "round": 7, "player": 1}, "Round 7 has not been drawn."),
    ],
)
def test_what_the_rules_refuse(drawn: TournamentClient, what: dict[str, object], sentence: str) -> None:
    code, reason = drawn.refused(what)
    assert code == "bad_tournament"
    assert sentence in reason


def test_two_players_are_too_few(server: ServerProcess) -> None:
    tournament = TournamentClient(server, scheme={"game": "zocken"})
    tournament.enter(NAMES[:2])
    code, reason = tournament.refused({"kind": "seeded", "seed": "1"}, {"kind": "drawn"})
    assert code == "bad_tournament"
    assert "3" in reason
    assert tournament.view["seed"] == ""  # all or nothing


def test_results_that_cannot_be(drawn: TournamentClient) -> None:
    first, second, *others = drawn.table(1, 1)["seats"]
    names = {each["player"]: each["name"] for each in drawn.view["players"]}

    def refused(*lines: tuple[int, int, int, int], expected: str = "bad_tournament") -> str:
        given = [
            {"player": player, "score": score, "mark": mark, "place": place} for player, score, mark, place in lines
        ]
        code, reason = drawn.refused({"kind": "result", "round": 1, "table": 1, "lines": given})
        assert code == expected
        return reason

    none = [(player, 0, 0, 0) for player in others]
    assert "the grill holds only 40" in refused((first, 30, 36, 0), (second, 20, 35, 0), *none, expected="doubtful")
    cannot = refused((first, 10, 36, 1), (second, 3, 29, 1), *none)
    assert cannot.startswith(f"{names[first]} and {names[second]} cannot both have place 1")
    assert "cannot both have tile 36" in refused((first, 10, 36, 0), (second, 6, 36, 0), *none, expected="doubtful")
    assert "The result is missing" in refused((first, 10, 36, 0), (second, 3, 29, 0))


def test_only_the_organiser_overrules_the_check_of_a_result(drawn: TournamentClient) -> None:
    result, key = drawn.result(1, 1), drawn.table(1, 1)["key"]
    phone = api.guest(drawn.server, "Phone")
    first = result["lines"][0]["player"]
    for line in result["lines"]:
        line |= {"score": 5, "mark": 24} if line["player"] == first else {"score": 0, "mark": 0}
    code, reason = drawn.refused(result, token=phone, key=key, player=first)
    assert code == "doubtful"
    assert reason.startswith("No tiles add up to this: ")
    assert reason.endswith("If it is right, ask the organiser to enter it.")
    overruling = result | {"overruled": True}
    assert drawn.refused(overruling, token=phone, key=key, player=first)[0] == "not_organiser"
    code, reason = drawn.refused(result)
    assert (code, "organiser" in reason) == ("doubtful", False)
    drawn.do(overruling)
    assert drawn.table(1, 1)["lines"][0]["score"] in (0, 5)
    assert drawn.table(1, 1)["confirmed"] == "Olga"


def test_refusals_speak_the_language_of_the_page(drawn: TournamentClient) -> None:
    assert (
        drawn.refused({"kind": "closed"}, language="de")[1]
        == "Das Turnier ist nicht zu Ende: etwas ist noch zu spielen oder zu bestätigen."
    )


@row(11)
def test_a_result_is_entered_once_whoever_is_too_late_is_told(drawn: TournamentClient) -> None:
    seq = drawn.shown["seq"]
    result = drawn.result(1, 1)
    drawn.do(result, cid="c" * 20)
    drawn.do(result, cid="c" * 20, seq=seq)  # sent again: answered, not done again
    assert drawn.shown["seq"] == seq + 1
    code, reason = drawn.refused(result, seq=seq)
    assert (code, reason[:21]) == ("stale", "Something has changed")
    assert drawn.refused(result)[1] == "Table 1 already has a result; if it is wrong, edit it."
    drawn.do(drawn.result(1, 2), seq=seq)  # another table: nothing of that has changed
    drawn.play_round()
    drawn.do({"kind": "cut"})
    drawn.do({"kind": "drawn"})
    assert "Round 1 is finished" in drawn.refused(result)[1]


def test_several_things_happen_all_or_not_at_all(server: ServerProcess) -> None:
    tournament = TournamentClient(server)
    names = [*NAMES, "Ann"]
    assert "Ann has already entered" in tournament.refused(*({"kind": "entered", "name": name} for name in names))[1]
    assert tournament.view["players"] == []


@row(10)
def test_players_at_a_table_enter_and_confirm_its_result(drawn: TournamentClient) -> None:
    key, other_key = drawn.table(1, 1)["key"], drawn.table(1, 2)["key"]
    first, second, third, *_ = drawn.table(1, 1)["seats"]
    ann, ben = api.guest(drawn.server, "Phone 1"), api.guest(drawn.server, "Phone 2")
    result, confirmed = drawn.result(1, 1), {"kind": "confirmed", "round": 1, "table": 1}
    assert drawn.refused(result, token=ann)[0] == "not_organiser"
    assert drawn.refused(result, token=ann, key=other_key, player=first)[0] == "not_organiser"
    assert drawn.refused(result, token=ann, key=key)[1].startswith("First say which player")
    assert drawn.refused(result, token=ann, key=key, player=drawn.table(1, 2)["seats"][0])[0] == "bad_tournament"
    drawn.do(result, token=ann, key=key, player=first)
    assert drawn.table(1, 1)["confirmed"] == ""
    assert "another one must confirm it" in drawn.refused(confirmed, token=ann, key=key, player=second)[1]
    assert "Another device" in drawn.refused(confirmed, token=ben, key=key, player=first)[1]
    wrong = drawn.result(1, 1, "corrected")
    wrong["lines"][0] |= {"score": 9, "mark": 35}
    drawn.do(wrong, token=ben, key=key, player=second)
    assert "This device" in drawn.refused(confirmed, token=ann, key=key, player=third)[1]
    drawn.do(confirmed, token=ann, key=key, player=first)
    assert drawn.table(1, 1)["entered"].startswith(f"#{second} ")
    assert drawn.table(1, 1)["lines"][0]["score"] == 9
    assert "only the organiser can edit it" in drawn.refused(wrong, token=ben, key=key, player=second)[1]
    drawn.do(drawn.result(1, 1, "corrected"))  # the organiser can
    assert drawn.table(1, 1)["confirmed"] == "Olga"
    assert drawn.look(ann, key)["you"] == {
        "organiser": False, "player": None, "table": 1, "round": 1, "seat": None, "invite": None
    }  # fmt: skip


@row(10, 16)
def test_keys_are_for_those_whose_they_are(drawn: TournamentClient) -> None:
    everybody = drawn.look()
    text = json.dumps(everybody)
    assert drawn.key not in text
    assert drawn.table(1, 1)["key"] not in text
    helper = api.guest(drawn.server, "Helper")
    assert drawn.look(helper)["you"]["organiser"] is False
    assert drawn.look(helper, drawn.key)["you"]["organiser"] is True
    drawn.do({"kind": "announced", "text": "Soup is ready."}, token=helper, key=drawn.key)
    assert drawn.view["announcements"] == ["Soup is ready."]
    drawn.do(drawn.result(1, 3), token=helper, key=drawn.key)
    assert drawn.table(1, 3)["confirmed"] == ""  # a helper's results are confirmed as everybody's
    assert drawn.refused({"kind": "announced", "text": "No"}, token=helper, key="k" * 43)[0] == "not_organiser"


def test_whoever_waits_is_told_at_once(drawn: TournamentClient) -> None:
    seq = drawn.shown["seq"]
    answers: list[int] = []
    waiting = threading.Thread(target=lambda: answers.append(drawn.look(rest=f"?since={seq}&wait=25")["seq"]))
    waiting.start()
    drawn.do({"kind": "announced", "text": "Now."})
    waiting.join(60)
    assert answers == [seq + 1]
    assert drawn.look(rest=f"?since={seq + 1}&wait=1")["seq"] == seq + 1  # nothing new: answered all the same


def test_files_out_and_in(drawn: TournamentClient) -> None:
    drawn.play_round()
    path = f"/api/tournaments/{drawn.id}"
    for what, start in (
        ("standings.csv", "\ufeffPlace,Name"),
        ("results.csv", "\ufeffRound,"),
        ("entries.csv", "\ufeff"),
    ):
        answer = api.ask(drawn.server, "GET", f"{path}/{what}")
        assert answer.status == 200
        assert answer.headers["content-type"] == "text/csv; charset=utf-8"
        assert answer.text.startswith(start)
        assert "Leo" in answer.text
    file = api.ask(drawn.server, "GET", f"{path}/tournament.jsonl").text
    other = api.guest(drawn.server, "Otto")
    made = api.ask(drawn.server, "POST", "/api/tournaments/import", {"text": file}, token=other)
    assert made.status == 201, made.body
    found = api.ask(drawn.server, "GET", f"/api/tournaments/{made.json['tournament']}", token=other).json
    ours = drawn.view
    for each in (*ours["rounds"], *found["view"]["rounds"]):
        for table in each["tables"]:
            table.pop("key")
    assert found["view"] == ours
    assert found["you"]["organiser"]
    bad = api.ask(
        drawn.server, "POST", "/api/tournaments/import", {"text": file.replace("5 1 6 3 3", "5 1")}, token=other
    )
    assert (bad.status, bad.json["code"]) == (409, "bad_tournament")


def test_lists_show_what_is_public_and_what_is_mine(server: ServerProcess) -> None:
    public, private = TournamentClient(server, "Open house", public=True), TournamentClient(server, "Family")
    listed = {each["title"] for each in api.ask(server, "GET", "/api/tournaments").json}
    assert "Open house" in listed
    assert "Family" not in listed
    mine = api.ask(server, "GET", "/api/my/tournaments", token=private.token).json
    assert [(each["tournament"], each["organiser"]) for each in mine] == [(private.id, True)]
    assert public.look()["you"]["organiser"] is False


def test_a_scheme_that_cannot_be_is_refused_and_so_is_a_title(server: ServerProcess) -> None:
    token = api.guest(server)
    for wanted, sentence in (
        ({"title": "Cup", "scheme": {"preset": "heckmeck_classic", "game": "zatre"}}, "is a scheme for Heckmeck"),
        ({"title": "Cup", "scheme": {"smallest": 10**12, "largest": 10**15}}, "must be a number from 2 to 8"),
        ({"title": "Cup", "scheme": {"runds": 3}}, "did you mean rounds?"),
        ({"title": " ", "scheme": {}}, "needs a readable title"),
    ):
        answer = api.ask(server, "POST", "/api/tournaments", wanted, token=token)
        assert answer.status == 409, answer.body
        assert sentence in answer.json["reason"]


def test_a_tournament_is_no_table_and_a_table_no_tournament(server: ServerProcess) -> None:
    tournament = TournamentClient(server)
    table, _ = api.table(server, tournament.token)
    assert api.ask(server, "GET", f"/api/tables/{tournament.id}").json["code"] == "no_table"
    assert api.ask(server, "GET", f"/api/tournaments/{table}").json["code"] == "no_tournament"


def test_advice_says_how_often_the_best_wins(server: ServerProcess) -> None:
    wanted = {"players": 24, "rounds": [1, 4], "scheme": CLASSIC, "edge": 0.8}
    token = api.guest(server)
    few, many = api.ask(server, "POST", "/api/tournaments/advice", wanted, token=token).json
    assert few["low"] <= few["best_wins"] <= few["high"]
    assert few["minutes"] < many["minutes"]
    bad = api.ask(server, "POST", "/api/tournaments/advice", {**wanted, "players": 5}, token=token)
    assert bad.json["reason"] == "This format is for 12 to 36 players, not 5."
