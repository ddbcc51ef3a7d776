"""Schemas of tools and of answers that a target refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import structs

from turnwire.lowering.schema_bounds import BOUNDS
from turnwire.validation.families import ANTHROPIC, GEMINI, OPENAI
from turnwire.validation.outline.nodes import member, text
from turnwire.validation.outline.records import pointer_of
from turnwire.validation.rules import Example, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.model import Diagnostic
    from turnwire.validation.outline import Outline, Path, Tool
    from turnwire.validation.target.aim import Aim

_HI: Final = '{"role": "user", "content": "Hi."}'


def _tool(schema: str) -> Example:
    function = f'{{"name": "clock", "strict": true, "parameters": {schema}}}'
    text = f'{{"model": "gpt-4.1", "messages": [{_HI}], "tools": [{{"type": "function", "function": {function}}}]}}'
    return Example("openai_chat", text, target="openai_chat")


def _answer(schema: str) -> Example:
    config = f'{{"format": {{"type": "json_schema", "schema": {schema}}}}}'
    text = f'{{"model": "claude-opus-4-8", "max_tokens": 64, "messages": [{_HI}], "output_config": {config}}}'
    return Example("anthropic_messages", text, target="anthropic_messages")


TOOL: Final = Rule(
    "TW412",
    "refused-tool-schema",
    "error",
    "The target refuses the schema of a tool: Gemini knows few keywords in `parameters`, OpenAI wants strict schemas to"
    " close their objects and to require every property, and Claude takes no bounds such as `minimum` in strict ones."
    " Change the schema; `turnwire convert` writes what the target takes.",
    failing=_tool('{"type": "object"}'),
    passing=_tool('{"type": "object", "additionalProperties": false}'),
)
ANSWER: Final = Rule(
    "TW413",
    "refused-answer-schema",
    "error",
    "The target refuses the form of the answer: its model takes none of this kind, the schema is missing, an object of"
    " the schema is open (\"For 'object' type, 'additionalProperties' must be explicitly set to false\"), or it has a"
    " keyword that is not supported (\"For 'integer' type, property 'minimum' is not supported\"). Change the form, or"
    " choose another model.",
    failing=_answer('{"type": "object", "properties": {}}'),
    passing=_answer('{"type": "object", "properties": {}, "additionalProperties": false}'),
)

RULES: Final = (TOOL, ANSWER)

# "Invalid JSON payload received. Unknown name "exclusiveMinimum"" (a refusal): the fields of Schema, in both spellings.
_KNOWN: Final = frozenset(
    {
        *("type", "format", "title", "description", "nullable", "enum", "items", "properties", "required", "pattern"),
        *("maxItems", "minItems", "minProperties", "maxProperties", "minLength", "maxLength", "minimum", "maximum"),
        *("max_items", "min_items", "min_properties", "max_properties", "min_length", "max_length"),
        *("example", "anyOf", "any_of", "propertyOrdering", "property_ordering", "default"),
        # The server takes these, too.
        *("additionalProperties", "additional_properties", "$ref", "ref", "$defs", "defs", "$id", "$anchor"),
        *("prefixItems", "oneOf", "const"),
    }
)
_INSIDE: Final = ("items", "additionalProperties", "additional_properties", "not")
_LISTED: Final = ("anyOf", "any_of", "oneOf", "allOf", "prefixItems")
_NAMED: Final = ("properties", "$defs", "definitions", "defs")
_DEEPEST: Final = 64


def check(outline: Outline, tree: Any, aim: Aim) -> Iterator[Diagnostic]:
    """Find schemas that the target refuses."""
    for tool in outline.tools:
        if aim.dialect in ANTHROPIC:
            yield from _anthropic_tool(tool, aim)
        elif aim.dialect in GEMINI and tool.schema_path[-1:] == ("parameters",):
            yield from _gemini_tool(tool, aim)
        elif aim.dialect in OPENAI:
            yield from _openai_tool(tool, aim) if aim.is_enforced else ()
            yield from _strict(tool.schema, tool.schema_path, TOOL) if _is_strict(tool) else ()
    yield from _answers(tree, aim)


def _anthropic_tool(tool: Tool, aim: Aim) -> Iterator[Diagnostic]:
    if type(tool.schema) is dict and tool.schema.get("type") != "object":
        message = f"{aim.name} wants `type: object` at the top of a tool's schema"
        place = f"{tool.schema_pointer}/type" if "type" in tool.schema else tool.schema_pointer
        yield TOOL.found(message, place, hint="write an object", expected='`"type": "object"`')
    if _is_strict(tool):
        yield from _unsupported(tool.schema, tool.schema_path, aim, TOOL)


def _unsupported(schema: Any, path: Path, aim: Aim, rule: Rule) -> Iterator[Diagnostic]:
    """Find keywords that Anthropic refuses in the schemas of answers and of strict tools.

    "Not supported: ... Numerical constraints (such as `minimum`, `maximum`, `multipleOf`), String constraints
    (`minLength`, `maxLength`), Array constraints beyond `minItems` of 0 or 1 ... If you use an unsupported feature,
    you'll receive a 400 error with details." (platform.claude.com/docs/en/build-with-claude/structured-outputs)
    "For 'integer' type, property 'minimum' is not supported" (a refusal)
    """
    for place, node in _schemas(schema, path):
        for keyword in node:
            if keyword in BOUNDS or (keyword == "minItems" and node[keyword] not in (0, 1)):
                message = f"{aim.name} does not support the keyword `{keyword}` in this schema"
                hint = "leave it out, or say it in a description"
                yield rule.found(message, pointer_of((*place, keyword)), hint=hint)


def _gemini_tool(tool: Tool, aim: Aim) -> Iterator[Diagnostic]:
    for path, node in _schemas(tool.schema, tool.schema_path):
        for keyword in node:
            if keyword not in _KNOWN:
                message = f"{aim.name} does not know the keyword `{keyword[:40]}` in `parameters`"
                hint = "leave it out, or give the schema as `parametersJsonSchema`"
                yield TOOL.found(message, pointer_of((*path, keyword)), hint=hint)
        yield from _gemini_type(path, node, aim)


def _gemini_type(path: Path, node: dict[str, Any], aim: Aim) -> Iterator[Diagnostic]:
    """Find keywords that do not go with their type.

    "parameters.properties[tags].items: missing field.", "parameters.properties[level].enum: only allowed for STRING
    type" (refusals of Gemini)
    """
    kind = text(node, "type").lower()
    if kind == "array" and "items" not in node and "prefixItems" not in node:
        yield _no_items(path, aim)
    if kind in {"integer", "number", "boolean"} and type(node.get("enum")) is list:
        message = f"{aim.name} takes `enum` only for texts"
        yield TOOL.found(message, pointer_of((*path, "enum")), hint='leave it out, or write `"type": "string"`')


def _is_strict(tool: Tool) -> bool:
    inner = member(tool.node, "function")
    return member(inner if type(inner) is dict else tool.node, "strict") is True


def _strict(schema: Any, path: Path, rule: Rule) -> Iterator[Diagnostic]:
    """Find what OpenAI refuses in a strict schema."""
    for place, node in _schemas(schema, path):
        for message, expected in _open_parts(node):
            hint = "change it, or leave `strict` out"
            yield rule.found(f"a strict schema {message}", pointer_of(place), hint=hint, expected=expected)


def _open_parts(node: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield why an object of a strict schema is refused, and what is expected.

    "'additionalProperties' is required to be supplied and to be false.", "'required' is required to be supplied and to
    be an array including every key in properties." (refusals of OpenAI)
    """
    properties = node.get("properties")
    if node.get("type") != "object" and type(properties) is not dict:
        return
    if node.get("additionalProperties") is not False:
        yield "must close its objects", '`"additionalProperties": false`'
    required = node.get("required")
    names = properties if type(properties) is dict else {}
    missing = [name for name in names if type(required) is not list or name not in required]
    if missing:
        yield f"must require every property, and `{missing[0][:40]}` is not", f"`{missing[0][:40]}` in `required`"


