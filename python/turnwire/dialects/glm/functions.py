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

_OBJECT = msgspec.json.Decoder(dict[str, Raw])
_LIST = msgspec.json.Decoder(list[Raw])
_NAMES = msgspec.json.Decoder(list[str])
_WORDS = msgspec.json.Decoder(str | list[str])
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

_FURTHER = "x-"
"""The prefix of the other members of a signature, which have no meaning in a schema."""

Arguments = dict[str, Any]
"""`args` and `kwargs`, each where it is there."""


def read_arguments(args: Raw, kwargs: Raw) -> Raw | None:
    """Return the schema of the input; ABSENT if there are no arguments, None if their form is unknown."""
    if not args and not kwargs:
        return ABSENT
    if not args and is_schema(kwargs):
        return kwargs
    if _is_other_schema(kwargs):
        return None
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
    return lists if again is not None and same(again, schema) else None


def same(one: Raw, other: Raw) -> bool:
    """Whether two texts are the same JSON, in the same order, whatever the white space and the escapes."""
    return bytes(one) == bytes(other) or _plain(one) == _plain(other)


def _plain(raw: Raw) -> bytes:
    return ENCODER.encode(msgspec.json.decode(raw)) if raw else b""


def is_schema(raw: Raw) -> bool:
    """Whether `kwargs` are a JSON Schema and not names with their defaults."""
    if bytes(raw)[:1] != b"{":
        return False
    members = _OBJECT.decode(raw)
    kind = members.get("type")
    return kind is not None and bytes(kind) == b'"object"'


def _is_other_schema(kwargs: Raw) -> bool:
    """Return whether `kwargs` are a JSON Schema of something other than an object, and not names with defaults."""
    members = _OBJECT.decode(kwargs) if bytes(kwargs)[:1] == b"{" else {}
    return "type" in members and bytes(members.get("properties", b""))[:1] == b"{"


def _read_list(raw: Raw, properties: dict[str, Raw]) -> bool:
    """Read names, or objects with a name; return False for anything else, or for a repeated name."""
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
    members = dict(_keyword(key, value) for key, value in members.items())
    return msgspec.json.decode(name), Raw(ENCODER.encode(members))


def _keyword(key: str, value: Raw) -> tuple[str, Raw]:
    """A member of a signature in a JSON Schema: what that would not take for its own has another name there."""
    if key == "type":
        kinds = _kinds(value)
        return (_PYTHON_TYPE, value) if kinds is None else (key, Raw(ENCODER.encode(kinds)))
    is_text = bytes(value)[:1] == b'"'
    return (key, value) if key == "default" or (key == "description" and is_text) else (f"{_FURTHER}{key}", value)


def _kinds(value: Raw) -> str | list[str] | None:
    """The types of JSON Schema that a type of Python is, or several are; None where it has no word for one."""
    try:
        found = _WORDS.decode(value)
    except msgspec.ValidationError:
        return None
    words = [_TYPES.get(word, word) for word in ([found] if isinstance(found, str) else found)]
    # "the array MUST contain at least one element [...] and elements in the array MUST be unique" (JSON Schema)
    if not words or not _PYTHON.keys() >= set(words) or len(set(words)) != len(words):
        return None
    return words[0] if isinstance(found, str) else words


def _read_map(raw: Raw, properties: dict[str, Raw]) -> bool:
    """Names and their defaults."""
    for name, default in _OBJECT.decode(raw).items():
        if name in properties:
            return False
        properties[name] = Raw(ENCODER.encode({"default": default}))
    return True


def _lists_of(schema: Raw) -> Arguments | None:
    """Return the lists of arguments that a schema may come from; the caller compares what reading them gives."""
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
        elif key == "type":
            words = _WORDS.decode(value)
            found["type"] = _PYTHON.get(words, words) if isinstance(words, str) else [_PYTHON.get(w, w) for w in words]
        else:
            found.setdefault(key.removeprefix(_FURTHER), value)
    return found
