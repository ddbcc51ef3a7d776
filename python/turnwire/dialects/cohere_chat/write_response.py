"""A lowered Completion -> a reply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import structs

from turnwire.codec.values import text_of
from turnwire.dialects.cohere_chat.constraints import FINISH_WORDS, NAME, NEAR_WORDS, STOP_REASONS
from turnwire.dialects.cohere_chat.write_request import write_assistant
from turnwire.documents.residue import form_of, own_members, report_foreign, restore
from turnwire.documents.token_usage import CACHED, without_negatives
from turnwire.families.chat.overlay import named_in
from turnwire.lowering.candidates import make_missing_candidate
from turnwire.lowering.draft import Draft, when

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Turn
    from turnwire.model import Completion, MessageMetadata, Usage

_HELD = frozenset(("candidates", "id", "usage"))
_MESSAGE = frozenset(("role", "content", "metadata"))
_METADATA = frozenset(("stop_reason",))
_USAGE = frozenset(("input_tokens", "output_tokens", "cached_input_tokens"))
_ID = "00000000-0000-0000-0000-000000000000"


def write_response(draft: Draft, losses: Losses) -> Any:
    """The whole body."""
    completion: Completion = draft.document
    wire: dict[str, Any] = {}
    if completion.id is not None:
        wire["id"] = completion.id
    for turn in draft.turns:
        if (word := _finish_word(turn, completion, losses)) is not None:
            wire["finish_reason"] = word
        wire["message"] = _write_message(turn, losses)
    if completion.usage is not None:
        wire["usage"] = write_usage(completion.usage, losses)
    losses.dropped_fields(completion, _HELD, "", "completion")
    for turn in draft.turns:
        if raw := turn.message.provider_raw:
            wire = restore(wire, raw, losses, turn.path)
    return restore(wire, completion.provider_raw, losses, "") if completion.provider_raw else wire


def _write_message(turn: Turn, losses: Losses) -> Any:
    message = turn.message
    form = form_of(message.provider_raw, NAME)
    role = form.get("role", "assistant")
    wire: dict[str, Any] = {} if role is None else {"role": role}
    write_assistant(turn, form, wire, losses, reply=True)
    if message.role != "assistant":
        losses.degraded(f"{turn.path}/role", "message.role", message.role)
    losses.dropped_fields(message, _MESSAGE, turn.path, "message")
    return wire


def _finish_word(turn: Turn, completion: Completion, losses: Losses) -> str | None:
    """Return the `finish_reason`; None for the word of the source, which its residue has."""
    metadata: MessageMetadata | None = turn.message.metadata
    if metadata is None:
        return None
    losses.dropped_fields(metadata, _METADATA, f"{turn.path}/metadata", "metadata")
    report_foreign(metadata.provider_raw, losses, f"{turn.path}/metadata")
    reason = metadata.stop_reason
    told = text_of(own_members(completion.provider_raw, NAME).get("finish_reason"))
    if reason is None or (told is not None and STOP_REASONS.get(told) == reason):
        return None
    if reason in NEAR_WORDS:
        losses.degraded(f"{turn.path}/metadata/stop_reason", "metadata.stop_reason", reason)
    return NEAR_WORDS.get(reason) or FINISH_WORDS[reason]


def write_usage(usage: Usage, losses: Losses) -> Any:
    """Write the counts; the input's tokens are those read, from a cache or not."""
    usage = without_negatives(usage, CACHED, "/usage", losses)
    buckets = [count for name in CACHED if (count := getattr(usage, name)) is not None]
    tokens: dict[str, int] = {}
    if usage.input_tokens is not None or buckets:
        tokens["input_tokens"] = (usage.input_tokens or 0) + sum(buckets)
    if usage.input_tokens is None and buckets:
        losses.invented("/usage/input_tokens", "usage.input_tokens", 0)
    elif usage.cache_creation_input_tokens:
        # Tokens written to a cache are included in the input's, without a count of their own.
        losses.degraded("/usage/input_tokens", "usage.input_tokens", usage.input_tokens)
    if usage.output_tokens is not None:
        tokens["output_tokens"] = usage.output_tokens
    wire: dict[str, Any] = {"tokens": tokens} if tokens else {}
    if usage.cached_input_tokens is not None:
        wire["cached_tokens"] = usage.cached_input_tokens
    losses.dropped_fields(usage, _USAGE, "/usage", "usage")
    return restore(wire, usage.provider_raw, losses, "/usage") if usage.provider_raw else wire


@when()
def complete_reply(draft: Draft, losses: Losses) -> Draft:
    """Every reply has an `id`, "Unique identifier for the generated reply.", and a `message` (V2ChatResponse)."""
    completion: Completion = draft.document
    lacks = named_in(completion.provider_raw, losses.dialect, "lacks")
    if completion.id is None and "id" not in lacks:
        losses.invented("/id", "completion.id", _ID)
        draft = structs.replace(draft, document=structs.replace(completion, id=_ID))
    return draft if draft.turns or "message" in lacks else make_missing_candidate.rule(draft, losses)
