"""The rules of this format alone that are applied to a document before it is written.

Sentences in quotes are from OpenAI's API description (openapi.json, 2026-08-21) where no other source is named.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from turnwire.documents.residue import form_of
from turnwire.lowering.draft import STOPS, Draft, when
from turnwire.model import (
    AudioBlock,
    ContentBlock,
    ImageBlock,
    OpaqueBlock,
    RefusalBlock,
    TextBlock,
    ThinkingBlock,
    ToolUseBlock,
)

if TYPE_CHECKING:
    from turnwire.losses import Losses

MAX_STOPS = 4

# The order in which a chat message is read: reasoning, text, refusal, audio, calls.
_RANKS: dict[type, int] = {ThinkingBlock: 0, TextBlock: 1, RefusalBlock: 2, AudioBlock: 3, ToolUseBlock: 4}
_PLACES = {"reasoning_details": 0, "content": 1, "images": 3, "tool_calls": 4}


_SAYING = frozenset((OpaqueBlock, RefusalBlock, ImageBlock))


def rank_of(block: ContentBlock, dialect: str) -> int:
    """Return the rank of a block in a message; opaque blocks, pictures and refusals may have it in their `$form`."""
    rank = _RANKS.get(type(block), 1)
    if block.provider_raw is None or type(block) not in _SAYING:
        return rank
    return _PLACES.get(str(form_of(block.provider_raw, dialect).get("in")), rank)


def rank_in_reply(block: ContentBlock, dialect: str) -> int:
    """Return the rank of a block in a reply whose pictures are next to its text."""
    return _PLACES["images"] if type(block) is ImageBlock else rank_of(block, dialect)


@when(STOPS)
def limit_stops(draft: Draft, losses: Losses) -> Draft:
    """`stop`: "Up to 4 sequences where the API will stop generating further tokens"."""
    settings = draft.settings
    generation = settings.generation if settings is not None else None
    if settings is None or generation is None or len(generation.stop_sequences) <= MAX_STOPS:
        return draft
    if form_of(generation.provider_raw, losses.dialect).get("stop") == "long":
        return draft
    for n in range(MAX_STOPS, len(generation.stop_sequences)):
        place = f"/settings/generation/stop_sequences/{n}"
        losses.dropped(place, "generation.stop_sequences", generation.stop_sequences[n])
    kept = msgspec.structs.replace(generation, stop_sequences=generation.stop_sequences[:MAX_STOPS])
    return msgspec.structs.replace(draft, settings=msgspec.structs.replace(settings, generation=kept))
