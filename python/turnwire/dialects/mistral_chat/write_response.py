"""A lowered Completion -> a reply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.dialects.mistral_chat.constraints import MISTRAL
from turnwire.dialects.mistral_chat.wire import NAME
from turnwire.dialects.mistral_chat.write_request import write_assistant_part
from turnwire.documents.residue import form_of, report_foreign, restore
from turnwire.documents.token_usage import CACHED, without_negatives
from turnwire.families.chat.overlay import is_no_object
from turnwire.families.chat.write_response import finish_word, write_top
from turnwire.families.chat.write_usage import write_sums

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft, Turn
    from turnwire.model import Completion, MessageMetadata, Usage


_HELD = frozenset(("candidates", "id", "created_at", "model", "usage", "service_tier"))
_MESSAGE = frozenset(("role", "content", "metadata"))


def write_response(draft: Draft, losses: Losses) -> Any:
    """The whole body."""
    completion: Completion = draft.document
    form = form_of(completion.provider_raw, NAME) if completion.provider_raw else {}
    lacks = form.get("lacks", ())
    wire = write_top(completion, form)
    if draft.turns or "choices" not in lacks:
        wire["choices"] = [_write_choice(turn, n, losses, completion.model) for n, turn in enumerate(draft.turns)]
    _write_cost(completion, lacks, wire, losses)
    losses.dropped_fields(completion, _HELD, "", "completion")
    return restore(wire, completion.provider_raw, losses, "") if completion.provider_raw else wire


def _write_cost(completion: Completion, lacks: Any, wire: dict[str, Any], losses: Losses) -> None:
    """Write the counts, with the service tier.

    ChatCompletionResponse, "required": ["id", "object", "model", "usage", "created", "choices"]
    """
    if completion.usage is not None:
        wire["usage"] = write_usage(completion.usage, completion.service_tier, losses)
        return
    if completion.service_tier is not None:
        losses.dropped("/service_tier", "completion.service_tier", completion.service_tier)
    if "usage" not in lacks:
        wire["usage"] = {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}
        losses.invented("/usage", "completion.usage", wire["usage"])


def _write_choice(turn: Turn, position: int, losses: Losses, model: str | None) -> Any:
    message = turn.message
    form = form_of(message.provider_raw, NAME) if message.provider_raw else {}
    lacks = form.get("lacks", ())
    choice: dict[str, Any] = {}
    if "index" not in lacks:
        choice["index"] = form.get("index", position)
    if turn.blocks or "message" not in lacks:
        role = form.get("role", "assistant")
        wire: dict[str, Any] = {} if role is None else {"role": role}
        write_assistant_part(turn, form, wire, losses, reply=True, model=model)
        if form.get("calls") != "odd":
            wire.setdefault("tool_calls", [] if form.get("calls") == "empty" else None)
        choice["message"] = wire
    if message.role != "assistant":
        losses.dropped(f"{turn.path}/role", "message.role", message.role)
        losses.invented(f"{turn.path}/role", "message.role", "assistant")
    _write_finish(turn, form, choice, losses)
    losses.dropped_fields(message, _MESSAGE, turn.path, "message")
    return restore(choice, message.provider_raw, losses, turn.path) if message.provider_raw else choice


def _write_finish(turn: Turn, form: dict[str, Any], choice: dict[str, Any], losses: Losses) -> None:
    message, path = turn.message, turn.path
    metadata: MessageMetadata | None = message.metadata
    reason = metadata.stop_reason if metadata is not None else None
    if metadata is not None:
        held = {"stop_reason"}
        if form.get("logprobs") and metadata.logprobs and not is_no_object(metadata.logprobs):
            choice["logprobs"] = metadata.logprobs
            held.add("logprobs")
        losses.dropped_fields(metadata, frozenset(held), f"{path}/metadata", "metadata")
        report_foreign(metadata.provider_raw, losses, f"{path}/metadata")
    if reason is not None:
        choice["finish_reason"] = finish_word(reason, form, path, losses, MISTRAL)


_COUNTS = frozenset(("input_tokens", "output_tokens", "cached_input_tokens", "audio_input_tokens"))


def write_usage(usage: Usage, tier: str | None, losses: Losses) -> Any:
    """The counts; the prompt's tokens are those read, from and into a cache or not."""
    form = form_of(usage.provider_raw, NAME) if usage.provider_raw else {}
    usage = without_negatives(usage, CACHED, "/usage", losses)
    wire, _ = write_sums(usage, form, "/usage", losses)
    _write_cached(usage, form, wire)
    if tier is not None:
        wire["service_tier"] = tier
    if usage.cache_creation_input_tokens and usage.input_tokens is not None:
        # Tokens written to a cache are included in the prompt's, without a count of their own.
        losses.degraded("/usage/input_tokens", "usage.input_tokens", usage.input_tokens)
    losses.dropped_fields(usage, _COUNTS, "/usage", "usage")
    return restore(wire, usage.provider_raw, losses, "/usage") if usage.provider_raw else wire


def _write_cached(usage: Usage, form: dict[str, Any], wire: dict[str, Any]) -> None:
    where = form.get("num_cached_tokens")
    details: dict[str, Any] = {}
    if usage.cached_input_tokens is not None:
        if where is not None:
            wire["num_cached_tokens"] = usage.cached_input_tokens
        if where != "only":
            details["cached_tokens"] = usage.cached_input_tokens
    if usage.audio_input_tokens is not None:
        details["audio_tokens"] = usage.audio_input_tokens
    if details:
        wire["prompt_tokens_details"] = details
