"""Content parts and tool calls -> blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Raw

from turnwire.codec.json import check_raw
from turnwire.codec.limits import FREE_DEPTH
from turnwire.codec.wire import NOTHING, OpaquePart
from turnwire.documents.json_text import type_word
from turnwire.documents.residue import residue
from turnwire.errors import InvalidDocument
from turnwire.families.chat import wire as w
from turnwire.families.chat.media import audio_type, is_text, read_url, text_of
from turnwire.families.chat.overlay import leftover, raw_of
from turnwire.model import (
    ABSENT,
    AudioBlock,
    CacheControl,
    DocumentBlock,
    ImageBlock,
    OpaqueBlock,
    RefusalBlock,
    Source,
    TextBlock,
    ToolUseBlock,
    VideoBlock,
)

if TYPE_CHECKING:
    from turnwire.families.chat.vendor import Vendor
    from turnwire.model import ContentBlock

_JSON = msgspec.json.Decoder(Raw)
_MEMBERS = msgspec.json.Decoder(dict[str, Raw])
_CACHE = msgspec.json.Decoder(dict[str, str])


def read_parts(parts: list[Any], vendor: Vendor) -> list[ContentBlock]:
    """A list of content parts."""
    return [_PARTS[type(part)](part, vendor) for part in parts]


def _read_text(part: w.TextPart, vendor: Vendor) -> ContentBlock:
    if part.unknown is NOTHING and part.cache_control is ABSENT and part.prompt_cache_breakpoint is ABSENT:
        return TextBlock(part.text)
    return _with_rest(TextBlock(part.text), part, vendor.name, ("text",))


def _read_image(part: w.ImagePart, vendor: Vendor) -> ContentBlock:
    image = part.image_url
    if image.url is ABSENT or not is_text(image.url):
        return misshapen(part, vendor.name)
    source, media_type = read_url(image.url)
    detail = None if image.detail is UNSET else image.detail
    block = ImageBlock(source, media_type, detail)
    is_known = detail is None or detail in vendor.details
    if is_known and part.unknown is NOTHING and image.unknown is NOTHING and part.cache_control is ABSENT:
        return block
    form = {} if is_known else {"detail": detail}
    return _with_rest(block, part, vendor.name, ("image_url",), {"image_url": leftover(image, ("url", "detail"))}, form)


def _read_audio(part: w.AudioPart, vendor: Vendor) -> ContentBlock:
    audio = part.input_audio
    if not is_text(audio.data):
        return misshapen(part, vendor.name)
    check_raw(audio.data)
    media_type = audio_type(audio.format)
    block = AudioBlock(Source("base64", audio.data), None, media_type)
    nested = leftover(audio, ("data", "format"))
    form = {"format": audio.format}
    return _with_rest(block, part, vendor.name, ("input_audio",), {"input_audio": nested}, form)


def _read_file(part: w.FilePart, vendor: Vendor) -> ContentBlock:
    file = part.file
    filename = None if file.filename is UNSET else file.filename
    if file.file_data is not ABSENT and is_text(file.file_data):
        # A URL, or base64 without a data URL: the API's own description has neither.
        source, media_type = read_url(file.file_data)
        taken, form = ("file_data", "filename"), {"file_data": "plain"} if source.kind == "url" else {}
    elif file.file_id is not UNSET:
        source, media_type = Source("file_id", Raw(msgspec.json.encode(file.file_id))), None
        taken, form = ("file_id", "filename"), {"file_id": "own"}
    else:
        return misshapen(part, vendor.name)
    block = DocumentBlock(source, media_type, filename=filename)
    return _with_rest(block, part, vendor.name, ("file",), {"file": leftover(file, taken)}, form)


def _read_video(part: w.VideoPart, vendor: Vendor) -> ContentBlock:
    if part.video_url.url is ABSENT or not is_text(part.video_url.url):
        return misshapen(part, vendor.name)
    source, media_type = read_url(part.video_url.url)
    block = VideoBlock(source, media_type)
    nested = {"video_url": leftover(part.video_url, ("url",))}
    return _with_rest(block, part, vendor.name, ("video_url",), nested, {"as_is": ["video"]})


def _read_refusal(part: w.RefusalPart, vendor: Vendor) -> ContentBlock:
    # A refusal may also be next to the content; this one is inside it.
    return _with_rest(RefusalBlock(part.refusal), part, vendor.name, ("refusal",), form={"in": "content"})


def _read_opaque(part: OpaquePart, vendor: Vendor) -> ContentBlock:
    value = part.value.raw
    check_raw(value)
    if is_text(value):
        # vLLM takes a bare string: "if isinstance(part, str):  # Handle plain text parts" (entrypoints/chat_utils.py)
        return TextBlock(text_of(value), provider_raw=residue(vendor.name, form={"part": "text"}))
    word = type_word(value)
    return (_read_address(value, vendor) if word == "image_url" else None) or OpaqueBlock(word, value, vendor.name)


def _read_address(value: Raw, vendor: Vendor) -> ImageBlock | None:
    """A picture whose `image_url` is the URL itself, as some clients send it and most compatible servers take it."""
    members = _MEMBERS.decode(value)
    if members.keys() != {"type", "image_url"} or not is_text(members["image_url"]):
        return None
    source, media_type = read_url(members["image_url"])
    return ImageBlock(source, media_type, provider_raw=residue(vendor.name, form={"image_url": "text"}))


def misshapen(part: Any, dialect: str) -> ContentBlock:
    """Keep a part of a known type whose payload is not usable, as a whole."""
    return OpaqueBlock(part.__struct_config__.tag, raw_of(part), dialect)


def _with_rest(
    block: Any,
    part: Any,
    dialect: str,
    taken: tuple[str, ...],
    nested: dict[str, Any] | None = None,
    form: dict[str, Any] | None = None,
) -> ContentBlock:
    """The block with its cache mark and residue."""
    cache = getattr(part, "cache_control", ABSENT)
    mark = read_cache(cache) if cache is not ABSENT else None
    if mark is not None:
        block.cache = mark
        taken, form = (*taken, "cache_control"), {**(form or {}), "cache": True}
    overlay = leftover(part, taken)
    if nested:
        overlay.update(nested)
    block.provider_raw = residue(dialect, overlay, form=form or None)
    done: ContentBlock = block
    return done


def read_cache(raw: Raw) -> CacheControl | None:
    """Read a cache mark `{"type": "ephemeral", "ttl": "1h"}`; None if it is anything else."""
    check_raw(raw)
    try:
        fields = _CACHE.decode(raw)
    except msgspec.ValidationError:
        return None
    if "type" not in fields or fields.keys() - {"type", "ttl"}:
        return None
    return CacheControl(fields["type"], fields.get("ttl"))


def read_arguments(text: str) -> tuple[Raw, str | None]:
    """Return the arguments as JSON with its exact text, or as text if they are not an object or array."""
    if text and text[0] in "{[" and text[-1] in "}]":
        try:
            raw = _JSON.decode(text)
            if len(text) > FREE_DEPTH:
                check_raw(raw)
        except (msgspec.DecodeError, InvalidDocument, RecursionError):
            return ABSENT, text
        return raw, None
    return ABSENT, text


def read_calls(calls: list[Any], blocks: list[ContentBlock], vendor: Vendor) -> None:
    """Append the tool calls of an assistant message."""
    for position, call in enumerate(calls):
        if type(call) is w.FunctionCall:
            blocks.append(_read_function_call(call, position, vendor))
        elif type(call) is w.CustomCall:
            blocks.append(_read_custom_call(call, position, vendor))
        else:
            blocks.append(_call_opaque(call, vendor.name))


def _read_function_call(call: w.FunctionCall, position: int, vendor: Vendor) -> ToolUseBlock:
    function = call.function
    raw, text = (ABSENT, None) if function.arguments is UNSET else read_arguments(function.arguments)
    block = ToolUseBlock(call.id, function.name, raw, text)
    if (
        function.arguments is UNSET
        or call.unknown is not NOTHING
        or function.unknown is not NOTHING
        or call.index is not UNSET
        or call.cache_control is not ABSENT
        or not call.id
    ):
        form: dict[str, Any] = {"as_is": ["input"]} if function.arguments is UNSET else {}
        nested = {"function": leftover(function, ("name", "arguments"))}
        _add_call_rest(block, call, position, vendor.name, nested, form)
    return block


def _read_custom_call(call: w.CustomCall, position: int, vendor: Vendor) -> ToolUseBlock:
    block = ToolUseBlock(call.id, call.custom.name, ABSENT, call.custom.input, call_type="custom")
    form: dict[str, Any] = {"as_is": ["custom"]} if "custom" in vendor.lacks else {}
    _add_call_rest(block, call, position, vendor.name, {"custom": leftover(call.custom, ("name", "input"))}, form)
    return block


def _add_call_rest(
    block: ToolUseBlock, call: Any, position: int, dialect: str, nested: dict[str, Any], form: dict[str, Any]
) -> None:
    taken: tuple[str, ...] = ("id", "function", "custom")
    cache = getattr(call, "cache_control", ABSENT)
    if cache is not ABSENT and (mark := read_cache(cache)):
        block.cache = mark
        taken = (*taken, "cache_control")
        form["cache"] = True
    if not call.id:
        # An empty id is the source's own value here; for any other dialect it is a missing id.
        form["as_is"] = [*form.get("as_is", ()), "id"]
    overlay = leftover(call, taken)
    overlay.update(nested)
    # The position is redundant with the order of the list.
    also = {"index": overlay.pop("index")} if overlay.get("index") == position else None
    block.provider_raw = residue(dialect, overlay, also=also, form=form)


def _call_opaque(call: OpaquePart, dialect: str) -> OpaqueBlock:
    value = call.value.raw
    check_raw(value)
    return OpaqueBlock(type_word(value), value, dialect, None, residue(dialect, form={"in": "tool_calls"}))


_PARTS: dict[type, Any] = {
    w.TextPart: _read_text,
    w.ImagePart: _read_image,
    w.AudioPart: _read_audio,
    w.FilePart: _read_file,
    w.VideoPart: _read_video,
    w.RefusalPart: _read_refusal,
    OpaquePart: _read_opaque,
}
