"""Inputs of tool uses, for formats in which they are JSON objects."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import Raw

from turnwire.codec.json import check_raw
from turnwire.codec.values import is_object
from turnwire.codec.wire import ENCODER
from turnwire.errors import InvalidDocument
from turnwire.lowering.draft import ODD_CALLS
from turnwire.lowering.rewrite_blocks import was_illegal_in_source, when_block
from turnwire.model import ToolUseBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses

_RAW = msgspec.json.Decoder(Raw)


def _has_no_object(call: ToolUseBlock) -> bool:
    return not is_object(call.input) or call.input_text is not None


@when_block(ToolUseBlock, if_any=_has_no_object, trigger=ODD_CALLS)
def inputs_are_objects(block: ToolUseBlock, place: str, losses: Losses) -> ToolUseBlock:
    """Make the input of each call an object: any other value is wrapped as `{"input": value}`.

    An input that the dialect itself read is kept (`$form` `{"as_is": ["input"]}` at the block).
    """
    return with_object(block, place, losses)


def with_object(block: ToolUseBlock, place: str, losses: Losses) -> ToolUseBlock:
    """Return the call with an object as its input, and report an input that was not an object."""
    if was_illegal_in_source(block.provider_raw, losses.dialect, "input"):
        return block
    if block.input:
        if block.input_text is not None:
            losses.dropped(f"{place}/input_text", "tool_use.input_text", block.input_text)
        made = block.input if is_object(block.input) else _wrapped(block.input, place, losses)
        return msgspec.structs.replace(block, input=made, input_text=None)
    if block.input_text is not None:
        losses.degraded(f"{place}/input_text", "tool_use.input_text", block.input_text)
    made = Raw(_as_object(block.input_text or ""))
    losses.invented(f"{place}/input", "tool_use.input", made)
    return msgspec.structs.replace(block, input=made, input_text=None)


def _wrapped(value: Raw, place: str, losses: Losses) -> Raw:
    """Wrap a value that is not an object in `{"input": value}`; null becomes an empty object."""
    if bytes(value) == b"null":
        losses.degraded(f"{place}/input", "tool_use.input", value)
        return Raw(b"{}")
    losses.reshaped(f"{place}/input", "tool_use.input", value)
    return Raw(ENCODER.encode({"input": value}))


def _as_object(text: str) -> bytes:
    """Return the object in a text, or an object that holds the text."""
    inner = text.strip()
    if inner[:1] == "{":
        try:
            found = _RAW.decode(inner)
            check_raw(found)
        except (msgspec.DecodeError, RecursionError, InvalidDocument):
            return ENCODER.encode({"input": text})
        return bytes(found)
    return ENCODER.encode({"input": text}) if inner else b"{}"
