"""Inputs of tool uses, for formats in which they are JSON objects."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import msgspec
from msgspec import Raw

from turnwire.codec.json import check_raw
from turnwire.codec.wire import ENCODER
from turnwire.errors import InvalidDocument
from turnwire.lowering.draft import Draft, when
from turnwire.lowering.rewrite_blocks import rewritten, was_illegal_in_source
from turnwire.model import ContentBlock, ToolUseBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses

_RAW = msgspec.json.Decoder(Raw)
_KINDS = frozenset((ToolUseBlock,))


@when(ToolUseBlock)
def inputs_are_objects(draft: Draft, losses: Losses) -> Draft:
    """Make the input of each call an object: any other value is wrapped as `{"input": value}`.

    An input that the dialect itself read is kept (`$form` `{"as_is": ["input"]}` at the block).
    """
    for turn in draft.turns:
        for block in turn.blocks:
            if type(block) is ToolUseBlock and not (_is_object(block.input) and block.input_text is None):
                return rewritten(draft, losses, _KINDS, with_object)
    return draft


def _is_object(raw: Raw) -> bool:
    return bool(raw) and memoryview(raw)[0] == ord("{")


def with_object(block: ContentBlock, place: str, losses: Losses) -> ContentBlock:
    """Return the call with an object as its input, and report an input that was not an object."""
    block = cast("ToolUseBlock", block)
    if was_illegal_in_source(block.provider_raw, losses.dialect, "input"):
        return block
    if block.input:
        if block.input_text is not None:
            losses.dropped(f"{place}/input_text", "tool_use.input_text", block.input_text)
        made = block.input if _is_object(block.input) else _wrapped(block.input, place, losses)
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
