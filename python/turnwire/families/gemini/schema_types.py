"""The types of a schema: upper case here, lower case in JSON Schema.

Schema.type is one of STRING, NUMBER, INTEGER, BOOLEAN, ARRAY, OBJECT and NULL; JSON Schema: "String values MUST be one
of the six primitive types ("null", "boolean", "object", "array", "number", or "string"), or "integer"" (draft 2020-12,
Validation, 6.1.1).  Other providers refuse upper case, so the model holds lower case; which words were upper case is
noted.
"""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Raw

from turnwire.codec.wire import ENCODER
from turnwire.families.gemini.nullable import without_null_types
from turnwire.families.gemini.schema import NAMED, ONE, SOME

if TYPE_CHECKING:
    from collections.abc import Callable

Marks = bool | list[int] | None
"""Which words were capitals: all, those at these positions, or none."""

# By number as in the provider's protobuf; some clients send the number.
_BY_NUMBER: Final = dict(enumerate(("string", "number", "integer", "boolean", "array", "object", "null"), 1))
_SMALL: Final = frozenset(_BY_NUMBER.values())
_ODD: Final = re.compile(rb'"type"\s*:\s*(?:"[A-Z]|[1-7])')
_OBJECT: Final = msgspec.json.Decoder(dict[str, Raw])
_LIST: Final = msgspec.json.Decoder(list[Raw])
_REMEMBERED: Final = 512


def lowered(schema: Raw) -> tuple[Raw, Marks, bool]:
    """The schema with its types in small letters, which of them were capitals, and whether any was a number."""
    text = bytes(schema)
    return _lowered(text) if _ODD.search(text) else (schema, None, False)


@functools.lru_cache(_REMEMBERED)
def _lowered(text: bytes) -> tuple[Raw, Marks, bool]:
    words: list[Any] = []

    def lower(word: Any) -> Any:
        words.append(word)
        return _small(word)

    try:
        done = Raw(_walk(text, lower))
    except (msgspec.DecodeError, RecursionError, ValueError):
        return Raw(text), None, False
    capitals = [n for n, word in enumerate(words) if type(word) is str and _small(word) != word]
    is_all = bool(capitals) and not any(word in _SMALL for word in words)
    return done, is_all or capitals or None, any(type(word) is int for word in words)


def _small(word: Any) -> Any:
    if type(word) is int:
        return _BY_NUMBER.get(word, word)
    return word.lower() if word.isupper() and word.lower() in _SMALL else word


def raised(schema: Raw, marks: Any) -> Raw:
    """The schema with those of its types in capitals again that were so."""
    if marks is not True and not isinstance(marks, list):
        return schema
    position = -1

    def lift(word: Any) -> Any:
        nonlocal position
        position += 1
        told = marks is True or position in marks
        return word.upper() if told and word in _SMALL else word

    try:
        return Raw(_walk(bytes(schema), lift))
    except (msgspec.DecodeError, RecursionError, ValueError):
        return schema


def as_told(schema: Raw, source: Raw | None, form: dict[str, Any]) -> Raw:
    """The schema as its source spelled it: what the residue kept whole, or its capitals, while they still are true."""
    if source is not None and bytes(lowered(source)[0]) == bytes(schema):
        return source
    return raised(without_null_types(schema, form.get("nullable")), form.get("capitals"))


def _walk(text: bytes, change: Callable[[Any], Any]) -> bytes:
    """Return the schema with each type changed, in order."""
    if text[:1] != b"{":
        return text
    members = _OBJECT.decode(text)
    for name, raw in members.items():
        inner = bytes(raw)
        if name == "type" and (inner[:1] == b'"' or inner.isdigit()):
            members[name] = Raw(ENCODER.encode(change(msgspec.json.decode(inner))))
        elif name in ONE:
            members[name] = Raw(_walk(inner, change))
        elif name in SOME and inner[:1] == b"[":
            members[name] = Raw(ENCODER.encode([Raw(_walk(bytes(each), change)) for each in _LIST.decode(inner)]))
        elif name in NAMED and inner[:1] == b"{":
            found = {key: Raw(_walk(bytes(each), change)) for key, each in _OBJECT.decode(inner).items()}
            members[name] = Raw(ENCODER.encode(found))
    return ENCODER.encode(members)
