"""Plain Completions -> replies of the Responses API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from turnwire.dialects.openai_responses.enums import TIERS
from turnwire.dialects.openai_responses.read_response import reason_of
from turnwire.dialects.openai_responses.reasoning import write_reasoning
from turnwire.dialects.openai_responses.usage import HELD, write_usage
from turnwire.dialects.openai_responses.write_calls import FunctionCall
from turnwire.dialects.openai_responses.write_response import STATUSES, require, write_echo, write_when
from turnwire.documents.residue import report_foreign
from turnwire.lane.replies import CANDIDATE, STOP_REASON, are_plain, place_of, report_end, tier_in_words
from turnwire.lowering.state import thought_of_others
from turnwire.model import TextBlock, ThinkingBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import Completion, Message, Usage


class _Text(Struct, tag_field="type", tag="output_text", gc=False):
    text: str
    annotations: tuple[()] = ()
    logprobs: tuple[()] = ()


class _Input(Struct, gc=False):
    cached_tokens: int
    cache_write_tokens: int


class _Output(Struct, gc=False):
    reasoning_tokens: int


class _Counts(Struct, gc=False):
    input_tokens: int
    output_tokens: int
    total_tokens: int
    input_tokens_details: _Input
    output_tokens_details: _Output


class _Message(Struct, gc=False):
    id: str
    status: str
    type: str
    role: str
    content: list[_Text]


def write(reply: Completion, losses: Losses) -> dict[str, Any]:
    """The body of a reply."""
    message = reply.candidates[0]
    blocks: list[Any] = message.content
    tier = tier_in_words(reply, TIERS, losses)
    thought = None
    if blocks and type(blocks[0]) is ThinkingBlock:
        thought = thought_of_others(blocks[0], losses, place_of(0), takes_summaries=True)
    wire: dict[str, Any] = {}
    require("id", reply.id, "resp_0", wire, (), losses)
    wire["object"] = "response"
    write_when(reply, {}, wire, losses)
    require("model", reply.model, "default", wire, (), losses)
    if message.provider_raw:
        report_foreign(message.provider_raw, losses, CANDIDATE)
    items = _items(blocks, thought, losses, wire["model"] if reply.model is not None else None)
    _end(message, wire, losses)
    wire["output"] = items
    if reply.usage is not None:
        wire["usage"] = _usage(reply.usage, losses)
    if tier is not None and tier in TIERS:
        wire["service_tier"] = tier
    elif tier is not None:
        losses.dropped("/service_tier", "completion.service_tier", tier)
    wire["error"] = None
    wire.setdefault("incomplete_details", None)
    wire["instructions"] = None
    write_echo(wire, {}, (), losses)
    if reply.provider_raw:
        report_foreign(reply.provider_raw, losses, "")
    return wire


def _items(blocks: list[Any], thought: ThinkingBlock | None, losses: Losses, model: str | None) -> list[Any]:
    items: list[Any] = []
    for position, block in enumerate(blocks):
        if type(block) is TextBlock:
            id_ = f"msg_{len(items)}"
            losses.invented(f"{CANDIDATE}/id", "message.id", id_)
            items.append(_Message(id_, "completed", "message", "assistant", [_Text(block.text)]))
        elif type(block) is not ThinkingBlock:
            items.append(FunctionCall(block.id, block.name, str(block.input, "utf8")))
        elif thought is not None:
            items.append(write_reasoning(thought, place_of(position), losses, model, len(items)))
            continue
        else:
            continue
        if block.provider_raw:
            report_foreign(block.provider_raw, losses, place_of(position))
    return items


def _end(message: Message, wire: dict[str, Any], losses: Losses) -> None:
    metadata: Any = message.metadata
    report_end(metadata, losses)
    stop = metadata.stop_reason
    status, reason = STATUSES.get(stop, ("completed", None))
    wire["status"] = status
    if reason is not None:
        wire["incomplete_details"] = {"reason": reason}
    if reason_of(status, reason, message.content) != stop:
        losses.degraded(STOP_REASON, "metadata.stop_reason", stop)


def _usage(usage: Usage, losses: Losses) -> Any:
    """Write the usage; the canonical writer writes one that is not plain."""
    cached, made, thought = usage.cached_input_tokens, usage.cache_creation_input_tokens, usage.reasoning_tokens
    if not are_plain(usage) or (cached and made):
        return write_usage(usage, "/usage", losses)
    if cached is None:
        losses.invented("/usage/cached_input_tokens", "usage.cached_input_tokens", 0)
    if made is None:
        losses.invented("/usage/cache_creation_input_tokens", "usage.cache_creation_input_tokens", 0)
    if thought is None:
        losses.invented("/usage/reasoning_tokens", "usage.reasoning_tokens", 0)
    losses.dropped_fields(usage, HELD, "/usage", "usage")
    if usage.provider_raw:
        report_foreign(usage.provider_raw, losses, "/usage")
    read, written = (usage.input_tokens or 0) + (cached or 0) + (made or 0), usage.output_tokens or 0
    return _Counts(read, written, read + written, _Input(cached or 0, made or 0), _Output(thought or 0))
