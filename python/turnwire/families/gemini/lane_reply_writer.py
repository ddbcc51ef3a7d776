"""Plain Completions -> replies of Gemini's generateContent."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from msgspec import UNSET, Struct

from turnwire.codec.wire import or_unset
from turnwire.documents.residue import report_foreign
from turnwire.families.gemini.calls import COUNTED
from turnwire.families.gemini.constraints import TIERS
from turnwire.families.gemini.lane_types import Call, ReplyContent, ReplyPart
from turnwire.families.gemini.read_response import MODALITIES
from turnwire.families.gemini.wire_response import UsageMetadata
from turnwire.families.gemini.write_response import stop_word, write_modalities, write_usage
from turnwire.lane.replies import CANDIDATE, STOP_REASON, NotPlain, are_plain, place_of, report_end, tier_in_words
from turnwire.lowering.origins import report_signed_origin
from turnwire.lowering.state import thought_of_others
from turnwire.model import TextBlock, ThinkingBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import Completion, ToolUseBlock, Usage

_media_of = operator.attrgetter(*MODALITIES)
_NO_MEDIA = (None, None, None, None)
_USE = frozenset(("id", "name", "input"))
_THINKING = frozenset(("text", "signature", "origin"))


class _Candidate(Struct, rename="camel", gc=False):
    content: ReplyContent
    finish_reason: str
    index: int


class _Reply(Struct, omit_defaults=True, rename="camel", gc=False):
    candidates: list[_Candidate]
    usage_metadata: Any = UNSET
    model_version: str | None = None
    response_id: str | None = None


def write(reply: Completion, losses: Losses) -> _Reply:
    """The body of a reply.  Raises NotPlain."""
    message = reply.candidates[0]
    metadata: Any = message.metadata
    tier = tier_in_words(reply, TIERS, losses)
    blocks: list[Any] = message.content
    thought = None
    if blocks and type(blocks[0]) is ThinkingBlock:
        thought = thought_of_others(blocks[0], losses, place_of(0))
    if reply.created_at is not None:
        losses.dropped("/created_at", "completion.created_at", reply.created_at)
    content = ReplyContent("model", _parts(blocks, thought, losses))
    report_end(metadata, losses)
    word = stop_word(metadata.stop_reason, blocks, STOP_REASON, losses)
    if message.provider_raw:
        report_foreign(message.provider_raw, losses, CANDIDATE)
    counts = _usage(reply.usage, tier, losses)
    if reply.provider_raw:
        report_foreign(reply.provider_raw, losses, "")
    return _Reply([_Candidate(content, word, 0)], counts, reply.model, reply.id)


def _parts(blocks: list[Any], thought: ThinkingBlock | None, losses: Losses) -> list[ReplyPart]:
    parts: list[ReplyPart] = []
    for position, block in enumerate(blocks):
        if type(block) is TextBlock:
            parts.append(ReplyPart(block.text))
        elif type(block) is not ThinkingBlock:
            parts.append(_call(block, position, losses))
        elif thought is not None:
            place = place_of(position)
            losses.dropped_fields(thought, _THINKING, place, "thinking")
            report_signed_origin(thought.origin, place, losses, signed=False)
            parts.append(ReplyPart(thought.text, thought=True))
        else:
            continue
        if block.provider_raw:
            report_foreign(block.provider_raw, losses, place_of(position))
    return parts


def _call(block: ToolUseBlock, position: int, losses: Losses) -> ReplyPart:
    if COUNTED.fullmatch(block.id):
        raise NotPlain
    if block.status is not None:
        losses.dropped_fields(block, _USE, place_of(position), "tool_use")
    return ReplyPart(function_call=Call(id=block.id, name=block.name, args=block.input))


def _usage(usage: Usage | None, tier: str | None, losses: Losses) -> Any:
    """The counts and the class of service; by the canonical writer where they are not plain."""
    if (
        usage is None
        or not are_plain(usage)
        or usage.cache_creation_input_tokens
        or usage.cost_usd is not None
        or (usage.reasoning_tokens or 0) > (usage.output_tokens or 0)
        or (tier is not None and tier not in TIERS)
    ):
        return write_usage(usage, tier, losses)
    cached, made, thought = usage.cached_input_tokens, usage.cache_creation_input_tokens, usage.reasoning_tokens
    if made is not None:
        losses.dropped("/usage/cache_creation_input_tokens", "usage.cache_creation_input_tokens", made)
    prompt = (usage.input_tokens or 0) + (cached or 0)
    written = (usage.output_tokens or 0) - (thought or 0)
    part = UsageMetadata(prompt, or_unset(cached), written, or_unset(thought))
    part.total_token_count = prompt + written + (thought or 0)
    if _media_of(usage) != _NO_MEDIA:
        write_modalities(part, usage, prompt, written, {})
    part.service_tier = or_unset(tier)
    if usage.provider_raw:
        report_foreign(usage.provider_raw, losses, "/usage")
    return part
