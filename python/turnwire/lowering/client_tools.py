"""Tools that a provider defines and the client runs, for formats that do not know them.

The client runs such a tool whoever calls it: another model gets it as a function of the same name and input.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from msgspec import Raw, Struct, structs

from turnwire.codec.values import is_object, members_of, text_of
from turnwire.codec.wire import ENCODER
from turnwire.documents.residue import pointer_part, report_foreign, report_others
from turnwire.lowering.choice import is_foreign
from turnwire.lowering.draft import ODD_TOOLS
from turnwire.lowering.settings import when_tool
from turnwire.model import ABSENT

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft
    from turnwire.model import ProviderTool, ToolDefinition


_SIZE: Final = ("display_width_px", "display_height_px")


@when_tool(ODD_TOOLS)
def client_tools_are_functions(tool: ToolDefinition, place: str, _: Draft, losses: Losses) -> ToolDefinition:
    """Turn a tool of another provider that the client runs into a function.

    These are the shell, text editor, memory and computer of Anthropic, and the search for tools of OpenAI where the
    client runs it ("execution": "client").
    """
    provider = tool.provider_tool
    if provider is None or not is_foreign(tool, losses.dialect):
        return tool
    members = members_of(provider.parameters)
    known = _client_tool(provider, members)
    if known is None or not tool.name:
        return tool
    losses.degraded(place, "tool.provider_tool", tool)
    report_others(tool.provider_raw, losses, place)
    report_foreign(provider.provider_raw, losses, f"{place}/provider_tool")
    for name, value in members.items():
        if name not in known.taken:
            where = f"{place}/provider_tool/parameters/{pointer_part(name)}"
            losses.dropped(where, "tool.provider_tool.parameters", value)
    if tool.strict is not None:
        losses.dropped(f"{place}/strict", "tool.strict", tool.strict)
    return structs.replace(
        tool,
        description=tool.description or known.description,
        input_schema=tool.input_schema or known.schema,
        strict=None,
        provider_tool=None,
        provider_raw=None,
    )


def _client_tool(provider: ProviderTool, members: dict[str, Raw]) -> ClientTool | None:
    """Return what another model reads of a tool that the client runs; None for any other tool."""
    if provider.type == "tool_search":
        return _search_of_client(members)
    known = anthropic_tool(provider.type)
    sizes = [bytes(members.get(name, ABSENT)) for name in _SIZE]
    if known is None or not all(map(bytes.isdigit, sizes)):
        return known
    wide, high = map(bytes.decode, sizes)
    said = f"{known.description} The screen is {wide} pixels wide and {high} pixels high."
    return structs.replace(known, description=said, taken=_SIZE)


def _search_of_client(members: dict[str, Raw]) -> ClientTool | None:
    """Return a search for tools with its own description and schema; None if the server runs it.

    `execution`: "Whether tool search is executed by the server or by the client." (ToolSearchToolParam)
    """
    schema, said = members.get("parameters", ABSENT), members.get("description", ABSENT)
    by_client = bytes(members.get("execution", ABSENT)) == b'"client"'
    description = text_of(said)
    if not by_client or description is None or not is_object(schema):
        return None
    return ClientTool(description, schema, ("execution", "description", "parameters"))


class ClientTool(Struct, frozen=True):
    """What another model reads of a tool; `taken` are the tool's parameters that are part of this."""

    description: str
    schema: Raw
    taken: tuple[str, ...] = ()


_TEXT: Final = {"type": "string"}
_WHOLE: Final = {"type": "integer"}
_PATH: Final = {"type": "string", "description": "The absolute path of a file or a directory."}
_POINT: Final = {
    "type": "array",
    "items": _WHOLE,
    "description": "Pixels from the left edge and from the top edge of the screen.",
}
_LINES: Final = {
    "type": "array",
    "items": _WHOLE,
    "description": "For `view`: the first and the last line; -1 is the end of the file.",
}


def _one_of(*words: str) -> dict[str, Any]:
    return {"type": "string", "enum": list(words)}


def _described(schema: dict[str, Any], description: str) -> dict[str, Any]:
    return {**schema, "description": description}


def _object(required: tuple[str, ...], **properties: dict[str, Any]) -> Raw:
    """Return the schema of an object."""
    schema: dict[str, Any] = {"type": "object", "properties": properties}
    return Raw(ENCODER.encode({**schema, "required": list(required)} if required else schema))


BASH: Final = _object(
    (),
    command=_described(_TEXT, "The command to run. Leave it out only to restart."),
    restart={"type": "boolean", "description": "Whether to restart the shell instead of running a command."},
)

