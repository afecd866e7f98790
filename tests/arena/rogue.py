"""A bot that misbehaves. Its first argument says how; the second, if there is one, is a file to which it writes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

KIND = sys.argv[1]
NOTES = Path(sys.argv[2]) if len(sys.argv) > 2 else None


def say(message: dict[str, Any]) -> None:
    print(json.dumps(message), flush=True)


def answer(request: dict[str, Any], asked: int) -> None:
    move = request["legal"][0]
    match KIND:
        case "crashes":
            raise RuntimeError("I have\x1b[31m had enough")
        case "crashes late" if asked == 4:
            sys.exit(3)
        case "hangs" | "has a child":
            time.sleep(600)
        case "kills itself":
            os.kill(os.getpid(), 9)
        case "floods a line":
            while True:
                sys.stdout.write("x" * 4096)
        case "floods lines":
            while True:
                print("{}")
        case "talks too much":
            say({"type": "move", "id": request["id"], "move": move})
        case "plays illegally":
            move = "stop" if "stop" not in request["legal"] else "keep 1"
        case "plays nonsense":
            move = "castle\x1b[2J\n" + "x" * 300
        case "plays a number":
            move = 1
        case "writes garbage":
            print("keep worm, please", flush=True)
            return
        case "writes a list":
            print("[]", flush=True)
            return
        case "mistakes the question":
            request["id"] += 1
        case "closes its output":
            os.close(1)
            time.sleep(600)
    say({"type": "move", "id": request["id"], "move": move})


def main() -> None:
    match KIND:
        case "leaves at once":
            sys.exit("I do not feel like it")
        case "never gets ready":
            time.sleep(600)
        case "speaks another protocol":
            say({"type": "ready", "protocol": 99})
        case "reads nothing":
            say({"type": "ready", "protocol": 1})
            time.sleep(600)
        case "has a child":
            child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
            assert NOTES
            NOTES.write_text(str(child.pid))
    asked = 0
    for line in sys.stdin:
        message = json.loads(line)
        if KIND == "takes notes":
            assert NOTES
            with NOTES.open("a") as file:
                file.write(line)
        if message["type"] == "hello":
            say({"type": "ready", "protocol": 1})
        elif message["type"] == "move":
            asked += 1
            answer(message, asked)
        elif message["type"] == "quit" and KIND != "will not leave":
            return
    if KIND == "will not leave":
        time.sleep(600)


main()
