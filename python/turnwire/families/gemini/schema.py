"""Schemas: the provider's own kind, and JSON Schema.

FunctionDeclaration.parametersJsonSchema: "Describes the parameters to the function in JSON Schema format. [...] This
field is mutually exclusive with `parameters`", which is a Schema: "a select subset of an OpenAPI 3.0 schema object".

The model holds JSON Schema.  Two keywords of the provider's own kind differ from it:

* Schema.type is one of STRING, NUMBER, INTEGER, BOOLEAN, ARRAY, OBJECT and NULL; JSON Schema: "String values MUST be
  one of the six primitive types ("null", "boolean", "object", "array", "number", or "string"), or "integer"" (draft
  2020-12, Validation, 6.1.1).  Other providers refuse upper case, so the model holds lower case; which words were upper
  case is noted.
* Schema.nullable: "Optional. Indicates if the value may be null." (the provider's API description).  JSON Schema has no
  such keyword and ignores it, so the model holds `"type": [..., "null"]`; where that came from `nullable` is noted.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from turnwire.codec.json import check_raw
from turnwire.codec.remembering import remembered
from turnwire.codec.wire import ENCODER
from turnwire.model import ABSENT

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.families.gemini.wire_request import FunctionDeclaration

    Members = dict[str, Raw]

Marks = bool | list[int] | None
"""Which words were capitals: all, those at these positions, or none."""

# The keywords whose value is a schema, a list of schemas, or an object of them by name.
_ONE: Final = frozenset({"items", "additionalProperties", "not"})
_SOME: Final = frozenset({"anyOf", "oneOf", "allOf", "prefixItems"})
_NAMED: Final = frozenset({"properties", "$defs", "definitions", "defs"})

_Small = Literal["string", "number", "integer", "boolean", "array", "object", "null"]
_Capital = Literal["STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT", "NULL"]


class Schema(Struct, rename="camel", forbid_unknown_fields=True, gc=False):
    """A schema as the provider describes it."""

    type: _Capital | _Small | UnsetType = UNSET
    description: str | UnsetType = UNSET
    properties: dict[str, Schema] | UnsetType = UNSET
    required: list[str] | UnsetType = UNSET
    items: Schema | UnsetType = UNSET
    enum: list[str] | UnsetType = UNSET
    any_of: list[Schema] | UnsetType = UNSET
    format: str | UnsetType = UNSET
    title: str | UnsetType = UNSET
    nullable: bool | UnsetType = UNSET
    default: Any = UNSET
    example: Any = UNSET
    pattern: str | UnsetType = UNSET
    minimum: float | UnsetType = UNSET
    maximum: float | UnsetType = UNSET
    min_items: int | UnsetType = UNSET
    max_items: int | UnsetType = UNSET
    min_length: int | UnsetType = UNSET
    max_length: int | UnsetType = UNSET
    min_properties: int | UnsetType = UNSET
    max_properties: int | UnsetType = UNSET
    property_ordering: list[str] | UnsetType = UNSET


_REMEMBERED: Final = 512
_SCHEMA: Final = msgspec.json.Decoder(Schema)
_OBJECT: Final = msgspec.json.Decoder(dict[str, Raw])
_LIST: Final = msgspec.json.Decoder(list[Raw])
_UNREADABLE: Final = (msgspec.DecodeError, RecursionError, ValueError, NotImplementedError)


def is_plain_schema(schema: Raw) -> bool:
    """Return whether a schema uses only what the provider's own kind has."""
    return _is_plain(bytes(schema))


@remembered(_REMEMBERED)
def _is_plain(text: bytes) -> bool:
    try:
        _SCHEMA.decode(text)
    except _UNREADABLE:
        return False
    return True


