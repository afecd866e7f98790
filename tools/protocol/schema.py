"""The protocol in other forms, made from its models: `python -m tools.protocol.schema` rewrites them.

docs/protocol.schema.json   JSON Schema
web/src/protocol.ts         TypeScript
docs/protocol.md            the tables between its marks
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, get_args

from pydantic.json_schema import models_json_schema

from stammtisch.server.http import guard
from stammtisch.server.live import sockets, watcher
from stammtisch.server.people import guests
from stammtisch.server.protocol import (
    deals,
    http,
    notices,
    page,
    people,
    positions,
    refusal,
    settings,
    study,
    view,
    wire,
)  # fmt: skip
from stammtisch.server.protocol import puzzles as puzzles
from stammtisch.server.protocol import statistics as statistics
from stammtisch.server.protocol import tournaments as tournaments
from stammtisch.server.protocol.message import Message
from tools.protocol import tables, typescript

ROOT = Path(__file__).parents[2]
FULL = "Full"
"""Before the name of a model that clients send with defaults left out, where the server sends it: nothing is left."""

Schema = Mapping[str, Any]

UNIONS: Mapping[str, tuple[str, Sequence[type[Message]]]] = {
    "Command": ("What a client sends after its hello. Each gets one Answer, with its `cid`.", wire.COMMANDS),
    "FromClient": ("What a client sends.", (wire.Hello, *wire.COMMANDS)),
    "Answer": ("The answer to a command.", (wire.Done, wire.Again, wire.Stale, wire.Refused)),
    "FromServer": ("What the server sends over a socket.", wire.ANSWERS),
    "TableEvent": ("An event of a table, as one viewer may see it.", view.EVENTS),
}


def definitions() -> dict[str, Schema]:
    """Every model by its name, in the order in which they are told."""
    sent: list[type[Message]] = [
        wire.Hello, *wire.COMMANDS, settings.Opening, *http.REQUESTS, *statistics.REQUESTS, *tournaments.REQUESTS,
        *notices.REQUESTS, *people.REQUESTS, *positions.REQUESTS, *puzzles.REQUESTS,
    ]  # fmt: skip
    received: list[type[Message]] = [
        *wire.ANSWERS, view.View, *view.EVENTS, *http.REPLIES, *study.REPLIES, *statistics.REPLIES,
        *tournaments.REPLIES, *deals.REPLIES, *notices.REPLIES, *people.REPLIES, *positions.REPLIES, *puzzles.REPLIES,
    ]  # fmt: skip
    ways: list[tuple[type[Message], Literal["validation", "serialization"]]] = [(model, "validation") for model in sent]
    ways += [(model, "serialization") for model in received]
    names, whole = models_json_schema(ways)
    order = [each["$ref"].rpartition("/")[2] for each in names.values()]
    found = whole["$defs"]
    defs = {_name(name): _tidied(found[name]) for name in [*order, *sorted(found.keys() - set(order))]}
    for name, (about, models) in UNIONS.items():
        options = [{"$ref": f"#/$defs/{model.__name__}"} for model in models]
        defs[name] = {"description": about, "oneOf": options}
    defs["Code"] = {"description": "Why something was refused.", "type": "string", "enum": list(get_args(refusal.Code))}
    known = {_key(schema): {"$ref": f"#/$defs/{name}"} for name, schema in defs.items()}
    return {name: {key: _referring(each, known) for key, each in schema.items()} for name, schema in defs.items()}


def _key(schema: Schema) -> str:
    union = {key: schema[key] for key in ("oneOf", "enum") if key in schema}  # whatever is said about it
    return json.dumps(union or schema, sort_keys=True)


def _referring(schema: Any, known: Mapping[str, Schema]) -> Any:
    """What is a definition word for word refers to it."""
    if isinstance(schema, list):
        return [_referring(each, known) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return known.get(_key(schema)) or {key: _referring(each, known) for key, each in schema.items()}


def _name(name: str) -> str:
    """Pydantic's names for a model that goes both ways are Opening-Input and Opening-Output."""
    base, _, way = name.partition("-")
    return FULL + base if way == "Output" else base


