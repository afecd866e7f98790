"""Kinds of mistakes: what was done, and what would have been better, in words that fit many decisions.

A move's name begins with a verb: "keep worm", "lay 5 7,8". A kind of mistake is the verb of the move that was made and
that of the best one. Games whose verbs are not told of here get a plain sentence.
"""

from __future__ import annotations

from stammtisch.core.translation import say, to_say

SAME = {"take": "stop"}
"""Taking something is how one stops."""

SAID = {
    "keep>keep": to_say("set aside the wrong dice"),
    "roll>stop": to_say("rolled again when stopping was better"),
    "stop>roll": to_say("stopped when rolling again was better"),
    "stop>stop": to_say("stopped at the right time, but took the wrong thing"),
    "throw>throw": to_say("rolled the wrong die"),
    "place>place": to_say("placed a die in the wrong place"),
    "throw>place": to_say("rolled when placing was better"),
    "place>throw": to_say("placed a die when rolling again was better"),
    "bet>no": to_say("bet when it was better not to"),
    "no>bet": to_say("did not bet when it was better to"),
    "lay>lay": to_say("laid a tile in the wrong place"),
    "lay>done": to_say("laid one tile too many"),
    "done>lay": to_say("stopped laying too early"),
    "lay>pass": to_say("laid a tile when passing was better"),
}


def kind(move: str, best: str) -> str:
    """Of a mistake: the move that was made, and the best one."""
    return ">".join(SAME.get(verb, verb) for verb in (move.split()[0], best.split()[0]))


def said(kind: str) -> str:
    if kind in SAID:
        return say(SAID[kind])
    made, _, best = kind.partition(">")
    return say("“{made}” when “{best}” was better", made=made, best=best)