_REPLACED: Final = _described(_TEXT, "For `str_replace`: the text to replace, which occurs once.")
_NEW: Final = _described(_TEXT, "For `str_replace`: the text that replaces it.")
_NEW_OR_INSERTED: Final = _described(
    _TEXT, "For `str_replace`: the text that replaces it. For `insert`: the text to insert."
)
_FILE: Final = _described(_TEXT, "For `create`: the content of the file.")
_AFTER: Final = _described(_WHOLE, "For `insert`: the line after which the text is inserted; 0 is the beginning.")
_INSERTED: Final = _described(_TEXT, "For `insert`: the text to insert.")

EDITOR_WITH_UNDO: Final = _object(
    ("command", "path"),
    command=_one_of("view", "create", "str_replace", "insert", "undo_edit"),
    path=_PATH,
    view_range=_LINES,
    file_text=_FILE,
    old_str=_REPLACED,
    new_str=_NEW_OR_INSERTED,
    insert_line=_AFTER,
)
EDITOR: Final = _object(
    ("command", "path"),
    command=_one_of("view", "create", "str_replace", "insert"),
    path=_PATH,
    view_range=_LINES,
    file_text=_FILE,
    old_str=_REPLACED,
    new_str=_NEW,
    insert_line=_AFTER,
    insert_text=_INSERTED,
)
MEMORY: Final = _object(
    ("command",),
    command=_one_of("view", "create", "str_replace", "insert", "delete", "rename"),
    path=_described(_TEXT, "The path of a file or a directory below /memories; not for `rename`."),
    view_range=_LINES,
    file_text=_FILE,
    old_str=_REPLACED,
    new_str=_NEW,
    insert_line=_AFTER,
    insert_text=_INSERTED,
    old_path=_described(_TEXT, "For `rename`: the path of the file or directory."),
    new_path=_described(_TEXT, "For `rename`: its new path."),
)

_FIRST_ACTIONS: Final = (
    *("screenshot", "cursor_position", "mouse_move", "left_click", "left_click_drag"),
    *("right_click", "middle_click", "double_click", "key", "type"),
)
_MORE_ACTIONS: Final = (
    *_FIRST_ACTIONS,
    *("triple_click", "left_mouse_down", "left_mouse_up", "scroll", "hold_key", "wait"),
)
_KEYS: Final = _described(_TEXT, "For `type`: the text. For `key` and `hold_key`: the keys, such as `ctrl+s`.")
_MORE: Final = {
    "start_coordinate": _described(_POINT, "For `left_click_drag`: where it begins."),
    "scroll_direction": _one_of("up", "down", "left", "right"),
    "scroll_amount": _described(_WHOLE, "For `scroll`: how many clicks of the wheel."),
    "duration": {"type": "number", "description": "For `hold_key` and `wait`: seconds."},
}
_REGION: Final = {
    "type": "array",
    "items": _WHOLE,
    "description": "For `zoom`: left, top, right and bottom edge of the region in pixels.",
}

FIRST_COMPUTER: Final = _object(("action",), action=_one_of(*_FIRST_ACTIONS), coordinate=_POINT, text=_KEYS)
COMPUTER: Final = _object(("action",), action=_one_of(*_MORE_ACTIONS), coordinate=_POINT, text=_KEYS, **_MORE)
COMPUTER_WITH_ZOOM: Final = _object(
    ("action",), action=_one_of(*_MORE_ACTIONS, "zoom"), coordinate=_POINT, text=_KEYS, **_MORE, region=_REGION
)

_SHELL: Final = ClientTool("Runs a command in a bash session, which goes on between calls.", BASH)
_EDITS: Final = "Views, creates and edits files."
_REMEMBERS: Final = "Keeps notes between conversations, as files in the directory /memories. View it first."
_SCREEN: Final = "Uses a computer by its mouse and keyboard, and takes screenshots."

# The types that Anthropic has given its tools over the years.
_KNOWN: Final = (
    (re.compile(r"bash_20\d{6}"), _SHELL),
    (re.compile(r"text_editor_(2024\d{4}|20250124)"), ClientTool(_EDITS, EDITOR_WITH_UNDO)),
    (re.compile(r"text_editor_20\d{6}"), ClientTool(_EDITS, EDITOR)),
    (re.compile(r"memory_20\d{6}"), ClientTool(_REMEMBERS, MEMORY)),
    (re.compile(r"computer_2024\d{4}"), ClientTool(_SCREEN, FIRST_COMPUTER)),
    (re.compile(r"computer_20250124"), ClientTool(_SCREEN, COMPUTER)),
    (re.compile(r"computer_20\d{6}"), ClientTool(_SCREEN, COMPUTER_WITH_ZOOM)),
)


def anthropic_tool(word: str) -> ClientTool | None:
    """Return Anthropic's tool of this type; None if the client runs none of this type."""
    return next((tool for words, tool in _KNOWN if words.fullmatch(word)), None)
