"""JSON Schema as tables of a docs page, put between marks that name them: <!-- made: commands --> … <!-- end -->"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Schema = Mapping[str, Any]

MARKS = re.compile(r"(<!-- made: ([a-z]+) -->\n).*?(<!-- end -->)", re.DOTALL)

PLACES = {"Code": "codes", "TableEvent": "events"}
"""Where a page tells what is no message of its own."""


def filled(page: str, sections: Mapping[str, str]) -> str:
    """A page with everything between its marks made anew. Every section must have its marks."""
    missing = sections.keys() - {mark[2] for mark in MARKS.finditer(page)}
    if missing:
        raise ValueError(f"the page has no marks for {', '.join(sorted(missing))}")
    return MARKS.sub(lambda mark: f"{mark[1]}\n{sections[mark[2]]}\n{mark[3]}", page)


def messages(models: Mapping[str, Schema]) -> str:
    return "\n".join(_message(name, schema) for name, schema in models.items())


def _message(name: str, schema: Schema) -> str:
    kinds = _values(schema["properties"].get("type", {}))
    title = f"#### {', '.join(f'`{kind}`' for kind in kinds)}" if kinds else f"#### {name}"
    rows = [
        (f"`{field}`", _form(each), _told(each, field in schema.get("required", ())))
        for field, each in schema["properties"].items()
        if not (field == "type" and kinds)
    ]
    parts = [title, schema.get("description", ""), table(("field", "form", ""), rows) if rows else ""]
    return "\n\n".join(part.rstrip("\n") for part in parts if part) + "\n"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *([cell.replace("|", "\\|") for cell in row] for row in rows)]
    return "".join(f"| {' | '.join(line)} |\n".replace("|  |", "| |") for line in lines)


def _told(schema: Schema, required: bool) -> str:
    parts = [schema.get("description", "")]
    if not required:
        parts.append(f"May be left out: {json.dumps(schema.get('default'))}.")
    return " ".join(filter(None, parts))


def _values(schema: Schema) -> list[str]:
    found: list[str] = [schema["const"]] if "const" in schema else schema.get("enum", [])
    return found


def _form(schema: Schema) -> str:
    """The form of a value, with its limits, in words."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{PLACES.get(name, name.lower().removeprefix('full'))})"
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " or ".join(_form(each) for each in schema[key])
    if values := _values(schema):
        return ", ".join(f"`{json.dumps(value)}`" for value in values)
    match schema.get("type"):
        case "string":
            return f"text{_span(schema, 'Length', 'letters')}{_pattern(schema)}"
        case "integer":
            return f"whole number{_span(schema, 'imum', '')}"
        case "number":
            return "number"
        case "boolean":
            return "true or false"
        case "null":
            return "null"
        case "array":
            return f"list{_span(schema, 'Items', '')} of {_form(schema['items'])}"
        case "object":
            inner = schema.get("additionalProperties")
            inner = f" of {_form(inner)}" if isinstance(inner, Mapping) else ""
            return f"object{_span(schema, 'Properties', 'fields')}{inner}"
        case other:
            raise ValueError(f"no words are known for a schema of type {other}")


def _span(schema: Schema, what: str, unit: str) -> str:
    least, most = schema.get(f"min{what}"), schema.get(f"max{what}")
    if least is None and most is None:
        return ""
    span = (
        f"from {least}" if most is None else f"to {_number(most)}" if least is None else f"{least} to {_number(most)}"
    )
    return f" ({' '.join(filter(None, (span, unit)))})"


def _number(value: int) -> str:
    return "2⁵³ − 1" if value == 2**53 - 1 else f"{value:,}"


def _pattern(schema: Schema) -> str:
    return f" like `{schema['pattern'].strip('^$')}`" if "pattern" in schema else ""
