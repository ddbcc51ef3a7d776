"""Blocks -> parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET, Raw

from turnwire.codec.wire import ENCODER
from turnwire.dialects.otel_genai import wire as w
from turnwire.dialects.otel_genai.enums import MODALITY_WORDS, kind_of
from turnwire.dialects.otel_genai.legal import is_own_run
from turnwire.dialects.otel_genai.read_parts import content_of, is_text
from turnwire.documents.json_text import read_json
from turnwire.documents.residue import form_of, report_own
from turnwire.lowering.origins import report_any_origin
from turnwire.lowering.writing import Writer, finished, report_source, write_opaque, written_parts
from turnwire.model import (
    ABSENT,
    AudioBlock,
    DocumentBlock,
    ImageBlock,
    OpaqueBlock,
    RefusalBlock,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
    VideoBlock,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from turnwire.losses import Losses
    from turnwire.model import ContentBlock


def write_parts(blocks: Sequence[ContentBlock], places: Sequence[str], losses: Losses) -> list[Any]:
    """Write blocks as parts; a block without a place is reported and left out."""
    return written_parts(blocks, places, _PARTS, losses)


_TEXT = frozenset(("text",))


def _write_text(block: TextBlock, place: str, losses: Losses) -> Any:
    return finished(w.TextPart(content=block.text), block, _TEXT, place, losses)


def _write_refusal(block: RefusalBlock, place: str, losses: Losses) -> Any:
    return finished(w.RefusalPart(content=block.text), block, _TEXT, place, losses)


def _write_thinking(block: ThinkingBlock, place: str, losses: Losses) -> Any:
    """The text stays readable; the opaque state goes nowhere."""
    report_any_origin(block, place, losses)
    return finished(w.ReasoningPart(content=block.text), block, frozenset(("text", "origin")), place, losses)


def _write_media(block: Any, place: str, losses: Losses) -> Any:
    source = block.source
    form = form_of(block.provider_raw, losses.dialect)
    # "An identifier referencing a file that was pre-uploaded to the provider": to one provider, and no other.
    kinds: dict[str, tuple[Any, str]] = {"base64": (w.BlobPart, "content"), "url": (w.UriPart, "uri")}
    if form.get("file_id") == "own":
        kinds["file_id"] = (w.FilePart, "file_id")
    if source is None or source.kind not in kinds:
        losses.dropped(place, str(block.__struct_config__.tag), block)
        return None
    make, key = kinds[source.kind]
    part = make(**{key: source.data})
    if block.media_type is not None:
        part.mime_type = block.media_type
    word = form.get("modality", MODALITY_WORDS[type(block)])
    part.modality = UNSET if word is None else word
    if kind_of(part.modality, block.media_type) is not type(block):
        part.modality = MODALITY_WORDS[type(block)]
    report_source(source, place, losses)
    return finished(part, block, frozenset(("source", "media_type")), place, losses)


_CALL = frozenset(("id", "name", "input", "input_text", "run_by"))
_RUN = frozenset(("id", "name", "input", "run_by", "call_type"))


def _write_call(block: ToolUseBlock, place: str, losses: Losses) -> Any:
    form = form_of(block.provider_raw, losses.dialect)
    said: Any = block.id or form.get("id", UNSET)
    if is_own_run(block):
        run = w.ServerCallPart(id=said, name=block.name, server_tool_call=block.input)
        return finished(run, block, _RUN, place, losses)
    part = w.ToolCallPart(id=said, name=block.name)
    if bytes(block.input) == b"null":
        losses.dropped(f"{place}/input", "tool_use.input", None)
    elif block.input:
        # A text is read as the JSON that it writes: JSON that is a text itself is written as one.
        is_spelled = is_text(block.input) or form.get("arguments") == "text"
        part.arguments = Raw(ENCODER.encode(bytes(block.input).decode())) if is_spelled else block.input
    if block.input_text is not None:
        _write_input_text(block, block.input_text, part, place, losses)
    return finished(part, block, _CALL, place, losses)


def _write_input_text(block: ToolUseBlock, text: str, part: w.ToolCallPart, place: str, losses: Losses) -> None:
    if block.input:
        losses.dropped(f"{place}/input_text", "tool_use.input_text", text)
        return
    part.arguments = Raw(ENCODER.encode(text))
    if read_json(text) is not None:
        losses.degraded(f"{place}/input_text", "tool_use.input_text", text)


_RESULT = frozenset(("tool_use_id", "name", "content", "run_by"))
_RESPONSE = frozenset(("tool_use_id", "name", "provider_result", "run_by", "result_type"))


def _write_result(block: ToolResultBlock, place: str, losses: Losses) -> Any:
    form = form_of(block.provider_raw, losses.dialect)
    said: Any = block.tool_use_id or form.get("id", UNSET)
    if is_own_run(block):
        run = w.ServerResponsePart(id=said, server_tool_call_response=block.provider_result)
        return finished(run, block, _RESPONSE, place, losses)
    response = _response(block, form.get("response"), place, losses)
    part = w.ToolResponsePart(id=said)
    if form.get("key") == "result":
        part.result = response
    else:
        part.response = response
    return finished(part, block, _RESULT, place, losses)


def _response(block: ToolResultBlock, spelled: str | None, place: str, losses: Losses) -> Raw:
    """Return the content of a tool result: one text as it is, everything else as a list of parts."""
    shown = list(zip(block.content, losses.places_inside(place, len(block.content)), strict=True))
    for inner, where in shown:
        if type(inner) not in _SHOWN:
            losses.dropped(where, str(inner.__struct_config__.tag), inner)
    shown = [(inner, where) for inner, where in shown if type(inner) in _SHOWN]
    parts = write_parts([inner for inner, _ in shown], [where for _, where in shown], losses)
    if not parts:
        return {"null": Raw(b"null"), "absent": ABSENT}.get(spelled or "", Raw(b'""'))
    first, where = shown[0]
    if len(shown) > 1 or type(first) is not TextBlock or not first.text or spelled == "list":
        return Raw(ENCODER.encode(parts))
    report_own(first.provider_raw, losses, where)
    if spelled == "json" and _is_shown_json(first.text):
        return Raw(first.text)
    return Raw(ENCODER.encode(first.text))


def _is_shown_json(text: str) -> bool:
    found = read_json(text)
    return found is not None and content_of(found)[1] == "json"


_SHOWN = frozenset((TextBlock, ImageBlock, DocumentBlock, AudioBlock, VideoBlock))
_PARTS: dict[type, Writer] = {
    TextBlock: _write_text,
    ThinkingBlock: _write_thinking,
    RefusalBlock: _write_refusal,
    ToolUseBlock: _write_call,
    ToolResultBlock: _write_result,
    OpaqueBlock: write_opaque,
    ImageBlock: _write_media,
    DocumentBlock: _write_media,
    AudioBlock: _write_media,
    VideoBlock: _write_media,
}
