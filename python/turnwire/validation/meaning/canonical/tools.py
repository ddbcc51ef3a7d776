"""The invariants of tools: the schemas of a document, and the inputs of their uses.

The sentences are those of the canonical message format, sections 5.2.4 and 5.4.
`turnwire.validation.tool_schemas` finds what is wrong in a schema.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.codec.json import dumps
from turnwire.errors import InvalidDocument
from turnwire.validation.meaning.canonical.examples import TEXT, answer, history, result, tool, use, user
from turnwire.validation.meaning.canonical.messages import is_complete
from turnwire.validation.outline.records import pointer_of
from turnwire.validation.rules import Rule
from turnwire.validation.tool_schemas.checking import findings
from turnwire.validation.tool_schemas.inputs import input_faults

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from turnwire.model import Diagnostic
    from turnwire.validation.outline import Outline, Part, Tool

_SCHEMA: Final = '{"type": "object", "properties": {"city": {"type": "string"}}}'


def _tool(schema: str) -> str:
    return f'{{"name": "look", "input_schema": {schema}}}'


def _called(given: str) -> tuple[str, ...]:
    return (user(TEXT), answer(use(given=given)), tool(result()))


INPUT: Final = Rule(
    "TW362",
    "tool-input",
    "error",
    'The input of a tool use does not fit the schema of its tool, or is text where the tool takes JSON. "Tool input'
    " matches the tool's input_schema.\" (5.2.4) Call the tool again with an input that fits.",
    failing=history(*_called('{"city": 5}'), tools=_tool(_SCHEMA)),
    passing=history(*_called('{"city": "Oslo"}'), tools=_tool(_SCHEMA)),
    also=frozenset({"invariant.tool-input"}),
)
SCHEMA: Final = Rule(
    "TW363",
    "tool-schema",
    "error",
    'The schema of a tool uses a keyword that the portable subset does not have (5.4): "Allowed: basic types [...],'
    ' `enum`, `required`, `properties`, `items`, `description`, basic `format`", "Disallowed: `$ref`, `oneOf`, `anyOf`,'
    ' `allOf`, `not`, `if`/`then`/`else`, `patternProperties`".'
    " Reduce it with `turnwire.validation.tool_schemas.portable`.",
    failing=history(user(TEXT), tools=_tool('{"type": "object", "anyOf": [{}]}')),
    passing=history(user(TEXT), tools=_tool(_SCHEMA)),
    also=frozenset(
        {
            "tool_schema.disallowed-keyword",
            "tool_schema.unknown-keyword",
            "tool_schema.additional-properties",
            "tool_schema.type",
            "tool_schema.value",
            "tool_schema.schema",
        }
    ),
)

RULES: Final = (INPUT, SCHEMA)


def inputs_fit_their_tools(outline: Outline, tools: Sequence[Tool]) -> Iterator[Diagnostic]:
    """5.2.4: "Tool input matches the tool's input_schema."."""
    offered = {each.name: each for each in (*tools, *outline.tools) if _takes_json(each)}
    for n, part in outline.marked:
        if part.kind == "tool_use" and part.name in offered and is_complete(outline.turns[n]):
            yield from _unfit(part, offered[part.name])


def _takes_json(offered: Tool) -> bool:
    node = offered.node
    return type(node) is not dict or (node.get("provider_tool") is None and node.get("custom") is None)


def _unfit(part: Part, offered: Tool) -> Iterator[Diagnostic]:
    if part.form == "text" and part.value is not None:
        message = f"{offered.name[:60]!r} takes JSON, and this is text"
        yield INPUT.found(message, pointer_of(part.value_path), hint="give the input as JSON")
        return
    if part.form != "tree" or part.value is None or offered.schema is None:
        return
    for found in _faults(offered.schema, part.value):
        hint = found.hint or "call the tool again with an input that fits its schema"
        yield INPUT.found(found.message, f"{pointer_of(part.value_path)}{found.pointer or ''}", hint=hint)


def _faults(schema: Any, given: Any) -> tuple[Diagnostic, ...]:
    try:
        return input_faults(dumps(schema), given)
    except InvalidDocument as refusal:
        return refusal.diagnostics


def schemas_are_portable(outline: Outline) -> Iterator[Diagnostic]:
    """5.4: "Allowed: basic types [...]", "Disallowed: `$ref`, `oneOf`, `anyOf`, `allOf`, `not` [...]"."""
    for each in outline.tools:
        if each.schema is not None and _takes_json(each):
            for found in findings(each.schema, each.schema_pointer, "documented"):
                yield SCHEMA.found(found.message, found.pointer, hint=found.hint)
