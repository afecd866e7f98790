"""JSON Schema as TypeScript."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from tools.typescript import array, comment, spread

Schema = Mapping[str, Any]


def module(defs: Mapping[str, Schema]) -> str:
    head = "// Made from the server's models by `python -m tools.protocol.schema`; edit those.\n"
    return "\n".join([head, *(_declared(name, schema) for name, schema in defs.items())])


def _declared(name: str, schema: Schema) -> str:
    about = comment(schema.get("description", ""), "")
    if "properties" not in schema:
        return about + spread(f"export type {name} =", _parts(schema), "")
    fields = "".join(_field(field, each, schema) for field, each in schema["properties"].items())
    return f"{about}export interface {name} {{\n{fields}}}\n"


def _field(name: str, schema: Schema, owner: Schema) -> str:
    mark = "" if name in owner.get("required", ()) else "?"
    default = _default(schema) if mark else ""
    about = comment(" ".join(filter(None, (schema.get("description", ""), default))), "  ")
    return about + spread(f"  {name}{mark}:", _parts(schema), "  ")


def _default(schema: Schema) -> str:
    default = schema.get("default")
    return "" if default is None else f"Left out: {json.dumps(default)}."


def _parts(schema: Schema) -> list[str]:
    """The type of a value: what it is one of."""
    if "$ref" in schema:
        return [schema["$ref"].rpartition("/")[2]]
    if "const" in schema:
        return [json.dumps(schema["const"])]
    if "enum" in schema:
        return [json.dumps(each) for each in schema["enum"]]
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return list(dict.fromkeys(part for each in schema[key] for part in _parts(each)))
    match schema.get("type"):
        case "string" | "boolean" | "null" as plain:
            return [plain]
        case "integer" | "number":
            return ["number"]
        case "array":
            return [array(_parts(schema["items"]))]
        case "object":
            extra = schema.get("additionalProperties")
            inner = _parts(extra) if isinstance(extra, Mapping) else ["unknown"]
            return [f"Record<string, {' | '.join(inner)}>"]
        case None:
            return ["unknown"]
        case other:
            raise ValueError(f"no TypeScript is known for a schema of type {other}")
