"""Content parts -> blocks, one function per type of part.

What a part says beyond its block is residue under `part`; `$form` has the type of a text where the role has another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from turnwire.codec.json import check_raw
from turnwire.codec.wire import ALSO, NOTHING, OMIT, OpaquePart
from turnwire.dialects.openai_responses import wire as w
from turnwire.dialects.openai_responses.citations import read_citations
from turnwire.dialects.openai_responses.enums import DETAILS
from turnwire.dialects.openai_responses.wire import NAME
from turnwire.documents.json_text import type_word
from turnwire.documents.residue import residue
from turnwire.families.chat.media import audio_format, audio_type, is_text, read_url
from turnwire.families.chat.overlay import leftover, raw_of
from turnwire.model import (
    ABSENT,
    AudioBlock,
    DocumentBlock,
    ImageBlock,
    OpaqueBlock,
    RefusalBlock,
    Source,
    TextBlock,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.model import ContentBlock

Found = tuple[Any, dict[str, Any], dict[str, Any]]
"""A block, what else its part says, and its `$form`."""

_EMPTY_LIST = b"[]"
_LISTS = ("annotations", "logprobs")


def read_parts(parts: list[Any]) -> list[ContentBlock]:
    """Read the parts of an input."""
    return [_read_input(part) for part in parts]


def _read_input(part: Any) -> ContentBlock:
    if type(part) is w.InputText and part.unknown is NOTHING and part.prompt_cache_breakpoint is ABSENT:
        return TextBlock(part.text)
    block, rest, form = read_part(part)
    if type(part) in _WORDS and type(part) is not w.InputText:
        form["type"] = _WORDS[type(part)]
    elif type(part) is w.Refusal:
        # What the model said, in a message that is not its own.
        form["type"] = "refusal"
    block.provider_raw = residue(NAME, {"part": rest}, form=form)
    done: ContentBlock = block
    return done


def read_assistant_part(part: Any, *, full: bool) -> Found:
    """Read a part of the model's output; in an item with an id (`full`) two lists are there by default."""
    block, rest, form = found = read_part(part)
    if full and type(part) is w.OutputText:
        _leave_out_defaults(block, rest)
    elif type(part) in _WORDS and type(part) is not w.OutputText:
        form["type"] = _WORDS[type(part)]
    elif type(block) is not TextBlock and type(block) is not RefusalBlock:
        form["in"] = "content"
    return found


def _leave_out_defaults(block: TextBlock, rest: dict[str, Any]) -> None:
    lists = rest.pop(ALSO, {})
    if block.citations:
        lists["annotations"] = []
    if missing := [name for name in _LISTS if name not in lists and name not in rest]:
        rest[OMIT] = missing


def read_part(part: Any) -> Found:
    """Read a part of any type."""
    return _PARTS[type(part)](part)


def _text(part: Any) -> Found:
    return TextBlock(part.text), leftover(part, ("text",)), {}


def _output_text(part: w.OutputText) -> Found:
    block = TextBlock(part.text)
    rest = leftover(part, ("text",))
    if part.annotations is not ABSENT:
        block.citations = read_citations(part.annotations)
        if block.citations:
            del rest["annotations"]
    # Empty lists say no more than absence does.
    if empty := {name: rest.pop(name) for name in _LISTS if name in rest and bytes(rest[name]) == _EMPTY_LIST}:
        rest[ALSO] = empty
    return block, rest, {}


def _refusal(part: w.Refusal) -> Found:
    return RefusalBlock(part.refusal), leftover(part, ("refusal",)), {}


def _image(part: w.InputImage) -> Found:
    if is_text(part.image_url):
        source, media_type = read_url(part.image_url)
        taken: tuple[str, ...] = ("image_url", "detail")
        form: dict[str, Any] = {}
    elif is_text(part.file_id):
        check_raw(part.file_id)
        source, media_type = Source("file_id", part.file_id), None
        taken, form = ("file_id", "detail"), {"file_id": "own"}
    else:
        return _opaque(part)
    detail = None if part.detail is UNSET else part.detail
    if detail is not None and detail not in DETAILS:
        form["detail"] = detail
    return ImageBlock(source, media_type, detail), leftover(part, taken), form


def _file(part: w.InputFile) -> Found:
    form: dict[str, Any] = {}
    media_type = None
    if is_text(part.file_data):
        source, media_type = read_url(part.file_data)
        taken = "file_data"
        if source.kind == "url":
            # No data URL: base64 by itself, whose type only the name of the file tells.
            source, form = Source("base64", part.file_data), {"file_data": "bare"}
    elif is_text(part.file_url):
        check_raw(part.file_url)
        source, taken = Source("url", part.file_url), "file_url"
    elif is_text(part.file_id):
        check_raw(part.file_id)
        source, taken, form = Source("file_id", part.file_id), "file_id", {"file_id": "own"}
    else:
        return _opaque(part)
    filename = None if part.filename is UNSET else part.filename
    return DocumentBlock(source, media_type, filename=filename), leftover(part, (taken, "filename")), form


def _audio(part: w.InputAudio) -> Found:
    sound = part.input_audio
    if not is_text(sound.data):
        return _opaque(part)
    check_raw(sound.data)
    media_type = audio_type(sound.format)
    form: dict[str, Any] = {"sound": "own"}
    if audio_format(media_type) != sound.format:
        form["format"] = sound.format
    rest = leftover(part, ("input_audio",))
    if nested := leftover(sound, ("data", "format")):
        rest["input_audio"] = nested
    return AudioBlock(Source("base64", sound.data), None, media_type), rest, form


def _opaque(part: Any) -> Found:
    raw = raw_of(part)
    return OpaqueBlock(type_word(raw), raw, NAME), {}, {}


_PARTS: dict[type, Callable[[Any], Found]] = {
    w.InputText: _text,
    w.PlainText: _text,
    w.OutputText: _output_text,
    w.Refusal: _refusal,
    w.InputImage: _image,
    w.InputFile: _file,
    w.InputAudio: _audio,
    w.ReasoningText: _opaque,
    w.SummaryText: _opaque,
    OpaquePart: _opaque,
}
_WORDS: dict[type, str] = {w.InputText: "input_text", w.PlainText: "text", w.OutputText: "output_text"}
