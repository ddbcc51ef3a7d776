"""Read plain replies in native JSON: the model's own types without members that the lane does not write."""

from __future__ import annotations

import msgspec

from turnwire.dialects.turnwire.free_json import check_free_json
from turnwire.lane.replies import NotPlain, ReplyReader, check_blocks
from turnwire.model import Completion, Message, MessageMetadata, TextBlock, ToolUseBlock, Usage

_BRACE = ord("{")


def reader() -> ReplyReader:
    """Reads plain replies."""
    return ReplyReader(msgspec.json.Decoder(Completion).decode, _read)


def _read(reply: Completion) -> Completion:
    if len(reply.candidates) != 1 or reply.provider_raw is not None or reply.schema_version is not None:
        raise NotPlain
    message = reply.candidates[0]
    metadata = message.metadata
    if metadata is None or metadata.stop_reason is None:
        raise NotPlain
    if message != Message("assistant", message.content, metadata=metadata):
        raise NotPlain
    if metadata != MessageMetadata(stop_reason=metadata.stop_reason, stop_sequence=metadata.stop_sequence):
        raise NotPlain
    if not all(map(_is_plain, message.content)):
        raise NotPlain
    check_blocks(message.content)  # type: ignore[arg-type]
    if reply.usage is not None:
        _check_usage(reply.usage)
    check_free_json(reply)
    return reply


def _is_plain(block: object) -> bool:
    if type(block) is TextBlock:
        return bool(block.text) and block == TextBlock(block.text)
    if type(block) is not ToolUseBlock or not block.input or memoryview(block.input)[0] != _BRACE:
        return False
    return block == ToolUseBlock(block.id, block.name, block.input)


def _check_usage(usage: Usage) -> None:
    """Raise NotPlain for members of a reply's usage that only native JSON has."""
    if {usage.cost_usd, usage.pricing_version, usage.latency_ms} != {None} or usage.provider_raw is not None:
        raise NotPlain
