"""Check whether a schema keeps to one of the two keyword sets; every finding has its place.

The names of properties are never treated as keywords.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Raw

from turnwire.codec.json import dumps, loads
from turnwire.documents.residue import pointer_part
from turnwire.errors import invalid
from turnwire.model import Diagnostic
from turnwire.validation.tool_schemas.rules import SETS, VALUES, is_sound, is_type

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.validation.tool_schemas.rules import KeywordSet, Rules

_REDUCE: Final = "`turnwire.validation.tool_schemas.portable` reduces it, and reports the losses"
_HINTS: Final = {
    "$ref": "replace it by what it refers to",
    "allOf": "write its parts as one schema",
    "anyOf": "a list of types, or an enum, covers the simple cases",
    "oneOf": "a list of types, or an enum, covers the simple cases",
    "nullable": "add null to the list of types",
    "definitions": "put each definition where it is referred to",
    "$defs": "put each definition where it is referred to",
}


def tree_of(schema: Any) -> Any:
    """Return the schema as a tree of plain JSON with exact numbers; it may be such a tree or JSON text.

    Raises:
        InvalidDocument: it is not JSON, or deeper than a document may be.
    """
    if isinstance(schema, Raw | bytes):
        return loads(bytes(schema))
    try:
        return loads(dumps(schema))
    except TypeError as error:
        raise invalid("json.value", f"cannot be written as JSON: {error}") from None


def check(schema: Any, rules: Rules = "documented") -> tuple[Diagnostic, ...]:
    """Find what is not portable in the schema of a tool's input; the result is empty for a portable schema.

    `schema` is a tree of plain JSON, or JSON text as bytes or msgspec.Raw.  Pointers lead into it.
    `documented` is the set of the specification.  `implemented` is the wider set of the system's code, with its gaps:
    it accepts list-form `items` and schemas that are not objects.

    Raises:
        InvalidDocument: it is not JSON, or deeper than a document may be.
    """
    return tuple(_findings(tree_of(schema), "", SETS[rules]))


def findings(schema: Any, place: str, rules: Rules) -> Iterator[Diagnostic]:
    """Find the same in a tree made by `tree_of`, with pointers that begin with `place`."""
    return _findings(schema, place, SETS[rules])


def _findings(schema: Any, place: str, known: KeywordSet) -> Iterator[Diagnostic]:
    if not isinstance(schema, dict):
        if known.strict:
            yield _found("schema", "a schema must be an object here", place, "write {} for a schema that takes all")
        return
    yield from _keywords(schema, place, known)
    yield from _type(schema, place, known)
    yield from _additional(schema, place)
    yield from _values(schema, place, known)
    properties = schema.get("properties")
    if isinstance(properties, dict):
        for name, inner in properties.items():
            yield from _findings(inner, f"{place}/properties/{pointer_part(name)}", known)
    items = schema.get("items")
    if isinstance(items, dict):
        yield from _findings(items, f"{place}/items", known)


def _keywords(schema: dict[str, Any], place: str, known: KeywordSet) -> Iterator[Diagnostic]:
    for keyword in schema:
        if keyword in known.allowed:
            continue
        code = "disallowed-keyword" if keyword in known.disallowed else "unknown-keyword"
        word = "not allowed" if keyword in known.disallowed else "not known"
        hint = _HINTS.get(keyword, "leave it out, or put it into the description")
        yield _found(code, f"the keyword {keyword!r} is {word} in the schema of a tool", _at(place, keyword), hint)


def _type(schema: dict[str, Any], place: str, known: KeywordSet) -> Iterator[Diagnostic]:
    value = schema.get("type")
    if value is None and not (known.strict and "type" in schema):
        return
    for word in value if isinstance(value, list) else [value]:
        if not is_type(word) or isinstance(word, list):
            yield _found("type", f"{word!r} is no type", f"{place}/type", f"say {VALUES['type'][1]}")
    if value == [] and known.strict:
        yield _found("type", "a list without a type", f"{place}/type", f"say {VALUES['type'][1]}")


def _additional(schema: dict[str, Any], place: str) -> Iterator[Diagnostic]:
    # "`additionalProperties: <schema>` (boolean is OK)" (5.4, among what is disallowed)
    value = schema.get("additionalProperties")
    if value is not None and not isinstance(value, bool):
        hint = "use true or false; list the properties that have a schema"
        at = f"{place}/additionalProperties"
        yield _found("additional-properties", "additionalProperties must be true or false, not a schema", at, hint)


def _values(schema: dict[str, Any], place: str, known: KeywordSet) -> Iterator[Diagnostic]:
    for keyword, value in schema.items():
        # The system's code checks the values of no other keywords, and treats null as absent.
        looked_at = known.strict or (keyword == "properties" and value is not None)
        told = keyword == "type" or (keyword == "additionalProperties" and value is not None)
        if looked_at and not told and keyword in known.allowed and not is_sound(keyword, value):
            message = f"the value of {keyword!r} must be {VALUES[keyword][1]}"
            yield _found("value", message, _at(place, keyword), "write it so, or leave it out")


def _at(place: str, keyword: str) -> str:
    return f"{place}/{pointer_part(keyword)}"


def _found(code: str, message: str, pointer: str, hint: str) -> Diagnostic:
    return Diagnostic(f"tool_schema.{code}", message, "error", pointer=pointer, hint=f"{hint}; {_REDUCE}")
