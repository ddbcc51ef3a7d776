"""The tools of MCP servers, as they are declared to each provider."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.documents.residue import pointer_part
from turnwire.systems.gpt2099.providers.records import needed, record, refused, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from turnwire.systems.gpt2099.providers.records import Json

SEPARATOR: Final = "___"
"""Between the name of a server and that of its tool."""

# Keywords that Cerebras does not take at any place; properties with these names are removed, too.
_NOT_FOR_CEREBRAS: Final = frozenset(("$schema", "format", "minimum", "nullable"))
_NOT_FOR_GEMINI: Final = frozenset(("additionalProperties", "examples", "$schema"))


def qualified(server: str, tools: Iterable[Mapping[str, Any]]) -> list[Json]:
    """Return the tools of a server under the names that models see: `<server>___<tool>`.

    Raises InvalidDocument for a tool without a name.
    """
    return [
        {**tool, "name": f"{server}{SEPARATOR}{text_of(tool, 'name', f'/{n}')}"}
        for n, tool in enumerate(record(each, f"/{n}") for n, each in enumerate(tools))
    ]


def split_name(name: str) -> tuple[str | None, str]:
    """The server and the tool that a name means; no server where it names none.

    A name is cut at every separator, and the first two pieces are taken: what follows them is not looked at.
    """
    pieces = name.split(SEPARATOR)
    return (pieces[0], pieces[1]) if len(pieces) > 1 else (None, name)


def for_anthropic(tool: Mapping[str, Any], place: str) -> Json:
    """Name, description and schema; annotations and the schema of the output are left out."""
    return {**_told(tool, place), "input_schema": needed(tool, "inputSchema", place)}


def for_chat(tool: Mapping[str, Any], place: str) -> Json:
    """A function; its description must be there."""
    text_of(tool, "description", place)
    return {"type": "function", "function": {**_told(tool, place), "parameters": needed(tool, "inputSchema", place)}}


def for_cerebras(tool: Mapping[str, Any], place: str) -> Json:
    """A function whose schema is bare of what Cerebras does not take, at every depth."""
    made = for_chat(tool, place)
    made["function"]["parameters"] = _bare(made["function"]["parameters"])
    return made


def for_gemini(tool: Mapping[str, Any], place: str) -> Json:
    """A declaration whose schema is bare of what Gemini does not take, at the top and in each direct property."""
    at = f"{place}/inputSchema"
    schema = record(needed(tool, "inputSchema", place), at)
    properties = record(needed(schema, "properties", at), f"{at}/properties")
    bare = {name: value for name, value in schema.items() if name not in _NOT_FOR_GEMINI}
    bare["properties"] = {
        name: _property(record(value, f"{at}/properties/{pointer_part(name)}")) for name, value in properties.items()
    }
    return {**_told(tool, place), "parameters": bare}


def _told(tool: Mapping[str, Any], place: str) -> Json:
    told: Json = {"name": text_of(tool, "name", place)}
    if tool.get("description") is not None:
        told["description"] = tool["description"]
    return told


def _bare(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_bare(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {name: _bare(value) for name, value in schema.items() if name not in _NOT_FOR_CEREBRAS}


def _property(value: Mapping[str, Any]) -> Json:
    bare = {name: inner for name, inner in value.items() if name != "format"}
    if isinstance(bare.get("items"), dict):
        bare["items"] = {name: inner for name, inner in bare["items"].items() if name != "additionalProperties"}
    return bare


def no_search(provider: str, options: Mapping[str, Any]) -> None:
    """Raises InvalidDocument where a search is asked of a provider that has none."""
    if options.get("search"):
        raise refused(f"{provider} does not support built-in search capabilities", "/options/search")
