"""Tools that are given beside a document, in the form of any dialect."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.codec.json import loads
from turnwire.errors import InvalidDocument, invalid
from turnwire.model import ToolDefinition
from turnwire.validation.outline.nodes import text
from turnwire.validation.outline.records import Path, Tool, pointer_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_SCHEMAS: Final = ("input_schema", "parameters", "inputSchema", "parametersJsonSchema", "parameters_json_schema")
_DECLARED: Final = ("functionDeclarations", "function_declarations")
_DEFINED: Final = ("function", "custom", "toolSpec", "systemTool")
"""The members that hold the definition: of chat, and of Bedrock's Converse."""
_CLIENTS: Final = ("", "function", "custom")
"""The types of tools that the client runs, which have names."""
_RUN_BY_PROVIDER: Final = frozenset(
    {
        *("googleSearch", "google_search", "googleSearchRetrieval", "google_search_retrieval", "googleMaps"),
        *("google_maps", "codeExecution", "code_execution", "urlContext", "url_context", "fileSearch", "file_search"),
        *("computerUse", "computer_use", "enterpriseWebSearch", "enterprise_web_search", "cachePoint"),
    }
)
"""The members that are whole tools of Gemini's provider, which have no names, and the cache mark of Converse."""


def tools_given(tools: Sequence[Any]) -> tuple[Tool, ...]:
    """Return the tools of a list of parsed definitions, without those of a provider that have no names.

    Args:
        tools: definitions as a request has them: `{"name": ..., "input_schema": ...}` (Anthropic, canonical),
            `{"type": "function", "function": {...}}` (chat), `{"name": ..., "parameters": ...}` (Responses),
            `{"functionDeclarations": [...]}` (Gemini), `{"toolSpec": {...}}` (Converse), or
            `{"name": ..., "inputSchema": ...}` (MCP); or the model's own `ToolDefinition`.

    Raises:
        InvalidDocument: an entry is no definition (`tools.entry`), has no name (`tools.name`), or a schema that is no
            object (`tools.schema`); the pointer leads into the list.

    Example:
        `tools_given([{"name": "clock", "input_schema": {"type": "object"}}])[0].name` is `"clock"`.
    """
    return tuple([tool for n, node in enumerate(tools) for tool in _tools(node, (n,))])


def _tools(node: Any, place: Path) -> Iterator[Tool]:
    if isinstance(node, ToolDefinition):
        node = {"name": node.name, "input_schema": loads(bytes(node.input_schema)) if node.input_schema else None}
    if type(node) is not dict:
        raise _refusal("tools.entry", "this is no definition of a tool", place, "write an object with a `name`")
    lists = [key for key in _DECLARED if type(node.get(key)) is list]
    for key in lists:
        for n, each in enumerate(node[key]):
            yield from _tools(each, (*place, key, n))
    inner = next((key for key in _DEFINED if type(node.get(key)) is dict), None)
    if inner is not None or text(node, "name"):
        yield _tool(node, inner, place)
    elif not lists and text(node, "type") in _CLIENTS and node.keys().isdisjoint(_RUN_BY_PROVIDER):
        raise _refusal("tools.name", "the tool has no `name`", place, "write the `name` that calls of the tool have")


def _tool(node: dict[str, Any], inner: str | None, place: Path) -> Tool:
    """Return the tool of an entry with a name, or with the member that has the name."""
    definition, at = (node, place) if inner is None else (node[inner], (*place, inner))
    name = text(definition, "name")
    if not name:
        raise _refusal("tools.name", "the tool has no `name`", at, "write the `name` that calls of the tool have")
    key = next((each for each in _SCHEMAS if each in definition), _SCHEMAS[0])
    schema, path = definition.get(key), (*at, key)
    if inner == "toolSpec" and type(schema) is dict:
        schema, path = schema.get("json"), (*path, "json")
    if schema is not None and type(schema) is not dict:
        hint = "write the JSON Schema of the input, or leave it out"
        raise _refusal("tools.schema", f"the schema of `{name[:60]}` is no object", path, hint)
    return Tool(name, place, schema, path, node)


def _refusal(code: str, message: str, place: Path, hint: str) -> InvalidDocument:
    return invalid(code, message, pointer=pointer_of(place), hint=hint)