def _tidied(schema: Any) -> Any:
    """Without what repeats the name of a field, with the type of a message first, and never left out."""
    if isinstance(schema, list):
        return [_tidied(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: _tidied(value) for key, value in schema.items() if key not in ("title", "discriminator")}
    if "$ref" in made:
        made["$ref"] = "#/$defs/" + _name(made["$ref"].rpartition("/")[2])
    if "description" in made:
        made["description"] = " ".join(made["description"].split())
    if "properties" in schema:
        fields = {name: _tidied(each) for name, each in schema["properties"].items()}
        required = list(schema.get("required", []))
        if "type" in fields:
            fields = {"type": {key: value for key, value in fields["type"].items() if key != "default"}, **fields}
            required = ["type", *(name for name in required if name != "type")]
        made |= {"properties": fields, "required": required}
    return made


def json_schema(defs: Mapping[str, Schema]) -> str:
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Stammtisch, protocol {wire.PROTOCOL}",
        "description": "Made from the models of the server; docs/protocol.md tells how they are used.",
        "$defs": defs,
    }
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


def files(root: Path = ROOT) -> dict[Path, str]:
    """What must stand where."""
    defs = definitions()
    page = root / "docs" / "protocol.md"
    return {
        root / "docs" / "protocol.schema.json": json_schema(defs),
        root / "web" / "src" / "protocol.ts": typescript.module(defs),
        page: tables.filled(page.read_text(encoding="utf-8"), sections(defs)),
    }


def sections(defs: Mapping[str, Schema]) -> dict[str, str]:
    """What stands between the marks of docs/protocol.md."""

    def of(models: Sequence[type[Message]]) -> str:
        return tables.messages({model.__name__: defs[model.__name__] for model in models})

    codes = [(f"`{code}`", why) for code, why in refusal.CODES.items()]
    return {
        "hello": of([wire.Hello]),
        "commands": of(wire.COMMANDS),
        "answers": of(wire.ANSWERS),
        "view": of([view.View, view.SeatView, view.ThrowDue, view.Asking, view.ClockView, view.Result]),
        "page": of([page.Page, page.EventText, page.EventPicture, page.MoveChoice]),
        "events": of([*view.EVENTS, settings.Place, settings.DealNamed]),
        "requests": of([settings.Opening, settings.SeatPlan, settings.Clock, *http.REQUESTS]),
        "replies": of([*http.REPLIES, http.ListedSeat]),
        "study": of([*study.REPLIES, *study.PARTS]),
        "puzzles": of([*puzzles.REQUESTS, *puzzles.REPLIES, *puzzles.PARTS]),
        "positions": of([*positions.REQUESTS, *positions.REPLIES, *positions.PARTS]),
        "deals": of([*deals.REPLIES, *deals.PARTS]),
        "statistics": of([*statistics.REQUESTS, *statistics.REPLIES, *statistics.PARTS]),
        "tournaments": of([*tournaments.REQUESTS, *tournaments.REPLIES, *tournaments.PARTS]),
        "notices": of([*notices.REQUESTS, *notices.REPLIES, *notices.PARTS]),
        "people": of([*people.REQUESTS, *people.REPLIES]),
        "codes": tables.table(("code", "what is wrong"), codes),
        "limits": tables.table(("what", "at most"), limits()),
    }


def limits() -> list[tuple[str, str]]:
    """What a client must not exceed."""
    return [
        ("a message to the server", f"{sockets.FRAME // 1024} KiB"),
        ("messages of a connection", f"{sockets.BURST} at once, {sockets.RATE:g} a second in the long run"),
        ("the first message", f"{sockets.GREETING:g} seconds after connecting"),
        ("messages that you have not read", f"{watcher.QUEUE}"),
        ("the body of a request", f"{guard.BODY // 1024} KiB"),
        ("a name", f"{guests.LONGEST} letters, none invisible"),
    ]


def main() -> None:
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
