"""Refusal: why a command was not carried out. It is an answer, not an error."""

from __future__ import annotations

import math
from typing import Literal, TypeAlias

Code: TypeAlias = Literal[
    "bad_message", "bad_request", "too_large", "too_long", "bad_origin", "not_found", "not_signed_in",
    "no_table", "bad_name", "bad_options", "no_bot", "no_seat", "not_invited", "taken", "seated", "started",
    "not_seated", "not_host", "not_started", "over", "not_over", "away", "not_away", "late", "resigned",
    "not_your_turn", "unknown_move", "illegal", "not_undoable", "throw_due", "asked", "not_asked", "not_due",
    "wrong_element", "no_chain", "no_chat", "empty", "no_game", "no_lesson", "no_puzzle", "no_hints", "no_answer",
    "warming_up", "busy", "too_many", "no_tournament", "bad_tournament", "not_organiser", "stale", "doubtful",
    "banned", "no_guest", "no_person", "bad_handle", "handle_taken", "weak_password", "wrong_password",
    "has_account", "no_account", "no_session", "bad_channel", "no_channel", "no_notices", "no_storage", "damaged",
    "full", "elsewhere", "bad_position", "sealed", "no_deal",
]  # fmt: skip

CODES: dict[Code, str] = {
    "bad_message": "the message has not the form that it must have; `reason` names the first fault",
    "bad_request": "the same over HTTP",
    "too_large": "the body of a request has more than 64 KiB",
    "too_long": "more has happened at the table than can be told at once; say `pages` in the Hello",
    "bad_origin": "a page of another address asks, and the operator has not allowed that",
    "not_found": "there is nothing at this address, or not for this method",
    "not_signed_in": "there is no token, or nobody has it",
    "no_table": "there is no such table",
    "bad_name": "the name cannot be shown: too long, empty, invisible, or like a bot's",
    "bad_options": "the game does not exist, or does not have these options or so many players",
    "no_bot": "the game has no such bot",
    "no_seat": "the table has no such seat for a person",
    "not_invited": "the table is private, or the seat is kept for somebody, and the key is neither the seat's nor the "
    "table's",
    "taken": "somebody else sits there",
    "seated": "you sit at another seat of this table",
    "started": "the game has begun: nobody can sit down or leave",
    "not_seated": "you have no seat at this table",
    "not_host": "only who opened the table may do that",
    "not_started": "the game has not begun",
    "over": "the game is over",
    "not_over": "the game is not over",
    "away": "a bot of the server plays for you, or you have resigned; say `back` first",
    "not_away": "nobody plays for you",
    "late": "your time for this decision is up, so a bot makes it; say `back` after that",
    "resigned": "you have resigned",
    "not_your_turn": "somebody else, or the dice, come first",
    "unknown_move": "the game has no such move",
    "illegal": "the rules forbid it; `paragraph` says which",
    "not_undoable": "dice have fallen, tiles were drawn or others have moved since, or there is nothing to take back",
    "throw_due": "taking back must wait until the throw has fallen",
    "asked": "somebody is asking to take back already",
    "not_asked": "nobody asks you, or you have answered",
    "not_due": "no throw waits for you",
    "wrong_element": "not the next element of your chain; nothing was thrown",
    "no_chain": "no new chain can begin now",
    "no_chat": "the table has no chat",
    "no_game": "there is no such game",
    "no_lesson": "the game has no lesson",
    "no_puzzle": "the game has no such puzzle, or you have answered all of them",
    "no_hints": "the table was opened without hints",
    "bad_position": "this is no position of the game, or one that cannot come about; `reason` says what is wrong",
    "no_answer": "thinking about it took too long; ask again",
    "warming_up": "the server has just begun, and what this needs is still being compiled; ask again in a moment",
    "busy": "the server has much to do, or has done much for you or your address; `reason` says in how many seconds to "
    "try again, and over HTTP so does `Retry-After`",
    "no_tournament": "there is no such tournament",
    "bad_tournament": "the rules of tournaments do not allow it; `reason` says why, in the language that was asked for",
    "doubtful": "the rules of the game speak against this result; the organiser may send it again with `overruled`",
    "not_organiser": "only the organiser of the tournament may do that",
    "stale": "the tournament has changed since you looked",
    "banned": "the operator of this server has banned you",
    "no_guest": "there is no such guest; only the operator is told so",
    "no_person": "there is nobody with this id who wants to be seen",
    "too_many": "your address has made or asked too much in the last minute, has too many connections, or too many "
    "wrong passwords were tried",
    "elsewhere": "another machine of this server has it, and cannot be reached at the moment; try again",
    "full": "so much has happened at this table that only its game goes on",
    "sealed": "the table plays with the dice of a deal that has not closed: only who plays there sees it before",
    "no_deal": "there is no such deal, or it is not open now",
    "bad_handle": "a handle has 3 to 20 letters (a to z), digits, '-' and '_', and is not like the house's own",
    "handle_taken": "somebody has this handle, or one that looks like it",
    "weak_password": "the password has fewer than 10 letters, or is among the first that anybody would try",
    "wrong_password": "there is no such handle, or it has another password",
    "has_account": "this guest has an account already",
    "no_account": "this guest has no account",
    "no_session": "this guest has no such session",
    "bad_channel": "nobody can be told there: no such address, or one that this server does not call",
    "no_channel": "you have no such channel, or the link was for one that is there no more",
    "no_notices": "this server cannot send such notices; `reason` says what its operator has not set up",
    "no_storage": "the server's disk or database has failed, and nothing was done; when it works again, sockets "
    "are closed with 1001, so that all connect anew",
    "damaged": "this is damaged on the server's disk: it is not as it was written, or nothing more can be written "
    "there; only a backup brings it back",
    "empty": "nothing is left of the words when what cannot be shown is taken out",
}
"""Every code, and what it means. Programs know codes; sentences are for people and may change."""

