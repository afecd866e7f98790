"""JSON Schema as TypeScript, in the form that the page's formatter gives it."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

WIDTH = 110  # of a line, as in web/biome.json

Schema = Mapping[str, Any]


def module(defs: Mapping[str, Schema]) -> str:
    head = "// Made from the server's models by `python -m tools.protocol.schema`; edit those.\n"
    return "\n".join([head, *(_declared(name, schema) for name, schema in defs.items())])


def _declared(name: str, schema: Schema) -> str:
    about = _comment(schema.get("description", ""), "")
    if "properties" not in schema:
        return about + _spread(f"export type {name} =", _parts(schema), "")
    fields = "".join(_field(field, each, schema) for field, each in schema["properties"].items())
    return f"{about}export interface {name} {{\n{fields}}}\n"


def _field(name: str, schema: Schema, owner: Schema) -> str:
    mark = "" if name in owner.get("required", ()) else "?"
    default = _default(schema) if mark else ""
    about = _comment(" ".join(filter(None, (schema.get("description", ""), default))), "  ")
    return about + _spread(f"  {name}{mark}:", _parts(schema), "  ")


def _default(schema: Schema) -> str:
    default = schema.get("default")
    return "" if default is None else f"Left out: {json.dumps(default)}."


def _spread(begin: str, parts: Sequence[str], indent: str) -> str:
    """A union on one line if it fits, otherwise a line for each part."""
    line = f"{begin} {' | '.join(parts)};"
    if len(line) <= WIDTH:
        return f"{line}\n"
    return f"{begin}\n" + "\n".join(f"{indent}  | {part}" for part in parts) + ";\n"


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
            inner = _parts(schema["items"])
            return [f"{inner[0]}[]" if len(inner) == 1 else f"({' | '.join(inner)})[]"]
        case "object":
            extra = schema.get("additionalProperties")
            inner = _parts(extra) if isinstance(extra, Mapping) else ["unknown"]
            return [f"Record<string, {' | '.join(inner)}>"]
        case None:
            return ["unknown"]
        case other:
            raise ValueError(f"no TypeScript is known for a schema of type {other}")


def _comment(text: str, indent: str) -> str:
    if not text:
        return ""
    lines = textwrap.wrap(text.replace("*/", "* /"), WIDTH - len(indent) - 3, break_on_hyphens=False)
    if len(lines) == 1 and len(indent) + len(text) + 7 <= WIDTH:
        return f"{indent}/** {text} */\n"
    return f"{indent}/**\n" + "".join(f"{indent} * {line}\n" for line in lines) + f"{indent} */\n"
