"""Words for values and for what a schema expects, in the messages of findings."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

_SHOWN = 60
_LISTED = 12
JSON_TEXTS: Final = frozenset({"arguments", "content", "input", "output", "text"})
"""Members that programs give an object where the format has its JSON as a text."""
_PARTS: Final = frozenset({"content", "parts", "system"})
"""Members that programs give a text where the format has a list of parts."""
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
    if isinstance(node, dict | list) or node in _BEYOND:
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
    texts = [json.dumps(word, ensure_ascii=False) for word in _each_once(words)]
    if len(texts) > _LISTED:
        return f"one of {', '.join(texts[:_LISTED])} and {len(texts) - _LISTED} more"
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} or {texts[-1]}"


def _each_once(words: Sequence[Any]) -> list[Any]:
    """Leave out the other spellings of a word that some formats take: `off` beside `OFF`."""
    known: dict[Any, Any] = {}
    for word in words:
        known.setdefault(word.upper() if isinstance(word, str) else (word,), word)
    return list(known.values())


def expected_of(schema: dict[str, Any]) -> str:
    """Describe what a schema expects: `a number between 0 and 2`, `a text or a list`."""
    if "const" in schema or "enum" in schema:
        return words_of([schema["const"]] if "const" in schema else schema["enum"])
    wanted = schema.get("type")
    if wanted is None:
        return _titled(schema)
    names = [wanted] if isinstance(wanted, str) else wanted
    texts = [_one(name, schema) for name in names if not (name == "integer" and "number" in names)]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} or {texts[-1]}"


def _one(name: str, schema: dict[str, Any]) -> str:
    """Describe what a schema expects of one JSON type; where its bounds leave one number, that number."""
    least = schema.get("minimum")
    is_single = name in ("number", "integer") and least is not None and least == schema.get("maximum")
    return str(least) if is_single else _TYPES[name] + _limits(name, schema)


def _titled(schema: dict[str, Any]) -> str:
    return str(schema.get("title") or "another value")


def _limits(name: str, schema: dict[str, Any]) -> str:
    """Say how large a value of one JSON type may be, of the types that a schema has."""
    if name in ("number", "integer"):
        return _bounds(schema)
    return _lengths(schema, *_UNITS[name]) if name in _UNITS else ""


_UNITS: Final = {
    "string": ("minLength", "maxLength", "characters"),
    "array": ("minItems", "maxItems", "entries"),
    "object": ("minProperties", "maxProperties", "members"),
}


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


def _lengths(schema: dict[str, Any], least: str, greatest: str, unit: str) -> str:
    fewest, most = schema.get(least), schema.get(greatest)
    if fewest is not None and fewest == most:
        return f" of {counted(fewest, unit)}"
    if fewest is not None and most is not None:
        return f" of {fewest} to {counted(most, unit)}"
    if fewest is not None:
        return f" of at least {counted(fewest, unit)}"
    return "" if most is None else f" of at most {counted(most, unit)}"


_FEW: Final = 4
"""Words that advice repeats; longer lists are in the message alone."""


def hint_of_words(words: Sequence[Any]) -> str:
    """Say what to do about a word that is none of the allowed ones."""
    if len(words) > _FEW:
        return f"write one of these words, such as {words_of(words[:1])}"
    return f"write {words_of(words)}"


AS_TEXT: Final = "write the object as a text: its JSON in quotation marks"


def hint_of_type(node: Any, schema: dict[str, Any], step: str | int | None) -> str:
    """Say what to do about a value of the wrong JSON type.

    Args:
        node: the value.
        schema: what it has to fit.
        step: the last step of its path; None for the whole document.
    """
    wanted = schema.get("type") or ()
    names = [wanted] if isinstance(wanted, str) else wanted
    if isinstance(node, str) and _NUMBERS.intersection(names) and _is_number(node):
        return "write the number without quotation marks"
    if isinstance(node, int | float) and "string" in names and not isinstance(node, bool):
        return "write it in quotation marks"
    if isinstance(node, dict) and "string" in names and "array" not in names and step in JSON_TEXTS:
        return AS_TEXT
    if isinstance(node, str) and "object" in names and "string" not in names and node.lstrip().startswith("{"):
        return "write the object itself, without quotation marks"
    if of_form := _hint_of_form(node, schema, names, step):
        return of_form
    if node is None and isinstance(step, str):
        return "leave the member out, or give it a value"
    if "array" in names and isinstance(node, str | dict) and is_item(node, schema):
        return "put it into a list"
    return f"write {expected_of(schema)}"


def _hint_of_form(node: Any, schema: dict[str, Any], names: Collection[str], step: str | int | None) -> str | None:
    """Say how an address or a text is written here; None for any other value."""
    if is_address(node, names, step):
        return "write an object with the address as its `url`"
    if isinstance(node, dict) and "string" in names and isinstance(node.get("url"), str):
        return "write the address itself, which is its `url`"
    if isinstance(node, str) and "array" in names and step in _PARTS and not is_item(node, schema):
        return "put the text into a list, as the `text` of its only part"
    return None


def is_address(node: Any, names: Collection[str], step: str | int | None) -> bool:
    """Return whether a value is the address of a picture in the place of an object that holds it."""
    is_expected = step == "image_url" and "object" in names and "string" not in names
    return is_expected and isinstance(node, str) and node.startswith(("https://", "http://", "data:"))


def is_item(node: str | dict[str, Any], schema: dict[str, Any]) -> bool:
    """Return whether a text or an object has a JSON type that the items of a list have.

    Items that are described elsewhere (`$ref`) are objects in the formats that turnwire knows.
    """
    items = schema.get("items") or {}
    wanted = items.get("type") or ("object" if items else ("string", "object"))
    return ("string" if isinstance(node, str) else "object") in ([wanted] if isinstance(wanted, str) else wanted)


_NUMBERS: Final = frozenset({"number", "integer"})


def _is_number(text: str) -> bool:
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


def hint_of_length(keyword: str, limit: int) -> str:
    """Say what to do about a value that is too short or too long."""
    if keyword.startswith("min"):
        return "add one" if limit == 1 and keyword != "minLength" else "make it longer"
    if keyword == "maxLength":
        return "shorten it"
    return "take some out"
