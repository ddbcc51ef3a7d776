"""Plain Completions -> replies of Anthropic's Messages API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from turnwire.documents.residue import report_foreign
from turnwire.families.anthropic import wire as w
from turnwire.families.anthropic.constraints import PLATFORMS, REPLY_TIERS
from turnwire.families.anthropic.legal_reply import missing_fields
from turnwire.families.anthropic.wire_response import Reply
from turnwire.families.anthropic.write_response import stop_word, write_usage
from turnwire.lane.replies import CANDIDATE, STOP_REASON, place_of, tier_in_words
from turnwire.lowering.origins import report_signed_origin
from turnwire.lowering.state import thought_of_others
from turnwire.model import TextBlock, ThinkingBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import Completion, ToolUseBlock

_USE = frozenset(("id", "name", "input", "cache"))
_THINKING = frozenset(("text", "signature", "origin"))


def write(reply: Completion, losses: Losses) -> Reply:
    """The body of a reply."""
    message = reply.candidates[0]
    metadata: Any = message.metadata
    tier = tier_in_words(reply, REPLY_TIERS, losses)
    blocks: list[Any] = message.content
    thought = None
    if blocks and type(blocks[0]) is ThinkingBlock:
        thought = _taken(blocks[0], losses)
    added = missing_fields(reply, losses)
    counts = write_usage(reply.usage, tier, added, losses)
    content = _content(blocks, thought, losses)
    word = stop_word(metadata.stop_reason, STOP_REASON, losses)
    if reply.created_at is not None:
        losses.dropped("/created_at", "completion.created_at", reply.created_at)
    if message.provider_raw:
        report_foreign(message.provider_raw, losses, CANDIDATE)
    if reply.provider_raw:
        report_foreign(reply.provider_raw, losses, "")
    id_: Any
    model: Any
    id_, model = added.get("id", reply.id), added.get("model", reply.model)
    return Reply(content, id_, "message", "assistant", model, word, metadata.stop_sequence, counts)


def _taken(thought: ThinkingBlock, losses: Losses) -> ThinkingBlock | None:
    """A thought of another provider's, without its state, and signed with nothing."""
    place = place_of(0)
    kept = thought_of_others(thought, losses, place, PLATFORMS)
    if kept is not None and kept.signature is None:
        losses.invented(f"{place}/signature", "thinking.signature", "")
        kept.signature = ""
    return kept


def _content(blocks: list[Any], thought: ThinkingBlock | None, losses: Losses) -> list[Any]:
    content: list[Any] = []
    for position, block in enumerate(blocks):
        if type(block) is TextBlock:
            content.append(w.Text(block.text))
        elif type(block) is not ThinkingBlock:
            content.append(_use(block, position, losses))
        elif thought is not None:
            place = place_of(position)
            content.append(w.Thinking(thought.text, UNSET if thought.signature is None else thought.signature))
            losses.dropped_fields(thought, _THINKING, place, "thinking")
            report_signed_origin(thought.origin, place, losses, signed=bool(thought.signature))
        else:
            continue
        if block.provider_raw:
            report_foreign(block.provider_raw, losses, place_of(position))
    return content


def _use(block: ToolUseBlock, position: int, losses: Losses) -> Any:
    if block.status is not None:
        losses.dropped_fields(block, _USE, place_of(position), "tool_use")
    return w.ToolUse(block.id, block.name, block.input)
