"""A lowered completion -> a reply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import UNSET

from turnwire.codec.wire import CHUNKS, ENCODER, key_of, or_unset
from turnwire.documents.residue import form_of, own_members, report_foreign, without_keys
from turnwire.documents.token_usage import CACHED, without_negatives
from turnwire.families.gemini.chunks import unfold
from turnwire.families.gemini.constraints import TIERS
from turnwire.families.gemini.overlays import restore
from turnwire.families.gemini.read_response import MODALITIES, REASONS, SIDES, STOP, calls_a_tool, meaning_of
from turnwire.families.gemini.wire import Content
from turnwire.families.gemini.wire_response import Candidate, ModalityCount, Reply, UsageMetadata
from turnwire.families.gemini.write_parts import write_parts
from turnwire.lowering.rewrite_blocks import was_illegal_in_source

if TYPE_CHECKING:
    from turnwire.documents.residue import ProviderRaw
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft, Turn
    from turnwire.model import Completion, ContentBlock, MessageMetadata, Usage

_COMPLETION: Final = frozenset({"candidates", "id", "created_at", "model", "usage", "service_tier"})


def write_response(draft: Draft, losses: Losses) -> Any:
    """The reply with all its candidates."""
    document: Completion = draft.document
    losses.dropped_fields(document, _COMPLETION, "", "completion")
    candidates: Any = [_candidate(turn, n, losses) for n, turn in enumerate(draft.turns)]
    if not candidates and was_illegal_in_source(document.provider_raw, losses.dialect, "candidates"):
        candidates = UNSET
    reply = Reply(
        candidates,
        write_usage(document.usage, document.service_tier, losses),
        or_unset(document.model),
        or_unset(document.id),
        or_unset(document.created_at),
    )
    return _in_shape(reply, document.provider_raw, losses)


def _in_shape(reply: Reply, provider_raw: ProviderRaw | None, losses: Losses) -> Any:
    """The reply with its residue; as a list of chunks where it came as one."""
    shape = form_of(provider_raw, losses.dialect).get("body")
    kept = own_members(provider_raw, losses.dialect).get(CHUNKS)
    if shape is None:
        if kept is not None:
            losses.dropped(f"/provider_raw/{losses.dialect}/{CHUNKS}", "provider_raw", kept)
        return restore(reply, provider_raw, losses, "")
    whole = ENCODER.encode(restore(reply, without_keys(provider_raw or {}, losses.dialect, CHUNKS), losses, ""))
    return [] if shape == "empty" and whole == b"{}" else unfold(whole, kept)


def _candidate(turn: Turn, n: int, losses: Losses) -> Any:
    message = turn.message
    losses.dropped_fields(message, frozenset({"role", "content", "metadata"}), turn.path, "message")
    if message.role != "assistant":
        losses.degraded(f"{turn.path}/role", "message.role", message.role)
    form = form_of(message.provider_raw, losses.dialect)
    candidate = Candidate(index=UNSET if form.get("index") is False else n)
    parts: Any = write_parts(turn, losses)
    if parts or form.get("content") != "none":
        if not parts and form.get("parts") == "none":
            parts = UNSET
        elif form.get("parts") == "single" and len(parts) == 1:
            parts = parts[0]
        role = form.get("role", "model")
        candidate.content = Content(or_unset(role), parts)
    if message.metadata is not None:
        path = f"{turn.path}/metadata"
        losses.dropped_fields(message.metadata, frozenset({"stop_reason"}), path, "metadata")
        report_foreign(message.metadata.provider_raw, losses, path)
        candidate.finish_reason = _reason(message.metadata, turn, losses)
    return restore(candidate, _still_true(turn, losses), losses, turn.path)


def _kept_reason(turn: Turn, losses: Losses) -> Any:
    """What the finish reason that the source had means; None where it had none that is kept."""
    raw = own_members(turn.message.provider_raw, losses.dialect).get("finishReason")
    word = None if raw is None else msgspec.json.decode(raw)
    return meaning_of(word, turn.blocks) if isinstance(word, str | int) else None


def _still_true(turn: Turn, losses: Losses) -> Any:
    """The residue without a finish reason that means another stop reason than the message has."""
    raw, metadata = turn.message.provider_raw, turn.message.metadata
    meaning = _kept_reason(turn, losses)
    if raw is None or meaning is None or (metadata is not None and metadata.stop_reason == meaning):
        return raw
    return without_keys(raw, losses.dialect, "finishReason")


def _reason(metadata: MessageMetadata, turn: Turn, losses: Losses) -> Any:
    reason = metadata.stop_reason
    if reason is None or _kept_reason(turn, losses) == reason:
        return UNSET
    return stop_word(reason, turn.blocks, f"{turn.path}/metadata/stop_reason", losses)


# Of several words for one reason, the first is written.
_WORDS: Final = {meaning: word for word, meaning in reversed(REASONS.items())}


def stop_word(reason: str, blocks: list[ContentBlock], place: str, losses: Losses) -> str:
    """The finish reason for a stop reason, at this place, of a candidate with these blocks."""
    word = _WORDS.get(reason)
    if word is None and reason in ("end_turn", "tool_use"):
        word = STOP
        if (reason == "tool_use") != calls_a_tool(blocks):
            losses.degraded(place, "metadata.stop_reason", reason)
    elif word is None:
        word = {"stop_sequence": STOP, "refusal": "SAFETY", "pause_turn": STOP}.get(reason, "OTHER")
        losses.degraded(place, "metadata.stop_reason", reason)
    return word


_WRITTEN: Final = "/usage/cache_creation_input_tokens"
_USAGE: Final = frozenset({"input_tokens", "output_tokens", "reasoning_tokens", *CACHED, *MODALITIES})


def write_usage(usage: Usage | None, tier: str | None, losses: Losses) -> Any:
    """The counts and the class of service."""
    part = UsageMetadata()
    if tier in TIERS:
        part.service_tier = or_unset(tier)
    elif tier is not None:
        losses.dropped("/service_tier", "completion.service_tier", tier)
    if usage is None:
        return UNSET if part == UsageMetadata() else part
    usage = without_negatives(usage, ("input_tokens", *CACHED), "/usage", losses)
    losses.dropped_fields(usage, _USAGE, "/usage", "usage")
    form = form_of(usage.provider_raw, losses.dialect)
    prompt = _prompt(part, usage, losses)
    written = _written(part, usage, losses)
    write_modalities(part, usage, prompt, written, form)
    tools = form.get("tools")
    total = (prompt or 0) + (written or 0) + (usage.reasoning_tokens or 0) + (tools if type(tools) is int else 0)
    counted = prompt is not None or written is not None or usage.reasoning_tokens is not None
    if form.get("total", None) is not False and (counted or "total" in form) and form.get("total") != total:
        part.total_token_count = total
    return restore(part, _counts_still_true(usage, losses), losses, "/usage")


def _counts_still_true(usage: Usage, losses: Losses) -> Any:
    """Return the residue without the token count, if the model has no count any more."""
    if usage.output_tokens is not None or usage.provider_raw is None:
        return usage.provider_raw
    kept = own_members(usage.provider_raw, losses.dialect).get("candidatesTokenCount")
    if kept is None or not bytes(kept).isdigit():
        return usage.provider_raw  # what is no count the model never said
    return without_keys(usage.provider_raw, losses.dialect, "candidatesTokenCount")


def _prompt(part: UsageMetadata, usage: Usage, losses: Losses) -> int | None:
    """Write the tokens of the prompt; those written to a cache have no count of their own.

    UsageMetadata.promptTokenCount: "Number of tokens in the prompt.".
    """
    part.cached_content_token_count = or_unset(usage.cached_input_tokens)
    told = usage.cache_creation_input_tokens
    written = told or 0
    if told is not None and (usage.input_tokens is None or not written):
        losses.dropped(_WRITTEN, "usage.cache_creation_input_tokens", told)
    if usage.input_tokens is None:
        return None
    if written:
        losses.degraded(_WRITTEN, "usage.cache_creation_input_tokens", written)
        losses.degraded("/usage/input_tokens", "usage.input_tokens", usage.input_tokens)
    part.prompt_token_count = usage.input_tokens + (usage.cached_input_tokens or 0) + written
    return part.prompt_token_count


def _written(part: UsageMetadata, usage: Usage, losses: Losses) -> int | None:
    thoughts = usage.reasoning_tokens
    if usage.output_tokens is None:
        if thoughts is not None:
            losses.dropped("/usage/reasoning_tokens", "usage.reasoning_tokens", thoughts)
        return None
    if thoughts is not None and thoughts > usage.output_tokens:
        losses.dropped("/usage/reasoning_tokens", "usage.reasoning_tokens", thoughts)
        thoughts = None
    part.thoughts_token_count = or_unset(thoughts)
    written = usage.output_tokens - (thoughts or 0)
    if written or not was_illegal_in_source(usage.provider_raw, losses.dialect, "candidates_token_count"):
        part.candidates_token_count = written
        return written
    return None


def write_modalities(
    part: UsageMetadata, usage: Usage, prompt: int | None, written: int | None, form: dict[str, Any]
) -> None:
    """The counts of both sides by modality; `form` is how the source of this format split them."""
    for (side, field), total in zip(SIDES.items(), (prompt, written), strict=True):
        key = key_of(UsageMetadata, field)
        audio, image = getattr(usage, f"audio_{side}_tokens"), getattr(usage, f"image_{side}_tokens")
        if form.get(key) == [total, audio, image] or (key not in form and audio is None and image is None):
            continue  # the split that was read, or none
        rest = (total or 0) - (audio or 0) - (image or 0)
        split = {"TEXT": rest if rest > 0 else None, "AUDIO": audio, "IMAGE": image}
        setattr(part, field, [ModalityCount(word, count) for word, count in split.items() if count is not None])
