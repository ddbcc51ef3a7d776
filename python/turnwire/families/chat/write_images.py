"""Write pictures that an assistant made as `images` next to its content, as some servers do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.documents.residue import form_of, restore
from turnwire.families.chat.write_content import ImageUrl, write_url

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import ImageBlock

_HELD = frozenset(("source", "media_type"))


def write_images(images: list[tuple[ImageBlock, str]], wire: dict[str, Any], losses: Losses) -> None:
    """Put the pictures into the message."""
    written = []
    for block, place in images:
        url = write_url(block, place, losses)
        if url is None:
            continue
        # ChatAssistantImages of OpenRouter's API description (2026-08-22): `image_url` has a `url` and nothing else.
        was_read = (
            block.detail is not None and form_of(block.provider_raw, losses.dialect).get("detail") == block.detail
        )
        losses.dropped_fields(block, _HELD | {"detail"} if was_read else _HELD, place, "image")
        entry = {"image_url": ImageUrl(url, block.detail if was_read else None)}
        written.append(restore(entry, block.provider_raw, losses, place) if block.provider_raw else entry)
    if written:
        wire["images"] = written
