"""What dear questions cost, in points (limits.py). Only who asks for something that is not kept pays."""

from __future__ import annotations

LOOK = EVENTS = MOMENT = 1
STORY = RECORD = STATISTICS = DOCUMENT = 3
HINT = PICTURE = 5
REVIEW = 20
EXPORT = DELETION = 50
DRAW = 1 / 50  # for each player: of a thousand, one draw in four seconds in the long run
