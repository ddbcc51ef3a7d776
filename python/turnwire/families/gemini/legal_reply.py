"""Passes of generateContent about replies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from turnwire.lowering.draft import Draft, when
from turnwire.lowering.rewrite_blocks import was_illegal_in_source

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import Completion


@when()
def drop_time(draft: Draft, losses: Losses) -> Draft:
    """Drop the time of a reply, which the Gemini API does not have; a time that it read itself is kept.

    The members of GenerateContentResponse (generativelanguage v1beta, 2026) are candidates, modelStatus, modelVersion,
    promptFeedback, responseId and usageMetadata; `createTime` ("Output only. Timestamp when the request is made to the
    server.") is of Vertex AI's alone, whose dialect writes it.
    """
    document: Completion = draft.document
    if document.created_at is None or was_illegal_in_source(document.provider_raw, losses.dialect, "created_at"):
        return draft
    losses.dropped("/created_at", "completion.created_at", document.created_at)
    return structs.replace(draft, document=structs.replace(document, created_at=None))
