"""Whether a value has the form that a type hint declares, down to the last number in it."""

from __future__ import annotations

from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints, is_typeddict


def faults(value: object, hint: Any, where: str = "it") -> list[str]:
    """What of a value is not as declared; nothing if all is."""
    if get_origin(hint) in (Union, UnionType):
        tried = [faults(value, each, where) for each in get_args(hint)]
        return min(tried, key=len)
    return _faults_of_one(value, hint, where)


def _faults_of_one(value: object, hint: Any, where: str) -> list[str]:
    origin, args = get_origin(hint) or hint, get_args(hint)
    if is_typeddict(origin):
        return _faults_of_fields(value, _fields(origin, args), where)
    if origin is Literal:
        return [] if value in args else [f"{where} is {value!r}"]
    if origin is dict and isinstance(value, dict):
        return [
            fault
            for key, each in value.items()
            for fault in (*faults(key, args[0], f"a key of {where}"), *faults(each, args[1], f"{where}[{key!r}]"))
        ]
    if origin is tuple and isinstance(value, tuple) and args[1:] != (...,):
        if len(value) != len(args):
            return [f"{where} has {len(value)} items"]
        return [fault for n, each in enumerate(args) for fault in faults(value[n], each, f"{where}[{n}]")]
    if origin in (list, tuple) and isinstance(value, origin):
        return [fault for n, each in enumerate(value) for fault in faults(each, args[0], f"{where}[{n}]")]
    if origin in (int, str, bool, NoneType) and type(value) is origin:
        return []
    return [f"{where} is {value!r}, not {hint}"]


def _fields(model: Any, args: tuple[Any, ...]) -> dict[str, Any]:
    """The hint of every field; what is left open is filled in."""
    given = dict(zip(getattr(model, "__parameters__", ()), args, strict=True))
    return {name: _filled(hint, given) for name, hint in get_type_hints(model).items()}


def _filled(hint: Any, given: dict[Any, Any]) -> Any:
    if isinstance(hint, TypeVar):
        return given[hint]
    open_types = getattr(hint, "__parameters__", ())
    return hint[tuple(given[each] for each in open_types)] if get_args(hint) and open_types else hint


def _faults_of_fields(value: object, fields: dict[str, Any], where: str) -> list[str]:
    if not isinstance(value, dict) or value.keys() != fields.keys():
        return [f"{where} is {value!r}, not an object with {', '.join(fields)}"]
    return [fault for name, hint in fields.items() for fault in faults(value[name], hint, f"{where}.{name}")]
