"""Media that stand elsewhere, on platforms that take only what is in the request itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from turnwire.anthropic.overlays import marked
from turnwire.draft import Draft, when
from turnwire.lowering.rewriting import is_as_read, rewritten
from turnwire.model import ContentBlock, DocumentBlock, ImageBlock, Source, ToolResultBlock
from turnwire.residue import form_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from turnwire.losses import Losses
    from turnwire.model import Message

_MEDIA = frozenset({ImageBlock, DocumentBlock})
_ELSEWHERE: dict[type, frozenset[str]] = {
    # "Amazon Bedrock (InvokeModel), Claude Models on Google Cloud (Google managed): Nur Base64-Bildquellen", which is
    # base64 image sources only (platform.claude.com/docs/de/build-with-claude/vision.md, read 2026-11-21)
    ImageBlock: frozenset({"file_id", "url"}),
    # "The Files API is currently not supported on Amazon Bedrock or Google Vertex AI."
    # (platform.claude.com/docs/en/build-with-claude/files, read 2026-11-21)
    DocumentBlock: frozenset({"file_id"}),
}


def mark_media_elsewhere(messages: Iterable[Message], dialect: str) -> None:
    """Mark what the platform does not document and a document of it has all the same: it comes back there alone."""
    for message in messages:
        for block in message.content:
            if type(block) in _MEDIA or type(block) is ToolResultBlock:
                _mark(block, dialect)


def _mark(block: Any, dialect: str) -> None:
    if type(block) is ToolResultBlock:
        for inner in block.content:
            _mark(inner, dialect)
    elif type(block) in _MEDIA:
        source: Source = block.source
        for inner in source.content:
            _mark(inner, dialect)
        if source.kind in _ELSEWHERE[type(block)] and not is_as_read(source.provider_raw, dialect, "data"):
            odd = form_of(source.provider_raw, dialect).get("as_is", [])
            source.provider_raw = marked(source.provider_raw, dialect, {"as_is": [*odd, "data"]})


@when(ImageBlock, DocumentBlock)
def drop_media_elsewhere(draft: Draft, losses: Losses) -> Draft:
    """Pictures come as base64, and a file is known only to whom it was uploaded."""
    return rewritten(draft, losses, _MEDIA, that_is_here)


def that_is_here(block: ContentBlock, place: str, losses: Losses) -> ContentBlock | None:
    """A picture or document whose bytes are in the request; others are dropped."""
    source = cast("ImageBlock | DocumentBlock", block).source
    if source.kind not in _ELSEWHERE[type(block)] or is_as_read(source.provider_raw, losses.dialect, "data"):
        return block
    losses.dropped(place, str(block.__struct_config__.tag), block)
    return None
