"""Passes about pictures, documents, sound and film: their sources and their formats are those of the service."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from msgspec import Raw, structs

from turnwire.dialects.bedrock_converse.constraints import S3
from turnwire.dialects.bedrock_converse.enums import FORMATS, format_of, usual_type
from turnwire.documents.residue import report_foreign, report_replaced
from turnwire.lowering.addresses import MEDIA, in_a_line
from turnwire.lowering.media_types import media_type_of, sound_type_of
from turnwire.lowering.rewrite_blocks import was_illegal_in_source, when_block, with_placed_inside, without_odd
from turnwire.model import (
    ABSENT,
    AudioBlock,
    DocumentBlock,
    ImageBlock,
    OpaqueBlock,
    RefusalBlock,
    TextBlock,
    ToolResultBlock,
    VideoBlock,
)

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import ContentBlock, Source

_PDF: Final = b'"JVBERi'  # "%PDF" and a hyphen, in base64
_PLAIN: Final = "text/plain"


@when_block(RefusalBlock, AudioBlock)
def words_as_text(block: ContentBlock, place: str, losses: Losses) -> ContentBlock | None:
    """Turn refusals, and sound that has a transcript and no data, into text."""
    if type(block) is RefusalBlock:
        losses.degraded(place, "refusal", block)
        report_foreign(block.provider_raw, losses, place)
        return TextBlock(block.text, cache=block.cache)
    sound = cast("AudioBlock", block)
    return block if sound.source is not None else _in_words(sound, place, losses)


@when_block(*MEDIA)
def legal_media(block: ContentBlock, place: str, losses: Losses) -> ContentBlock | None:
    """Media are base64, an object in Amazon S3, or, of documents, text; each kind has its formats."""
    medium = cast("Any", block)
    if not _is_here(medium):
        return _in_words(medium, place, losses)
    if type(medium) is DocumentBlock and medium.source.kind == "content":
        return _of_texts(medium, place, losses)
    return _typed(_with_plain_data(medium, place, losses), place, losses)


def _with_plain_data(block: Any, place: str, losses: Losses) -> Any:
    """Return the medium with its base64 in the usual alphabet, which Google's packages do not use.

    "a blob is serialized as a base64 encoded string" (Smithy, AWS restJson1); botocore decodes no other alphabet.
    """
    source: Source = block.source
    data = bytes(source.data)
    if source.kind != "base64" or (b"-" not in data and b"_" not in data):
        return block
    if was_illegal_in_source(block.provider_raw, losses.dialect, "data"):
        return block
    losses.degraded(f"{place}/source/data", f"{block.__struct_config__.tag}.source", source.data)
    plain = data.strip(b'"').translate(_USUAL)
    padded = Raw(b'"%b"' % (plain + b"=" * (-len(plain) % _QUARTET)))
    return structs.replace(block, source=structs.replace(source, data=padded))


_USUAL: Final = bytes.maketrans(b"-_", b"+/")
_QUARTET: Final = 4


def _is_here(block: Any) -> bool:
    source: Source | None = block.source
    if source is None:
        return False
    if source.kind == "file_id":
        return bytes(memoryview(source.data)[: len(S3)]) == S3
    return source.kind == "base64" or (type(block) is DocumentBlock and source.kind in ("text", "content"))


def _in_words(block: Any, place: str, losses: Losses) -> ContentBlock | None:
    if type(block) is AudioBlock and block.transcript:
        losses.degraded(place, "audio", block)
        report_replaced(structs.replace(block, cache=None), losses, place)
        return TextBlock(block.transcript, cache=block.cache)
    line = in_a_line(block, place, losses)
    if line is None:
        losses.dropped(place, str(block.__struct_config__.tag), block)
        report_foreign(block.provider_raw, losses, place)
    return line


def _of_texts(block: DocumentBlock, place: str, losses: Losses) -> DocumentBlock:
    """DocumentContentBlock: "text"; a document of blocks has no other kind."""
    media_type = usual_type(block.media_type)
    if format_of(DocumentBlock, media_type) is None:
        media_type = None
    if media_type is None and block.media_type is not None:
        losses.dropped(f"{place}/media_type", "document.media_type", block.media_type)
    elif media_type != block.media_type:
        losses.reshaped(f"{place}/media_type", "document.media_type", block.media_type)
    source, kept = block.source, []
    for n, inner in enumerate(block.source.content):
        if type(inner) is TextBlock or (type(inner) is OpaqueBlock and inner.dialect == losses.dialect):
            kept.append(inner)
        else:
            losses.dropped(f"{place}/source/content/{n}", str(inner.__struct_config__.tag), inner)
    same = len(kept) == len(source.content)
    return structs.replace(
        block, media_type=media_type, source=source if same else structs.replace(source, content=kept)
    )


def _typed(block: Any, place: str, losses: Losses) -> ContentBlock | None:
    kind, media_type = type(block), block.media_type
    tag = str(block.__struct_config__.tag)
    if format_of(kind, media_type) is not None:
        return cast("ContentBlock", block)
    if media_type is None and was_illegal_in_source(block.provider_raw, losses.dialect, "media_type"):
        return cast("ContentBlock", block)
    usual = usual_type(media_type)
    if format_of(kind, usual) is not None:
        losses.reshaped(f"{place}/media_type", f"{tag}.media_type", media_type)
        return cast("ContentBlock", structs.replace(block, media_type=usual))
    found = _found_type(block)
    if found is None:
        # Only the format of a document may be missing: "required": ["name", "source"] (DocumentBlock)
        return _in_words(block, place, losses)
    if media_type is None:
        losses.invented(f"{place}/media_type", f"{tag}.media_type", found)
    else:
        losses.degraded(f"{place}/media_type", f"{tag}.media_type", media_type)
    return cast("ContentBlock", structs.replace(block, media_type=found))


def _found_type(block: Any) -> str | None:
    """Return a media type for a medium whose own is unknown: by its first bytes, its name, or because it is text."""
    source: Source = block.source
    if type(block) is DocumentBlock and (source.kind == "text" or (block.media_type or "").startswith("text/")):
        return _PLAIN
    if source.kind == "base64" and block.media_type is None:
        found = _by_first_bytes(block)
        if found is not None:
            return found
    names = [block.filename, block.title] if type(block) is DocumentBlock else []
    names.append(bytes(source.data).decode(errors="replace").strip('"') if source.kind == "file_id" else None)
    suffixes = (name.rpartition(".")[2].lower() for name in names if name is not None and "." in name)
    return next((FORMATS[type(block)][word] for word in suffixes if word in FORMATS[type(block)]), None)


def _by_first_bytes(block: Any) -> str | None:
    data = block.source.data
    if type(block) is ImageBlock:
        return media_type_of(data)
    if type(block) is AudioBlock:
        return sound_type_of(data)
    is_pdf = type(block) is DocumentBlock and bytes(memoryview(data)[: len(_PDF)]) == _PDF
    return FORMATS[DocumentBlock]["pdf"] if is_pdf else None


def _has_odd_json(block: ToolResultBlock) -> bool:
    return bool(block.structured) and memoryview(block.structured)[0] != ord("{")


@when_block(ToolResultBlock, if_any=_has_odd_json)
def structured_is_an_object(block: ToolResultBlock, place: str, losses: Losses) -> ToolResultBlock:
    """Write a structured result that is no object as text, or drop it where the result has other content.

    "The format of the value at messages.2.content.0.toolResult.content.0.json is invalid. Provide a json object for the
    field and try again." (a refusal)
    """
    if not _has_odd_json(block) or was_illegal_in_source(block.provider_raw, losses.dialect, "structured"):
        return block
    at, without = f"{place}/structured", structs.replace(block, structured=ABSENT)
    if block.content:
        losses.dropped(at, "tool_result.structured", block.structured)
        return without
    losses.degraded(at, "tool_result.structured", block.structured)
    return with_placed_inside(without, place, [(TextBlock(bytes(block.structured).decode()), at)], losses)


# ToolResultContentBlock: json, text, image, document, video, searchResult
_IN_RESULTS: Final = frozenset({TextBlock, ImageBlock, DocumentBlock, VideoBlock, OpaqueBlock})


def _is_odd_inside(block: ContentBlock, losses: Losses) -> bool:
    return type(block) not in _IN_RESULTS or (type(block) is OpaqueBlock and block.dialect != losses.dialect)


@when_block(ToolResultBlock)
def legal_results(block: ToolResultBlock, place: str, losses: Losses) -> ToolResultBlock:
    """The content of a result is text, pictures, documents, film, and JSON."""
    if any(_is_odd_inside(inner, losses) for inner in block.content) and not was_illegal_in_source(
        block.provider_raw, losses.dialect, "content"
    ):
        block = without_odd(block, place, losses, _is_odd_inside)
    return block