def read_schema(source: Raw, key: str, overlay: dict[str, Any], form: dict[str, Any]) -> Raw:
    """Return a schema of the provider's own kind as JSON Schema.

    Args:
        source: the schema.
        key: the member that has it.
        overlay: gets the source under this key if types are given by number, which the notes cannot restore.
        form: gets the notes about upper case and `nullable`.
    """
    schema, capitals, has_numbers = lowered(source)
    if capitals is not None:
        form["capitals"] = capitals
    if has_numbers:
        overlay[key] = source
        return schema
    schema, nullable = with_null_types(schema)
    if nullable:
        form["nullable"] = nullable
    return schema


def as_told(schema: Raw, source: Raw | None, form: dict[str, Any]) -> Raw:
    """The schema as its source spelled it: what the residue kept whole, or its capitals, while they still are true."""
    if source is not None and bytes(lowered(source)[0]) == bytes(schema):
        return source
    return raised(without_null_types(schema, form.get("nullable")), form.get("capitals"))


_OUTPUT: Final = "output"


def read_output(tool: FunctionDeclaration, overlay: dict[str, Any], form: dict[str, Any]) -> Raw:
    """Return the schema of what a function returns, which is in one of two fields.

    FunctionDeclaration.response: "Describes the output from this function in JSON Schema format. Reflects the Open API
    3.03 Response Object."  `responseJsonSchema`: "This field is mutually exclusive with `response`."

    `response` stays in `overlay` where it has no schema of its own kind.
    """
    if tool.response_json_schema:
        check_raw(tool.response_json_schema)
        return tool.response_json_schema
    if not is_plain_schema(tool.response):
        return tool.response_json_schema
    form[_OUTPUT] = {}
    del overlay["response"]
    return read_schema(tool.response, "response", overlay, form[_OUTPUT])


def write_output(declaration: FunctionDeclaration, schema: Raw, form: dict[str, Any]) -> None:
    """Put the schema of what a function returns into the field that it was read from."""
    marks = form.get(_OUTPUT)
    told = as_told(schema, None, marks) if isinstance(marks, dict) else ABSENT
    if is_plain_schema(told):
        declaration.response = told
    else:
        declaration.response_json_schema = schema


# By number as in the provider's protobuf; some clients send the number.
_BY_NUMBER: Final = dict(enumerate(("string", "number", "integer", "boolean", "array", "object", "null"), 1))
_SMALL: Final = frozenset(_BY_NUMBER.values())
_ODD: Final = re.compile(rb'"type"\s*:\s*(?:"[A-Z]|[1-7])')


def lowered(schema: Raw) -> tuple[Raw, Marks, bool]:
    """The schema with its types in small letters, which of them were capitals, and whether any was a number."""
    text = bytes(schema)
    return _lowered(text) if _ODD.search(text) else (schema, None, False)


@remembered(_REMEMBERED)
def _lowered(text: bytes) -> tuple[Raw, Marks, bool]:
    words: list[Any] = []

    def lower(word: Any) -> Any:
        words.append(word)
        return _small(word)

    done = _with_types(Raw(text), lower)
    if done is None:
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

    return _with_types(schema, lift) or schema


def _with_types(schema: Raw, change: Callable[[Any], Any]) -> Raw | None:
    """Return the schema with each type changed, in the order of the text; None if the schema cannot be read."""

    def member(name: str, raw: Raw) -> Raw:
        text = bytes(raw)
        if name == "type" and (text[:1] == b'"' or text.isdigit()):
            return Raw(ENCODER.encode(change(msgspec.json.decode(text))))
        return _inner(name, raw, walk)

    def walk(raw: Raw) -> Raw:
        if bytes(raw)[:1] != b"{":
            return raw
        return Raw(ENCODER.encode({name: member(name, each) for name, each in _OBJECT.decode(raw).items()}))

    return _attempt(walk, schema)


