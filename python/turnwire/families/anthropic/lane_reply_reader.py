"""Plain replies of Anthropic's Messages API -> Completions."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec import UNSET, Raw, UnsetType

from turnwire.codec.json import check_raw
from turnwire.families.anthropic.constraints import STOP_REASONS
from turnwire.families.anthropic.enums import NEAR_STOP_REASONS
from turnwire.families.anthropic.read_response import read_usage
from turnwire.families.anthropic.wire_response import Reply
from turnwire.lane.replies import (
    Narrow,
    NotPlain,
    ReplyReader,
    check_blocks,
    checked,
    has_values,
    kept,
    plain_reply,
    rest_of,
)
from turnwire.model import ABSENT, Origin, TextBlock, ThinkingBlock, ToolUseBlock

if TYPE_CHECKING:
    from turnwire.lane.replies import Block
    from turnwire.model import Completion

_BRACE = ord("{")


class _Text(Narrow, tag_field="type", tag="text"):
    text: str


class _Thinking(Narrow, tag_field="type", tag="thinking"):
    thinking: str
    signature: str | UnsetType = UNSET


class _Use(Narrow, tag_field="type", tag="tool_use"):
    id: str
    name: str
    input: Raw
    caller: Raw = ABSENT


class _PlainReply(Reply, kw_only=True):
    content: list[_Text | _Thinking | _Use]  # type: ignore[assignment]
    type: Literal["message"]
    role: Literal["assistant"]
    stop_reason: str


_TOP = ("content", "id", "type", "role", "model", "stop_reason", "stop_sequence", "usage")
_top_rest = rest_of(_PlainReply, *_TOP)


def reader(dialect: str) -> ReplyReader:
    """Reads plain replies of this dialect."""
    return ReplyReader(msgspec.json.Decoder(_PlainReply).decode, functools.partial(_read, dialect))


def _read(dialect: str, wire: _PlainReply) -> Completion:
    word = wire.stop_reason
    reason = word if word in STOP_REASONS else NEAR_STOP_REASONS.get(word)
    blocks = [_READERS[type(part)](part, dialect) for part in wire.content]
    check_blocks(blocks)
    reply = plain_reply(blocks, reason, None if wire.stop_sequence is UNSET else wire.stop_sequence)
    if wire.id is not UNSET:
        reply.id = wire.id
    if wire.model is not UNSET:
        reply.model = wire.model
    if wire.usage is not UNSET:
        if wire.usage.service_tier is None or wire.usage.unknown:
            raise NotPlain
        reply.service_tier, reply.usage = read_usage(wire.usage, dialect)
    rest = _top_rest(wire)
    if rest and has_values(rest):
        missing = [name for name in ("id", "model", "usage") if getattr(wire, name) is UNSET]
        reply.provider_raw = kept(dialect, rest, {"as_is": missing} if missing else None)
    return reply


def _text(part: _Text, _: str) -> Block:
    if not part.text:
        raise NotPlain
    return TextBlock(part.text)


def _thinking(part: _Thinking, dialect: str) -> Block:
    signature = None if part.signature is UNSET else part.signature
    return ThinkingBlock(part.thinking, [], signature, None, Origin(dialect))


def _use(part: _Use, dialect: str) -> Block:
    check_raw(part.input)
    if memoryview(part.input)[0] != _BRACE:
        raise NotPlain
    block = ToolUseBlock(part.id, part.name, part.input)
    if part.caller:
        block.provider_raw = _called_by(dialect, bytes(checked(part.caller)))
    return block


@functools.lru_cache(64)
def _called_by(dialect: str, caller: bytes) -> Any:
    """Return the residue of a call with a `caller`, which is usually the model itself."""
    return kept(dialect, {"caller": Raw(caller)})


_READERS: dict[type, Any] = {_Text: _text, _Thinking: _thinking, _Use: _use}
