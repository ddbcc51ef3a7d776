"""The types of items that call tools, and of those that answer calls.

Each is one row: where its id, its input and its result are, and who runs it.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

Spelling = Literal["arguments", "text", "json"]


class Call(Struct, frozen=True):
    """A type of item that calls a tool.

    `arguments` are a text that holds JSON, `text` is a free text, `json` is inline JSON.
    """

    item: str
    name: str | None
    """The tool; None where the item names it."""
    id: str
    """The key of the id that an answer names; the item's own id where it answers itself."""
    input: str | None
    spelling: Spelling = "json"
    run_by: Literal["provider"] | None = None
    result: str | None = None
    """The key of the result, where the item holds that too."""
    call_type: str | None = None
    """The canonical word, where it is not the type of the item."""
    server: bool = False
    """Whether the item names an MCP server as its `server_label`."""
    error: str | None = None
    """The key of the error of a call that failed and has no result."""


class Output(Struct, frozen=True):
    """A type of item that answers a call: the keys of its id and of its result, which is content or JSON."""

    item: str
    id: str
    content: str | None = None
    structured: str | None = None


CALLS: Final = {
    call.item: call
    for call in (
        Call("custom_tool_call", None, "call_id", "input", "text", call_type="custom"),
        Call("web_search_call", "web_search", "id", "action", run_by="provider"),
        Call("file_search_call", "file_search", "id", "queries", run_by="provider", result="results"),
        Call("code_interpreter_call", "code_interpreter", "id", "code", "text", "provider", "outputs"),
        # `revised_prompt` is the prompt that the picture was made from (recorded; the description only names it).
        Call("image_generation_call", "image_generation", "id", "revised_prompt", "text", "provider", "result"),
        # `error` is "The error from the tool call, if any." (MCPToolCall)
        Call("mcp_call", None, "id", "arguments", "arguments", "provider", "output", server=True, error="error"),
        Call("mcp_list_tools", "mcp_list_tools", "id", None, run_by="provider", result="tools", server=True),
        Call("computer_call", "computer", "call_id", "action"),
        Call("local_shell_call", "local_shell", "call_id", "action"),
        Call("shell_call", "shell", "call_id", "action"),
        Call("apply_patch_call", "apply_patch", "call_id", "operation"),
        Call("tool_search_call", "tool_search", "call_id", "arguments"),
        Call("program", "program", "call_id", "code", "text", "provider"),
    )
}
"""Item type -> how it is read and written; `function_call` is read by itself."""

CALL_TYPES: Final = {call.call_type or call.item: call for call in CALLS.values()}
"""The `call_type` of a tool use -> the same."""

PLAIN_OUTPUT: Final = "function_call_output"

OUTPUTS: Final = {
    output.item: output
    for output in (
        Output(PLAIN_OUTPUT, "call_id", "output"),
        Output("custom_tool_call_output", "call_id", "output"),
        Output("computer_call_output", "call_id", "output"),
        Output("local_shell_call_output", "id", "output"),
        Output("shell_call_output", "call_id", structured="output"),
        Output("apply_patch_call_output", "call_id", "output"),
        Output("tool_search_output", "call_id", structured="tools"),
        Output("program_output", "call_id", "result"),
    )
}

RAN_OUTPUTS: Final = ("program_output", "tool_search_output")
"""The answers that the provider itself may give, as items of their own."""

MANY_PARTS: Final = (PLAIN_OUTPUT, "custom_tool_call_output")
"""The answers whose content may be a list of parts; that of the others is one text, or one picture."""

ANSWERS: Final = {
    "custom": "custom_tool_call_output",
    "computer_call": "computer_call_output",
    "local_shell_call": "local_shell_call_output",
    "shell_call": "shell_call_output",
    "apply_patch_call": "apply_patch_call_output",
    "tool_search_call": "tool_search_output",
    "program": "program_output",
}
"""The `call_type` of a tool use -> the type of the item that answers it, where that is not the plain one."""

TEXT_ANSWERS: Final = frozenset({None, "function", "custom"})
"""The `call_type` of each tool use whose answer may be any text."""

SIDES: Final = {"mcp_approval_response": "user", "additional_tools": "system", "compaction_trigger": "user"}
"""The role of an item without blocks; the assistant's if the item has none."""
