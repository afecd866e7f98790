"""Game records: what both forms look like, what may be typed by hand, and how damage is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import stammtisch
from stammtisch.core.errors import RecordError
from stammtisch.core.match import Match
from tests.helpers import TOY, greedy_move, load, play_on, read


def finished() -> Match:
    """The first short match in which somebody ends below zero."""
    for seed in range(100):
        match = play_on(load(TOY, {"bag": "small"}).match(seed=seed), greedy_move, Random(seed), 200)
        if min(match.scores) < 0:
            return match
    raise AssertionError("nobody ends below zero")


# A whole match, and Heckmeck in the middle of a turn: with a seed, and fed.
OVER = finished()
MIDDLE = play_on(stammtisch.load("heckmeck").match(seed=4), greedy_move, Random(4), 60)


def fed() -> Match:
    match = stammtisch.load("heckmeck").match(fed=True)
    for event in ("1", "1", "2", "3", "4", "5", "worm", "worm", "keep worm", "roll", "4", "4", "5", "worm"):
        match.play(event)
    return match


TYPED = """\
game: heckmeck 1
options: players=2 steal=forced
seats: Ann, Ben

# a comment line
{1 1 2 3 4 5 worm worm} keep worm, roll   # Ann begins
{4 4 5 worm worm worm} Keep  4, roll {2 2 2 4}
keep 2
take 24
seat 1: {1 1 1 1 1 1 1 1} keep 1, stop

