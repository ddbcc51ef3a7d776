"""`images` next to the content, in which some servers send the pictures that an assistant made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from turnwire.documents.residue import residue
from turnwire.families.chat.media import is_text, read_url
from turnwire.families.chat.overlay import leftover
from turnwire.model import ABSENT, ImageBlock

if TYPE_CHECKING:
    from turnwire.families.chat.wire import AssistantImage
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
