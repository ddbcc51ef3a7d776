"""Pictures, documents, sound and film without the bytes they are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from turnwire.codec.wire import ENCODER
from turnwire.documents.residue import report_foreign
from turnwire.lowering.draft import Draft, when
from turnwire.lowering.rewrite_blocks import rewritten
from turnwire.model import (
    ABSENT,
    AudioBlock,
    ContentBlock,
    DocumentBlock,
    ImageBlock,
    Source,
    ToolResultBlock,
    VideoBlock,
)

if TYPE_CHECKING:
    from turnwire.losses import Losses

_MEDIA = frozenset({ImageBlock, DocumentBlock, AudioBlock, VideoBlock})
_QUOTE = ord('"')


# Features of a draft are those inside the results of tools too.
@when(ImageBlock, DocumentBlock, AudioBlock, VideoBlock)
def drop_sources_without_data(draft: Draft, losses: Losses) -> Draft:
    """Drop media whose source does not hold the data of its kind.

    "The base64 text [...], the URL, [...] or the plain text, by `kind`. Absent for `content`." (Source.data)
    A document that a program has made or changed may have no data, or another kind of JSON, which cannot be shown.
    """
    for turn in draft.turns:
        for block in turn.blocks:
            if not _is_whole(block):
                return rewritten(draft, losses, _MEDIA, _with_data)
    return draft


def _is_whole(block: ContentBlock) -> bool:
    """Return whether every source in a block has the data of its kind."""
    if type(block) is ToolResultBlock:
        return all(map(_is_whole, block.content))
    source: Source | None = block.source if type(block) in _MEDIA else None  # type: ignore[union-attr]
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
    changed: Any = block
    new: ContentBlock
    if _has_data(changed.source):
        inner = [
            _with_data(each, f"{place}/source/content/{n}", losses) for n, each in enumerate(changed.source.content)
        ]
        kept = [each for each in inner if each is not None]
        new = msgspec.structs.replace(changed, source=msgspec.structs.replace(changed.source, content=kept))
        return new
    if type(block) is AudioBlock and (block.transcript or block.id is not None):
        losses.dropped(f"{place}/source", "audio.source", _tellable(changed.source))
        new = msgspec.structs.replace(changed, source=None)
        return new
    told = msgspec.structs.replace(changed, source=_tellable(changed.source))
    losses.dropped(place, str(block.__struct_config__.tag), told)
    report_foreign(changed.provider_raw, losses, place)
    return None


def _tellable(source: Source) -> Source:
    """Return the source with its data as JSON text, if a program put in bytes that are not JSON."""
    if not source.data:
        return msgspec.structs.replace(source, data=ABSENT)
    try:
        msgspec.json.decode(source.data)
    except msgspec.DecodeError:
        text = bytes(source.data).decode(errors="replace")
        return msgspec.structs.replace(source, data=Raw(ENCODER.encode(text)))
    return source
