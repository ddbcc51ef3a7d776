"""Plain Completions -> replies of OpenAI's chat format and its vendors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET, Struct, UnsetType

from turnwire.documents.residue import report_foreign
from turnwire.families.chat.required import MODEL
from turnwire.families.chat.thoughts import write_thoughts
from turnwire.families.chat.times import when_created
from turnwire.families.chat.write_calls import Call, Called
from turnwire.families.chat.write_usage import HELD, write_usage
from turnwire.lane.replies import CANDIDATE, STOP_REASON, NotPlain, are_plain, place_of, report_end, tier_in_words
from turnwire.lowering.state import thought_of_others
from turnwire.model import TextBlock, ThinkingBlock

if TYPE_CHECKING:
    from turnwire.families.chat.vendor import Vendor
    from turnwire.losses import Losses
    from turnwire.model import Completion, Message, ToolUseBlock, Usage

_CALL = frozenset(("id", "name", "input", "input_text", "cache", "run_by"))


class _Prompt(Struct, omit_defaults=True, gc=False):
    cached_tokens: int | None = None
    cache_write_tokens: int | None = None
    audio_tokens: int | None = None


class _Completion(Struct, omit_defaults=True, gc=False):
    reasoning_tokens: int | None = None
    audio_tokens: int | None = None


class _Counts(Struct, omit_defaults=True, gc=False):
    prompt_tokens: int
    completion_tokens: int
    total_tokens: int
    prompt_tokens_details: _Prompt | UnsetType = UNSET
    completion_tokens_details: _Completion | UnsetType = UNSET


def write(vendor: Vendor, reply: Completion, losses: Losses) -> dict[str, Any]:
    """The body of a reply.  Raises NotPlain."""
    message = reply.candidates[0]
    tier = tier_in_words(reply, vendor.tiers, losses)
    blocks: list[Any] = message.content
    thought = _thought(blocks[0], losses, vendor) if blocks and type(blocks[0]) is ThinkingBlock else None
    wire = _top(reply, losses)
    said = _said(blocks, thought, losses, vendor, wire["model"])
    choice: dict[str, Any] = {"index": 0, "message": said, "logprobs": None}
    choice["finish_reason"] = _finish(message, losses, vendor)
    if message.provider_raw:
        report_foreign(message.provider_raw, losses, CANDIDATE)
    wire["choices"] = [choice]
    if reply.usage is not None:
        wire["usage"] = _usage(reply.usage, losses, vendor)
    if tier is not None and tier in vendor.tiers:
        wire["service_tier"] = tier
    elif tier is not None:
        losses.dropped("/service_tier", "completion.service_tier", tier)
    for name in vendor.nulls:
        wire[name] = None
    if reply.provider_raw:
        report_foreign(reply.provider_raw, losses, "")
    return wire


def _thought(block: ThinkingBlock, losses: Losses, vendor: Vendor) -> ThinkingBlock | None:
    if vendor.write_thoughts is not write_thoughts:
        raise NotPlain
    return thought_of_others(block, losses, place_of(0), in_blocks=False)


def _top(reply: Completion, losses: Losses) -> dict[str, Any]:
    """Write the members that every reply has; missing ones are invented, as `complete_reply` does."""
    id_, model = reply.id, reply.model
    if id_ is None:
        id_ = "chatcmpl-0"
        losses.invented("/id", "completion.id", id_)
    created = None if reply.created_at is None else when_created(reply.created_at, losses)
    if created is None:
        created = 0
        losses.invented("/created_at", "completion.created_at", created)
    if model is None:
        model = MODEL
        losses.invented("/model", "completion.model", model)
    return {"id": id_, "object": "chat.completion", "created": created, "model": model}


def _said(
    blocks: list[Any], thought: ThinkingBlock | None, losses: Losses, vendor: Vendor, model: str
) -> dict[str, Any]:
    wire: dict[str, Any] = {"role": "assistant"}
    if thought is not None:
        write_thoughts([(thought, place_of(0))], wire, losses, vendor, model)
    text, calls = None, []
    for position, block in enumerate(blocks):
        if type(block) is TextBlock:
            text = block.text
            if block.provider_raw:
                report_foreign(block.provider_raw, losses, place_of(position))
        elif type(block) is not ThinkingBlock:
            calls.append(_call(block, position, losses))
    wire["content"] = text
    if calls:
        wire["tool_calls"] = calls
    wire["refusal"] = None
    return wire


def _call(block: ToolUseBlock, position: int, losses: Losses) -> Any:
    called = Called(block.name, str(block.input, "utf8"))
    if block.provider_raw is None and block.status is None:
        return Call(block.id, called)
    place = place_of(position)
    losses.dropped_fields(block, _CALL, place, "tool_use")
    if block.provider_raw:
        report_foreign(block.provider_raw, losses, place)
    return {"id": block.id, "type": "function", "function": called}


def _finish(message: Message, losses: Losses, vendor: Vendor) -> str:
    metadata: Any = message.metadata
    reason = metadata.stop_reason
    report_end(metadata, losses)
    word = vendor.finish_words[reason]
    if vendor.finish.get(word) != reason:
        losses.degraded(STOP_REASON, "metadata.stop_reason", reason)
    return word


def _usage(usage: Usage, losses: Losses, vendor: Vendor) -> Any:
    """Write the counts; the canonical writer writes them if they are not plain."""
    cached, made = usage.cached_input_tokens, usage.cache_creation_input_tokens
    if (
        not are_plain(usage)
        or (cached and made)
        or usage.cost_usd is not None
        or usage.image_input_tokens is not None
        or usage.image_output_tokens is not None
    ):
        return write_usage(usage, "/usage", losses, vendor)
    prompt, out = (usage.input_tokens or 0) + (cached or 0) + (made or 0), usage.output_tokens or 0
    wire = _Counts(prompt, out, prompt + out)
    if cached is not None or made is not None or usage.audio_input_tokens is not None:
        wire.prompt_tokens_details = _Prompt(cached, made, usage.audio_input_tokens)
    if usage.reasoning_tokens is not None or usage.audio_output_tokens is not None:
        wire.completion_tokens_details = _Completion(usage.reasoning_tokens, usage.audio_output_tokens)
    losses.dropped_fields(usage, HELD, "/usage", "usage")
    if usage.provider_raw:
        report_foreign(usage.provider_raw, losses, "/usage")
    return wire
