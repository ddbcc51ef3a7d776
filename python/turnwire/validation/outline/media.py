"""Parts with pictures, sound, films and documents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.validation.outline.records import Part

if TYPE_CHECKING:
    from turnwire.validation.outline.records import Form, PartKind, Path

_LONGEST_HEAD = 256


def from_data(kind: PartKind, place: Path, node: Any, data: Any, at: Path, media_type: str) -> Part:
    """Return a part whose bytes are base64."""
    return Part(kind, place, node, data, at, form="base64", media_type=media_type)


def from_url(kind: PartKind, place: Path, node: Any, url: Any, at: Path) -> Part:
    """Return a part with a URL; a data URL is base64 and has its own media type."""
    form: Form = "url"
    media_type = ""
    if type(url) is str and url[:5].lower() == "data:":
        head = url[5:_LONGEST_HEAD].partition(",")[0]
        media_type, _, marks = head.partition(";")
        form = "base64" if marks.lower().endswith("base64") else "text"
    return Part(kind, place, node, url, at, form=form, media_type=media_type)
