"""Media by reference, on platforms that take only media in the request itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from turnwire.documents.residue import form_of, marked
from turnwire.lowering.addresses import in_a_line
from turnwire.lowering.rewrite_blocks import was_illegal_in_source, when_block
from turnwire.model import ContentBlock, DocumentBlock, ImageBlock, Source, ToolResultBlock

if TYPE_CHECKING:
    from collections.abc import Iterable

    from turnwire.losses import Losses
    from turnwire.model import Message

_MEDIA = frozenset({ImageBlock, DocumentBlock})
# The page on vision documents for both platforms that pictures are base64 only; no page does for documents, but the
# servers do.  Vertex AI, to a document as to a picture: "messages.0.content.0.image.source.base64.data: URL sources are
# not supported" (github.com/anthropics/anthropic-sdk-typescript/issues/1038, github.com/BerriAI/litellm/issues/18430).
# Bedrock, to a PDF, at its other endpoint for such bodies: "URL content sources are not yet supported for this model"
# (github.com/posit-dev/chatlas/issues/410).
# "The Files API is currently not supported on Amazon Bedrock or Google Vertex AI."
# (platform.claude.com/docs/en/build-with-claude/files, read 2026-11-21)
_ELSEWHERE = frozenset({"file_id", "url"})


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
        if source.kind in _ELSEWHERE and not was_illegal_in_source(source.provider_raw, dialect, "data"):
            odd = form_of(source.provider_raw, dialect).get("as_is", [])
            source.provider_raw = marked(source.provider_raw, dialect, {"as_is": [*odd, "data"]})


def without_remote_media(block: ContentBlock, place: str, losses: Losses) -> ContentBlock | None:
    """Return a picture or document with data unchanged; replace another one by a line with its name and URL.

    These platforms fetch nothing and have no files of their own.
    """
    source = cast("ImageBlock | DocumentBlock", block).source
    if source.kind not in _ELSEWHERE or was_illegal_in_source(source.provider_raw, losses.dialect, "data"):
        return block
    line = in_a_line(block, place, losses)
    if line is None:
        losses.dropped(place, str(block.__struct_config__.tag), block)
    return line


drop_media_elsewhere = when_block(*_MEDIA)(without_remote_media)