def with_null_types(schema: Raw) -> tuple[Raw, list[int]]:
    """Replace each `nullable: true` by a type.

    Returns:
        The schema, and the positions of the changed objects among all schemas in it, in the order of the text.
    """
    if b'"nullable"' not in bytes(schema):
        return schema, []
    found: list[int] = []

    def change(members: Members, position: int) -> Members:
        if bytes(members.get("nullable", b"")) != b"true":
            return members
        changed = _allowing_null({name: raw for name, raw in members.items() if name != "nullable"})
        if changed is None:
            return members
        found.append(position)
        return changed

    done = _changed(schema, change, before=False)
    return (done, found) if done is not None else (schema, [])


def without_null_types(schema: Raw, positions: object) -> Raw:
    """Replace the types at these positions by `nullable` again, as far as they still allow null."""
    if not isinstance(positions, list) or not positions:
        return schema
    wanted = set(positions)

    def change(members: Members, position: int) -> Members:
        changed = _without_null(members) if position in wanted else None
        return members if changed is None else {**changed, "nullable": Raw(b"true")}

    return _changed(schema, change, before=True) or schema


def _allowing_null(members: Members) -> Members | None:
    """Return the members with null among the types; None if the schema has neither a type nor `anyOf`."""
    kind = bytes(members.get("type", b""))
    if kind[:1] == b'"':
        changed = {**members, "type": Raw(b"[" + kind + b',"null"]')}
        if bytes(members.get("enum", b""))[:1] == b"[":
            changed["enum"] = Raw(ENCODER.encode([*_LIST.decode(members["enum"]), None]))
        return changed
    if bytes(members.get("anyOf", b""))[:1] == b"[":
        return {**members, "anyOf": Raw(ENCODER.encode([*_LIST.decode(members["anyOf"]), {"type": "null"}]))}
    return None


def _without_null(members: Members) -> Members | None:
    """Return the members as they were before `_allowing_null`; None if that is not what they are."""
    kinds = _items(members, "type")
    if len(kinds) == 2 and bytes(kinds[1]) == b'"null"':  # noqa: PLR2004 - a type and null
        changed = {**members, "type": kinds[0]}
        words = _items(members, "enum")
        if words and bytes(words[-1]) == b"null":
            changed["enum"] = Raw(ENCODER.encode(words[:-1]))
        return changed
    ways = _items(members, "anyOf")
    if ways and bytes(ways[-1]).replace(b" ", b"") == b'{"type":"null"}':
        return {**members, "anyOf": Raw(ENCODER.encode(ways[:-1]))}
    return None


def _items(members: Members, name: str) -> list[Raw]:
    raw = bytes(members.get(name, b""))
    return _LIST.decode(raw) if raw[:1] == b"[" else []


def _changed(schema: Raw, change: Callable[[Members, int], Members], *, before: bool) -> Raw | None:
    """Return a schema with each object in it changed; None if the schema cannot be read.

    Args:
        schema: the schema.
        change: gets the members of an object and its position.
        before: whether an object is changed before the schemas in it, or after them.
    """
    count = -1

    def walk(raw: Raw) -> Raw:
        nonlocal count
        if bytes(raw)[:1] != b"{":
            return raw
        count += 1
        position = count
        members = _OBJECT.decode(raw)
        members = change(members, position) if before else members
        members = {name: _inner(name, each, walk) for name, each in members.items()}
        return Raw(ENCODER.encode(members if before else change(members, position)))

    return _attempt(walk, schema)


def _inner(name: str, raw: Raw, walk: Callable[[Raw], Raw]) -> Raw:
    """Return a member of a schema with the schemas directly inside it walked through."""
    first = bytes(raw)[:1]
    if name in _ONE:
        return walk(raw)
    if name in _SOME and first == b"[":
        return Raw(ENCODER.encode([walk(each) for each in _LIST.decode(raw)]))
    if name in _NAMED and first == b"{":
        return Raw(ENCODER.encode({key: walk(each) for key, each in _OBJECT.decode(raw).items()}))
    return raw


def _attempt(walk: Callable[[Raw], Raw], schema: Raw) -> Raw | None:
    try:
        return walk(schema)
    except _UNREADABLE:
        return None
