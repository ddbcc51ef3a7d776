"""Rules about the schemas of tools: what is no JSON Schema, which servers refuse and no validator can use."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from turnwire.validation.families import ANTHROPIC, GEMINI, OPENAI
from turnwire.validation.fixes.patches import replace, safe
from turnwire.validation.meaning.severity import softened
from turnwire.validation.outline.records import pointer_of
from turnwire.validation.rules import Example, Rule
from turnwire.validation.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from turnwire.model import Diagnostic
    from turnwire.validation.outline import Outline, Path


def _tool(schema: str) -> Example:
    function = f'{{"name": "weather", "parameters": {{"type": "object", "properties": {{"city": {schema}}}}}}}'
    tools = f'[{{"type": "function", "function": {function}}}]'
    messages = '[{"role": "user", "content": "Hi."}]'
    return Example("openai_chat", f'{{"model": "gpt-4.1", "messages": {messages}, "tools": {tools}}}')


NO_SCHEMA: Final = Rule(
    "TW320",
    "no-json-schema",
    "error",
    "The schema of a tool is no JSON Schema: it has a type that does not exist, such as Python's `str`, or a keyword"
    ' with a value of the wrong kind, such as `"required": true`. OpenAI ("Invalid schema for function") and Anthropic'
    ' ("It must match JSON Schema draft 2020-12") refuse it; elsewhere it is a warning. Write the schema anew.',
    failing=_tool('{"type": "str"}'),
    passing=_tool('{"type": "string"}'),
)

RULES: Final = (NO_SCHEMA,)

_REFUSING: Final = ANTHROPIC | OPENAI
_TYPES: Final = frozenset({"string", "number", "integer", "boolean", "object", "array", "null"})
_MEANT: Final[Mapping[str, str]] = MappingProxyType(
    {
        "str": "string",
        "text": "string",
        "int": "integer",
        "float": "number",
        "double": "number",
        "bool": "boolean",
        "dict": "object",
        "list": "array",
        "none": "null",
    }
)
"""What programming languages call the types."""
_LISTS: Final = frozenset({"enum", "anyOf", "oneOf", "allOf", "required"})
_RARE: Final = frozenset({"anyOf", "oneOf", "allOf", "not"})
_SCHEMAS: Final = ("items", "additionalProperties", "not")
_DEEPEST: Final = 64


class Fault(NamedTuple):
    """What is wrong in a schema, the place, what to do, and the word that is meant."""

    path: Path
    message: str
    hint: str
    meant: str = ""


def check(outline: Outline) -> Iterator[Diagnostic]:
    """Find tools whose schemas are no JSON Schemas."""
    for tool in outline.tools:
        # Gemini's `parameters` are no JSON Schema: the schema of its format says what they may be.
        if outline.dialect in GEMINI and tool.schema_path[-1:] == ("parameters",):
            continue
        for fault in faults(tool.schema, tool.schema_path):
            place = (*fault.path, "type") if fault.meant else fault.path
            fixes = (safe(f'write "{fault.meant}"', replace(place, fault.meant)),) if fault.meant else ()
            found = NO_SCHEMA.found(fault.message, pointer_of(place), hint=fault.hint, fixes=fixes)
            yield found if outline.dialect in _REFUSING else softened(found)


def faults(schema: Any, path: Path, depth: int = 0) -> Iterator[Fault]:
    """Yield what makes a value no JSON Schema; nothing for values that are no objects, which other rules report.

    Args:
        schema: a parsed schema.
        path: its path in the document.
        depth: how many schemas are around it.
    """
    if type(schema) is not dict or depth > _DEEPEST:
        return
    if "type" in schema:
        yield from _type(schema["type"], path)
    for name in sorted(schema.keys() & _LISTS):
        if type(schema[name]) is not list:
            yield _no_list(name, schema[name], path)
    yield from _properties(schema, path)
    for place, inner in _inner(schema, path):
        if type(inner) is dict:
            yield from faults(inner, place, depth + 1)
        elif type(inner) is not bool:
            yield Fault(place, f"{shown(inner)} stands in the place of a schema", "write a schema")


def is_sound(schema: Any) -> bool:
    """Return whether a value is certainly a JSON Schema, of the few keywords that most tools have.

    Raises:
        TypeError, AttributeError: a keyword has a value of another kind.
    """
    if schema.get("type") not in _TYPES or not schema.keys().isdisjoint(_RARE):
        return False
    if type(schema.get("required", [])) is not list or type(schema.get("enum", [])) is not list:
        return False
    inner = schema.get("items")
    if inner is not None and not is_sound(inner):
        return False
    is_closed = type(schema.get("additionalProperties", True)) is bool
    return is_closed and all(map(is_sound, schema.get("properties", {}).values()))


def _inner(schema: dict[str, Any], path: Path) -> Iterator[tuple[Path, Any]]:
    """Yield the schemas inside a schema, with their paths."""
    for name in _SCHEMAS:
        # A list of schemas in `items` is that of older drafts.
        if name in schema and type(schema[name]) is not list:
            yield (*path, name), schema[name]
    for name in ("anyOf", "oneOf", "allOf"):
        value = schema.get(name)
        for n, inner in enumerate(value if type(value) is list else ()):
            yield (*path, name, n), inner
    members = schema.get("properties")
    for name, inner in members.items() if type(members) is dict else ():
        yield (*path, "properties", name), inner


def _type(value: Any, path: Path) -> Iterator[Fault]:
    for each in value if type(value) is list else (value,):
        if type(each) is str and each in _TYPES:
            continue
        word = each.lower() if type(each) is str else ""
        meant = word if word in _TYPES else _MEANT.get(word, "")
        hint = f'did you mean "{meant}"?' if meant else f"write one of {', '.join(sorted(_TYPES))}"
        message = f"{shown(each)} is no type of JSON Schema"
        if meant and value is each:
            yield Fault(path, message, hint, meant)
        else:
            yield Fault((*path, "type"), message, hint)


def _no_list(name: str, value: Any, path: Path) -> Fault:
    hint = "write a list"
    if name == "required":
        hint = "name what is required in a list, beside `properties`"
    return Fault((*path, name), f"`{name}` is {shown(value)}, and not a list", hint)


def _properties(schema: dict[str, Any], path: Path) -> Iterator[Fault]:
    members = schema.get("properties", {})
    if type(members) is not dict:
        place = (*path, "properties")
        yield Fault(place, f"`properties` is {shown(members)}, and not an object", "give each property a schema")
