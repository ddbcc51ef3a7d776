"""Plain Completions -> replies of Gemini's generateContent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET, Raw, Struct, UnsetType

from turnwire.documents.residue import tell_foreign
from turnwire.families.gemini.calls import COUNTED
from turnwire.families.gemini.constraints import TIERS
from turnwire.families.gemini.write_response import stop_word, write_usage
from turnwire.lane.replies import CANDIDATE, METADATA, STOP_REASON, NotPlain, place_of, tier_in_words
from turnwire.lowering.origins import tell_signed_origin
from turnwire.lowering.state import thought_of_others
from turnwire.model import TextBlock, ThinkingBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import Completion, ToolUseBlock

_METADATA = frozenset(("stop_reason",))
_USE = frozenset(("id", "name", "input"))
_THINKING = frozenset(("text", "signature", "origin"))


class _Call(Struct, gc=False):
    id: str
    name: str
    args: Raw


class _Part(Struct, omit_defaults=True, rename="camel", gc=False):
    text: str | UnsetType = UNSET
    thought: bool = False
    thought_signature: str | UnsetType = UNSET
    function_call: _Call | UnsetType = UNSET


class _Content(Struct, gc=False):
    role: str
    parts: list[_Part]


class _Candidate(Struct, rename="camel", gc=False):
    content: _Content
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
    content = _Content("model", _parts(blocks, thought, losses))
    losses.dropped_fields(metadata, _METADATA, METADATA, "metadata")
    if metadata.provider_raw:
        tell_foreign(metadata.provider_raw, losses, METADATA)
    word = stop_word(metadata.stop_reason, blocks, STOP_REASON, losses)
    if message.provider_raw:
        tell_foreign(message.provider_raw, losses, CANDIDATE)
    counts = write_usage(reply.usage, tier, losses)
    if reply.provider_raw:
        tell_foreign(reply.provider_raw, losses, "")
    return _Reply([_Candidate(content, word, 0)], counts, reply.model, reply.id)


def _parts(blocks: list[Any], thought: ThinkingBlock | None, losses: Losses) -> list[_Part]:
    parts: list[_Part] = []
    for position, block in enumerate(blocks):
        if type(block) is TextBlock:
            parts.append(_Part(block.text))
        elif type(block) is not ThinkingBlock:
            parts.append(_call(block, position, losses))
        elif thought is not None:
            place = place_of(position)
            losses.dropped_fields(thought, _THINKING, place, "thinking")
            tell_signed_origin(thought.origin, place, losses, signed=False)
            parts.append(_Part(thought.text, thought=True))
        else:
            continue
        if block.provider_raw:
            tell_foreign(block.provider_raw, losses, place_of(position))
    return parts


def _call(block: ToolUseBlock, position: int, losses: Losses) -> _Part:
    if COUNTED.fullmatch(block.id):
        raise NotPlain
    if block.status is not None:
        losses.dropped_fields(block, _USE, place_of(position), "tool_use")
    return _Part(function_call=_Call(block.id, block.name, block.input))
