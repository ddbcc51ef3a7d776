"""Calls and tools as texts of JSON: how they are spelled by default, on reading and on writing alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw, Struct

from turnwire.codec.json import check_raw
from turnwire.errors import InvalidDocument
from turnwire.model import ABSENT, ToolDefinition

if TYPE_CHECKING:
    from collections.abc import Sequence

    from turnwire.model import ToolUseBlock


class Call(Struct, forbid_unknown_fields=True):
    """`{"name": "look", "arguments": {...}}`."""

    name: str
    arguments: Raw


class Tool(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """`{"name": "look", "description": "...", "parameters": {...}}`."""

    name: str
    description: str | None = None
    parameters: Raw = ABSENT


_CALLS = msgspec.json.Decoder(Call | list[Call])
_TOOLS = msgspec.json.Decoder(list[Tool])


def calls_of(text: str) -> list[Call] | None:
    """The calls that a text writes; None where it is anything else."""
    try:
        found = _CALLS.decode(text)
        calls = found if isinstance(found, list) else [found]
        for call in calls:
            check_raw(call.arguments)
    except (msgspec.DecodeError, InvalidDocument, ValueError, RecursionError):
        return None
    return calls or None


def text_of_calls(calls: Sequence[ToolUseBlock]) -> str:
    """One object for one call, a list for several."""
    texts = [f'{{"name": {_text(call.name)}, "arguments": {bytes(call.input).decode()}}}' for call in calls]
    return texts[0] if len(texts) == 1 else f"[{', '.join(texts)}]"


def tools_of(text: str) -> list[ToolDefinition] | None:
    """The tools that a text declares; None where it is anything else."""
    try:
        found = _TOOLS.decode(text)
        for tool in found:
            check_raw(tool.parameters)
    except (msgspec.DecodeError, InvalidDocument, ValueError, RecursionError):
        return None
    if any(bytes(tool.parameters) == b"null" for tool in found):
        return None
    return [ToolDefinition(tool.name, tool.description, tool.parameters) for tool in found] or None


def text_of_tools(tools: Sequence[ToolDefinition]) -> str:
    """The declaration of some tools."""
    return f"[{', '.join(_tool(tool) for tool in tools)}]"


def _tool(tool: ToolDefinition) -> str:
    members = [f'"name": {_text(tool.name)}']
    if tool.description is not None:
        members.append(f'"description": {_text(tool.description)}')
    if tool.input_schema:
        members.append(f'"parameters": {bytes(tool.input_schema).decode()}')
    return f"{{{', '.join(members)}}}"


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()
