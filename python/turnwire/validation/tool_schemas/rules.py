"""The two sets of keywords, and the values that they take.

"The `input_schema` of every ToolDefinition is a subset of JSON Schema [...] the intersection of what Anthropic and
OpenAI accept reliably" (canonical message format, 5.4).
"""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final, Literal

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable

Rules = Literal["documented", "implemented"]
"""The set that section 5.4 of the specification lists, or the wider one that the system's code takes."""

TYPES: Final = ("array", "boolean", "integer", "null", "number", "object", "string")

_DOCUMENTED: Final = frozenset(
    {"type", "enum", "required", "properties", "items", "description", "format", "additionalProperties"}
)
_IMPLEMENTED: Final = _DOCUMENTED | {
    "const",
    "title",
    "default",
    "examples",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "pattern",
}
_REFUSED: Final = frozenset({"$ref", "oneOf", "anyOf", "allOf", "not", "if", "then", "else", "patternProperties"})
_REFUSED_BY_CODE: Final = frozenset(
    {"dependencies", "dependentRequired", "dependentSchemas", "unevaluatedProperties", "unevaluatedItems"}
)


class KeywordSet(Struct, frozen=True):
    """The keywords of a set."""

    allowed: frozenset[str]
    disallowed: frozenset[str]
    """Those that are named as refused; every other keyword is not known, which is refused too."""
    strict: bool
    """Whether the values of keywords are checked, and every place where a schema may be."""


SETS: Final[dict[Rules, KeywordSet]] = {
    "documented": KeywordSet(_DOCUMENTED, _REFUSED, strict=True),
    "implemented": KeywordSet(_IMPLEMENTED, _REFUSED | _REFUSED_BY_CODE, strict=False),
}


def is_type(value: Any) -> bool:
    """Return whether a value is one of the seven types, or a list of them."""
    words = value if isinstance(value, list) else [value]
    return bool(words) and all(isinstance(word, str) and word in TYPES for word in words)


def is_number(value: Any) -> bool:
    """Return whether a value is a number of JSON; true and false are not."""
    return isinstance(value, int | float | Decimal) and not isinstance(value, bool)


def _is_count(value: Any) -> bool:
    # `value % 1` of a Decimal with a large exponent raises an error.
    return is_number(value) and not isinstance(value, Decimal) and value >= 0 and value == int(value)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def _is_list_of_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _is_object(value: Any) -> bool:
    return isinstance(value, dict)


def _is_boolean(value: Any) -> bool:
    return isinstance(value, bool)


def _is_anything(_: Any) -> bool:
    return True


VALUES: Final[dict[str, tuple[Callable[[Any], bool], str]]] = {
    "type": (is_type, f"one of {', '.join(TYPES)}, or a list of them"),
    "enum": (_is_list, "a list"),
    "required": (_is_list_of_texts, "a list of names"),
    "properties": (_is_object, "an object"),
    "items": (_is_object, "one schema, an object"),
    "description": (_is_text, "text"),
    "format": (_is_text, "text"),
    "additionalProperties": (_is_boolean, "true or false"),
    "const": (_is_anything, "anything"),
    "title": (_is_text, "text"),
    "default": (_is_anything, "anything"),
    "examples": (_is_list, "a list"),
    "minimum": (is_number, "a number"),
    "maximum": (is_number, "a number"),
    "minLength": (_is_count, "a count"),
    "maxLength": (_is_count, "a count"),
    "minItems": (_is_count, "a count"),
    "maxItems": (_is_count, "a count"),
    "pattern": (_is_text, "text"),
}
"""What the value of each allowed keyword is, and that in words."""


def is_sound(keyword: str, value: Any) -> bool:
    """Return whether a value is of the type that its keyword takes."""
    return VALUES[keyword][0](value)