def _openai_tool(tool: Tool, aim: Aim) -> Iterator[Diagnostic]:
    """Find what OpenAI refuses in the schema of any tool.

    "Invalid schema for function 'clock': schema must be a JSON Schema of 'type: "object"', got 'type: "string"'.",
    "In context=('properties', 'tags'), array schema missing items." (refusals)
    """
    if type(tool.schema) is dict and tool.schema and tool.schema.get("type", "object") != "object":
        yield _no_object(TOOL, tool.schema_path, aim)
    for path, node in _schemas(tool.schema, tool.schema_path):
        if node.get("type") == "array" and "items" not in node and "prefixItems" not in node:
            yield _no_items(path, aim)


def _no_object(rule: Rule, path: Path, aim: Aim) -> Diagnostic:
    message = f"{aim.name} wants `type: object` at the top of the schema"
    return rule.found(message, pointer_of((*path, "type")), hint="write an object", expected='`"type": "object"`')


def _no_items(path: Path, aim: Aim) -> Diagnostic:
    message = f"{aim.name} wants `items` in the schema of a list"
    return TOOL.found(message, pointer_of(path), hint="add the schema of the entries", expected="a member `items`")


def _answers(tree: Any, aim: Aim) -> Iterator[Diagnostic]:
    for path in (("response_format",), ("text", "format"), ("output_config", "format"), ("output_format",)):
        node = tree
        for step in path:
            node = member(node, step)
        if type(node) is dict:
            yield from _answer_form(node, path, aim)


