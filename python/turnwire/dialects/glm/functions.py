"""Available functions and the definitions of tools: arguments as a list of names, inputs as a JSON Schema.

The library's own signatures are `{"name", "description", "args": [{"name", "type"?, "description"?}],
"kwargs": [{"name", "default", "type"?, "description"?}]}` (PyALM, read 2026-11-21); the specification has `help`.
A schema that comes from elsewhere is written as the `kwargs` themselves, its exact text kept.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Raw

from turnwire.model import ABSENT

_ANY = msgspec.json.Decoder(Raw)
_OBJECT = msgspec.json.Decoder(dict[str, Raw])
_LIST = msgspec.json.Decoder(list[Raw])
_NAMES = msgspec.json.Decoder(list[str])
ENCODER: Final = msgspec.json.Encoder()

# "type" of a signature is the name of a type of Python.
_TYPES = {
    "str": "string",
    "int": "integer",
    "float": "number",
    "bool": "boolean",
    "list": "array",
    "dict": "object",
    "None": "null",
}
_PYTHON = {word: name for name, word in _TYPES.items()}
_PYTHON_TYPE = "x-python-type"
"""Where a schema keeps a type of Python that JSON has no word for."""

Arguments = dict[str, Any]
"""`args` and `kwargs`, each where it is there."""


def read_arguments(args: Raw, kwargs: Raw) -> Raw | None:
    """The schema of the input; ABSENT where no argument is told, None where they are in no form known here."""
    if not args and not kwargs:
        return ABSENT
    if not args and is_schema(kwargs):
        return kwargs
    properties: dict[str, Raw] = {}
    if not _read_list(args, properties):
        return None
    required = list(properties)
    if not (_read_map(kwargs, properties) if bytes(kwargs)[:1] == b"{" else _read_list(kwargs, properties)):
        return None
    schema: dict[str, Any] = {"type": "object", "properties": properties}
    if required:
        schema["required"] = required
    return Raw(ENCODER.encode(schema))


def write_lists(schema: Raw) -> Arguments | None:
    """The lists of arguments that are read as this schema, to the letter; None where there are none."""
    lists = _lists_of(schema)
    if lists is None:
        return None
    again = read_arguments(*(Raw(ENCODER.encode(lists[key])) if key in lists else ABSENT for key in ("args", "kwargs")))
    return lists if again is not None and bytes(again) == bytes(schema) else None


def is_schema(raw: Raw) -> bool:
    """Whether `kwargs` are a JSON Schema and not names with their defaults."""
    if bytes(raw)[:1] != b"{":
        return False
    members = _OBJECT.decode(raw)
    kind = members.get("type")
    return kind is not None and bytes(kind) == b'"object"'


def _read_list(raw: Raw, properties: dict[str, Raw]) -> bool:
    """Names, or objects with a name; False where it is anything else, or a name stands twice."""
    if not raw:
        return True
    if bytes(raw)[:1] != b"[":
        return False
    for item in _LIST.decode(raw):
        found = _read_item(bytes(item))
        if found is None or found[0] in properties:
            return False
        properties[found[0]] = found[1]
    return True


def _read_item(item: bytes) -> tuple[str, Raw] | None:
    if item[:1] == b'"':
        return msgspec.json.decode(item), Raw(b"{}")
    members = _OBJECT.decode(item) if item[:1] == b"{" else {}
    name = members.pop("name", None)
    if name is None or bytes(name)[:1] != b'"':
        return None
    kind = members.get("type")
    if kind is not None and bytes(kind)[:1] == b'"':
        word: str = msgspec.json.decode(kind)
        if word in _TYPES:
            members["type"] = Raw(ENCODER.encode(_TYPES[word]))
        elif word not in _PYTHON:
            members = {_PYTHON_TYPE if key == "type" else key: value for key, value in members.items()}
    return msgspec.json.decode(name), Raw(ENCODER.encode(members))


def _read_map(raw: Raw, properties: dict[str, Raw]) -> bool:
    """Names and their defaults."""
    for name, default in _OBJECT.decode(raw).items():
        if name in properties:
            return False
        properties[name] = Raw(ENCODER.encode({"default": default}))
    return True


def _lists_of(schema: Raw) -> Arguments | None:
    """The lists of arguments that a schema may be; what reading them gives is for the caller to compare."""
    if bytes(schema)[:1] != b"{":
        return None
    try:
        members = _OBJECT.decode(schema)
        properties = _OBJECT.decode(members["properties"])
        required = _NAMES.decode(members["required"]) if "required" in members else []
        items = {name: _item(name, _OBJECT.decode(value)) for name, value in properties.items()}
        args = [items.pop(name) for name in required]
    except (KeyError, msgspec.DecodeError):
        return None
    lists: Arguments = {"args": args, "kwargs": list(items.values())}
    return {key: value for key, value in lists.items() if value} or {"args": []}


def _item(name: str, members: dict[str, Raw]) -> dict[str, Any]:
    found: dict[str, Any] = {"name": name}
    for key, value in members.items():
        if key == _PYTHON_TYPE:
            found["type"] = value
        elif key == "type" and bytes(value)[:1] == b'"':
            found["type"] = _PYTHON.get(msgspec.json.decode(value), value)
        else:
            found.setdefault(key, value)
    return found
