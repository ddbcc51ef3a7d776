"""Pictures, documents, sound and film without the bytes they are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw, structs

from turnwire.codec.wire import ENCODER
from turnwire.documents.residue import report_foreign
from turnwire.lowering.addresses import MEDIA
from turnwire.lowering.draft import ODD_MEDIA
from turnwire.lowering.rewrite_blocks import when_block
from turnwire.model import ABSENT, AudioBlock, ContentBlock, Source, ToolResultBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses

_QUOTE = ord('"')


def _is_whole(block: ContentBlock) -> bool:
    """Return whether every source in a block has the data of its kind."""
    if type(block) is ToolResultBlock:
        return all(map(_is_whole, block.content))
    source: Source | None = block.source if type(block) in MEDIA else None  # type: ignore[union-attr]
    return source is None or (_has_data(source) and all(map(_is_whole, source.content)))


def _has_data(source: Source) -> bool:
    data = source.data
    if not data:
        return source.kind == "content"
    text = memoryview(data)
    return len(text) > 1 and text[0] == _QUOTE and text[-1] == _QUOTE


def _with_data(block: ContentBlock, place: str, losses: Losses) -> ContentBlock | None:
    if _is_whole(block):
        return block
    source: Any = block.source  # type: ignore[union-attr]
    changed: dict[str, Any] = {}
    if _has_data(source):
        inner = [_with_data(each, f"{place}/source/content/{n}", losses) for n, each in enumerate(source.content)]
        changed["source"] = structs.replace(source, content=[each for each in inner if each is not None])
    elif type(block) is AudioBlock and (block.transcript or block.id is not None):
        losses.dropped(f"{place}/source", "audio.source", _with_json_text(source))
        changed["source"] = None
    else:
        told = structs.replace(block, source=_with_json_text(source))
        losses.dropped(place, str(block.__struct_config__.tag), told)
        report_foreign(block.provider_raw, losses, place)
        return None
    new: ContentBlock = structs.replace(block, **changed)
    return new


@when_block(*MEDIA, if_any=lambda block: not _is_whole(block), trigger=ODD_MEDIA)
def drop_sources_without_data(block: ContentBlock, place: str, losses: Losses) -> ContentBlock | None:
    """Drop media whose source does not hold the data of its kind.

    "The base64 text [...], the URL, [...] or the plain text, by `kind`. Absent for `content`." (Source.data)
    A document that a program has made or changed may have no data, or another kind of JSON, which cannot be shown.
    """
    return _with_data(block, place, losses)


def _with_json_text(source: Source) -> Source:
    """Return the source with its data as JSON text, if a program put in bytes that are not JSON."""
    if not source.data:
        return structs.replace(source, data=ABSENT)
    try:
        msgspec.json.decode(source.data)
    except msgspec.DecodeError:
        text = bytes(source.data).decode(errors="replace")
        return structs.replace(source, data=Raw(ENCODER.encode(text)))
    return source
