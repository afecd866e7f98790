"""Handles: the name by which one logs in. There is one of each, and none that looks like another.

Names at a table may be anything that can be shown, and two people may have the same. Handles tell them apart.
"""

from __future__ import annotations

import re

from stammtisch.bots.levels import LEVELS
from stammtisch.server.protocol.refusal import Refusal

FORM = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{2,19}", re.ASCII)
LOOKS_LIKE = (("0", "o"), ("1", "l"), ("i", "l"), ("_", "-"), ("rn", "m"), ("vv", "w"))
"""What can be taken for something else, and for what. Letters come first: "rn" may have been made of others."""

OFFICIAL = {
    *("admin", "administrator", "bot", "mod", "moderator", "official", "operator", "organiser", "organizer", "owner"),
    *("referee", "root", "security", "server", "staff", "stammtisch", "support", "system", "team", *LEVELS),
}
"""Who could be taken for somebody who speaks for the house, or for a bot: no name consists of such words alone."""
OURS = OFFICIAL | {"anonymous", "arena", "everybody", "guest", "help", "host", "nobody", "somebody"}
"""What no handle is, either."""


def skeleton(handle: str) -> str:
    """What is left of a handle when all that looks alike is the same."""
    found = handle.casefold()
    for seen, as_if in LOOKS_LIKE:
        found = found.replace(seen, as_if)
    return found


def clean_handle(handle: str) -> str:
    """A handle that may be had; whether somebody has it, the database knows."""
    if not FORM.fullmatch(handle):
        raise Refusal("bad_handle", "a handle has 3 to 20 letters (a to z), digits, '-' and '_', no sign first")
    plain = {_bare(handle), _bare(handle.rstrip("0123456789-_"))}
    if not plain.isdisjoint(_TAKEN) or re.match(r"bot([^a-z]|$)", handle.casefold()):
        raise Refusal("bad_handle", "this handle could be taken for the house's own, or for a bot")
    return handle


def _bare(handle: str) -> str:
    return skeleton(handle).replace("-", "")


_TAKEN = {_bare(word) for word in OURS}
