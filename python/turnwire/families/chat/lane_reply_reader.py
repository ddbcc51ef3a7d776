"""Plain replies of OpenAI's chat format and its vendors -> Completions."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Raw, UnsetType

from turnwire.documents.moving import REPLY
from turnwire.documents.residue import residue
from turnwire.documents.token_usage import is_total_of
from turnwire.families.chat.read_usage import read_usage
from turnwire.families.chat.times import rfc3339
from turnwire.families.chat.wire_response import ChatReply, Choice, Tokens
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
from turnwire.model import ABSENT, Origin, TextBlock, ToolUseBlock, Usage

if TYPE_CHECKING:
    from turnwire.families.chat.vendor import Vendor
    from turnwire.lane.replies import Block
    from turnwire.model import Completion

_Null = UnsetType | None


class _Function(Narrow):
    name: str
    arguments: str


class _Call(Narrow):
    type: Literal["function"]
    id: str
    function: _Function
    index: int | UnsetType = UNSET


class _Message(Narrow):
    role: Literal["assistant"]
    content: str | UnsetType | None = UNSET
    refusal: _Null = UNSET
    tool_calls: list[_Call] | UnsetType | None = UNSET
    reasoning_content: str | UnsetType | None = UNSET
    reasoning: str | UnsetType | None = UNSET
    reasoning_details: Raw = ABSENT
    reasoning_signature: Raw = ABSENT
    annotations: Raw = ABSENT
    audio: _Null = UNSET
    function_call: _Null = UNSET
    # Compatible servers.
    name: Raw = ABSENT
    executed_tools: Raw = ABSENT
    padding: Raw = ABSENT
    provider_metadata: Raw = ABSENT
    reasoning_encrypted: Raw = ABSENT


class _Choice(Choice, kw_only=True):
    message: _Message  # type: ignore[assignment]
    index: Literal[0]
    finish_reason: str
    logprobs: UnsetType | None = UNSET  # type: ignore[assignment]


class _PlainReply(ChatReply, kw_only=True):
    choices: Annotated[list[_Choice], Meta(min_length=1, max_length=1)]  # type: ignore[assignment]
    object: Literal["chat.completion"] | UnsetType = UNSET
    usage: Raw = ABSENT  # type: ignore[assignment]


class _Prompt(Narrow):
    cached_tokens: Count
    audio_tokens: Count | UnsetType = UNSET


class _Completion(Narrow):
    reasoning_tokens: Count
    audio_tokens: Count | UnsetType = UNSET
    accepted_prediction_tokens: Count | UnsetType = UNSET
    rejected_prediction_tokens: Count | UnsetType = UNSET


class _Counts(Narrow):
    prompt_tokens: Count
    completion_tokens: Count
    total_tokens: Count
    prompt_tokens_details: _Prompt | UnsetType = UNSET
    completion_tokens_details: _Completion | UnsetType = UNSET


_TOP = ("choices", "id", "object", "created", "model", "usage", "service_tier")
_top_rest = rest_of(_PlainReply, *_TOP, usual=1)
_choice_rest = rest_of(_Choice, "message", "index", "finish_reason", "logprobs")
_TAKEN = tuple(name for name in _Message.__struct_fields__[: _Message.__struct_fields__.index("name")])
_message_rest = rest_of(_Message, *_TAKEN)
_counts, _tokens = msgspec.json.Decoder(_Counts), msgspec.json.Decoder(Tokens)
_NULL = b"null"
_SILENT = frozenset((b"null", b"[]", b""))


def reader(vendor: Vendor) -> ReplyReader:
    """Reads plain replies of this vendor."""
    return ReplyReader(_decoder().decode, functools.partial(_read, vendor))


@functools.cache
def _decoder() -> msgspec.json.Decoder[_PlainReply]:
    """One decoder for the whole family."""
    return msgspec.json.Decoder(_PlainReply)


def _read(vendor: Vendor, wire: _PlainReply) -> Completion:
    choice = wire.choices[0]
    model = None if wire.model is UNSET else wire.model
    reply = plain_reply(_blocks(choice.message, model, vendor), vendor.finish.get(choice.finish_reason))
    reply.model = model
    if wire.id is not UNSET:
        reply.id = wire.id
    if wire.created is not UNSET:
        reply.created_at = rfc3339(wire.created)
        if reply.created_at is None:
            raise NotPlain
    _read_cost(wire, reply, vendor)
    rest, beside = _choice_rest(choice), _message_rest(choice.message)
    if (rest and has_values(rest)) or (beside and has_values(beside)):
        reply.candidates[0].provider_raw = _said_residue(choice, rest, beside, vendor)
    return reply


def _read_cost(wire: _PlainReply, reply: Completion, vendor: Vendor) -> None:
    """Read the counts, the service tier, and the residue of the whole reply."""
    rest = _top_rest(wire)
    if wire.service_tier is None:
        rest["service_tier"] = None
    elif wire.service_tier is not UNSET:
        reply.service_tier = wire.service_tier
    if wire.usage is not ABSENT:
        if bytes(wire.usage) == _NULL:
            rest["usage"] = None
        else:
            reply.usage = _usage(wire.usage, vendor)
    if rest and has_values(rest):
        reply.provider_raw = kept(vendor.name, rest, _form(wire, vendor))


def _form(wire: _PlainReply, vendor: Vendor) -> dict[str, Any]:
    """How the reply is spelled, as the canonical reader notes it."""
    lacks = [name for name in ("id", "created", "model", "object") if getattr(wire, name) is UNSET]
    lacks += [name for name in vendor.nulls if getattr(wire, name) is ABSENT]
    form: dict[str, Any] = {"lacks": lacks} if lacks else {}
    if type(wire.service_tier) is str and wire.service_tier not in vendor.tiers:
        form["service_tier"] = wire.service_tier
    return form


def _said_residue(choice: _Choice, rest: dict[str, Any], beside: dict[str, Any], vendor: Vendor) -> Any:
    """Make the residue of a choice with unusual members, with all the marks of its message."""
    message = choice.message
    form: dict[str, Any] = {}
    reason = vendor.finish[choice.finish_reason]
    if vendor.finish_words[reason] != choice.finish_reason:
        form["finish"] = choice.finish_reason
    if not message.content and message.content is not None:
        form["content"] = "absent" if message.content is UNSET else "text"
    _, also, taken = vendor.read_thoughts(message, Origin(vendor.name), vendor)
    inside: dict[str, Any] = {name: None for name in _TAKEN if _is_null(message, name)} | beside
    for name in ("content", "refusal", *taken):
        inside.pop(name, None)
    if bytes(message.annotations) == b"[]":
        also["annotations"] = []
    if message.tool_calls == []:
        also["tool_calls"] = []
    if message.refusal is UNSET:
        inside["$omit"] = ["refusal"]
    if also:
        inside["$also"] = also
    omit = ["logprobs"] if choice.logprobs is UNSET else None
    return residue(vendor.name, {**rest, "message": inside}, omit=omit, form={**form, REPLY: "message"})


def _is_null(message: _Message, name: str) -> bool:
    value = getattr(message, name)
    return value is None or (type(value) is Raw and bytes(value) == _NULL)


def _blocks(message: _Message, model: str | None, vendor: Vendor) -> list[Block]:
    details, signature = message.reasoning_details, message.reasoning_signature
    blocks: list[Block] = []
    if message.reasoning_content or message.reasoning or details is not ABSENT or signature is not ABSENT:
        blocks += _thoughts(message, model, vendor)
    if bytes(message.annotations) not in _SILENT:
        raise NotPlain
    if message.content:
        blocks.append(TextBlock(message.content))
    if message.tool_calls:
        blocks += [_call(call, position, vendor) for position, call in enumerate(message.tool_calls)]
        check_blocks(blocks)
    return blocks


def _thoughts(message: _Message, model: str | None, vendor: Vendor) -> list[Block]:
    """One thought, by the canonical reader, or none.  Raises NotPlain where that leaves anything of the reasoning."""
    blocks, _, taken = vendor.read_thoughts(message, Origin(vendor.name, model), vendor)
    if len(blocks) > 1:
        raise NotPlain
    for name in ("reasoning_details", "reasoning_signature"):
        if name not in taken and bytes(getattr(message, name)) not in (b"", _NULL):
            raise NotPlain
    return blocks  # type: ignore[return-value]


def _call(call: _Call, position: int, vendor: Vendor) -> ToolUseBlock:
    input_ = arguments(call.function.arguments)
    if input_ is None:
        raise NotPlain
    block = ToolUseBlock(call.id, call.function.name, input_)
    if call.index is not UNSET:
        if call.index != position:
            raise NotPlain
        block.provider_raw = _position(vendor.name, position)
    return block


@functools.lru_cache(64)
def _position(dialect: str, position: int) -> Any:
    """Make the residue of a call that notes its position in the list."""
    return residue(dialect, {}, also={"index": position})


def _usage(raw: Raw, vendor: Vendor) -> Usage:
    """Read the counts; the canonical reader reads them if they are not plain."""
    try:
        counts = _counts.decode(raw)
    except msgspec.ValidationError:
        return read_usage(_tokens.decode(raw), vendor)
    usage = Usage(counts.prompt_tokens, counts.completion_tokens)
    prompt, completion = counts.prompt_tokens_details, counts.completion_tokens_details
    if prompt is not UNSET:
        usage.cached_input_tokens = prompt.cached_tokens
        usage.input_tokens = counts.prompt_tokens - prompt.cached_tokens
        if prompt.audio_tokens is not UNSET:
            usage.audio_input_tokens = prompt.audio_tokens
    if completion is not UNSET:
        usage.reasoning_tokens = completion.reasoning_tokens
        if completion.audio_tokens is not UNSET:
            usage.audio_output_tokens = completion.audio_tokens
        accepted, rejected = completion.accepted_prediction_tokens, completion.rejected_prediction_tokens
        if accepted is not UNSET or rejected is not UNSET:
            usage.provider_raw = _predicted(vendor.name, accepted, rejected)
    return usage if is_total_of(usage, counts.total_tokens) else read_usage(_tokens.decode(raw), vendor)


@functools.lru_cache(64)
def _predicted(dialect: str, accepted: Any, rejected: Any) -> Any:
    """The residue of counts of predicted tokens, which are mostly zero."""
    told = {"accepted_prediction_tokens": accepted, "rejected_prediction_tokens": rejected}
    return residue(
        dialect, {"completion_tokens_details": {name: count for name, count in told.items() if count is not UNSET}}
    )
