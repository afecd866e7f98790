"""A sample bot: it plays any game and needs only Python's standard library. It takes what it can get.

Try it:  stammtisch arena heckmeck --bots "ext:python3 docs/sample_bot.py,random"
"""

import json
import random
import sys
from typing import Any


def choose(request: dict[str, Any]) -> str:
    """The move to make. A better bot looks at request["view"]["state"], which is what its seat may see."""
    legal: list[str] = request["legal"]
    wins = [move for move in legal if move.startswith("take")]
    luck = random.Random(request["seed"])  # the same question gives the same answer
    return wins[-1] if wins else luck.choice([move for move in legal if move != "stop"] or legal)


def say(message: dict[str, Any]) -> None:
    print(json.dumps(message), flush=True)  # without flush=True the answer would stay in a buffer


for line in sys.stdin:  # ends when Stammtisch closes our input
    message = json.loads(line)
    if message["type"] == "hello":
        say({"type": "ready", "protocol": 1})
    elif message["type"] == "move":
        say({"type": "move", "id": message["id"], "move": choose(message)})
    elif message["type"] == "quit":
        break  # "new_game" needs no answer, and neither does what a later version may tell