def _answer_form(node: dict[str, Any], path: Path, aim: Aim) -> Iterator[Diagnostic]:
    kind = text(node, "type")
    known = aim.known.takes_answers if aim.known is not None else None
    if known is not None and kind in {"json_schema", "json_object"} and kind not in known:
        message = f"{aim.name} does not take answers of type `{kind}`"
        yield ANSWER.found(
            message, pointer_of((*path, "type")), hint="ask for the form in words, or choose another model"
        )
        return
    if kind != "json_schema":
        return
    inner = node.get("json_schema")
    holder, place = (inner, (*path, "json_schema")) if path == ("response_format",) else (node, path)
    if type(holder) is not dict:
        return
    if type(holder.get("schema")) is not dict:
        found = ANSWER.found("the schema of the answer is missing", pointer_of(place), hint="give it as `schema`")
        yield structs.replace(found, severity="warning") if "schema" in aim.server.ignores else found
        return
    if aim.dialect in OPENAI and path == ("response_format",) and holder.get("name") == "":
        yield ANSWER.found("the name of the schema is empty", pointer_of((*place, "name")), hint="name it")
    if aim.dialect in ANTHROPIC:
        yield from _closed(holder["schema"], (*place, "schema"), aim)
        yield from _unsupported(holder["schema"], (*place, "schema"), aim, ANSWER)
    elif aim.dialect in OPENAI and holder.get("strict") is True:
        yield from _strict_answer(holder["schema"], (*place, "schema"), aim)


def _strict_answer(schema: dict[str, Any], path: Path, aim: Aim) -> Iterator[Diagnostic]:
    """Find what OpenAI refuses in the strict schema of an answer.

    "Invalid schema for response_format 'a': schema must be a JSON Schema of 'type: "object"', got 'type: "array"'."
    """
    if schema.get("type", "object") != "object" and aim.is_enforced:
        yield _no_object(ANSWER, path, aim)
    yield from _strict(schema, path, ANSWER)


def _closed(schema: Any, path: Path, aim: Aim) -> Iterator[Diagnostic]:
    for place, node in _schemas(schema, path):
        if node.get("type") == "object" and node.get("additionalProperties") is not False:
            message = f"{aim.name} wants every object of the schema closed"
            expected = '`"additionalProperties": false`'
            yield ANSWER.found(message, pointer_of(place), hint="add `additionalProperties: false`", expected=expected)


def _schemas(schema: Any, path: Path, depth: int = 0) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Yield a schema and the schemas inside it, with their paths."""
    if type(schema) is not dict or depth > _DEEPEST:
        return
    yield path, schema
    for name in _INSIDE:
        yield from _schemas(schema.get(name), (*path, name), depth + 1)
    for name in _LISTED:
        value = schema.get(name)
        for n, inner in enumerate(value if type(value) is list else ()):
            yield from _schemas(inner, (*path, name, n), depth + 1)
    for name in _NAMED:
        value = schema.get(name)
        for key, inner in value.items() if type(value) is dict else ():
            yield from _schemas(inner, (*path, name, key), depth + 1)