STATUS: dict[str, int] = {
    "not_found": 404,
    "no_table": 404,
    "no_game": 404,
    "no_lesson": 404,
    "no_person": 404,
    "no_tournament": 404,
    "no_deal": 404,
    "no_guest": 404,
    "no_session": 404,
    "no_channel": 404,
    "warming_up": 503,
    "not_signed_in": 401,
    "not_invited": 403,
    "not_host": 403,
    "not_organiser": 403,
    "not_seated": 403,
    "sealed": 403,
    "banned": 403,
    "wrong_password": 403,
    "too_many": 429,
    "busy": 429,
    "no_answer": 503,
    "no_storage": 503,
    "damaged": 503,
    "elsewhere": 503,
}
"""The status of HTTP with which it is answered; 409 for the rest."""


NOWHERE = {
    "table": "there is no table with such a name; look whether the link is whole",
    "tournament": "there is no tournament with such a name; look whether the link is whole",
    "game": "there is no such game; /api/games lists them",
    "person": "there is nobody with such an id",
    "deal": "there is no such deal; /api/deals lists those of today",
    "seat": "there is no such seat; seats are counted from 0",
    "what": "there is no such download; a game has record.jsonl, record.txt, transcript.jsonl and picture.png",
}
"""What is said of an address in which this part cannot be anything's name."""


def in_words(kind: str, fault: str) -> str:
    """What pydantic finds wrong, for people: they are shown no regular expression."""
    if kind == "string_pattern_mismatch":
        return "this is not written as it must be; look whether it is whole"
    return fault[:120]


class Refusal(Exception):
    """Refused, with a code that programs know and a sentence for people."""

    def __init__(self, code: Code, reason: str, paragraph: str | None = None, wait: int | None = None) -> None:
        """`wait`: after so many seconds it may be granted."""
        super().__init__(code, reason, paragraph, wait)  # so that it can come from another process
        self.code: Code = code
        self.reason = reason
        self.paragraph = paragraph
        self.wait = wait

    def __str__(self) -> str:
        return self.reason


def busy(seconds: float, why: str = "the server has much to do") -> Refusal:
    """Not now."""
    whole = max(1, math.ceil(seconds))
    return Refusal("busy", f"{why}; try again in {whole} seconds", wait=whole)


class StaleCommand(Exception):
    """The client did not know what had happened when it decided."""