result: unfinished
"""


def refused(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        read(text)
    error = caught.value
    assert str(error).startswith(f"line {error.line}: ")
    assert "\n" not in str(error)
    return error


def edited(match: Match, edit: Callable[[list[dict[str, Any]]], None], *, complete: bool = True) -> str:
    """A record in JSON Lines, changed."""
    lines = [json.loads(line) for line in match.record(complete=complete).to_jsonl().splitlines()]
    edit(lines)
    return "\n".join(map(json.dumps, lines))


# ── What a record looks like ─────────────────────────────────────────────────────────────────────────────────────────


def test_json_lines() -> None:
    lines = [json.loads(line) for line in fed().record(seats=["Ann", "Ben"]).to_jsonl().splitlines()]
    assert lines == [
        {
            "stammtisch": 1,
            "game": "heckmeck",
            "version": 1,
            "options": fed().game.options.to_json(),
            "dice": "listed",
            "seats": ["Ann", "Ben"],
        },
        {"event": 1, "chance": ["1", "1", "2", "3", "4", "5", "worm", "worm"]},
        {"event": 2, "seat": 0, "move": "keep worm"},
        {"event": 3, "seat": 0, "move": "roll"},
        {"event": 4, "chance": ["4", "4", "5", "worm"]},
        {"end": "unfinished", "position": fed().position.digest()},
    ]


def test_text() -> None:
    assert str(fed().record()).splitlines() == [
        "game: heckmeck 1",
        "options: players=2 steal=optional lower=next flip_without_tile=off fast=off",
        "seats: seat 0, seat 1",
        "dice: listed",
        "",
        "seat 0: {1 1 2 3 4 5 worm worm} keep worm, roll",
        "{4 4 5 worm}",
        "result: unfinished",
    ]


def test_a_record_of_nothing_yet() -> None:
    text = stammtisch.load("heckmeck").match(fed=True).record().to_text()
    assert text.endswith("dice: listed\n\nresult: unfinished\n")
    assert not read(text).match.events


def test_a_short_record_lists_no_dice() -> None:
    short = MIDDLE.record(complete=False)
    assert "{" not in short.to_text()
    assert "chance" not in short.to_jsonl()
    assert "seed: 4\ndice: seed\n" in short.to_text()


def test_a_finished_record_tells_scores_below_zero_too() -> None:
    scores, places = (" ".join(map(str, numbers)) for numbers in (OVER.scores, OVER.places))
    assert f"result: scores {scores}, places {places}\n" in OVER.record().to_text()
    assert read(OVER.record().to_text()).match.scores == OVER.scores


def test_names_may_hold_anything() -> None:
    names = ["Ann, #1\u2028", "Бен\x85"]
    record = fed().record(seats=names)
    assert read(record.to_jsonl()).seats == names
    assert read(record.to_text()).seats == ["Ann 1", "Бен"]
    assert read(fed().record(seats=["#", ""]).to_text()).seats == ["?", "?"]


def test_there_must_be_a_name_for_every_seat() -> None:
    with pytest.raises(RecordError, match="1 seats are named, but 2 play"):
        fed().record(seats=["Ann"])


# ── What may be typed by hand ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_typed_by_hand(ending: str) -> None:
    again = read(TYPED.replace("\n", ending))
    assert again.seats == ["Ann", "Ben"]
    assert again.match.game == stammtisch.load("heckmeck", steal="forced")
    assert again.match.position.state.to_json()["top"][:2] == [3, -1]  # type: ignore[index]
    assert again.match.turn == -1


def test_the_least_that_must_be_typed() -> None:
    again = read("game: heckmeck 1\nresult: unfinished")
    assert again.match.game == stammtisch.load("heckmeck")
    assert again.seats == ["seat 0", "seat 1"]


def test_options_are_typed_as_everywhere() -> None:
    again = read("game: heckmeck 1\noptions: players=3 flip_without_tile=1 fast=NO_EXCEPTION\nresult: unfinished")
    assert again.match.game == stammtisch.load("heckmeck", players=3, flip_without_tile=True, fast="no_exception")


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\n\n  \n"])
def test_json_lines_may_have_other_line_ends_and_gaps(ending: str) -> None:
    text = "\n" + MIDDLE.record().to_jsonl().replace("\n", ending)
    assert read(text).match.history == MIDDLE.history


def test_unknown_fields_are_ignored() -> None:
    def more(lines: list[dict[str, Any]]) -> None:
        for line in lines:
            line["later"] = {"new": 1}

    assert read(edited(MIDDLE, more)).match.history == MIDDLE.history


def test_what_can_be_left_out() -> None:
    def less(lines: list[dict[str, Any]]) -> None:
        for line in lines:
            for name in ("event", "seat", "seats", "seed", "dice", "position", "scores", "places"):
                line.pop(name, None)

    for match in (MIDDLE, OVER):
        assert read(edited(match, less)).match.history == match.history


# ── Damage to both forms ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("match", [OVER, MIDDLE, fed()], ids=["over", "middle", "fed"])
@pytest.mark.parametrize("form", ["to_jsonl", "to_text"])
def test_a_record_cut_off_after_any_line_is_refused_at_its_last_line(match: Match, form: str) -> None:
    lines = getattr(match.record(), form)().splitlines()
    for kept in range(1, len(lines)):
        error = refused("\n".join(lines[:kept]))
        last = max(n for n, line in enumerate(lines[:kept], 1) if line)
        assert error.line == last
        assert "the record breaks off here" in str(error)


@pytest.mark.parametrize("text", ["", " \n \n"])
def test_an_empty_record_is_refused(text: str) -> None:
    assert str(refused(text)) == "line 1: the record is empty; it must begin with a header"


@pytest.mark.parametrize("form", ["to_jsonl", "to_text"])
@pytest.mark.parametrize("complete", [True, False])
def test_two_events_swapped_are_refused(form: str, complete: bool) -> None:
    lines = getattr(MIDDLE.record(complete=complete), form)().splitlines()
    first = next(n for n, line in enumerate(lines) if "keep" in line)
    other = next(n for n in range(first + 1, len(lines)) if lines[n] != lines[first])
    lines[first], lines[other] = lines[other], lines[first]
    assert first + 1 <= refused("\n".join(lines)).line <= other + 1


# ── Damage to JSON Lines ─────────────────────────────────────────────────────────────────────────────────────────────

Lines = list[dict[str, Any]]


def put(line: int, name: str, value: Any) -> Callable[[Lines], None]:
    def edit(lines: Lines) -> None:
        lines[line][name] = value

    return edit


def drop(line: int, name: str | None = None) -> Callable[[Lines], None]:
    def edit(lines: Lines) -> None:
        if name is None:
            del lines[line]
        else:
            del lines[line][name]

    return edit


DAMAGE = [
    (drop(0, "stammtisch"), 1, "this is no record: the header must have the field 'stammtisch'"),
    (put(0, "stammtisch", 2), 1, "the record has format 2; this version reads 1"),
    (put(0, "stammtisch", True), 1, "the record has format True; this version reads 1"),
    (put(0, "stammtisch", 1.0), 1, "the record has format 1.0; this version reads 1"),
    (put(0, "game", "chess"), 1, "there is no game 'chess'"),
    (put(0, "game", 5), 1, "the header must give 'game': the name of a game"),
    (drop(0, "game"), 1, "the header must give 'game'"),
    (put(0, "version", 99), 1, "version 99 is not known here"),
    (put(0, "version", "1"), 1, "the header must give 'version'"),
    (put(0, "options", []), 1, "the header must give 'options'"),
    (put(0, "options", {"players": 8}), 1, "players cannot be 8; it must be a number from 2 to 7"),
    (put(0, "options", {"preset": []}), 1, "there is no preset"),
    (put(0, "dice", "loaded"), 1, "dice must be 'listed' or 'seed', not 'loaded'"),
    (put(0, "seed", -1), 1, "a seed must be a whole number"),
    (put(0, "seed", "4"), 1, "a seed must be a whole number"),
    (put(0, "seats", ["Ann"]), 1, "1 seats are named, but 2 play"),
    (put(0, "seats", "Ann, Ben"), 1, "seats must be a list of names"),
    (put(0, "seats", [1, 2]), 1, "seats must be a list of names"),
    (put(0, "seats", {}), 1, "seats must be a list of names"),
    (put(0, "seats", None), 1, "seats must be a list of names"),
    (put(0, "options", {"players": 3}), 1, "2 seats are named, but 3 play"),
    (put(0, "seed", 5), 2, "but the seed gives"),
    (drop(1), 2, "event 1 is missing; here stands event 2"),
    (put(1, "event", True), 2, "event 1 is missing; here stands event True"),
    (put(1, "chance", ["7"]), 2, "chance gives '7', but the seed gives"),
    (put(1, "chance", [1]), 2, "an outcome must be text, not 1"),
    (put(1, "chance", "1"), 2, "an event must have a 'move' or a list 'chance'"),
    (drop(1, "chance"), 2, "an event must have a 'move' or a list 'chance'"),
    (put(1, "chance", []), 3, "is played, but an outcome of chance must come first"),
    (put(2, "seat", 1), 3, "it is seat 0's turn, so seat 1 may not play"),
    (put(2, "seat", "0"), 3, "a seat must be a number, not '0'"),
    (put(2, "seat", True), 3, "a seat must be a number, not True"),
    (put(2, "move", "fly"), 3, "'fly' is no move in Heckmeck am Bratwurmeck"),
    (put(2, "move", 4), 3, "a move must be text, not 4"),
    (put(2, "move", "take 21"), 3, "take 21 is not allowed, because you must first set aside one of the symbols"),
    (put(2, "move", "pass"), 3, "you can pass only when you have no other move"),
]


@pytest.mark.parametrize(("edit", "line", "reason"), DAMAGE, ids=[reason for _, _, reason in DAMAGE])
def test_damage_is_refused_with_its_line_and_the_reason(edit: Callable[[Lines], None], line: int, reason: str) -> None:
    error = refused(edited(MIDDLE, edit))
    assert reason in str(error)
    assert error.line == line


def _last(edit: Callable[[Lines], None], match: Match = MIDDLE) -> str:
    error = refused(edited(match, edit))
    assert error.line == len(match.record().to_jsonl().splitlines())
    return str(error)


def test_an_untrue_end_is_refused() -> None:
    assert "says the game is over, but seat" in _last(put(-1, "end", "over"))
    assert "says the game is unfinished, but the game is over by then" in _last(put(-1, "end", "unfinished"), OVER)
    assert "the end must be 'over' or 'unfinished'" in _last(put(-1, "end", "soon"))
    assert "gives the scores [9, 9], but the moves lead to" in _last(put(-1, "scores", [9, 9]), OVER)
    assert "gives the places [2, 1], but the moves lead to" in _last(put(-1, "places", OVER.places[::-1]), OVER)
    as_floats = [float(score) for score in OVER.scores]
    assert "gives the scores [" in _last(put(-1, "scores", as_floats), OVER)
    assert "do not lead to the final position" in _last(put(-1, "position", "0" * 16))


def test_a_record_that_says_over_in_the_middle_of_a_throw() -> None:
    match = fed()
    assert "but dice are still to be thrown" in str(refused(edited(match, put(-1, "end", "over"))))


def test_fed_dice_must_come_when_dice_are_thrown() -> None:
    def too_many(lines: Lines) -> None:
        lines[1]["chance"].append("5")

    assert "line 2: chance gives '5', but seat 0 is to move" in str(refused(edited(fed(), too_many)))
    assert "line 2: chance gives" in str(refused(edited(MIDDLE, too_many)))
    assert "but seat 0 is to move" in str(refused(edited(MIDDLE, too_many)))
    assert "line 2: 'six' is no outcome of this throw" in str(refused(edited(fed(), put(1, "chance", ["six"]))))
    assert "line 3: 'keep worm' is played, but an outcome" in str(refused(edited(fed(), put(1, "chance", ["1"]))))


def test_an_edited_throw_of_a_fed_match_is_found_by_what_follows() -> None:
    """Nothing but the moves and the claimed end can tell; here both do."""
    no_worm = ["1", "1", "2", "3", "4", "5", "5", "5"]
    assert refused(edited(fed(), put(1, "chance", no_worm))).line == 3
    error = refused(edited(fed(), put(4, "chance", ["4", "4", "4", "4"])))
    assert "do not lead to the final position" in str(error)


def test_dice_of_a_seed_must_all_be_listed() -> None:
    def shorter(lines: Lines) -> None:
        lines[1:] = [{"event": 1, "chance": lines[1]["chance"][:3]}, {"end": "unfinished"}]

    assert "line 3: the dice of the last throw are not all listed" in str(refused(edited(MIDDLE, shorter)))


def test_dice_of_a_seed_are_not_listed_in_a_short_record() -> None:
    def listed(lines: Lines) -> None:
        lines.insert(1, {"chance": ["1"]})

    error = refused(edited(MIDDLE, listed, complete=False))
    assert "line 2: an outcome is listed, though the dice are to come from the seed" in str(error)
    error = refused(edited(MIDDLE, drop(0, "seed"), complete=False))
    assert "line 1: dice come from a seed, but the header gives no 'seed'" in str(error)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"event": ', "this is not JSON ("),
        ("keep worm", "this is not JSON ("),
        ('["event"]', "every line must be a JSON object"),
        ('{"move": "roll", "move": "stop"}', "a field is there twice"),
        ('{"event": NaN}', "no JSON that a record could have"),
        ('{"event": ' + "1" * 5000 + "}", "no JSON that a record could have"),
        ('{"event": ' + "[" * 100_000, "no JSON that a record could have"),
    ],
    ids=["cut off", "text", "list", "twice", "NaN", "digits", "nested"],
)
def test_a_line_that_is_no_json_is_refused(line: str, reason: str) -> None:
    lines = MIDDLE.record().to_jsonl().splitlines()
    lines[3] = line
    error = refused("\n".join(lines))
    assert error.line == 4
    assert reason in str(error)


def test_text_after_the_end_is_refused() -> None:
    error = refused(MIDDLE.record().to_jsonl() + '\n{"event": 99, "seat": 0, "move": "roll"}\n')
    assert str(error).endswith("the record goes on after its end")
    assert error.line == len(MIDDLE.record().to_jsonl().splitlines()) + 2


@pytest.mark.parametrize("nonsense", [None, b"{}", ["{}"]])
def test_a_record_is_text(nonsense: Any) -> None:
    with pytest.raises(RecordError, match="a record is text, not "):
        stammtisch.read(nonsense)


# ── Damage to the text form ──────────────────────────────────────────────────────────────────────────────────────────

TEXT_DAMAGE = [
    ("game: heckmeck 1", "game: heckmeck", 1, "write the game and the version of its rules"),
    ("game: heckmeck 1", "game: heckmeck one", 1, "write the game and the version of its rules"),
    ("game: heckmeck 1", "game: chess 1", 6, "there is no game 'chess'"),
    ("game: heckmeck 1", "game: heckmeck 7", 6, "version 7 is not known here"),
    ("game: heckmeck 1\n", "", 5, "the header must give 'game'"),
    ("players=2", "players", 2, "write options as name=value"),
    ("players=2", "players=1", 6, "players cannot be '1'; it must be a number from 2 to 7"),
    ("players=2", "players=2 players=3", 2, "an option is there twice"),
    ("game: heckmeck 1", "game: heckmeck 1\ngame: zatre 2", 2, "'game' is there twice"),
    ("players=2", "pläyers=2", 6, "there is no option 'pläyers'"),
    ("Ann, Ben", "Ann", 6, "1 seats are named, but 2 play"),
    ("Ann, Ben", "Ann, Ben\nseed: x", 4, "a seed must be a whole number, not 'x'"),
    ("Ann, Ben", "Ann, Ben\nseed: " + "9" * 5000, 4, "a seed must be a whole number"),
    ("Ann, Ben", "Ann, Ben\nseed: 9999999999999999999", 7, "a seed must be a whole number from 0"),
    ("Ann, Ben", "Ann, Ben\ndice: seed", 7, "dice come from a seed, but the header gives no 'seed'"),
    ("{1 1 2 3", "{1 1 2 7", 6, "'7' is no outcome of this throw"),
    ("{1 1 2 3 4 5 worm worm}", "{1 1 2 3 4 5 worm worm", 6, "braces do not match"),
    ("{1 1 2 3 4 5 worm worm}", "1 1 2 3 4 5 worm worm}", 6, "braces do not match"),
    ("{1 1 2 3 4 5 worm worm}", "{{1 1 2 3 4 5 worm worm}}", 6, "braces do not match"),
    ("{1 1 2 3 4 5 worm worm}", "}{1 1 2 3 4 5 worm worm", 6, "braces do not match"),
    ("{2 2 2 4}", "", 8, "'keep 2' is played, but an outcome of chance must come first"),
    ("keep 2\n", "keep 3\n", 8, "keep 3 is not allowed"),
    ("keep 2\n", "hold 2\n", 8, "'hold 2' is no move"),
    ("keep 2\n", "keep 2\ngame: heckmeck 1\n", 9, "'game' belongs to the header, before the first move"),
    ("seat 1:", "seat 0:", 10, "it is seat 1's turn, so seat 0 may not play"),
    ("seat 1:", "Ben:", 10, "'Ben:' is played, but an outcome of chance must come first"),
    ("seat 1:", "seat " + "1" * 5000 + ":", 10, "is played, but an outcome"),
    ("result: unfinished", "result: soon", 12, "write 'result: unfinished' or"),
    ("result: unfinished", "result: scores - -, places 1 2", 12, "write 'result: unfinished' or"),
    ("result: unfinished", f"result: scores {'1' * 5000} 1, places 1 2", 12, "write 'result: unfinished' or"),
    ("result: unfinished", "result: scores 1 0, places 1 2", 12, "says the game is over, but dice are still"),
    ("unfinished\n", "unfinished\n\n# a comment may follow\nroll\n", 15, "the record goes on after its result"),
]


@pytest.mark.parametrize(("old", "new", "line", "reason"), TEXT_DAMAGE, ids=[d[3] for d in TEXT_DAMAGE])
def test_damage_to_text_is_refused_with_its_line_and_the_reason(old: str, new: str, line: int, reason: str) -> None:
    assert old in TYPED
    error = refused(TYPED.replace(old, new, 1))
    assert reason in str(error)
    assert error.line == line


@pytest.mark.parametrize(("what", "wrong"), [("scores", "9 9"), ("places", "1 1")])
def test_a_wrong_result_is_refused(what: str, wrong: str) -> None:
    text = OVER.record().to_text()
    true = " ".join(map(str, getattr(OVER, what)))
    error = refused(text.replace(f"{what} {true}", f"{what} {wrong}"))
    assert f"the record gives the {what} [{wrong.replace(' ', ', ')}], but the moves lead to" in str(error)


def test_a_comment_after_the_result_is_allowed() -> None:
    assert read(TYPED + "# that was it\n").seats == ["Ann", "Ben"]
