"""Tools that are given beside a document, in the form of any dialect."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.codec.json import loads
from turnwire.model import ToolDefinition
from turnwire.validation.outline.nodes import member, text
from turnwire.validation.outline.records import Path, Tool

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_SCHEMAS: Final = ("input_schema", "parameters", "inputSchema", "parametersJsonSchema", "parameters_json_schema")
_DECLARED: Final = ("functionDeclarations", "function_declarations")


def tools_given(tools: Sequence[Any]) -> tuple[Tool, ...]:
    """Return the tools of a list of parsed definitions; what has no name is left out.

    Args:
        tools: definitions as a request has them: `{"name": ..., "input_schema": ...}` (Anthropic, canonical),
            `{"type": "function", "function": {...}}` (chat), `{"name": ..., "parameters": ...}` (Responses),
            `{"functionDeclarations": [...]}` (Gemini), or `{"name": ..., "inputSchema": ...}` (MCP); or the model's
            own `ToolDefinition`.

    Example:
        `tools_given([{"name": "clock", "input_schema": {"type": "object"}}])[0].name` is `"clock"`.
    """
    return tuple([tool for n, node in enumerate(tools) for tool in _tools(node, (n,))])


def _tools(node: Any, place: Path) -> Iterator[Tool]:
    if isinstance(node, ToolDefinition):
        node = {"name": node.name, "input_schema": loads(bytes(node.input_schema)) if node.input_schema else None}
    for key in _DECLARED:
        declared = member(node, key)
        for n, each in enumerate(declared if type(declared) is list else ()):
            yield from _tools(each, (*place, key, n))
    inner = member(node, "function")
    if type(inner) is dict:
        yield from _tools(inner, (*place, "function"))
    elif text(node, "name"):
        key = next((name for name in _SCHEMAS if name in node), _SCHEMAS[0])
        yield Tool(node["name"], place, node.get(key), (*place, key), node)
