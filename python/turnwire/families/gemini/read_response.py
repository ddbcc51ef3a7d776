"""A reply -> a completion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import UNSET

from turnwire.codec.wire import CHUNKS, fields_besides, key_of, or_none
from turnwire.documents.residue import unknown_role
from turnwire.documents.token_usage import is_blurred
from turnwire.families.gemini.constraints import TIERS
from turnwire.families.gemini.grounding import CITED, KEY, read_grounding
from turnwire.families.gemini.overlays import fields_of, keep, leftover, verbatim
from turnwire.families.gemini.read_parts import read_parts
from turnwire.families.gemini.read_request import spelling
from turnwire.families.gemini.reading import Reading
from turnwire.families.gemini.token_logprobs import KEY as LOGPROBS
from turnwire.families.gemini.token_logprobs import PROBABLE, read_logprobs
from turnwire.families.gemini.wire_response import Candidate, Chunks, UsageMetadata
from turnwire.model import ABSENT, Completion, Message, MessageMetadata, ToolUseBlock, Usage

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.documents.inputs import Envelope
    from turnwire.families.gemini.wire_response import Reply
    from turnwire.model import ContentBlock

# Candidate.FinishReason by number (the provider's protobuf, 2026); some clients send the number.
NUMBERS: Final = {1: "STOP", 2: "MAX_TOKENS", 3: "SAFETY"}
STOP: Final = "STOP"
REASONS: Final[dict[str, Any]] = {"MAX_TOKENS": "max_tokens", "SAFETY": "content_filter"}
TOLD: Final = (STOP, "MAX_TOKENS")
# Words with nearly the same meaning; the word itself is kept.
NEAR: Final[dict[str, Any]] = {
    "RECITATION": "content_filter",
    "BLOCKLIST": "content_filter",
    "PROHIBITED_CONTENT": "content_filter",
    "SPII": "content_filter",
    "IMAGE_SAFETY": "content_filter",
    "IMAGE_PROHIBITED_CONTENT": "content_filter",
    "IMAGE_RECITATION": "content_filter",
    "MALFORMED_FUNCTION_CALL": "error",
    "UNEXPECTED_TOOL_CALL": "error",
    "TOO_MANY_TOOL_CALLS": "error",
    "MISSING_THOUGHT_SIGNATURE": "error",
    "MALFORMED_RESPONSE": "error",
    "OTHER": "error",
}
FAILED: Final = frozenset(word for word, meaning in NEAR.items() if meaning == "error" and word != "OTHER")
"""The words of replies that failed; `OTHER` is "Unknown reason"."""
KEPT: Final = fields_besides(Candidate, "content", "finish_reason", "index")


def response_reader(
    name: str, marks_id: Callable[[str, str], bool]
) -> Callable[[Reply | Chunks, Envelope | None], Completion]:
    """The reader of replies of a dialect of this name."""

    def read_response(given: Reply | Chunks, _: Envelope | None) -> Completion:
        reply = given.reply if isinstance(given, Chunks) else given
        reading = Reading(name, marks_id)
        overlay = leftover(reply, ("prompt_feedback", "model_status"))
        as_is = ["candidates"] if reply.candidates is UNSET else []
        if reply.create_time is not UNSET:
            as_is.append("created_at")
        form: dict[str, Any] = {"as_is": as_is} if as_is else {}
        if isinstance(given, Chunks):
            form["body"] = "list" if given.has_chunks else "empty"
            overlay[CHUNKS] = given.nodes
        candidates = [] if reply.candidates is UNSET else reply.candidates
        messages = [_candidate(each, n, reading) for n, each in enumerate(candidates)]
        usage, tier = (None, None) if reply.usage_metadata is UNSET else read_usage(reply.usage_metadata, name)
        return Completion(
            messages,
            or_none(reply.response_id),
            or_none(reply.create_time),
            or_none(reply.model_version),
            usage,
            tier,
            provider_raw=keep(name, overlay, form=form),
        )

    return read_response


def _candidate(candidate: Candidate, n: int, reading: Reading) -> Message:
    overlay: dict[str, Any] = leftover(candidate, KEPT)
    form: dict[str, Any] = {}
    blocks: list[ContentBlock] = []
    content = candidate.content
    if content is UNSET:
        form["content"] = "none"
    else:
        form |= spelling(content)
        blocks = [] if content.parts is UNSET else read_parts(content.parts, reading)
        inside = fields_of(content.unknown)
        if content.role != "model":
            form["role"] = or_none(content.role)
            inside |= unknown_role(form)
        overlay["content"] = inside
        if KEY in overlay and read_grounding(overlay[KEY], blocks):
            form[CITED] = True
    also: dict[str, Any] = {}
    if candidate.index is UNSET:
        form["index"] = False
    elif candidate.index != n:
        overlay["index"] = candidate.index
        form["index"] = False
    metadata = _metadata(candidate, blocks, overlay, form)
    return Message(
        "assistant", blocks, metadata=metadata, provider_raw=keep(reading.name, overlay, also=also, form=form)
    )


def _metadata(
    candidate: Candidate, blocks: list[ContentBlock], overlay: dict[str, Any], form: dict[str, Any]
) -> MessageMetadata | None:
    reason = _reason(candidate, blocks, overlay)
    probable = read_logprobs(overlay[LOGPROBS]) if LOGPROBS in overlay else ABSENT
    if probable:
        form[PROBABLE] = True
    elif reason is None:
        return None
    return MessageMetadata(stop_reason=reason, logprobs=probable)


def calls_a_tool(blocks: list[ContentBlock]) -> bool:
    """Whether the caller has to run a tool."""
    return any(type(block) is ToolUseBlock and block.run_by is None for block in blocks)


def _reason(candidate: Candidate, blocks: list[ContentBlock], overlay: dict[str, Any]) -> Any:
    word: Any = candidate.finish_reason
    if word is UNSET:
        return None
    if word not in TOLD:
        # A word that is more specific than the stop reason, or a number: it must be kept.
        overlay["finishReason"] = word
    return meaning_of(word, blocks)


def meaning_of(word: Any, blocks: list[ContentBlock]) -> Any:
    """Return the stop reason of a finish reason, which may be a number; None if it is unknown."""
    name = NUMBERS.get(word) if type(word) is int else word
    if name == STOP:
        return "tool_use" if calls_a_tool(blocks) else "end_turn"
    return REASONS.get(name, NEAR.get(name))  # type: ignore[arg-type]


_USAGE_KEPT: Final = (
    "cache_tokens_details",
    "tool_use_prompt_token_count",
    "tool_use_prompt_tokens_details",
    "traffic_type",
)


def read_usage(part: UsageMetadata, name: str) -> tuple[Usage, str | None]:
    """The counts and the class of service."""
    overlay = leftover(part, _USAGE_KEPT)
    form: dict[str, Any] = {}
    usage = Usage(reasoning_tokens=or_none(part.thoughts_token_count))
    cached, prompt = or_none(part.cached_content_token_count), or_none(part.prompt_token_count)
    usage.cached_input_tokens = cached
    if prompt is not None:
        usage.input_tokens = prompt - (cached or 0)
        if usage.input_tokens < 0:
            # The writer counts no prompt then, so neither do the sums here that it compares with its own.
            usage.input_tokens, overlay["promptTokenCount"], prompt = None, prompt, None
    written, thought = or_none(part.candidates_token_count), usage.reasoning_tokens
    if written is not None or thought is not None:
        usage.output_tokens = (written or 0) + (thought or 0)
        if written is None:
            form["as_is"] = ["candidates_token_count"]
    if written is not None and thought is not None:
        # The model has their sum; a format may have one or the other.
        overlay["candidatesTokenCount"] = written
    _details(part, (prompt, written), usage, overlay, form)
    usual = (prompt or 0) + (written or 0) + (thought or 0)
    _total(part, usual, overlay, form, blurred=is_blurred(usage))
    if part.service_tier is not UNSET and part.service_tier not in TIERS:
        overlay["serviceTier"] = part.service_tier
    usage.provider_raw = keep(name, overlay, form=form)
    tier = or_none(part.service_tier)
    return usage, tier if tier in TIERS else None


def _total(part: UsageMetadata, usual: int, overlay: dict[str, Any], form: dict[str, Any], *, blurred: bool) -> None:
    """Keep the total if it is missing or is not the sum of the counts; keep the tokens of tools."""
    total, tools = or_none(part.total_token_count), or_none(part.tool_use_prompt_token_count)
    usual += tools or 0
    if total is None:
        form["total"] = False
    elif total != usual or blurred:
        form["total"] = usual
    if total is not None and (total != usual or tools is not None or blurred):
        overlay["totalTokenCount"] = total
    if tools is not None:
        form["tools"] = tools


SIDES: Final = {"input": "prompt_tokens_details", "output": "candidates_tokens_details"}
"""The sides of a conversation, with the field that has its tokens by modality."""
_BUCKETS: Final = {"AUDIO": "audio", "IMAGE": "image"}
MODALITIES: Final = tuple(f"{kind}_{side}_tokens" for side in SIDES for kind in _BUCKETS.values())
"""The fields of the model for tokens by modality."""


def _details(
    part: UsageMetadata,
    totals: tuple[int | None, int | None],
    usage: Usage,
    overlay: dict[str, Any],
    form: dict[str, Any],
) -> None:
    """The split of both sides by modality, whole; the buckets that the model has are also its own."""
    for (side, field), total in zip(SIDES.items(), totals, strict=True):
        counts: Any = getattr(part, field)
        if counts is UNSET:
            continue
        key = key_of(UsageMetadata, field)
        overlay[key] = verbatim(counts)
        told = {each.modality: each.token_count for each in counts if each.token_count is not UNSET}
        for word, kind in _BUCKETS.items():
            if type(told.get(word)) is int:
                setattr(usage, f"{kind}_{side}_tokens", told[word])
        form[key] = [total, *map(told.get, _BUCKETS)]
