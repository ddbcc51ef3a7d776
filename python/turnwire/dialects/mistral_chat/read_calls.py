"""Tool calls -> tool uses.

Ids are nine letters or digits; those that a request had otherwise are marked, so that they come back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Raw

from turnwire.codec.json import check_raw
from turnwire.codec.wire import NOTHING
from turnwire.dialects.mistral_chat.constraints import NAME_PATTERN, is_id
from turnwire.dialects.mistral_chat.wire import NAME
from turnwire.documents.residue import residue
from turnwire.families.chat.media import is_text
from turnwire.families.chat.overlay import leftover, raw_of
from turnwire.families.chat.read_content import read_arguments
from turnwire.model import ABSENT, OpaqueBlock, ToolUseBlock

if TYPE_CHECKING:
    from turnwire.dialects.mistral_chat.wire import CalledFunction, ToolCall
    from turnwire.model import ContentBlock

_TEXT = msgspec.json.Decoder(str)
_FUNCTION = ("name", "arguments")
_CALL = ("id", "type", "function", "index")


def read_calls(calls: list[ToolCall], blocks: list[ContentBlock], *, reply: bool) -> None:
    """Append the calls of an assistant.  In a reply each has its position, in a request this is optional."""
    for position, call in enumerate(calls):
        function = call.function
        if function is UNSET or function.arguments is ABSENT:
            blocks.append(_opaque(call))
            continue
        raw, text, form = _arguments(function.arguments)
        use_id = "" if call.id is UNSET else call.id
        block = ToolUseBlock(use_id, function.name, raw, text)
        if (
            form
            or call.unknown is not NOTHING
            or function.unknown is not NOTHING
            or call.index is not (position if reply and position < _SMALL else UNSET)
            or call.type != "function"
            or not is_id(use_id)
            or not NAME_PATTERN.fullmatch(function.name)
        ):
            _add_rest(block, call, function, form, position, reply=reply)
        blocks.append(block)


# CPython has one object for each of these, so that a place in a list is compared at once.
_SMALL = 256


def _arguments(raw: Raw) -> tuple[Raw, str | None, dict[str, Any]]:
    """The input as JSON or as text; arguments that are JSON themselves are marked."""
    if is_text(raw):
        value, text = read_arguments(_TEXT.decode(raw))
        return value, text, {}
    check_raw(raw)
    return raw, None, {"arguments": "json"}


def _add_rest(
    block: ToolUseBlock, call: ToolCall, function: CalledFunction, form: dict[str, Any], position: int, *, reply: bool
) -> None:
    overlay = leftover(call, _CALL)
    overlay["function"] = leftover(function, _FUNCTION)
    lacks = [name for name in ("id", "type") if getattr(call, name) is UNSET]
    also: dict[str, Any] = {}
    if call.type is not UNSET and call.type != "function":
        # The word is the writer's own, and residue too: other formats report it.
        form["type"] = overlay["type"] = call.type
    if call.index is UNSET:
        lacks += ["index"] if reply else []
    elif call.index != position:
        form["index"] = overlay["index"] = call.index
    elif not reply:
        # The position is redundant with the order of the list.
        also["index"] = call.index
    if lacks:
        form["lacks"] = lacks
    legal = {"id": is_id(block.id), "name": NAME_PATTERN.fullmatch(block.name)}
    if as_is := [name for name, fits in legal.items() if not fits]:
        form["as_is"] = as_is
    block.provider_raw = residue(NAME, overlay, also=also, form=form)


def _opaque(call: ToolCall) -> OpaqueBlock:
    """A call of nothing, or without arguments: kept whole."""
    value = raw_of(call)
    check_raw(value)
    return OpaqueBlock("", value, NAME, None, residue(NAME, form={"in": "tool_calls"}))
