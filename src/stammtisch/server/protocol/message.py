"""What every message is made of: strict models, and the words and numbers that several of them use."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler, StringConstraints
from pydantic_core import CoreSchema, core_schema

Cid: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{16,64}$")]
"""A number of the client's own for one intention, at least 96 random bits; a resend has the same."""
Hash: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Signature: TypeAlias = Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{64}){67}$")]
TableId: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{8,32}$")]
Token: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{20,100}$")]
Seq: TypeAlias = Annotated[int, Field(ge=0, le=2**53 - 1)]
SeatNumber: TypeAlias = Annotated[int, Field(ge=0, le=15)]
Words: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=300)]
Avatar: TypeAlias = Literal[
    "", "bear", "cat", "fox", "frog", "hare", "hedgehog", "hen", "ladybird", "mouse", "owl", "penguin", "pig"
]
"""A drawing of the page's own, by name; empty: that of the seat."""
MoveName: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=40)]


class Message(BaseModel):
    model_config = ConfigDict(
        strict=True,
        extra="forbid",
        frozen=True,
        use_attribute_docstrings=True,
        json_schema_serialization_defaults_required=True,
    )


class Unchecked:
    """For a field of plain data that the server has made itself: schemas give its form, and nobody checks it again."""

    def __init__(self, form: Any) -> None:
        self._form = form

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        form = handler.generate_schema(self._form)
        return core_schema.any_schema(
            metadata={"pydantic_js_annotation_functions": [lambda _, make: make(form)]},
            serialization=core_schema.wrap_serializer_function_ser_schema(lambda value, _: value, schema=form),
        )
