"""Reasoning: its opaque state is stored for the provider that the message names, and for no other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from turnwire.dialects.canonical.origins import KEYS, dialect_of, provider_of
from turnwire.documents.residue import report_foreign
from turnwire.lowering.draft import Draft, when, with_turns
from turnwire.model import MessageMetadata, Origin, RedactedThinkingBlock, ThinkingBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Turn
    from turnwire.model import ContentBlock


@when(ThinkingBlock)
def report_summaries(draft: Draft, losses: Losses) -> Draft:
    """Write a summary as the text of a thought that has no text: reasoning is one text here."""
    turns = []
    for turn in draft.turns:
        blocks = [_summed_up(block, turn.place(n), losses) for n, block in enumerate(turn.blocks)]
        turns.append(structs.replace(turn, blocks=blocks))
    return with_turns(draft, turns)


def _summed_up(block: ContentBlock, place: str, losses: Losses) -> ContentBlock:
    if type(block) is not ThinkingBlock or block.text or not block.summary:
        return block
    losses.degraded(f"{place}/summary", "thinking.summary", block.summary)
    losses.degraded(f"{place}/text", "thinking.text", block.text)
    return structs.replace(block, text="\n\n".join(block.summary), summary=[])


@when(ThinkingBlock, RedactedThinkingBlock)
def state_of_the_provider(draft: Draft, losses: Losses) -> Draft:
    """Drop opaque state of other providers: "only the adapter that wrote it reads it" (6.5).

    A message without a provider gets the provider of the state in it.
    """
    return with_turns(draft, [_stored(turn, losses) for turn in draft.turns])


def _stored(turn: Turn, losses: Losses) -> Turn:
    state = [block for block in turn.blocks if type(block) in (ThinkingBlock, RedactedThinkingBlock)]
    if not state:
        return turn
    turn = _with_provider(turn, state, losses)
    dialect = dialect_of(provider_of(turn.message))
    blocks: list[ContentBlock] = []
    places: list[str] = []
    for block, place in zip(turn.blocks, turn.all_places(), strict=True):
        kept = _legal(block, dialect, place, losses)
        if kept is not None:
            blocks.append(kept)
            places.append(place)
    return structs.replace(turn, blocks=blocks, places=places)


def _with_provider(turn: Turn, state: list[ContentBlock], losses: Losses) -> Turn:
    if provider_of(turn.message) is not None:
        return turn
    wrote = {origin.dialect for block in state if (origin := _origin(block)) is not None and _has_state(block)}
    known = sorted(KEYS[dialect] for dialect in wrote & KEYS.keys())
    if not known:
        return turn
    losses.invented(f"{turn.path}/metadata/provider", "metadata.provider", known[0])
    metadata = structs.replace(turn.message.metadata or MessageMetadata(), provider=known[0])
    return structs.replace(turn, message=structs.replace(turn.message, metadata=metadata))


def _origin(block: ContentBlock) -> Origin | None:
    return block.origin if type(block) is ThinkingBlock or type(block) is RedactedThinkingBlock else None


def _has_state(block: ContentBlock) -> bool:
    return type(block) is RedactedThinkingBlock or (type(block) is ThinkingBlock and block.signature is not None)


def _legal(block: ContentBlock, dialect: str | None, place: str, losses: Losses) -> ContentBlock | None:
    if type(block) is not ThinkingBlock and type(block) is not RedactedThinkingBlock:
        return block
    origin = block.origin
    if origin is None:
        if dialect is not None:
            losses.invented(f"{place}/origin", f"{block.__struct_config__.tag}.origin", {"dialect": dialect})
        return block
    if origin.dialect == dialect:
        _report_origin(origin, place, losses)
        return block
    if type(block) is ThinkingBlock:
        return _without_state(block, origin, dialect, place, losses)
    losses.dropped(place, "redacted_thinking", block)
    return None


def _report_origin(origin: Origin, place: str, losses: Losses) -> None:
    losses.dropped_fields(origin, frozenset(("dialect",)), f"{place}/origin", "origin")
    report_foreign(origin.provider_raw, losses, f"{place}/origin")


def _without_state(
    block: ThinkingBlock, origin: Origin, dialect: str | None, place: str, losses: Losses
) -> ThinkingBlock:
    """Return a thought with its text alone; its foreign provider is not written."""
    if block.signature is not None:
        losses.dropped(f"{place}/signature", "thinking.signature", block.signature)
    if dialect is None:
        losses.dropped(f"{place}/origin", "thinking.origin", origin)
    else:
        losses.degraded(f"{place}/origin", "thinking.origin", origin)
    report_foreign(origin.provider_raw, losses, f"{place}/origin")
    return structs.replace(block, signature=None)
