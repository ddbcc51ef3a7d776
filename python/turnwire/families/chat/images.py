"""Pictures that an assistant made as `images` next to its content, as some servers send and take them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from turnwire.documents.residue import form_of, residue, restore
from turnwire.families.chat.media import is_text, read_url
from turnwire.families.chat.overlay import leftover
from turnwire.families.chat.write_content import ImageUrl, write_url
from turnwire.model import ABSENT, ImageBlock

if TYPE_CHECKING:
    from turnwire.families.chat.wire import AssistantImage
    from turnwire.losses import Losses
    from turnwire.model import ContentBlock


def read_images(message: Any, blocks: list[ContentBlock], also: dict[str, Any], dialect: str) -> tuple[str, ...]:
    """Append the pictures; the keys that were read."""
    images = message.images
    if images is UNSET or not all(_is_usable(image) for image in images):
        return ()
    if not images:
        also["images"] = []
    blocks.extend(_read_image(image, n, dialect) for n, image in enumerate(images))
    return ("images",)


def _is_usable(image: AssistantImage) -> bool:
    return image.image_url.url is not ABSENT and is_text(image.image_url.url)


def _read_image(image: AssistantImage, position: int, dialect: str) -> ImageBlock:
    address = image.image_url
    source, media_type = read_url(address.url)
    overlay = {**leftover(image, ("image_url",)), "image_url": leftover(address, ("url", "detail"))}
    # The usual type of an entry, and its position, are redundant with the list.
    usual = {"type": b'"image_url"', "index": b"%d" % position}
    told = [key for key, value in usual.items() if key in overlay and bytes(getattr(image, key)) == value]
    also: dict[str, Any] = {key: overlay.pop(key) for key in told}
    detail = None if address.detail is UNSET else address.detail
    form = {"in": "images"} if detail is None else {"in": "images", "detail": detail}
    raw = residue(dialect, overlay, also=also, form=form)
    return ImageBlock(source, media_type, detail, provider_raw=raw)


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
