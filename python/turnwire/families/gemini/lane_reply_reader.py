"""Plain replies of Gemini's generateContent -> Completions."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Raw, UnsetType

from turnwire.codec.json import check_raw
from turnwire.codec.wire import or_none
from turnwire.documents.moving import REPLY
from turnwire.documents.token_usage import is_total_of
from turnwire.families.gemini.calls import COUNTED
from turnwire.families.gemini.grounding import KEY as GROUNDING
from turnwire.families.gemini.lane_types import Call, Narrow, ReplyContent, ReplyPart
from turnwire.families.gemini.read_response import TOLD, meaning_of, read_usage
from turnwire.families.gemini.token_logprobs import KEY as LOGPROBS
from turnwire.families.gemini.wire_response import Candidate, Reply, UsageMetadata
from turnwire.lane.replies import Count, NotPlain, ReplyReader, check_blocks, has_values, kept, plain_reply, rest_of
from turnwire.model import ABSENT, Origin, TextBlock, ThinkingBlock, ToolUseBlock, Usage

if TYPE_CHECKING:
    from turnwire.lane.replies import Block
    from turnwire.model import Completion

_BRACE = ord("{")


class _Candidate(Candidate, kw_only=True):
    content: ReplyContent  # type: ignore[assignment]
    finish_reason: str
    index: Literal[0] | UnsetType = UNSET


class _PlainReply(Reply, kw_only=True):
    candidates: Annotated[list[_Candidate], Meta(min_length=1, max_length=1)]  # type: ignore[assignment]
    usage_metadata: Raw = ABSENT  # type: ignore[assignment]


class _OfKind(Narrow):
    modality: Literal["TEXT", "AUDIO", "IMAGE", "VIDEO", "DOCUMENT"]
    token_count: Count


class _Counts(Narrow):
    prompt_token_count: Count
    candidates_token_count: Count
    total_token_count: Count
    thoughts_token_count: Count | UnsetType = UNSET
    prompt_tokens_details: list[_OfKind] | UnsetType = UNSET
    candidates_tokens_details: list[_OfKind] | UnsetType = UNSET
    service_tier: Literal["standard", "priority", "flex"] | UnsetType = UNSET


_top_rest = rest_of(_PlainReply, "candidates", "usage_metadata", "model_version", "response_id", "create_time")
_candidate_rest = rest_of(_Candidate, "content", "finish_reason", "index")


_counts, _metadata = msgspec.json.Decoder(_Counts), msgspec.json.Decoder(UsageMetadata)


def reader(dialect: str) -> ReplyReader:
    """Reads plain replies of this dialect, whose calls are counted where they have no ids."""
    return ReplyReader(msgspec.json.Decoder(_PlainReply).decode, functools.partial(_read, dialect))


def _read(dialect: str, wire: _PlainReply) -> Completion:
    candidate = wire.candidates[0]
    blocks = _blocks(candidate.content.parts, dialect)
    reply = plain_reply(blocks, meaning_of(candidate.finish_reason, blocks))  # type: ignore[arg-type]
    reply.id, reply.created_at, reply.model = map(or_none, (wire.response_id, wire.create_time, wire.model_version))
    if wire.usage_metadata is not ABSENT:
        reply.usage, reply.service_tier = _usage(wire.usage_metadata, dialect)
    rest = _top_rest(wire)
    if rest and has_values(rest):
        form = None if wire.create_time is UNSET else {"as_is": ["created_at"]}
        reply.provider_raw = kept(dialect, rest, form)
    reply.candidates[0].provider_raw = _residue(candidate, dialect)
    return reply


def _residue(candidate: _Candidate, dialect: str) -> Any:
    """Return the residue of a candidate, if there is any."""
    rest = _candidate_rest(candidate)
    if GROUNDING in rest or LOGPROBS in rest:
        raise NotPlain
    is_told = candidate.finish_reason in TOLD
    if is_told and not (rest and has_values(rest)):
        return None
    if not is_told:
        rest["finishReason"] = candidate.finish_reason
    form: dict[str, Any] = {REPLY: "content"} if candidate.index == 0 else {"index": False, REPLY: "content"}
    return kept(dialect, rest, form)


def _blocks(parts: list[ReplyPart], dialect: str) -> list[Block]:
    blocks: list[Block] = []
    calls = 0
    for part in parts:
        call = part.function_call
        if call is not UNSET:
            if part.thought or part.text is not UNSET:
                raise NotPlain
            calls += 1
            blocks.append(_use(call, calls))
        elif not part.text:
            raise NotPlain
        elif part.thought:
            signature = None if part.thought_signature is UNSET else part.thought_signature
            blocks.append(ThinkingBlock(part.text, [], signature, None, Origin(dialect)))
            continue
        else:
            blocks.append(TextBlock(part.text))
        if part.thought_signature is not UNSET:
            blocks[-1].provider_raw = kept(dialect, {"thoughtSignature": part.thought_signature})
    check_blocks(blocks)
    return blocks


def _use(call: Call, number: int) -> ToolUseBlock:
    check_raw(call.args)
    if memoryview(call.args)[0] != _BRACE:
        raise NotPlain
    if call.id is UNSET:
        return ToolUseBlock(f"call_{number}", call.name, call.args)
    if COUNTED.fullmatch(call.id):
        raise NotPlain
    return ToolUseBlock(call.id, call.name, call.args)


def _usage(raw: Raw, dialect: str) -> tuple[Usage, str | None]:
    """The counts and the class of service; by the canonical reader where they are not plain."""
    try:
        counts = _counts.decode(raw)
    except msgspec.ValidationError:
        return read_usage(_metadata.decode(raw), dialect)
    prompt, written, thought = counts.prompt_token_count, counts.candidates_token_count, counts.thoughts_token_count
    usage = Usage(prompt, written if thought is UNSET else written + thought)
    if not is_total_of(usage, counts.total_token_count):
        return read_usage(_metadata.decode(raw), dialect)
    rest: dict[str, Any] = {}
    if thought is not UNSET:
        usage.reasoning_tokens = thought
        rest["candidatesTokenCount"] = written
    form: dict[str, Any] = {}
    if counts.prompt_tokens_details is not UNSET:
        rest["promptTokensDetails"] = counts.prompt_tokens_details
        usage.audio_input_tokens, usage.image_input_tokens = _media(counts.prompt_tokens_details)
        form["promptTokensDetails"] = (prompt, usage.audio_input_tokens, usage.image_input_tokens)
    if counts.candidates_tokens_details is not UNSET:
        rest["candidatesTokensDetails"] = counts.candidates_tokens_details
        usage.audio_output_tokens, usage.image_output_tokens = _media(counts.candidates_tokens_details)
        form["candidatesTokensDetails"] = (written, usage.audio_output_tokens, usage.image_output_tokens)
    if rest:
        usage.provider_raw = kept(dialect, rest, form)
    return usage, None if counts.service_tier is UNSET else counts.service_tier


def _media(counts: list[_OfKind]) -> tuple[int | None, int | None]:
    """The tokens of sound and of pictures."""
    audio = image = None
    for each in counts:
        if each.modality == "AUDIO":
            audio = each.token_count
        elif each.modality == "IMAGE":
            image = each.token_count
    return audio, image
