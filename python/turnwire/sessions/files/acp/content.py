"""The content blocks of the Agent Client Protocol, which are those of the Model Context Protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.model import DocumentBlock, Source, TextBlock
from turnwire.sessions.files.media import media_block
from turnwire.sessions.files.slots import data_of, opaque, text_or

if TYPE_CHECKING:
    from turnwire.model import ContentBlock
    from turnwire.sessions.files.slots import Held, Place


def add_content(held: Held, block: Any, place: Place | None) -> None:
    """Add a content block; one that is not known is kept as it is.

    Args:
        held: the blocks so far.
        block: the content block.
        place: its place in the record; None if it cannot be edited.
    """
    if isinstance(block, dict) and block.get("type") == "text" and isinstance(block.get("text"), str):
        held.add(TextBlock(text=block["text"]), None if place is None else (*place, "text"))
    else:
        held.add(_media(block) or opaque(block, "acp"), None)


def _media(block: Any) -> ContentBlock | None:
    """Return a picture, sound, link or file; None for anything else."""
    if not isinstance(block, dict):
        return None
    kind = block.get("type")
    media_type = text_or(block.get("mimeType")) or None
    if kind in ("image", "audio") and isinstance(block.get("data"), str):
        return media_block(block["data"], media_type, kind=kind)
    if kind == "resource_link" and isinstance(block.get("uri"), str):
        return media_block(block["uri"], media_type, text_or(block.get("name")) or None, other="file_ref")
    if kind == "resource" and isinstance(block.get("resource"), dict):
        return _resource(block["resource"])
    return None


def _resource(resource: dict[str, Any]) -> ContentBlock | None:
    """Return an embedded file: its text, or its data."""
    media_type, uri = text_or(resource.get("mimeType")) or None, text_or(resource.get("uri")) or None
    if isinstance(resource.get("text"), str):
        source = Source(kind="text", data=data_of(resource["text"]))
        return DocumentBlock(source=source, media_type=media_type or "text/plain", filename=uri)
    if isinstance(resource.get("blob"), str):
        return media_block(resource["blob"], media_type, uri)
    return None
