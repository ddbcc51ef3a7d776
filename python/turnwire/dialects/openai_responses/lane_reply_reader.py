"""Plain replies of the Responses API -> Completions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Raw, UnsetType

from turnwire.dialects.openai_responses.enums import TIERS
from turnwire.dialects.openai_responses.read_response import joined_text, reason_of
from turnwire.dialects.openai_responses.usage import read_usage
from turnwire.dialects.openai_responses.wire import NAME
from turnwire.dialects.openai_responses.wire_response import Reply, Tokens
from turnwire.documents.token_usage import is_total_of
from turnwire.families.chat.media import is_text, text_of
from turnwire.families.chat.times import rfc3339
from turnwire.lane.replies import (
    Count,
    Narrow,
    NotPlain,
    ReplyReader,
    check_blocks,
    has_values,
    kept,
    plain_reply,
    rest_of,
)
from turnwire.lane.turns import arguments
from turnwire.model import ABSENT, Origin, TextBlock, ThinkingBlock, ToolUseBlock, Usage

if TYPE_CHECKING:
    from turnwire.lane.replies import Block
    from turnwire.model import Completion


class _Text(Narrow):
    type: Literal["output_text"]
    text: str
    annotations: Annotated[list[None], Meta(max_length=0)] | UnsetType = UNSET
    logprobs: Annotated[list[None], Meta(max_length=0)] | UnsetType = UNSET


class _Message(Narrow, tag_field="type", tag="message"):
    id: str
    role: Literal["assistant"]
    content: Annotated[list[_Text], Meta(min_length=1, max_length=1)]
    status: str | UnsetType = UNSET
    phase: str | UnsetType | None = UNSET


class _Call(Narrow, tag_field="type", tag="function_call"):
    call_id: str
    name: str
    arguments: str
    id: str | UnsetType = UNSET
    status: str | UnsetType = UNSET


class _Summary(Narrow):
    type: Literal["summary_text"]
    text: str


class _Thought(Narrow):
    type: Literal["reasoning_text"]
    text: str


class _Reasoning(Narrow, tag_field="type", tag="reasoning"):
    id: str
    summary: list[_Summary]
    status: str | UnsetType | None = UNSET
    content: list[_Thought] | UnsetType = UNSET
    encrypted_content: str | UnsetType | None = UNSET


class _Incomplete(Narrow):
    reason: str


class _PlainReply(Reply, kw_only=True):
    id: str
    object: Literal["response"]
    created_at: Count  # type: ignore[assignment]
    status: Literal["completed", "incomplete"]
    model: str
    output: list[_Message | _Call | _Reasoning]  # type: ignore[assignment]
    usage: Raw = ABSENT  # type: ignore[assignment]
    incomplete_details: _Incomplete | UnsetType | None = UNSET  # type: ignore[assignment]


class _Input(Narrow):
    cached_tokens: Count
    cache_write_tokens: Count | UnsetType = UNSET


class _Output(Narrow):
    reasoning_tokens: Count


class _Counts(Narrow):
    input_tokens: Count
    output_tokens: Count
    total_tokens: Count
    input_tokens_details: _Input
    output_tokens_details: _Output


_TAKEN = ("id", "object", "created_at", "status", "model", "output", "usage", "service_tier", "incomplete_details")
_top_rest = rest_of(_PlainReply, *_TAKEN)
_counts, _tokens = msgspec.json.Decoder(_Counts), msgspec.json.Decoder(Tokens)
_NULL = b"null"
_REQUIRED = ("parallel_tool_calls", "tool_choice", "tools", "metadata", "temperature", "top_p", "error")
_ECHOED = frozenset(_REQUIRED)
# What these hold where they say no more than absence does.
_NOTHING = (("error", _NULL), ("instructions", _NULL), ("tools", b"[]"), ("metadata", b"{}"))


def reader() -> ReplyReader:
    """Return the reader of plain replies."""
    return ReplyReader(msgspec.json.Decoder(_PlainReply).decode, _read)


def _read(wire: _PlainReply) -> Completion:
    origin = Origin(NAME, wire.model)
    blocks = [_READERS[type(item)](item, origin) for item in wire.output]
    check_blocks(blocks)
    details = wire.incomplete_details
    if (type(details) is _Incomplete) is not (wire.status == "incomplete"):
        raise NotPlain
    reason = details.reason if type(details) is _Incomplete else None
    reply = plain_reply(blocks, reason_of(wire.status, reason, blocks))
    reply.id, reply.model, reply.created_at = wire.id, wire.model, rfc3339(wire.created_at)
    if reply.created_at is None:
        raise NotPlain
    _read_cost(wire, reply, blocks)
    return reply


def _read_cost(wire: _PlainReply, reply: Completion, blocks: list[Block]) -> None:
    """Read the usage, the service tier, and the residue of the whole reply."""
    rest: dict[str, Any] = _top_rest(wire)
    lacks = [] if rest.keys() >= _ECHOED else [name for name in _REQUIRED if name not in rest]
    if wire.usage is not ABSENT:
        if bytes(wire.usage) == _NULL:
            rest["usage"] = None
        else:
            reply.usage = _usage(wire.usage)
    if wire.service_tier is None:
        rest["service_tier"] = None
    elif wire.service_tier is not UNSET:
        reply.service_tier = wire.service_tier
    for name, nothing in _NOTHING:
        if name in rest and bytes(rest[name]) == nothing:
            del rest[name]
    if rest and has_values(rest):
        reply.provider_raw = kept(NAME, rest, _form(wire, blocks, lacks))


def _form(wire: _PlainReply, blocks: list[Block], lacks: list[str]) -> dict[str, Any]:
    """Note how the reply is spelled, as the canonical reader does; it lacks these members, besides some nulls."""
    form: dict[str, Any] = {}
    if wire.incomplete_details is UNSET:
        lacks.append("incomplete_details")
    if wire.instructions is ABSENT:
        lacks.append("instructions")
    if lacks:
        form["lacks"] = lacks
    if type(wire.service_tier) is str and wire.service_tier not in TIERS:
        form["service_tier"] = wire.service_tier
    text = wire.output_text
    if text is not ABSENT and is_text(text) and text_of(text) == joined_text(blocks):  # type: ignore[arg-type]
        form["output_text"] = True
    return form


def _message(item: _Message, _: Origin) -> Block:
    part = item.content[0]
    if not part.text:
        raise NotPlain
    rest: dict[str, Any] = {"id": item.id}
    if item.status is not UNSET:
        rest["status"] = item.status
    if item.phase is not UNSET:
        rest["phase"] = item.phase
    own: dict[str, Any] = {"item": rest}
    if part.annotations is UNSET or part.logprobs is UNSET:
        own["part"] = {"$omit": [name for name in ("annotations", "logprobs") if getattr(part, name) is UNSET]}
    return TextBlock(part.text, provider_raw=kept(NAME, own))


def _call(item: _Call, _: Origin) -> Block:
    input_ = arguments(item.arguments)
    if input_ is None:
        raise NotPlain
    block = ToolUseBlock(item.call_id, item.name, input_)
    if item.status is not UNSET:
        block.status = item.status
    if item.id is not UNSET:
        block.provider_raw = kept(NAME, {"id": item.id})
    return block


def _reasoning(item: _Reasoning, origin: Origin) -> Block:
    rest: dict[str, Any] = {"id": item.id}
    if item.status is not UNSET:
        rest["status"] = item.status
    encrypted = item.encrypted_content
    if encrypted is None:
        rest["encrypted_content"] = None
    form: dict[str, Any] = {}
    texts = [] if item.content is UNSET else [part.text for part in item.content]
    if item.content is not UNSET and not (len(texts) == 1 and texts[0]):
        form["cuts"] = [len(text) for text in texts]
    block = ThinkingBlock("".join(texts), [part.text for part in item.summary], origin=origin)
    if type(encrypted) is str:
        block.encrypted = encrypted
    block.provider_raw = kept(NAME, {"item": rest}, form)
    return block


_READERS: dict[type, Any] = {_Message: _message, _Call: _call, _Reasoning: _reasoning}


def _usage(raw: Raw) -> Usage:
    """Read the usage; the canonical reader reads one that is not plain."""
    try:
        counts = _counts.decode(raw)
    except msgspec.ValidationError:
        return read_usage(_tokens.decode(raw))
    cached, made = counts.input_tokens_details.cached_tokens, counts.input_tokens_details.cache_write_tokens
    usage = Usage(counts.input_tokens - cached, counts.output_tokens, cached)
    usage.reasoning_tokens = counts.output_tokens_details.reasoning_tokens
    if made == 0:
        usage.cache_creation_input_tokens = made
    elif made is not UNSET:
        return read_usage(_tokens.decode(raw))
    if not is_total_of(usage, counts.total_tokens):
        return read_usage(_tokens.decode(raw))
    return usage
