"""Convert the answer of an MCP server to the content block of the next turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.systems.gpt2099.providers.records import needed, record, records, text_of

if TYPE_CHECKING:
    from collections.abc import Mapping


def tool_result(response: Mapping[str, Any], tool_use: Mapping[str, Any]) -> dict[str, Any]:
    """Make the `tool_result` block of a JSON-RPC response to a call, `{"name": ..., "id"?: ...}`.

    The tool's result is passed on unchanged; its `isError` is ignored.  An error of the server becomes text.
    Raises InvalidDocument for a response with neither, and for a call without a name.
    """
    block: dict[str, Any] = {"type": "tool_result", "name": text_of(record(tool_use, ""), "name", "")}
    if tool_use.get("id") is not None:
        block["tool_use_id"] = tool_use["id"]
    error = record(response, "").get("error")
    if error is not None:
        told = record(error, "/error")
        code, message = needed(told, "code", "/error"), text_of(told, "message", "/error")
        return {**block, "content": [{"type": "text", "text": f"MCP Error ({code}): {message}"}], "is_error": True}
    result = record(needed(response, "result", ""), "/result")
    content = records(needed(result, "content", "/result"), "/result/content")
    return {**block, "content": [dict(each) for each in content]}
