"""A row -> a History."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET

from turnwire.codec.json import check_raw
from turnwire.codec.wire import Form, OpaquePart
from turnwire.dialects.huggingface_messages.read_message import Rows, is_placeholder, read_message
from turnwire.dialects.huggingface_messages.wire import NAME, Function, Tool
from turnwire.documents.json_text import listed
from turnwire.documents.residue import residue
from turnwire.errors import invalid
from turnwire.families.chat.overlay import leftover
from turnwire.lowering.generic_tools import read_generic
from turnwire.model import History, Reasoning, Settings, ToolDefinition

if TYPE_CHECKING:
    from turnwire.dialects.huggingface_messages.wire import Row, Said
    from turnwire.documents.inputs import Envelope

_TOOLS: Form[Any] = Form(list[Tool | OpaquePart])

_FUNCTION = msgspec.json.Decoder(Function)

# "Language modeling: "messages"; Prompt-only: "prompt"; Prompt-completion: "prompt" and "completion"; Preference:
# "prompt", "chosen", and "rejected"; Preference with implicit prompt: "chosen" and "rejected"" (trl/data_utils.py).
# A rejected reply is not part of the conversation: it is kept in its place.
SHAPES = (("messages",), ("prompt", "completion"), ("prompt", "chosen"), ("prompt",), ("completion",), ("chosen",))


def read_row(wire: Row | list[Said], _: Envelope | None) -> History:
    """The conversation of a row.

    Raises InvalidDocument for a row without a column of messages ("standard" rows hold plain texts).
    """
    if isinstance(wire, list):
        rows = Rows(None)
        found = History([read_message(said, rows) for said in wire])
        found.provider_raw = residue(NAME, form={"root": "list", **rows.form()})
        return found
    shape = next((shape for shape in SHAPES if all(getattr(wire, name) is not UNSET for name in shape)), None)
    if shape is None:
        raise invalid("huggingface_messages.shape", "no column holds a list of messages")
    taken = {*shape, "tools", "chat_template_kwargs"}
    said = [(name, each) for name in shape for each in getattr(wire, name)]
    images = _images(wire, [each for _, each in said])
    if images is not None:
        taken.add("images")
    rows = Rows(images)
    form: dict[str, Any] = {} if shape == SHAPES[0] else {"columns": list(shape)}
    also: dict[str, Any] = {"images": []} if images == [] else {}
    messages = []
    for name, each in said:
        rows.column = None if name == shape[0] else name
        messages.append(read_message(each, rows))
    found = History(messages)
    rest = leftover(wire, taken)
    texts: dict[str, Any] = {}
    found.settings = _read_settings(wire, rest, also, texts)
    if texts:
        form["texts"] = texts
    found.provider_raw = residue(NAME, rest, also=also, form={**form, **rows.form()})
    return found


def _images(wire: Row, said: list[Said]) -> list[str] | None:
    """Read the column `images`, if it has one text for each placeholder of a picture."""
    if wire.images is UNSET:
        return None
    parts = [part for each in said if isinstance(each.content, list) for part in each.content]
    return wire.images if sum(map(is_placeholder, parts)) == len(wire.images) else None


def _read_settings(wire: Row, rest: dict[str, Any], also: dict[str, Any], texts: dict[str, Any]) -> Settings | None:
    settings = Settings()
    if wire.tools is not UNSET:
        tools = listed(wire.tools, _TOOLS, "tools", texts)
        if not tools:
            (rest if tools is None else also)["tools"] = wire.tools
            texts.pop("tools", None)
        else:
            settings.tools = [_read_tool(tool) for tool in tools]
    extra = wire.chat_template_kwargs
    if extra is not UNSET:
        reasoning = Reasoning(effort=None if extra.reasoning_effort is UNSET else extra.reasoning_effort)
        if extra.enable_thinking is not UNSET:
            reasoning.mode = "enabled" if extra.enable_thinking else "disabled"
        if reasoning != Reasoning():
            settings.reasoning = reasoning
        if extra.unknown:
            rest["chat_template_kwargs"] = extra.unknown.fields
        elif settings.reasoning is None:
            also["chat_template_kwargs"] = {}
    return settings if settings != Settings() else None


def _read_tool(tool: Tool | OpaquePart) -> ToolDefinition:
    """A function as `get_json_schema` gives it; another shape is kept as a tool of this format's own."""
    if type(tool) is OpaquePart:
        try:
            # Some data sets have the function itself here.
            return _read_function(_FUNCTION.decode(tool.value.raw), {}, {"shape": "bare"})
        except msgspec.DecodeError:
            return read_generic(tool.value.raw, NAME)
    return _read_function(tool.function, dict(tool.unknown.fields), {})  # type: ignore[union-attr]


def _read_function(function: Function, rest: dict[str, Any], form: dict[str, Any]) -> ToolDefinition:
    inner = dict(function.unknown.fields)
    found = ToolDefinition(function.name, None if function.description is UNSET else function.description)
    for key, field in (("parameters", "input_schema"), ("returned", "output_schema")):
        raw = getattr(function, key)
        check_raw(raw)
        if bytes(raw) == b"null":
            inner["parameters" if key == "parameters" else "return"] = None
        else:
            setattr(found, field, raw)
    nested = inner if form else {"function": inner}
    found.provider_raw = residue(NAME, {**rest, **(nested if inner else {})}, form=form)
    return found
