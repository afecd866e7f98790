"""Kinds of mistakes: what was done, and what would have been better, in words that fit many decisions.

A move's name begins with a verb: "keep worm", "lay 5 7,8". A kind of mistake is the verb of the move that was made and
that of the best one. Games whose verbs are not told of here get a plain sentence.
"""

from __future__ import annotations

from stammtisch.core.speech import say, to_say

SAME = {"take": "stop"}
"""Taking something is how one stops."""

SAID = {
    "keep>keep": to_say("set other dice aside than the best ones"),
    "roll>stop": to_say("threw again where stopping was better"),
    "stop>roll": to_say("stopped where throwing again was better"),
    "stop>stop": to_say("stopped rightly, but took something else than the best"),
    "throw>throw": to_say("threw another die than the best one"),
    "place>place": to_say("placed a die elsewhere than at the best place"),
    "throw>place": to_say("threw where placing was better"),
    "place>throw": to_say("placed a die where throwing again was better"),
    "bet>no": to_say("bet where it was better not to"),
    "no>bet": to_say("did not bet where it was better to"),
    "lay>lay": to_say("laid a tile elsewhere than at the best place"),
    "lay>done": to_say("laid one tile too many"),
    "done>lay": to_say("stopped laying too early"),
    "lay>pass": to_say("laid a tile where passing was better"),
}


def kind(move: str, best: str) -> str:
    """Of a mistake: the move that was made, and the best one."""
    return ">".join(SAME.get(verb, verb) for verb in (move.split()[0], best.split()[0]))


def said(kind: str) -> str:
    if kind in SAID:
        return say(SAID[kind])
    made, _, best = kind.partition(">")
    return say("“{made}” where “{best}” was better", made=made, best=best)
