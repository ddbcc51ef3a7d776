"""Words for values and for what a schema expects, in the messages of findings."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

_SHOWN = 60
_LISTED = 12
_BEYOND: Final = (math.inf, -math.inf)
_TYPES: Final = {
    "object": "an object",
    "array": "a list",
    "string": "a text",
    "integer": "an integer",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
}


def kind_of(node: Any) -> str:
    """Name the JSON type of a value: `a text`, `true`, `null`, `a list`."""
    if node is None or isinstance(node, bool):
        return json.dumps(node)
    if node in _BEYOND:
        return "a number beyond the largest double"
    names = {dict: "an object", list: "a list", str: "a text", int: "an integer"}
    return names.get(type(node), "a number")


def shown(node: Any) -> str:
    """Show a short value as JSON, and a long one by its type."""
    if isinstance(node, dict | list):
        return kind_of(node)
    text = json.dumps(node, ensure_ascii=False)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def counted(number: int, unit: str) -> str:
    """Return a number with its unit: `1 entry`, `3 entries`.

    Args:
        number: how many there are.
        unit: what is counted, in the plural.
    """
    singular = unit.removesuffix("ies") + "y" if unit.endswith("ies") else unit.removesuffix("s")
    return f"{number} {singular if number == 1 else unit}"


def words_of(words: Sequence[Any]) -> str:
    """List the words that are allowed: `"low", "medium" or "high"`; a long list ends with its length."""
    texts = [json.dumps(word, ensure_ascii=False) for word in words]
    if len(texts) > _LISTED:
        return f"one of {', '.join(texts[:_LISTED])} and {len(texts) - _LISTED} more"
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} or {texts[-1]}"


def expected_of(schema: dict[str, Any]) -> str:
    """Describe what a schema expects: `a number between 0 and 2`, `a text or a list`."""
    if "const" in schema or "enum" in schema:
        return words_of([schema["const"]] if "const" in schema else schema["enum"])
    wanted = schema.get("type")
    if wanted is None:
        return _titled(schema)
    names = [wanted] if isinstance(wanted, str) else wanted
    texts = [_TYPES[name] for name in names if not (name == "integer" and "number" in names)]
    return " or ".join(texts) + _bounds(schema) + _lengths(schema)


def _titled(schema: dict[str, Any]) -> str:
    return str(schema.get("title") or "another value")


def _bounds(schema: dict[str, Any]) -> str:
    least, greatest = schema.get("minimum"), schema.get("maximum")
    above, below = schema.get("exclusiveMinimum"), schema.get("exclusiveMaximum")
    if least is not None and greatest is not None:
        return f" between {least} and {greatest}"
    parts = (
        (" of at least {}", least),
        (" of at most {}", greatest),
        (" greater than {}", above),
        (" less than {}", below),
    )
    return "".join(text.format(value) for text, value in parts if value is not None)


def _lengths(schema: dict[str, Any]) -> str:
    parts = (
        (" of at least {} characters", schema.get("minLength")),
        (" of at most {} characters", schema.get("maxLength")),
        (" of at least {} entries", schema.get("minItems")),
        (" of at most {} entries", schema.get("maxItems")),
    )
    return "".join(text.format(value) for text, value in parts if value is not None).replace(" 1 entries", " one entry")
